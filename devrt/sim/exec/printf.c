/*
 * printf.c: the functions that device code may call and no text defines: vprintf, malloc, free,
 * __assertfail (CUDA programming guide, appendix on device printf and assertion; the arguments of
 * vprintf lie in a buffer, C-promoted, each at its natural alignment).
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "exec/exec.h"

#define MAX_TEXT 65536

/* Return where a lane's four bytes from the byte on are. */
static uint8_t *
place(struct warp *w, const struct call_copy *c, uint32_t lane, size_t byte)
{
	if (c->here_var)
		return frame_local(w, w->frame, lane) + c->here + byte;
	uint8_t *slot = at(w, c->here);
	return c->here_words ? slot + byte / 4 * 128 + lane * 4u :
			       slot + lane * (c->here_wide ? 8u : 4u) + byte;
}

void
call_argument(struct warp *w, const struct call_site *s, unsigned k, uint32_t lane, void *to,
	size_t bytes)
{
	const struct call_copy *c = &s->args[k];
	size_t n = c->bytes < bytes ? c->bytes : bytes;
	for (size_t i = 0; i < n; i += 4)
		memcpy((uint8_t *)to + i, place(w, c, lane, i), n - i < 4 ? n - i : 4);
}

static uint64_t
argument(struct warp *w, const struct call_site *s, unsigned k, uint32_t lane)
{
	uint64_t v = 0;
	call_argument(w, s, k, lane, &v, sizeof v);
	return v;
}

void
call_result(struct warp *w, const struct call_site *s, uint32_t lane, uint64_t v)
{
	if (!s->nrets)
		return;
	const struct call_copy *c = &s->rets[0];
	for (size_t i = 0; i < c->bytes && i < 8; i += 4)
		memcpy(place(w, c, lane, i), (uint8_t *)&v + i,
			c->bytes - i < 4 ? c->bytes - i : 4);
}

/* Read a NUL-terminated string from generic memory.  Return false after a fault. */
static bool
read_string(struct warp *w, const struct inst *in, uint32_t lane, uint64_t addr,
	struct sim_log *out)
{
	for (unsigned n = 0; n < MAX_TEXT; n++) {
		const uint8_t *p = mem_resolve(w, in, lane, SPACE_GENERIC, addr + n, 1, false);
		if (!p)
			return false;
		if (!*p)
			return true;
		sim_log_printf(out, "%c", *p);
	}
	return true;
}

/* ---- printf ---- */

struct print {
	struct warp *w;
	const struct inst *in;
	uint32_t lane;
	uint64_t args, at;
	int converted;
};

static bool
next_arg(struct print *p, unsigned bytes, void *value)
{
	p->at = (p->at + bytes - 1) & ~(uint64_t)(bytes - 1);
	const uint8_t *from = mem_resolve(p->w, p->in, p->lane, SPACE_GENERIC, p->args + p->at,
		bytes, false);
	if (!from)
		return false;
	memcpy(value, from, bytes);
	p->at += bytes;
	return true;
}

static bool
print_string(struct print *p, const char *spec)
{
	uint64_t addr;
	struct sim_log text = { 0 };
	if (!next_arg(p, 8, &addr))
		return false;
	bool ok = !addr || read_string(p->w, p->in, p->lane, addr, &text);
	if (ok)
		sim_log_printf(&p->w->team->out, spec,
			addr ? text.text ? text.text : "" : "(null)");
	sim_log_free(&text);
	return ok;
}

/* Print an argument of int or wider, of which the conversion's length modifier takes the low
 * `bytes`. */
static bool
print_int(struct print *p, const char *spec, size_t len, unsigned bytes)
{
	char full[48];
	uint64_t v = 0;
	if (!next_arg(p, bytes == 8 ? 8 : 4, &v))
		return false;
	char conv = spec[len - 1];
	unsigned above = 64 - 8 * bytes;
	bool is_signed = conv == 'd' || conv == 'i';
	v = is_signed ? (uint64_t)((int64_t)(v << above) >> above) : v << above >> above;
	snprintf(full, sizeof full, "%.*sll%c", (int)len - 1, spec, conv);
	sim_log_printf(&p->w->team->out, full, (unsigned long long)v);
	return true;
}

