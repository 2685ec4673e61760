/*
 * mutation_test.c: programs with one to three tokens deleted, doubled or exchanged: every one must
 * end in messages or a tree, never in a signal, and quickly.
 *
 * Run from the top of the source tree.  SEED=n starts elsewhere, N=n makes that many for each file.
 * A crash is found in a child process, which then names its case.
 */
#include <sys/wait.h>
#include <unistd.h>

#include "front.h"
#include "tree/walk.h"
#include "tap.h"

static const char *const corpus[] = {
	"tests/parse/tree/declarators.c",
	"tests/parse/tree/statements.c",
	"tests/parse/tree/initialisers.c",
	"tests/parse/tree/expressions.c",
	"tests/parse/tree/records.c",
	"tests/parse/tree/vla.c",
	"tests/parse/accept/gnu.c",
	"tests/parse/accept/c11.c",
	"examples/stencil5.c",
	"tests/run/omp/atomic.c",
	"tests/run/omp/data_env.c",
};

static uint64_t
next_random(uint64_t *state)
{
	*state ^= *state << 13;
	*state ^= *state >> 7;
	*state ^= *state << 17;
	return *state;
}

/* Only the program's own tokens; those of the headers in front of it stay as they are. */
static size_t
first_own_token(const struct front *f)
{
	size_t i = f->tokens.n;

	while (i > 0 && !place_is_system(f->sources, f->tokens.tok[i - 1].place))
		i--;
	return i;
}

static void
mutate(struct front *f, uint64_t *state)
{
	size_t first = first_own_token(f), n = f->tokens.n - 1 - first, i, a, b;
	struct token *t = NEWN(f->arena, struct token, f->tokens.n + 1), saved;

	if (n < 2)
		return;
	memcpy(t, f->tokens.tok, f->tokens.n * sizeof *t);
	a = first + next_random(state) % n;
	b = first + next_random(state) % n;
	switch (next_random(state) % 4) {
	case 0:
		memmove(t + a, t + a + 1, (f->tokens.n - a - 1) * sizeof *t);
		f->tokens.n--;
		break;
	case 1:
		memmove(t + a + 1, t + a, (f->tokens.n - a) * sizeof *t);
		f->tokens.n++;
		break;
	case 2: t[a] = t[b]; break;
	default:
		saved = t[a];
		t[a] = t[b];
		t[b] = saved;
	}
	for (i = 0; i < f->tokens.n; i++)
		t[i].index = (uint32_t)i;
	f->tokens.tok = t;
}

static bool
touch_expr(struct expr *e, void *ctx)
{
	*(size_t *)ctx += e->type->size;
	return true;
}

/* What any later pass does first: go through the whole tree. */
static size_t
touch(const struct unit *u)
{
	size_t sum = 0;
	int i;

	for (i = 0; i < u->ndecls; i++)
		if (u->decls[i]->body)
			walk_stmt(u->decls[i]->body->stmt, NULL, touch_expr, &sum);
	return sum;
}

/* The preprocessor ends each directive, and the passes over tokens rely on it: one that has no end
 * left is none. */
static void
close_directives(struct front *f)
{
	for (size_t i = f->tokens.n; i > 0 && f->tokens.tok[i - 1].kind != TK_PRAGMA_END; i--)
		if (f->tokens.tok[i - 1].kind == TK_PRAGMA_OMP)
			f->tokens.tok[i - 1].kind = TK_SEMI;
}

static void
parse_mutated(struct front *f, const char *path, uint64_t state)
{
	int times = 1 + (int)(next_random(&state) % 3), i;

	for (i = 0; i < times; i++)
		mutate(f, &state);
	close_directives(f);
	f->unit = parse_unit(f->arena, f->diag, f->sources, f->tokens, path);
	touch(f->unit);
}

static void
one_case(const char *path, uint64_t seed)
{
	struct front f;

	front_begin(&f);
	if (setjmp(*diag_stop(f.diag)) == 0 && front_preprocess(&f, path, NULL))
		parse_mutated(&f, path, seed * 0x9e3779b97f4a7c15u + 1);
	front_end(&f);
	front_free(&f);
}

/* The first case from SEED on that fails, or 0. */
static uint64_t
run_cases(const char *path, uint64_t seed, int n, int *status)
{
	int pipe_ends[2], i;
	uint64_t at = 0, in_child;
	pid_t child;

	if (pipe(pipe_ends) != 0)
		return seed;
	child = fork();
	if (child == 0) {
		for (i = 0; i < n; i++) {
			in_child = seed + (uint64_t)i;
			alarm(20);
			if (write(pipe_ends[1], &in_child, sizeof in_child) < 0)
				_exit(1);
			one_case(path, in_child);
		}
		_exit(0);
	}
	close(pipe_ends[1]);
	while (read(pipe_ends[0], &in_child, sizeof in_child) == sizeof in_child)
		at = in_child;
	close(pipe_ends[0]);
	waitpid(child, status, 0);
	return *status ? at : 0;
}

int
main(void)
{
	uint64_t seed = getenv("SEED") ? strtoull(getenv("SEED"), NULL, 10) : 1;
	int n = getenv("N") ? atoi(getenv("N")) : 60, status;
	size_t i;

	for (i = 0; i < sizeof corpus / sizeof corpus[0]; i++) {
		uint64_t bad = run_cases(corpus[i], seed, n, &status);

		if (!ok(bad == 0, "%d mutations of %s", n, corpus[i]))
			diag("SEED=%llu N=1 ends with signal %d", (unsigned long long)bad,
				WIFSIGNALED(status) ? WTERMSIG(status) : 0);
	}
	return done();
}
