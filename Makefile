# minicc: build, test, measure and install everything.  `make help` lists the goals.
#
# One non-recursive Makefile.  A new source file needs no line here: the wildcards below pick it up.
#
#   minicc/**.c ptxgen/**.c               build/bin/minicc, build/lib/libminicc_core.a (all but main.c)
#   devrt/host/*.c                        build/lib/libdevrt.a      (linked into the user's program)
#   devrt/sim/**.c                        build/lib/libptxsim.so    (a CUDA driver on the CPU),
#                                         build/bin/ptxsim, build/lib/libptxsim_core.a
#   devrt/device/*.[ch], devrt.h          build/gen/device_sources.c: device_sources[], an array of
#                                         { name, text } that ends in NULL (minicc/base/device_sources.h)
#   ptxgen/view/*.{css,js}                build/gen/view_parts.c (minicc/base/embedded.h)
#   devrt/sim/gpu/*.gpu                   build/gen/gpu_texts.c (devrt/sim/gpu/gpu.h)
#   devrt/sim/steps/*.{css,js}            build/gen/step_parts.c (devrt/sim/steps/parts.h), and view_parts
#   minicc/explain/*.txt                  build/gen/explain_pages.c, the same
#   minicc/messages/*.txt, tests/**/err/* build/gen/message_pages.c, the same for other messages
#   minicc/include/*.h                    build/lib/include/        (omp.h)
#   tests/**/*_test.c                     build/tests/**.t          (TAP programs)
#
# minicc finds its parts from its own place: DIR/../lib/minicc when installed, DIR/../lib in the
# build tree.  Each goal can be built alone: `make build/lib/libptxsim.so` reads devrt/sim only.
#
# SAN=1 builds the two programs with address and undefined-behaviour sanitizers in build/san/.
# The libraries stay plain there, because the user's own program, compiled without sanitizers,
# links or loads them; ptxsim has the simulator in itself and is sanitized whole.
#
# V=1 prints whole commands instead of a short line for each file.

CC = cc
# make G=-g: for a debugger.
CFLAGS = -O2 $(G)
PREFIX = /usr/local
DESTDIR =

STD := -std=c11 -D_GNU_SOURCE -Wall -Wextra
INC := -Iminicc -Iptxgen -Idevrt/include -Idevrt/sim -I.
DEP = -MMD -MP
PROGRAM_FLAGS = $(STD) $(INC) $(DEP) $(CFLAGS) $(SANFLAGS)
HOST_FLAGS = $(STD) $(INC) $(DEP) $(CFLAGS) -fPIC
SIM_FLAGS = $(STD) $(INC) $(DEP) -O3 $(G) -ffp-contract=off -pthread -fPIC -fvisibility=hidden

# $(call say,CC)COMMAND: at most a line of what a command makes; nothing under make -s.
ifdef V
say =
else ifneq ($(findstring s,$(firstword -$(MAKEFLAGS))),)
say = @
else
say = @printf '  %-4s %s\n' $(1) $@;
endif

ifdef SAN
B := build/san
CORE_LIB := build/san/obj/libminicc_core.a
SANFLAGS := -fsanitize=address,undefined -fno-sanitize-recover=undefined -fno-omit-frame-pointer
G := -g
else
B := build
CORE_LIB := build/lib/libminicc_core.a
SANFLAGS :=
endif