static bool
print_char(struct print *p, const char *spec)
{
	uint32_t c;
	if (!next_arg(p, 4, &c))
		return false;
	sim_log_printf(&p->w->team->out, spec, (int)c);
	return true;
}

static bool
print_float(struct print *p, const char *spec)
{
	double v;
	if (!next_arg(p, 8, &v))
		return false;
	sim_log_printf(&p->w->team->out, spec, v);
	return true;
}

static bool
print_pointer(struct print *p)
{
	uint64_t v;
	if (!next_arg(p, 8, &v))
		return false;
	sim_log_printf(&p->w->team->out, "0x%llx", (unsigned long long)v);
	return true;
}

static bool
dispatch_conversion(struct print *p, const char *spec, size_t len, char conv, unsigned bytes)
{
	p->converted++;
	switch (conv) {
	case 'd':
	case 'i':
	case 'u':
	case 'x':
	case 'X':
	case 'o': return print_int(p, spec, len, bytes);
	case 'f':
	case 'F':
	case 'e':
	case 'E':
	case 'g':
	case 'G':
	case 'a':
	case 'A': return print_float(p, spec);
	case 'c': return print_char(p, spec);
	case 's': return print_string(p, spec);
	case 'p': return print_pointer(p);
	}
	sim_log_printf(&p->w->team->out, "%s", spec);
	return true;
}

static size_t
flag_or_digit(struct print *p, const char *f, char *spec, size_t n, bool *ok)
{
	if (*f == '*') {
		int32_t v = 0;
		*ok = next_arg(p, 4, &v);
		v = v > 999 ? 999 : v < -999 ? -999 : v;
		return n + (size_t)snprintf(spec + n, 8, "%d", v);
	}
	spec[n] = *f;
	return n + 1;
}

/* Print one conversion at f, behind the '%'.  Return where it ends, or NULL after a fault. */
static const char *
print_conversion(struct print *p, const char *f)
{
	char spec[40] = "%";
	size_t n = 1;
	unsigned bytes = 4;
	bool ok = true;
	while (*f && strchr("-+ #0123456789.*", *f) && n < 24 && ok)
		n = flag_or_digit(p, f++, spec, n, &ok);
	for (; *f && strchr("hlLqjzt", *f); f++)
		bytes = *f != 'h' ? 8 : bytes == 2 ? 1 : 2;
	if (!*f || !ok)
		return ok ? f : NULL;
	spec[n++] = *f;
	spec[n] = 0;
	/* a width or precision of thousands would only be an attack on the terminal */
	for (size_t i = 1, digits = 0; i < n; i++) {
		digits = spec[i] >= '0' && spec[i] <= '9' ? digits + 1 : 0;
		if (digits > 3)
			return f + 1;
	}
	if (!dispatch_conversion(p, spec, n, *f, bytes))
		return NULL;
	return f + 1;
}

static bool
print_lane(struct print *p, const char *format)
{
	struct sim_log *out = &p->w->team->out;
	for (const char *f = format; f && *f;) {
		size_t plain = strcspn(f, "%");
		sim_log_printf(out, "%.*s", (int)plain, f);
		f += plain;
		if (f[0] == '%' && f[1] == '%') {
			sim_log_printf(out, "%%");
			f += 2;
		} else if (*f == '%' && !(f = print_conversion(p, f + 1))) {
			return false;
		}
	}
	return true;
}

