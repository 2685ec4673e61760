/*
 * tools.c: runs NVIDIA's ptxas and nvdisasm, and keeps what they made in the user's cache,
 * under a name made of the texts and of the tools' files (place, size, date), so that a new tool
 * starts anew.  A file appears by rename, whole, so that runs side by side do not meet.
 */
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "code/code.h"

extern char **environ;

enum { MAX_TOOLS = 6 };
enum { FORM = 0x20000 }; /* changes when the tools get other options: what is kept is void */

/* ---- files ---- */

static bool
read_whole(const char *path, struct assembled *to)
{
	struct stat st;
	int fd = open(path, O_RDONLY | O_CLOEXEC);
	if (fd < 0)
		return false;
	bool ok = !fstat(fd, &st) && (to->cubin = malloc((size_t)st.st_size + 1));
	for (to->bytes = 0; ok && to->bytes < (size_t)st.st_size;) {
		ssize_t n = read(fd, (char *)to->cubin + to->bytes, (size_t)st.st_size - to->bytes);
		ok = n > 0;
		to->bytes += ok ? (size_t)n : 0;
	}
	close(fd);
	if (ok)
		((char *)to->cubin)[to->bytes] = 0;
	else
		free(to->cubin);
	return ok;
}

static bool
write_whole(const char *path, const void *bytes, size_t n)
{
	FILE *f = fopen(path, "wbe");
	bool ok = f && fwrite(bytes, 1, n, f) == n;
	return f && !fclose(f) && ok;
}

/* Make the cache folder of the user if need be.  Return false if there is none to write to. */
static bool
cache_folder(char path[PATH_MAX])
{
	const char *xdg = getenv("XDG_CACHE_HOME"), *home = getenv("HOME");
	bool given = xdg && *xdg == '/';
	int n = given ? snprintf(path, PATH_MAX, "%s", xdg) :
			snprintf(path, PATH_MAX, "%s/.cache", home ? home : "");
	if ((!given && (!home || !*home)) || n < 0 || n > PATH_MAX - 80)
		return false;
	mkdir(path, 0777);
	strcat(path, "/minicc");
	mkdir(path, 0777);
	return !access(path, W_OK | X_OK);
}

/* ---- which tool ---- */

struct found {
	char path[MAX_TOOLS][PATH_MAX];
	int n;
};

static void
add(struct found *f, const char *folder, int len, const char *name)
{
	if (f->n == MAX_TOOLS)
		return;
	snprintf(f->path[f->n], PATH_MAX, "%.*s/%s", len, folder, name);
	f->n += !access(f->path[f->n], X_OK);
}

static void
add_beside(struct found *f, const char *file, const char *name)
{
	const char *slash = strrchr(file, '/');
	char below[64];
	if (!slash)
		return;
	snprintf(below, sizeof below, "../ptxas/usr/bin/%s", name);
	add(f, file, (int)(slash - file), name);
	add(f, file, (int)(slash - file), below);
}

static void
add_on_path(struct found *f, const char *name)
{
	for (const char *p = getenv("PATH"); p && *p;) {
		int len = (int)strcspn(p, ":");
		if (len)
			add(f, p, len, name);
		p += len + (p[len] == ':');
	}
}

/* Look in the places where minicc looks, too (minicc/driver/machine.c), best first. */
static void
find_tool(struct found *f, const char *variable, const char *name)
{
	const char *given = getenv(variable);
	char self[PATH_MAX];
	Dl_info here;
	f->n = 0;
	if (given) {
		snprintf(f->path[0], PATH_MAX, "%s", given);
		f->n = *given && !access(given, X_OK);
		return;
	}
	if (dladdr(environ ? (void *)find_tool : NULL, &here) && here.dli_fname)
		add_beside(f, here.dli_fname, name);
	ssize_t n = readlink("/proc/self/exe", self, sizeof self - 1);
	if (n > 0) {
		self[n] = 0;
		add_beside(f, self, name);
	}
	add_on_path(f, name);
}

/* Find nvdisasm beside the ptxas that is used, or by itself. */
static bool
find_nvdisasm(struct found *f, const char *ptxas)
{
	const char *slash = strrchr(ptxas, '/');
	f->n = 0;
	if (slash && !getenv("NVDISASM"))
		add(f, ptxas, (int)(slash - ptxas), "nvdisasm");
	if (!f->n)
		find_tool(f, "NVDISASM", "nvdisasm");
	return f->n > 0;
}

static bool
missing(struct sim_log *log, const char *tool, const char *variable)
{
	sim_log_printf(log,
		"error: machine code needs CUDA's %s: it is not beside this program, on PATH, or "
		"in %s\n",
		tool, variable);
	return false;
}