CORE_SRC := $(filter-out minicc/main.c,$(wildcard minicc/*/*.c minicc/*/*/*.c ptxgen/*.c ptxgen/*/*.c ptxgen/*/*/*.c))
MAIN_SRC := $(wildcard minicc/main.c)
HOST_SRC := $(wildcard devrt/host/*.c)
SIM_SRC := $(wildcard devrt/sim/*/*.c)
GPUS := $(sort $(wildcard devrt/sim/gpu/*.gpu))
PTXSIM_SRC := $(wildcard devrt/sim/ptxsim_main.c)
DEVICE_SRC := $(sort $(wildcard devrt/device/*.c devrt/device/*.h)) devrt/include/devrt.h
STEP_PARTS := $(sort $(wildcard devrt/sim/steps/*.css devrt/sim/steps/*.js))
VIEW_PARTS := $(sort $(wildcard ptxgen/view/*.css ptxgen/view/*.js)) $(STEP_PARTS)
EXPLAIN_PAGES := $(sort $(wildcard minicc/explain/*.txt))
MESSAGES := $(wildcard minicc/messages/*.txt)
GENERATED := device_sources view_parts explain_pages message_pages
HEADERS := $(wildcard minicc/include/*.h)
TEST_SRC := $(wildcard tests/*_test.c tests/*/*_test.c tests/*/*/*_test.c)
SCRIPTS := $(wildcard tests/*.t tests/*/*.t lessons/*/*.t)

CORE_OBJ := $(CORE_SRC:%.c=$(B)/obj/%.o) $(GENERATED:%=$(B)/obj/gen/%.o)
MAIN_OBJ := $(MAIN_SRC:%.c=$(B)/obj/%.o)
HOST_OBJ := $(HOST_SRC:%.c=build/obj/%.o)
SIM_TEXTS := build/obj/gpu_texts.o build/obj/step_parts.o
SIM_OBJ := $(SIM_SRC:%.c=build/obj/%.o) $(SIM_TEXTS)
PTXSIM_OBJ := $(PTXSIM_SRC:%.c=$(B)/obj/%.o) $(SIM_SRC:%.c=$(B)/obj/%.o) $(SIM_TEXTS)
TESTS := $(TEST_SRC:tests/%.c=$(B)/tests/%.t)

MINICC := $(if $(MAIN_SRC),$(B)/bin/minicc)
PTXSIM := $(if $(PTXSIM_SRC),$(B)/bin/ptxsim)
LIBDEVRT := $(if $(HOST_SRC),build/lib/libdevrt.a)
LIBPTXSIM := $(if $(SIM_SRC),build/lib/libptxsim.so)
INCLUDES := $(HEADERS:minicc/include/%=build/lib/include/%)

.DEFAULT_GOAL := all
.DELETE_ON_ERROR:
.SECONDARY:
.PHONY: all help tests demo lessons check soak soak-random soak-csmith coverage messages self check-gpu bench bench-gpu bench-math calibrate accuracy accuracy-judge format cycles figures figures-page lessons-update student-tree bless ptxas install uninstall clean

# Compiler and linker get memory as pages of 2 MB, as in the tests (tests/tools/TestKit.pm says why).
all tests: export GLIBC_TUNABLES ?= glibc.malloc.hugetlb=1:glibc.malloc.top_pad=8388608

all: $(MINICC) $(PTXSIM) $(LIBDEVRT) $(LIBPTXSIM) $(INCLUDES) $(B)/spawn $(if $(SAN),build/san/lib)

help:
	@echo 'make              build/bin/minicc, build/bin/ptxsim, build/lib/ (SAN=1: build/san/)'
	@echo '                  V=1 prints the commands whole, G=-g builds for a debugger'
	@echo 'make demo         every example under every scheme on two simulated GPUs, one table'
	@echo 'make lessons      the tables of all lessons (lessons/README.md)'
	@echo 'make -C lessons lab NAME=mapping DIR=/tmp/mapping   hands out a lab; without NAME it lists them'
	@echo 'make student-tree DIR=/tmp/minicc   a copy of this tree without solutions, for students'
	@echo 'make lessons-update   writes what the pages show of their commands anew, from runs; look at the difference'
	@echo 'make check        the whole test suite; fetches ptxas 11.8 when it is missing; ALL=1: nothing is sampled'
	@echo 'make soak         run tests under every scheme, image, device and size of team; 1,500 random'
	@echo '                  programs; SOAK_JOBS=16 at a time'
	@echo 'make soak-random  FROM=1 COUNT=1000 JOBS=2: that many random programs (tests/README.md)'
	@echo 'make soak-csmith  FROM=1 COUNT=2000 JOBS=2: that many programs of csmith; goes on where it stopped'
	@echo 'make fuzz         the parsers and the map table under sanitizers, FUZZ_TIME=60 seconds each'
	@echo 'make self         minicc built by minicc, and its goldens'
	@echo 'make messages     build/messages.md: every message of the compiler and a program that gets it'
	@echo 'make coverage     how many lines of minicc, ptxgen and devrt make check runs'
	@echo 'make check-gpu    examples and run tests on a real GPU'
	@echo 'make bench        how fast compiler, simulator and launches are, one table'
	@echo 'make bench-gpu    kernels, tuned, unseen and of lessons, and copies, on a real GPU beside nvcc, kept in tests/baseline/'
	@echo 'make bench-math   each function of <math.h>: error, instructions and time beside nvcc, in devrt/device/README.md'
	@echo 'make figures      registers and machine instructions of our code and of nvcc 11.8'"'"'s'
	@echo 'make cycles       simulated cycles of the same kernels, ours beside nvcc 11.8'"'"'s'
	@echo 'make calibrate    micro-kernels on the simulated GPUs, or DEVICES=cuda:0'
	@echo 'make accuracy     writes devrt/sim/ACCURACY.md: their rows beside what others measured; whole kernels'
	@echo '                  beside an H200, the fitted half; JUDGE=1: the judged half instead, and counts the look'
	@echo '                  make accuracy-judge OLDER=1: images for sm_70 and sm_35 there, all judged'
	@echo 'make figures-page what each scheme costs: rewrites ptxgen/FIGURES.md'
	@echo 'make bless T=name rewrite the golden tests/golden/name.ptx'
	@echo 'make format       our C through clang-format'
	@echo 'make ptxas        fetch ptxas 11.8 into build/ptxas, without root'
	@echo 'make install      into PREFIX=$(PREFIX) (DESTDIR= for packagers)'
	@echo 'make clean        remove build/, except the fetched ptxas'

# Programs

# Without shared libraries minicc starts 3 ms sooner, a tenth of a small compilation.
STATIC = $(if $(wildcard $(shell $(CC) -print-file-name=libc.a)),-static)

$(B)/bin/minicc: $(MAIN_OBJ) $(CORE_LIB)
	@mkdir -p $(@D)
	$(call say,LD)$(CC) $(or $(SANFLAGS),$(STATIC)) -o $@ $^ $(LDFLAGS) -lm

$(B)/bin/ptxsim: $(PTXSIM_OBJ)
	@mkdir -p $(@D)
	$(call say,LD)$(CC) $(SANFLAGS) -pthread -o $@ $^ $(LDFLAGS) -lm

# Libraries.  An archive is made anew, so that no member of a removed source file stays in it.

define ARCHIVE
@mkdir -p $(@D)
@rm -f $@
$(call say,AR)ar rcs $@ $^
endef

$(CORE_LIB): $(CORE_OBJ)
	$(ARCHIVE)

build/lib/libptxsim_core.a: $(SIM_OBJ)
	$(ARCHIVE)

build/lib/libdevrt.a: $(HOST_OBJ)
	$(ARCHIVE)

build/lib/libptxsim.so: $(SIM_OBJ) devrt/sim/libptxsim.map
	@mkdir -p $(@D)
	$(call say,LD)$(CC) -shared -pthread -Wl,-z,defs -Wl,--version-script=devrt/sim/libptxsim.map -o $@ \
		$(SIM_OBJ) $(LDFLAGS) -lm -ldl

build/lib/include/%.h: minicc/include/%.h
	@mkdir -p $(@D)
	$(call say,CP)cp $< $@

# Objects.  Make takes the rule with the shortest stem, so the narrower patterns win.

build/obj/%.o: %.c
	@mkdir -p $(@D)
	$(call say,CC)$(CC) $(PROGRAM_FLAGS) -c -o $@ $<

build/obj/devrt/host/%.o: devrt/host/%.c
	@mkdir -p $(@D)
	$(call say,CC)$(CC) $(HOST_FLAGS) -c -o $@ $<

build/obj/devrt/sim/%.o: devrt/sim/%.c
	@mkdir -p $(@D)
	$(call say,CC)$(CC) $(SIM_FLAGS) -c -o $@ $<

$(SIM_TEXTS): build/obj/%.o: build/gen/%.c
	@mkdir -p $(@D)
	$(call say,CC)$(CC) $(SIM_FLAGS) -c -o $@ $<

$(B)/obj/gen/%.o: build/gen/%.c
	@mkdir -p $(@D)
	$(call say,CC)$(CC) $(PROGRAM_FLAGS) -c -o $@ $<

build/gen/device_sources.c: devrt/embed $(DEVICE_SRC) $(wildcard devrt/device)
	@mkdir -p $(@D)
	$(call say,GEN)perl devrt/embed $(DEVICE_SRC) > $@

build/gen/view_parts.c: devrt/embed $(VIEW_PARTS)
	@mkdir -p $(@D)
	$(call say,GEN)perl devrt/embed -a view_parts $(VIEW_PARTS) > $@

build/gen/explain_pages.c: devrt/embed $(EXPLAIN_PAGES) $(wildcard minicc/explain)
	@mkdir -p $(@D)
	$(call say,GEN)perl devrt/embed -a explain_pages $(EXPLAIN_PAGES) > $@

build/gen/gpu_texts.c: devrt/embed $(GPUS) $(wildcard devrt/sim/gpu)
	@mkdir -p $(@D)
	$(call say,GEN)perl devrt/embed -a gpu/gpu.h:gpu_text:gpu_texts $(GPUS) > $@

build/gen/step_parts.c: devrt/embed $(STEP_PARTS) $(wildcard devrt/sim/steps)
	@mkdir -p $(@D)
	$(call say,GEN)perl devrt/embed -a steps/parts.h:step_part:step_parts $(STEP_PARTS) > $@

build/gen/message_pages.c: tests/tools/messages tests/tools/Messages.pm $(MESSAGES) $(wildcard tests/err/*.c \
		tests/*/err/*.c tests/*/err/*.err tests/sim/err/*.ptx)
	@mkdir -p $(@D)
	$(call say,GEN)perl tests/tools/messages -c > $@

ifdef SAN
build/san/obj/%.o: %.c
	@mkdir -p $(@D)
	$(call say,CC)$(CC) $(PROGRAM_FLAGS) -c -o $@ $<

build/san/obj/devrt/sim/%.o: devrt/sim/%.c
	@mkdir -p $(@D)
	$(call say,CC)$(CC) $(SIM_FLAGS) $(SANFLAGS) -c -o $@ $<

build/san/lib:
	@mkdir -p build/san build/lib
	ln -s ../lib $@

endif

# Tests: a TAP program tests/sim/x_test.c sees the simulator, tests/devrt/ libdevrt, others minicc.

$(B)/tests/sim/%.t: tests/sim/%.c build/lib/libptxsim_core.a
	@mkdir -p $(@D)
	$(call say,LD)$(CC) $(PROGRAM_FLAGS) -Itests -pthread -o $@ $< build/lib/libptxsim_core.a -lm -ldl

$(B)/tests/devrt/%.t: tests/devrt/%.c build/lib/libdevrt.a
	@mkdir -p $(@D)
	$(call say,LD)$(CC) $(PROGRAM_FLAGS) -Itests -pthread -o $@ $< build/lib/libdevrt.a -lm -ldl

$(B)/tests/%.t: tests/%.c $(CORE_LIB)
	@mkdir -p $(@D)
	$(call say,LD)$(CC) $(PROGRAM_FLAGS) -Itests -pthread -o $@ $< $(CORE_LIB) -lm

$(B)/spawn: tests/tools/spawn.c
	@mkdir -p $(@D)
	$(call say,LD)$(CC) $(STD) $(CFLAGS) -o $@ $<

tests: $(TESTS) build/launch

ptxas:
	@sh tests/tools/get-ptxas

# get-ptxas may fail (no network, no such package): the tests that need ptxas then say why.
# A compiler that is about to end frees nothing, so leaks are none of the sanitizers' business; and
# what they report must not look like the compiler's own status 1.
check soak: export ASAN_OPTIONS = detect_leaks=0:exitcode=99
check soak: export UBSAN_OPTIONS = exitcode=99
ifdef SAN
check: export LARGE_SECONDS = 100
endif
check: all tests
	@sh tests/tools/get-ptxas || true
	@rm -rf $(B)/tests/expected && mkdir -p $(B)/tests/expected
	BUILD=$(B) EXPECTED=$(B)/tests/expected prove -j2 -f $(SCRIPTS) $(TESTS)

soak: SOAK_JOBS = 2
soak: all tests
	BUILD=$(B) SOAK=1 JOBS=$(SOAK_JOBS) prove tests/run.t tests/ptxas.t tests/sim/code.t tests/switches.t tests/dynpar.t tests/examples.t \
		tests/csmith.t tests/check.t tests/simd.t tests/lessons.t $(wildcard tests/solutions.t)
	BUILD=$(B) JOBS=$(SOAK_JOBS) perl tests/tools/soak 1 1000
	BUILD=$(B) JOBS=$(SOAK_JOBS) CODE=machine perl tests/tools/soak 1 200

soak-random: all
	@BUILD=$(B) JOBS=$(JOBS) perl tests/tools/soak $(or $(FROM),1) $(or $(COUNT),1000)

# Differences stay as programs in build/tests/csmith/; what is done, in build/soak/csmith.
soak-csmith: all
	BUILD=$(B) RECORD=$(B)/soak/csmith SEED=$(or $(FROM),1) SOAK=$(or $(COUNT),2000) JOBS=$(or $(JOBS),2) \
		prove tests/csmith.t
	@awk 'NR > 1 { n[$$2]++ } END { printf "%d equal, %d left out\n", n["equal"], NR - 1 - n["equal"] }' \
		$(B)/soak/csmith

# minicc built by minicc gives the same PTX and the same messages.
self: all
	rm -rf build/self && mkdir -p build/self
	tar cf - --exclude=./build --exclude=./.git . | tar xf - -C build/self
	$(MAKE) -s -C build/self CC=$(CURDIR)/$(B)/bin/minicc all
	cd build/self && prove tests/golden.t tests/err.t tests/pp/pp.t tests/sim/ptxsim.t

messages:
	@perl tests/tools/messages > build/messages.md
	@echo 'build/messages.md'

coverage:
	@perl tests/tools/coverage

check-gpu: all
	BUILD=$(B) DEVICES=cuda:0 JOBS=$${JOBS:-$$(nproc)} prove tests/run.t tests/examples.t

demo: all
	@BUILD=$(B) perl tests/tools/demo

build/calibrate: $(wildcard tests/tools/calibrate/*.[ch])
	@mkdir -p build
	$(call say,LD)$(CC) $(STD) $(CFLAGS) -Idevrt/include -I. -o $@ $(filter %.c,$^) -lm -ldl

# A real GPU: make calibrate DEVICES=cuda:0, which also stores its rows in tests/baseline
calibrate: build/calibrate $(LIBPTXSIM)
	@for d in $(or $(DEVICES),sim:k40 sim:v100@1380 sim:h200); do build/calibrate $$d || exit 1; echo; done

# Its parts know nothing of each other: make -j2 accuracy.
accuracy: $(patsubst %,build/accuracy/%.tsv,v100 h200 contend bertolli k40 fig12) accuracy-judge
	perl tests/tools/accuracy build/accuracy > devrt/sim/ACCURACY.md

accuracy-judge: all build/lib/libptxsim_core.a
	@perl tests/tools/judge/judge compare

accuracy_v100 := sim:v100@1380
accuracy_h200 := sim:h200
accuracy_k40 := sim:k40
accuracy_contend := -C sim:h200
accuracy_bertolli := -B sim:k40@875
build/accuracy/%.tsv: build/calibrate $(LIBPTXSIM)
	@mkdir -p $(@D)
	build/calibrate $(accuracy_$*) > $@.new
	@mv $@.new $@

build/accuracy/fig12.tsv: all
	@mkdir -p $(@D)
	tests/tools/judge/figure12 > $@

lessons: all
	@for lesson in $(wildcard lessons/*/Makefile); do \
		echo "== $${lesson%/Makefile}"; \
		BUILD=$(B) $(MAKE) -s --no-print-directory -C $${lesson%/Makefile} || exit 1; \
	done

# Writes all that pages show of their commands' output anew; look at the difference.
lessons-update: all
	BUILD=$(B) BLESS=1 prove tests/lessons.t tests/readme.t

# What git tracks, or all but build/ where git cannot say, without what only teachers should have.
FOR_TEACHERS = lessons/(solutions/|labs/[^/]*/solution/|INSTRUCTORS\.md)|tests/(solutions|labs|student_tree)\.t
student-tree:
	@test -n "$(DIR)" || { echo 'make student-tree DIR=/where/to' >&2; exit 1; }
	@mkdir -p "$(DIR)"
	@test -z "$$(ls -A "$(DIR)")" || { echo "$(DIR) is not empty; name another directory with DIR=" >&2; exit 1; }
	@set -e; at=$$(mktemp -d); trap 'rm -rf $$at' EXIT; \
	{ { test -e .git && git ls-files; } || \
		find . \( -path ./build -o -path ./.git \) -prune -o -type f -print | sed 's,^\./,,'; } | \
		grep -vE '^($(FOR_TEACHERS))' > $$at/files; \
	tar cf $$at/tar -T $$at/files; \
	tar xf $$at/tar -C "$(DIR)"
	@echo "$(DIR): a tree without solutions"

build/launch: tests/tools/launch.c $(LIBDEVRT)
	$(call say,LD)$(CC) $(STD) $(INC) $(DEP) $(CFLAGS) -pthread -o $@ $< $(LIBDEVRT) -lm -ldl

bench: all build/launch
	@BUILD=$(B) perl tests/tools/bench

bench-gpu: $(MINICC) $(LIBDEVRT) $(INCLUDES)
	@BUILD=$(B) perl tests/tools/bench-gpu
	@BUILD=$(B) perl tests/tools/bench-data

bench-math: $(MINICC) $(LIBDEVRT) $(INCLUDES) $(PTXSIM)
	@BUILD=$(B) perl tests/tools/bench-math

figures: all
	@BUILD=$(B) perl tests/tools/figures

# What each scheme costs, in ptxgen/FIGURES.md.
figures-page: all
	BUILD=$(B) perl tests/tools/scheme-figures > build/figures.md
	mv build/figures.md ptxgen/FIGURES.md

cycles: all
	@BUILD=$(B) perl tests/tools/cycles

bless: all
	@BUILD=$(B) perl tests/tools/golden $(T)

# Our C in its one form (.clang-format); test programs, whose columns matter, stay as they are.
format:
	clang-format -i $(wildcard $(addsuffix /*.[ch],minicc minicc/* minicc/*/* ptxgen ptxgen/* ptxgen/*/* \
		devrt/host devrt/device devrt/device/tools devrt/include devrt/sim devrt/sim/*)) \
		$(TEST_SRC) $(wildcard tests/*.h tests/sim/*.h tests/devrt/*.h tests/parse/*.h tests/omp/*.h \
		tests/device/*.h tests/fuzz/*.[ch] tests/tools/*.c tests/tools/calibrate/*.[ch] \
		tests/tools/judge/*.[ch] tests/baseline/bench.[ch] tests/baseline/arrays.c tests/baseline/cuda.c)

include tests/fuzz/fuzz.mk

# Installation

I = $(DESTDIR)$(PREFIX)
MANUALS := $(wildcard minicc/*.1 devrt/sim/*.1)

install: all
	install -d $(I)/bin $(I)/lib/minicc/include $(I)/share/man/man1
	install $(MINICC) $(PTXSIM) $(I)/bin
	install -m 644 $(LIBDEVRT) $(I)/lib/minicc
	install $(LIBPTXSIM) $(I)/lib/minicc
	install -m 644 $(HEADERS) $(I)/lib/minicc/include
	install -d $(I)/share/bash-completion/completions
	for tool in minicc ptxsim; do install -m 644 minicc/editors/minicc.bash \
		$(I)/share/bash-completion/completions/$$tool || exit 1; done
	for man in $(MANUALS); do install -m 644 $$man $(I)/share/man/man1 || exit 1; done

uninstall:
	rm -f $(I)/bin/minicc $(I)/bin/ptxsim $(addprefix $(I)/share/man/man1/,$(notdir $(MANUALS)))
	rm -f $(I)/share/bash-completion/completions/minicc $(I)/share/bash-completion/completions/ptxsim
	rm -rf $(I)/lib/minicc

clean:
	@mkdir -p build
	find build -mindepth 1 -maxdepth 1 ! -name ptxas -exec rm -rf {} +

-include $(shell find build -name '*.d' 2>/dev/null)
