/* Linking, by cc: the user's objects and words in their order, then libdevrt and what it needs. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <fcntl.h>
#include <unistd.h>

#include "driver/driver.h"

static void
add(struct driver *d, struct words *command, const char *word)
{
	vec_push(d->arena, command, word);
}

/* Return whether an object may call the OpenMP runtime of gcc or clang, or routines of OpenMP
 * without a directive.  Its symbol names say so; searching the bytes spares us a reader of object
 * formats. */
static bool
calls_openmp(const char *path)
{
	static const struct {
		const char *text;
		size_t size;
	} marks[] = { { "GOMP_", 5 }, { "__kmpc_", 7 }, { "\0omp_", 5 } };
	int fd = open(path, O_RDONLY);
	bool found = false;
	struct stat st;
	void *text;

	if (fd < 0)
		return false;
	if (fstat(fd, &st) == 0 && S_ISREG(st.st_mode) && st.st_size > 0) {
		text = mmap(NULL, (size_t)st.st_size, PROT_READ, MAP_PRIVATE, fd, 0);
		for (size_t i = 0; text != MAP_FAILED && i < sizeof marks / sizeof *marks; i++)
			found |= !!memmem(text, (size_t)st.st_size, marks[i].text, marks[i].size);
		if (text != MAP_FAILED)
			munmap(text, (size_t)st.st_size);
	}
	close(fd);
	return found;
}

/* Add -fopenmp for the host's part, and keep gcc from looking for device compilers of its own.  A
 * linker that drops libraries nobody needs would drop cc's: libdevrt has every omp_* routine, and
 * asks for the next definition behind it at run time (devrt/host/omp_host.c). */
static void
add_openmp(struct driver *d, struct words *command)
{
	if (d->o->no_openmp || !(d->o->fopenmp || d->link_openmp))
		return;
	add(d, command, "-Wl,--no-as-needed");
	add(d, command, "-fopenmp");
	if (!driver_cc_is_clang(d))
		add(d, command, "-foffload=disable");
}

/* Add the inputs in order.  OBJECTS holds what became of the sources. */
static void
add_inputs(struct driver *d, struct words *command, const struct words *objects)
{
	size_t source = 0;

	for (size_t i = 0; i < d->o->inputs.n; i++) {
		const struct input *in = &d->o->inputs.v[i];

		bool made = in->kind == INPUT_C || in->kind == INPUT_ASM;
		const char *word = made ? objects->v[source++] : in->text;

		if (in->kind != INPUT_WORD)
			d->link_openmp |= calls_openmp(word);
		add(d, command, word);
	}
}

bool
driver_link(struct driver *d, const struct words *objects, const char *out)
{
	const char *written = output_begin(d, out);
	const char *runtime = arena_printf(d->arena, "%s/libdevrt.a", d->lib_dir);
	struct words command = { 0 };
	int status;

	if (!written)
		return false;
	if (d->link_runtime && access(runtime, R_OK) != 0) {
		driver_error("the runtime is missing: '%s': %s", runtime, strerror(errno));
		return false;
	}
	add(d, &command, d->cc.path);
	driver_add_cc_flags(d, &command);
	add(d, &command, "-o");
	add(d, &command, written);
	add_inputs(d, &command, objects);
	if (access(runtime, R_OK) == 0) {
		add(d, &command, runtime);
		add(d, &command, "-ldl");
		add(d, &command, "-lm");
		add(d, &command, "-lpthread");
	}
	add_openmp(d, &command);
	status = driver_run(d, &command);
	if (status > 128)
		driver_error("'%s' was ended by signal %d while linking", d->cc.path, status - 128);
	return status == 0 && output_commit(d, written, out, true);
}

/* ---- -run ---- */

int
driver_run_program(struct driver *d, const char *program)
{
	struct words command = { 0 };
	struct sigaction ignore = { .sa_handler = SIG_IGN }, on_int, on_quit;
	int status;

	add(d, &command, program);
	for (size_t i = 0; i < d->o->run_args.n; i++)
		add(d, &command, d->o->run_args.v[i]);
	sigaction(SIGINT, &ignore, &on_int); /* the terminal's keys are for the program */
	sigaction(SIGQUIT, &ignore, &on_quit);
	d->in_foreground = true;
	status = driver_run(d, &command);
	d->in_foreground = false;
	sigaction(SIGINT, &on_int, NULL);
	sigaction(SIGQUIT, &on_quit, NULL);
	temp_forget(d->temps, program, true);
	if (status > 128 && status < 128 + NSIG)
		driver_error("the program was ended by signal %d (%s)", status - 128,
			strsignal(status - 128));
	return status < 0 ? 1 : status;
}
