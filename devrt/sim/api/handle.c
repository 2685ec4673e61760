/*
 * handle.c: the set of live handles and of host ranges that the program gave us.  A program may
 * pass anything as a handle; only what is in this set is dereferenced.
 *
 * Open addressing by address; a removed slot keeps its place (key NULL, kind set) until the table
 * grows.
 */
#include <stdint.h>
#include <stdlib.h>
#include "api/api.h"

static size_t
home(const struct api_handles *h, const void *key)
{
	return (size_t)((uintptr_t)key * 0x9e3779b97f4a7c15u >> 20) & (h->cap - 1);
}

static struct api_handle *
find(struct api_handles *h, const void *key, enum api_kind kind)
{
	if (!h->cap || !key)
		return NULL;
	for (size_t i = home(h, key); h->slot[i].kind; i = (i + 1) & (h->cap - 1))
		if (h->slot[i].key == key && h->slot[i].kind == kind)
			return &h->slot[i];
	return NULL;
}

static void
put(struct api_handles *h, struct api_handle new)
{
	size_t i = home(h, new.key);

	while (h->slot[i].kind)
		i = (i + 1) & (h->cap - 1);
	h->slot[i] = new;
	h->used++;
	h->live++;
}

static bool
grow(struct api_handles *h)
{
	struct api_handles old = *h;
	size_t cap = old.live * 4 < 64 ? 64 : old.cap * 2;
	struct api_handle *slot = calloc(cap, sizeof *slot);

	if (!slot)
		return false;
	*h = (struct api_handles){ .slot = slot, .cap = cap };
	for (size_t i = 0; i < old.cap; i++)
		if (old.slot[i].key)
			put(h, old.slot[i]);
	free(old.slot);
	return true;
}

bool
api_handle_add(const void *key, enum api_kind kind, size_t bytes)
{
	struct api_driver *d = api_driver();
	bool ok;

	pthread_mutex_lock(&d->lock);
	ok = (d->handles.used + 1) * 2 <= d->handles.cap || grow(&d->handles);
	if (ok)
		put(&d->handles, (struct api_handle){ key, kind, bytes });
	pthread_mutex_unlock(&d->lock);
	return ok;
}

bool
api_handle_is(const void *key, enum api_kind kind)
{
	struct api_driver *d = api_driver();

	pthread_mutex_lock(&d->lock);
	bool yes = find(&d->handles, key, kind) != NULL;
	pthread_mutex_unlock(&d->lock);
	return yes;
}

bool
api_handle_remove(const void *key, enum api_kind kind)
{
	struct api_driver *d = api_driver();

	pthread_mutex_lock(&d->lock);
	struct api_handle *s = find(&d->handles, key, kind);
	if (s) {
		s->key = NULL;
		d->handles.live--;
	}
	pthread_mutex_unlock(&d->lock);
	return s != NULL;
}

void
api_handle_each(enum api_kind kind, void (*fn)(void *key, void *arg), void *arg)
{
	struct api_driver *d = api_driver();
	size_t n = 0;

	pthread_mutex_lock(&d->lock);
	void **list = malloc((d->handles.live + 1) * sizeof *list);
	for (size_t i = 0; list && i < d->handles.cap; i++)
		if (d->handles.slot[i].key && d->handles.slot[i].kind == kind)
			list[n++] = (void *)d->handles.slot[i].key;
	pthread_mutex_unlock(&d->lock);
	for (size_t i = 0; i < n; i++)
		fn(list[i], arg);
	free(list);
}

bool
api_host_range(const void *p, const void **base, size_t *bytes)
{
	struct api_driver *d = api_driver();
	const char *at = p;
	bool found = false;

	pthread_mutex_lock(&d->lock);
	for (size_t i = 0; i < d->handles.cap && !found; i++) {
		const struct api_handle *s = &d->handles.slot[i];

		if (!s->key || (s->kind != API_HOST_MEM && s->kind != API_HOST_REG))
			continue;
		found = (uintptr_t)at - (uintptr_t)s->key < s->bytes;
		if (found) {
			*base = s->key;
			*bytes = s->bytes;
		}
	}
	pthread_mutex_unlock(&d->lock);
	return found;
}
