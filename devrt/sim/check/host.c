/*
 * host.c: what code of the host does with mapped data, as minicc -fcheck-host lets libdevrt see it
 * (devrt/host/access.c): values that were written on the device, and that it reads without a copy; and
 * accesses beside a construct that copies the same bytes, before the host has waited for it.
 *
 * Ranges may be gone when the host reads.  What was written in them and not copied is kept by the
 * host's address, with the host's bytes: when these change, somebody has written there unseen.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check/internal.h"
#include "cuda_abi.h"

/* ---- what is lost ---- */

static void
free_lost(struct lost *l)
{
	free(l->note.name);
	free(l->note.place);
	free(l->note.root);
	free(l->host_has);
	free(l->writer);
	free(l);
}

struct lost *
lost_new(struct checks *c, const struct note *n, uint64_t addr, uint64_t host, size_t bytes)
{
	struct lost *l = calloc(1, sizeof *l);
	if (!l || !(l->host_has = malloc(bytes)) || !(l->writer = calloc(bytes, sizeof *l->writer)))
		sim_out_of_memory();
	for (struct lost **at = &c->lost, *old; (old = *at);)
		if (old->left) {
			at = &old->next;
		} else {
			*at = old->next;
			free_lost(old);
		}
	l->note = *n;
	l->note.addr += host - addr;
	l->note.origin += host - addr;
	l->note.name = strdup(n->name);
	l->note.place = strdup(n->place);
	l->note.root = NULL;
	if (!l->note.name || !l->note.place)
		sim_out_of_memory();
	if (n->type) {
		size_t root = strlen(n->root) + 1;
		l->note.root = malloc(root + strlen(n->type) + 1);
		if (!l->note.root)
			sim_out_of_memory();
		memcpy(l->note.root, n->root, root);
		l->note.type = strcpy(l->note.root + root, n->type);
	}
	l->host = host;
	l->bytes = bytes;
	l->next = c->lost;
	return c->lost = l;
}

void
lost_add(struct lost *l, size_t i, uint8_t host_has, const struct inst *writer)
{
	l->host_has[i] = host_has;
	l->writer[i] = writer;
	l->left++;
}

void
lost_forget(struct checks *c, uint64_t host, size_t bytes)
{
	for (struct lost *l = c->lost; l; l = l->next) {
		uint64_t from = host > l->host ? host - l->host : 0;
		for (size_t i = from; l->left && i < l->bytes && l->host + i < host + bytes; i++) {
			l->left -= l->writer[i] != NULL;
			l->writer[i] = NULL;
		}
	}
}

void
lost_free(struct checks *c)
{
	for (struct lost *l = c->lost, *next; l; l = next) {
		next = l->next;
		free_lost(l);
	}
}

static void
lost_read(struct checks *c, const struct ptxsim_access *a)
{
	const uint8_t *now = a->at;
	uint64_t host = (uintptr_t)now;
	for (const struct lost *l = c->lost; l; l = l->next)
		for (size_t i = 0; i < a->bytes; i++) {
			uint64_t at = host + i - l->host;
			if (at >= l->bytes || !l->writer[at] || l->host_has[at] != now[i])
				continue;
			host_reads_old(c, a->pc, l->writer[at], &l->note, host + i, true);
			return;
		}
}

/* ---- findings ---- */

void
host_reads_old(struct checks *c, const void *pc, const struct inst *in, const struct note *n,
	uint64_t addr, bool gone)
{
	const char *place = host_place(c, pc);
	struct sim_log text = { 0 };
	if (!report_new_host(c, CHECK_MAP_INDEX, place, in, n->name))
		return;
	sim_log_printf(&text, "%s: %s", place, "map: the host reads the old value of ");
	report_noted(n, addr, &text);
	sim_log_printf(&text, "\n");
	place_of(in, &text);
	sim_log_printf(&text, ": note: ");
	sim_log_printf(&text,
		gone ? "the device has written it here, and it left the device without being copied "
		       "back: expected map(from: %s) there\n" :
		       "the device has written it here, and nothing has copied it back: expected "
		       "'target update from(%s)' in between\n",
		n->name);
	report_noted_mapped(n, &text);
	report_say(c, &text);
}

static void
beside(struct checks *c, const struct ptxsim_access *a)
{
	const char *place = host_place(c, a->pc), *colon = a->shape ? strchr(a->shape, ':') : NULL;
	struct sim_log text = { 0 };
	char root[256];
	struct note n = { .addr = (uintptr_t)a->begin,
		.bytes = a->size,
		.name = (char *)a->name,
		.place = "",
		.origin = (uintptr_t)a->base,
		.root = root };
	if (colon &&
		(size_t)snprintf(root, sizeof root, "%.*s", (int)(colon - a->shape), a->shape) <
			sizeof root)
		n.type = (char *)colon + 1;
	if (!report_new_host(c, CHECK_RACE_INDEX, place, NULL, a->name))
		return;
	sim_log_printf(&text, "%s: ", place);
	sim_log_printf(&text, "race: the host %s ", a->does == PTXSIM_READS ? "reads" : "writes");
	report_noted(&n, (uintptr_t)a->at > n.addr ? (uintptr_t)a->at : n.addr, &text);
	sim_log_printf(&text, "\n%s: note: ", a->place);
	sim_log_printf(&text,
		"'%s' copies it %s the host; no 'taskwait' and no 'depend' orders the two\n",
		a->what, a->to_host ? "to" : "from");
	report_say(c, &text);
}

void
checks_host(struct checks *c, const struct ptxsim_access *a)
{
	if (a->what && a->does != PTXSIM_LOSES) {
		if (c->what & CHECK_RACE)
			beside(c, a);
		return;
	}
	if (!(c->what & CHECK_MAP))
		return;
	if (a->addr)
		map_host_access(c, a);
	else if (a->does == PTXSIM_READS)
		lost_read(c, a);
	if (a->does == PTXSIM_WRITES)
		lost_forget(c, (uintptr_t)a->at, a->bytes);
}