/* ---- the key ---- */

struct key {
	uint64_t a, b;
};

static void
mix(struct key *k, const void *bytes, size_t n)
{
	const uint8_t *p = bytes;
	for (size_t i = 0; i < n; i++) {
		k->a = (k->a ^ p[i]) * 0x100000001b3ull;
		k->b = (k->b + p[i]) * 0x9e3779b97f4a7c15ull;
		k->b ^= k->b >> 29;
	}
}

static void
mix_tool(struct key *k, const char *path)
{
	struct stat st = { 0 };
	stat(path, &st);
	mix(k, path, strlen(path) + 1);
	mix(k, &st.st_size, sizeof st.st_size);
	mix(k, &st.st_mtim, sizeof st.st_mtim);
}

/* ---- running ---- */

struct work {
	char folder[PATH_MAX]; /* of its own, removed at the end */
	struct sim_log *log;
};

static bool
work_begin(struct work *w, struct sim_log *log)
{
	const char *tmp = getenv("TMPDIR");
	snprintf(w->folder, sizeof w->folder, "%s/ptxsim-XXXXXX", tmp && *tmp ? tmp : "/tmp");
	w->log = log;
	if (mkdtemp(w->folder))
		return true;
	return code_wrong(log, "no temporary folder", strerror(errno));
}

static const char *
inside(const struct work *w, const char *name, char path[PATH_MAX])
{
	snprintf(path, PATH_MAX, "%.*s/%s", PATH_MAX - 64, w->folder, name);
	return path;
}

static void
work_end(struct work *w)
{
	static const char *const files[] = { "ptx", "cubin", "older.cubin", "out", "messages" };
	char path[PATH_MAX];
	for (int i = 0; i < 5; i++)
		unlink(inside(w, files[i], path));
	rmdir(w->folder);
}

/* Run a tool.  Its output goes to the file "out", its messages to "messages". */
static bool
run(struct work *w, const char *const *words)
{
	posix_spawn_file_actions_t acts;
	char out[PATH_MAX], messages[PATH_MAX];
	pid_t pid;
	int status = -1;
	posix_spawn_file_actions_init(&acts);
	posix_spawn_file_actions_addopen(&acts, 0, "/dev/null", O_RDONLY, 0);
	posix_spawn_file_actions_addopen(&acts, 1, inside(w, "out", out),
		O_WRONLY | O_CREAT | O_TRUNC, 0666);
	posix_spawn_file_actions_addopen(&acts, 2, inside(w, "messages", messages),
		O_WRONLY | O_CREAT | O_TRUNC, 0666);
	if (posix_spawn(&pid, words[0], &acts, NULL, (char *const *)words, environ))
		pid = -1;
	posix_spawn_file_actions_destroy(&acts);
	while (pid > 0 && waitpid(pid, &status, 0) < 0 && errno == EINTR)
		;
	return pid > 0 && status == 0;
}

static bool
failed(struct work *w, const char *tool)
{
	struct assembled said = { 0 };
	char path[PATH_MAX];
	bool any = read_whole(inside(w, "messages", path), &said);
	sim_log_printf(w->log, "error: machine code: %s failed%s%s", tool,
		any && said.bytes ? ": " : "\n", any ? (char *)said.cubin : "");
	if (any)
		free(said.cubin);
	return false;
}

/* Copy a cubin with a header of older tools.  nvdisasm 11.8 refuses CUDA 13's files for what their
 * header says, not for what is in them. */
static bool
older_copy(const char *cubin, const char *copy)
{
	struct assembled file;
	if (!read_whole(cubin, &file))
		return false;
	bool ok = elf_make_older(file.cubin, file.bytes) &&
		write_whole(copy, file.cubin, file.bytes);
	free(file.cubin);
	return ok;
}

/* Without nvdisasm's analysis of where branches lead (-ndf), which is not read and takes up to two
 * thirds of its time. */
static bool
disassemble(struct work *w, const char *nvdisasm, const char *cubin, char **listing)
{
	const char *words[] = { nvdisasm, "-c", "-g", "-gp", "-hex", "-ndf", cubin, NULL };
	struct assembled text;
	char path[PATH_MAX], copy[PATH_MAX];
	bool ok = run(w, words);
	if (!ok && older_copy(cubin, inside(w, "older.cubin", copy))) {
		words[6] = copy;
		ok = run(w, words);
	}
	if (!ok || !read_whole(inside(w, "out", path), &text))
		return failed(w, nvdisasm);
	*listing = text.cubin;
	return true;
}

/* Assemble.  Functions of an object get registers as if nobody had blocks of 1024 threads; where a
 * kernel has, ptxas refuses, and all get 64 (as in devrt/host/image.c). */
