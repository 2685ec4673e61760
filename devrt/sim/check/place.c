/*
 * place.c: lines of the host's code, for messages about it: a program's own debugging information has
 * them, and addr2line of binutils, or LLVM's, reads it.
 */
#include <dlfcn.h>
#include <elf.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "check/internal.h"

struct host_place {
	struct host_place *next;
	const void *pc;
	char *text, *own; /* text may be another's, which is the same */
};

/* Ask binutils, or LLVM, for the line of a return address: that of the call, one byte before. */
static char *
ask(const char *file, uint64_t at)
{
	struct sim_log command = { 0 };
	char line[4096], cwd[4096];
	sim_log_printf(&command,
		"f='%s' at=0x%llx; (addr2line -e \"$f\" $at || llvm-addr2line -e \"$f\" $at) 2>/dev/null",
		file, (unsigned long long)at - 1);
	FILE *f = strchr(file, '\'') ? NULL : popen(command.text, "r");
	sim_log_free(&command);
	bool known = f && fgets(line, sizeof line, f) && *line != '?' && !strstr(line, ":?");
	if (f)
		pclose(f);
	if (!known)
		return NULL;
	line[strcspn(line, " \n")] = '\0';
	size_t n = getcwd(cwd, sizeof cwd) ? strlen(cwd) : 0;
	return strdup(n && !strncmp(line, cwd, n) && line[n] == '/' ? line + n + 1 : line);
}

static char *
look_up(const void *pc)
{
	char self[4096];
	struct sim_log text = { 0 };
	Dl_info in = { 0 };
	if (!dladdr(pc, &in) || !in.dli_fname)
		return strdup("host");
	const Elf64_Ehdr *head = in.dli_fbase;
	uint64_t at = (uintptr_t)pc - (head->e_type == ET_DYN ? (uintptr_t)head : 0);
	ssize_t n = strchr(in.dli_fname, '/') && !access(in.dli_fname, R_OK) ?
		-1 :
		readlink("/proc/self/exe", self, sizeof self - 1);
	const char *file = n > 0 ? self : in.dli_fname;
	self[n > 0 ? n : 0] = '\0';
	char *place = ask(file, at);
	if (!place)
		sim_log_printf(&text, "%s+0x%llx (addr2line knows no line)", file,
			(unsigned long long)at - 1);
	return place ? place : text.text;
}

const char *
host_place(struct checks *c, const void *pc)
{
	struct host_place *p = c->host_places;
	while (p && p->pc != pc)
		p = p->next;
	if (p)
		return p->text;
	p = malloc(sizeof *p);
	char *text = look_up(pc);
	if (!p || !text)
		sim_out_of_memory();
	*p = (struct host_place){ c->host_places, pc, text, text };
	for (const struct host_place *same = p->next; same; same = same->next)
		if (!strcmp(same->text, text))
			p->text = same->text;
	c->host_places = p;
	return p->text;
}

void
host_places_free(struct checks *c)
{
	for (struct host_place *p = c->host_places, *next; p; p = next) {
		next = p->next;
		free(p->own);
		free(p);
	}
}
