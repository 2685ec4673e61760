# What the lessons' Makefiles share: build minicc when needed, then run the lesson's RUN in the top folder.
#
# A lesson sets RUN and includes this file.  BUILT=1 builds nothing.  Not to be included by anything else.
export BUILD ?= build

lesson:
	@$(if $(BUILT),,$(MAKE) -s --no-print-directory -C ../.. $(if $(filter build/san,$(BUILD)),SAN=1) all)
	@cd ../.. && $(RUN)

.PHONY: lesson