static bool
assemble(struct work *w, const char *ptxas, int sm, const char *ptx, bool object)
{
	char in[PATH_MAX], out[PATH_MAX], arch[16];
	snprintf(arch, sizeof arch, "-arch=sm_%d", sm);
	inside(w, "ptx", in);
	inside(w, "cubin", out);
	const char *words[] = { ptxas, arch, "-lineinfo", "-o", out, in, object ? "-c" : NULL, NULL,
		NULL };
	bool ok = write_whole(in, ptx, strlen(ptx)) && run(w, words);
	if (!ok && object) {
		words[7] = "-maxrregcount=64";
		ok = run(w, words);
	}
	return ok || failed(w, ptxas);
}

/* ---- with the cache ---- */

static void
cached_name(const struct key *k, const char *ending, char path[PATH_MAX])
{
	size_t n = strlen(path);
	snprintf(path + n, PATH_MAX - n, "/%016llx%016llx.%s", (unsigned long long)k->a,
		(unsigned long long)k->b, ending);
}

static bool
from_cache(const struct key *k, const char *ending, struct assembled *to)
{
	char path[PATH_MAX];
	if (!cache_folder(path))
		return false;
	cached_name(k, ending, path);
	return read_whole(path, to);
}

static void
to_cache(const struct key *k, const char *ending, const void *bytes, size_t n)
{
	char path[PATH_MAX], new[PATH_MAX];
	int fd;
	if (!cache_folder(path))
		return;
	snprintf(new, sizeof new, "%.*s/new-XXXXXX", PATH_MAX - 32, path);
	cached_name(k, ending, path);
	if ((fd = mkstemp(new)) < 0)
		return;
	close(fd);
	if (!write_whole(new, bytes, n) || rename(new, path))
		unlink(new);
}

bool
tools_disassemble(const void *cubin, size_t bytes, char **listing, struct sim_log *log)
{
	struct found nvdisasm;
	struct assembled text;
	struct key k = { FORM, 2 };
	struct work w;
	char path[PATH_MAX];
	find_tool(&nvdisasm, "NVDISASM", "nvdisasm");
	if (!nvdisasm.n)
		return missing(log, "nvdisasm", "NVDISASM");
	mix(&k, cubin, bytes);
	mix_tool(&k, nvdisasm.path[0]);
	if (from_cache(&k, "sass", &text)) {
		*listing = text.cubin;
		return true;
	}
	if (!work_begin(&w, log))
		return false;
	bool ok = write_whole(inside(&w, "cubin", path), cubin, bytes) &&
		disassemble(&w, nvdisasm.path[0], path, listing);
	if (ok)
		to_cache(&k, "sass", *listing, strlen(*listing));
	work_end(&w);
	return ok;
}

static bool
assemble_with(const char *ptxas, int sm, const char *ptx, bool object, struct assembled *out,
	struct sim_log *log)
{
	struct found nvdisasm;
	struct assembled text;
	struct key k = { (uint64_t)sm + FORM, object ? 2 : 1 };
	struct work w;
	char path[PATH_MAX];
	if (!find_nvdisasm(&nvdisasm, ptxas))
		return missing(log, "nvdisasm", "NVDISASM");
	mix(&k, ptx, strlen(ptx) + 1);
	mix_tool(&k, ptxas);
	mix_tool(&k, nvdisasm.path[0]);
	if (from_cache(&k, "cubin", out)) {
		if (from_cache(&k, "sass", &text)) {
			out->listing = text.cubin;
			return true;
		}
		free(out->cubin);
	}
	if (!work_begin(&w, log))
		return false;
	bool ok = assemble(&w, ptxas, sm, ptx, object) &&
		disassemble(&w, nvdisasm.path[0], inside(&w, "cubin", path), &out->listing);
	if (ok && !(ok = read_whole(path, out)))
		free(out->listing);
	if (ok) {
		to_cache(&k, "sass", out->listing, strlen(out->listing));
		to_cache(&k, "cubin", out->cubin, out->bytes);
	}
	work_end(&w);
	return ok;
}

/* A newer ptxas on PATH may not know the architecture: the next one is tried. */
bool
tools_assemble(int sm, const char *ptx, bool object, struct assembled *out, struct sim_log *log)
{
	struct found ptxas;
	find_tool(&ptxas, "PTXAS", "ptxas");
	for (int i = 0; i < ptxas.n; i++) {
		sim_log_free(log);
		*log = (struct sim_log){ 0 };
		if (assemble_with(ptxas.path[i], sm, ptx, object, out, log))
			return true;
	}
	return ptxas.n ? false : missing(log, "ptxas", "PTXAS");
}
