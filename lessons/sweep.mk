# A sweep as make's work, or as a job array of Slurm's.
#
#   make -j4 -f lessons/sweep.mk SWEEP=build/sweeps/10-grid          what is missing, four points at a time
#   make -f lessons/sweep.mk SWEEP=build/sweeps/10-grid slurm        the same, on a cluster
#
# SWEEP is a folder with a list, `points`: a line each, a NAME (letters, digits, "._,-"), a tab, a command.  What a
# command prints becomes SWEEP/NAME.json.  In the top folder; a lesson's Makefile does it by itself.
# Slurm: one task a point, at most TASKS (1000); SBATCH='sbatch --partition=... --wait' says how to submit.  All
# machines must see this folder under the same name.
NAMES := $(shell cut -f 1 $(SWEEP)/points)
RESULTS := $(NAMES:%=$(SWEEP)/%.json)
SBATCH = sbatch
TASKS = 1000

all: $(RESULTS)

$(RESULTS):
	@sh lessons/run-point $(SWEEP) $(@F:.json=)

slurm:
	@TASKS=$(TASKS) SBATCH='$(SBATCH)' sh lessons/submit $(SWEEP)

.PHONY: all slurm
