# What the lessons' Makefiles share: build minicc when needed, run the lesson's sweep, print its table.
#
#   make            the table and its pictures (-j2: two points of the sweep at a time)
#   make slurm      the sweep's points as a job array of a Slurm cluster; make afterwards prints the table
#
# ^C stops a sweep, and make goes on with it.  PROGRAMS= or GPUS= choose, where a lesson's script `table` can choose.
# BUILT=1 builds nothing.  Not to be included by anything else.
export BUILD ?= build
LESSON := $(notdir $(CURDIR))
TABLE = perl lessons/$(LESSON)/table $(PROGRAMS) $(GPUS)
SWEEP = $(or $(SCRATCH),$(BUILD))/sweeps/$(LESSON)

lesson: points
	@cd ../.. && $(MAKE) -s --no-print-directory -f lessons/sweep.mk SWEEP=$(SWEEP)
	@cd ../.. && $(TABLE)

slurm: points
	@cd ../.. && $(MAKE) -s --no-print-directory -f lessons/sweep.mk SWEEP=$(SWEEP) slurm

points:
	@$(if $(BUILT),,$(MAKE) -s --no-print-directory -C ../.. $(if $(filter build/san,$(BUILD)),SAN=1) all)
	@cd ../.. && POINTS=1 $(TABLE)

.PHONY: lesson slurm points
