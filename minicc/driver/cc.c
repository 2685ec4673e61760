/* What the host compiler is asked before it compiles anything: where it is and what it defines,
 * options that only it can answer (-dumpmachine, -v), and whether it takes an option that
 * options_cc.def does not list. */
#include <string.h>
#include <stdlib.h>
#include <sys/stat.h>

#include "driver/driver.h"

bool
driver_cc_is_clang(const struct driver *d)
{
	return strstr(d->cc.predefined, "#define __clang__ ") != NULL;
}

bool
driver_find_cc(struct driver *d)
{
	const char *cc = getenv("MINICC_CC");
	struct sources *none = sources_new(d->arena);
	struct diag *diag = diag_new(none, stderr);
	struct words flags = { 0 };

	for (size_t i = 0; i < d->o->macro_flags.n; i++)
		vec_push(d->arena, &flags, d->o->macro_flags.v[i]);
	vec_push(d->arena, &flags, NULL);
	d->cc_known = setjmp(*diag_stop(diag)) == 0 &&
		hostcc_find(d->arena, diag, cc && *cc ? cc : "cc", flags.v, NULL, &d->cc);
	diag_free(diag);
	return d->cc_known;
}

void
driver_add_cc_flags(struct driver *d, struct words *command)
{
	for (size_t i = 0; i < d->o->cc_flags.n; i++)
		vec_push(d->arena, command, d->o->cc_flags.v[i]);
	for (size_t i = 0; i < d->more_cc_flags.n; i++)
		vec_push(d->arena, command, d->more_cc_flags.v[i]);
}

int
driver_ask_cc(struct driver *d)
{
	struct words command = { 0 };
	int status;

	vec_push(d->arena, &command, d->cc.path);
	vec_push(d->arena, &command, d->o->ask_cc);
	status = driver_run(d, &command);
	return status < 0 ? 1 : status;
}

/* Return whether cc knows the word: compiling nothing with it gives no message. */
static bool
cc_takes(struct driver *d, const char *word)
{
	const char *const words[] = { d->cc.path, word, "-fsyntax-only", "-x", "c", "/dev/null" };
	const char *said = temp_file(d, ".txt");
	struct words command = { 0 };
	struct stat st;
	bool silent;

	if (!said)
		return false;
	for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
		vec_push(d->arena, &command, words[i]);
	silent = driver_run_into(d, &command, said) == 0 && stat(said, &st) == 0 && st.st_size == 0;
	temp_forget(d->temps, said, true);
	return silent;
}

/* Return whether warnings are errors: -Werror is a word among others; the last one about it
 * counts. */
static bool
warnings_are_errors(const struct options *o)
{
	bool errors = false;

	for (size_t i = 0; i < o->diag_flags.n; i++) {
		if (strcmp(o->diag_flags.v[i], "-Werror") == 0)
			errors = true;
		else if (strcmp(o->diag_flags.v[i], "-Wno-error") == 0)
			errors = false;
	}
	return errors;
}

bool
driver_check_doubtful(struct driver *d)
{
	bool errors = warnings_are_errors(d->o), good = true;

	for (size_t i = 0; i < d->o->doubtful.n; i++) {
		const char *word = d->o->doubtful.v[i];

		if (cc_takes(d, word)) {
			vec_push(d->arena, &d->more_cc_flags, word);
			continue;
		}
		if (errors)
			driver_error("unknown option '%s'%s", word, options_guess(d->arena, word));
		else
			fprintf(stderr, "minicc: warning: unknown option '%s' ignored%s\n", word,
				options_guess(d->arena, word));
		good &= !errors;
	}
	return good;
}
