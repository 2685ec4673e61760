# make fuzz: every target of tests/fuzz/ for FUZZ_TIME seconds (60), one after the other, or several
# at once with -j.  With libFuzzer where clang has it, else with the blind mutations of standalone.c;
# address and undefined-behaviour sanitizers in both cases.
#
#	make -j5 fuzz FUZZ_TIME=3600            an hour for each
#	make fuzz-ptx                           one target
#	build/fuzz/ptx build/fuzz/ptx-crash-…   a finding again
#
# What a target has learned stays in build/fuzz/NAME.corpus and is where the next run begins.
# Findings are named on the terminal, kept as build/fuzz/NAME-…, and make the goal fail.

FUZZ_TIME = 60
FUZZ_TARGETS := front directive program ptx map
FUZZ_CC := $(shell printf 'int LLVMFuzzerTestOneInput(void) { return 0; }' | \
	clang -fsanitize=fuzzer -x c - -o /dev/null 2>/dev/null && echo clang || echo gcc)
FUZZ_LIB := $(if $(filter clang,$(FUZZ_CC)),-fsanitize=fuzzer,build/fuzz/obj/tests/fuzz/standalone.o)
FUZZ_FLAGS = $(STD) $(INC) -MMD -MP -O1 -g -ffp-contract=off -pthread -fsanitize=address,undefined \
	-fno-sanitize-recover=undefined -fno-omit-frame-pointer \
	$(if $(filter clang,$(FUZZ_CC)),-fsanitize=fuzzer-no-link -Wno-pass-failed)

fuzz_objects = $(patsubst %.c,build/fuzz/obj/%.o,$(1))
fuzz_core := $(call fuzz_objects,$(CORE_SRC)) $(GENERATED:%=build/fuzz/obj/build/gen/%.o)

build/fuzz/obj/%.o: %.c
	@mkdir -p $(@D)
	$(call say,CC)$(FUZZ_CC) $(FUZZ_FLAGS) -c -o $@ $<

build/fuzz/front build/fuzz/directive build/fuzz/program: $(fuzz_core)
build/fuzz/ptx: $(call fuzz_objects,$(SIM_SRC)) build/obj/gpu_texts.o
build/fuzz/map: $(call fuzz_objects,$(HOST_SRC)) build/lib/libptxsim.so
$(FUZZ_TARGETS:%=build/fuzz/%): build/fuzz/%: build/fuzz/obj/tests/fuzz/%.o \
		$(filter %.o,$(FUZZ_LIB))
	$(call say,LD)$(FUZZ_CC) $(FUZZ_FLAGS) -o $@ $(filter %.o,$^) $(filter -%,$(FUZZ_LIB)) -lm -ldl

# Seeds; a target that takes something else than files of the tree makes them from those.
build/fuzz/front.corpus: tests/run tests/err tests/parse/tree tests/parse/accept tests/pp/macros
build/fuzz/%.corpus:
	@mkdir -p $@
	@find $^ -maxdepth 1 -name '*.c' -size -16k -exec cp {} $@ ';'
	@find $^ -maxdepth 1 -name '*.ptx' -size -16k -exec cp {} $@ ';'

# Each PTX as it is, and with the letter before it that has it checked.
build/fuzz/ptx.corpus: tests/sim/ptx
	@mkdir -p $@
	@for f in $$(find tests/sim/ptx tests/baseline tests/golden tests/check -name '*.ptx' -size -16k); do \
		cp $$f $@/; { printf c; cat $$f; } > $@/$${f##*/}.checked; \
	done

# A first byte that picks scheme and architecture comes before these programs.
build/fuzz/program.corpus: tests/run
	@mkdir -p $@
	@n=0; for f in tests/run/*/*.c tests/omp/tree/*.c; do \
		n=$$(((n + 7) % 64 + 48)); \
		{ printf "\\$$(printf %o $$n)"; cat $$f; } > $@/$${f##*/}; \
	done

# The text of every directive in tests and examples, one to a file.
build/fuzz/directive.corpus: tests/run
	@mkdir -p $@
	@cat tests/run/*/*.c tests/err/*.c tests/omp/*/*.c | \
		sed -n -e ':a' -e '/\\$$/{N;s/\\\n//;ba' -e '}' -e 's/.*#pragma omp //p' | sort -u | \
		awk '{ file = "$@/" NR; printf "%c%c%s", 48 + NR % 8, 48 + NR % 64, $$0 > file; close(file) }'

build/fuzz/map.corpus:
	@mkdir -p $@
	@for i in 1 2 3 4; do head -c $$((i * 60)) LICENSE | tail -c 60 > $@/$$i; done

# Words that mean something to the target.
build/fuzz/%.dict:
	@mkdir -p $(@D)
	@cat $(fuzz_words_$*) /dev/null | grep -oh '"[A-Za-z_.#(]\{2,\}[^"\\]*"' | sort -u > $@
fuzz_words_front := minicc/pp/tokens.def minicc/pp/names.def minicc/c/builtin.def
fuzz_words_directive := minicc/tree/directives.def minicc/tree/clauses.def
fuzz_words_program := minicc/pp/tokens.def minicc/tree/directives.def minicc/tree/clauses.def
fuzz_words_ptx := devrt/sim/ptx/ptxops.h

.PHONY: fuzz $(FUZZ_TARGETS:%=fuzz-%)
fuzz: $(FUZZ_TARGETS:%=fuzz-%)
$(FUZZ_TARGETS:%=fuzz-%): fuzz-%: build/fuzz/% build/fuzz/%.corpus build/fuzz/%.dict $(LIBPTXSIM)
	ASAN_OPTIONS=detect_leaks=$(if $(filter ptx map,$*),1,0):allocator_may_return_null=1 \
	build/fuzz/$* -max_total_time=$(FUZZ_TIME) -timeout=20 -rss_limit_mb=4096 -max_len=20000 \
		-artifact_prefix=build/fuzz/$*- \
		$$(test -s build/fuzz/$*.dict && echo -dict=build/fuzz/$*.dict) \
		build/fuzz/$*.corpus </dev/null >build/fuzz/$*.log 2>&1 \
		|| { tail -n 40 build/fuzz/$*.log; exit 1; }
	@echo "fuzz $*: $$(grep -E '^(Done|stat::number_of)' build/fuzz/$*.log | tail -n 1)"