static int
do_vprintf(struct warp *w, const struct inst *in, const struct call_site *s, uint32_t mask)
{
	FOR_LANES(i, mask) {
		struct sim_log format = { 0 };
		struct print p = { .w = w, .in = in, .lane = i, .args = argument(w, s, 1, i) };
		bool ok = read_string(w, in, i, argument(w, s, 0, i), &format) &&
			print_lane(&p, format.text ? format.text : "");
		sim_log_free(&format);
		if (!ok)
			return ACT_FAULT;
		call_result(w, s, i, (uint64_t)p.converted);
	}
	return ACT_NEXT;
}

/* ---- the others ---- */

/* Allocate in team order, so that the addresses are the same on every run. */
static int
do_malloc(struct warp *w, const struct inst *in, const struct call_site *s, uint32_t mask)
{
	struct grid *g = w->team->grid;
	(void)in;
	if (!w->team->has_turn)
		return ACT_WAIT_TURN;
	FOR_LANES(i, mask)
		call_result(w, s, i,
			memory_heap_alloc(g->dev, argument(w, s, 0, i), g->heap_bytes));
	return ACT_NEXT;
}

static int
do_free(struct warp *w, const struct inst *in, const struct call_site *s, uint32_t mask)
{
	if (!w->team->has_turn)
		return ACT_WAIT_TURN;
	FOR_LANES(i, mask) {
		uint64_t addr = argument(w, s, 0, i);
		if (addr && !memory_heap_free(w->team->grid->dev, addr))
			return fault(w, in, i, SIM_BAD_ADDRESS,
				"free: 0x%llx did not come from malloc", (unsigned long long)addr);
	}
	memset(w->worker->cache, 0, w->team->grid->entry->module->nmem * sizeof *w->worker->cache);
	return ACT_NEXT;
}

/* Execute __assertfail(message, file, line, function, char size). */
static int
do_assertfail(struct warp *w, const struct inst *in, const struct call_site *s, uint32_t mask)
{
	uint32_t lane = (uint32_t)__builtin_ctz(mask);
	struct sim_log text[3] = { { 0 } };
	bool ok = true;
	for (int k = 0; ok && k < 3; k++)
		ok = read_string(w, in, lane, argument(w, s, k == 2 ? 3 : (unsigned)k, lane),
			&text[k]);
	if (ok)
		fault(w, in, lane, SIM_TRAP, "%s:%u: %s: assertion '%s' failed",
			text[1].text ? text[1].text : "?", (unsigned)argument(w, s, 2, lane),
			text[2].text ? text[2].text : "?", text[0].text ? text[0].text : "");
	for (int k = 0; k < 3; k++)
		sim_log_free(&text[k]);
	return ACT_FAULT;
}

static unsigned
least_arguments(enum builtin b)
{
	switch (b) {
	case BUILTIN_SYNCHRONIZE: return 0;
	case BUILTIN_VPRINTF:
	case BUILTIN_LAUNCH:
	case BUILTIN_LAUNCH_2: return 2;
	case BUILTIN_GET_BUFFER:
	case BUILTIN_GET_BUFFER_2: return 4;
	case BUILTIN_ASSERTFAIL: return 5;
	default: return 1;
	}
}

int
builtin_call(struct warp *w, const struct inst *in, const struct call_site *s, uint32_t mask)
{
	unsigned least = least_arguments(s->func->builtin);
	if (s->nargs < least)
		return fault(w, in, (uint32_t)__builtin_ctz(mask), SIM_UNSUPPORTED,
			"'%s' is declared with too few parameters", s->func->name);
	switch (s->func->builtin) {
	case BUILTIN_VPRINTF: return do_vprintf(w, in, s, mask);
	case BUILTIN_MALLOC: return do_malloc(w, in, s, mask);
	case BUILTIN_FREE: return do_free(w, in, s, mask);
	case BUILTIN_GET_BUFFER:
	case BUILTIN_LAUNCH:
	case BUILTIN_SYNCHRONIZE:
	case BUILTIN_GET_BUFFER_2:
	case BUILTIN_LAUNCH_2: return exec_device_launch(w, in, s, mask);
	default: return do_assertfail(w, in, s, mask);
	}
}
