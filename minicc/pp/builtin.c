/* Macros whose value depends on where or when they stand (C11 6.10.8.1), and the answers to
 * __has_attribute and __has_builtin. */
#include "pp/internal.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

static const char *
quote(struct pp *pp, const char *text)
{
	char *quoted = arena_alloc(pp->arena, 2 * strlen(text) + 3), *to = quoted;
	*to++ = '"';
	for (; *text; text++) {
		if (*text == '"' || *text == '\\')
			*to++ = '\\';
		*to++ = *text;
	}
	*to = '"';
	return quoted;
}

static const char *
last_component(const char *path)
{
	const char *slash = strrchr(path, '/');
	return slash ? slash + 1 : path;
}

/* Return the time.  SOURCE_DATE_EPOCH, if set, makes builds repeatable. */
static struct tm
now(void)
{
	const char *epoch = getenv("SOURCE_DATE_EPOCH");
	time_t t = epoch ? (time_t)strtoll(epoch, NULL, 10) : time(NULL);
	struct tm tm = { 0 };
	if (epoch)
		gmtime_r(&t, &tm);
	else
		localtime_r(&t, &tm);
	return tm;
}

static const char *
format_time(struct pp *pp, const char *format, const struct tm *tm)
{
	char text[64];
	strftime(text, sizeof text, format, tm);
	return quote(pp, text);
}

static const char *
timestamp(struct pp *pp, const char *file)
{
	struct stat st;
	struct tm tm;
	if (stat(file, &st) != 0)
		return quote(pp, "??? ??? ?? ??:??:?? ????");
	return format_time(pp, "%a %b %e %H:%M:%S %Y", localtime_r(&st.st_mtime, &tm));
}

static const char *
value(struct pp *pp, enum builtin which, struct place place)
{
	const char *file = place_file(pp->cx->sources, place);
	struct tm tm;
	switch (which) {
	case B_FILE: return quote(pp, file);
	case B_FILE_NAME: return quote(pp, last_component(file));
	case B_BASE_FILE: return quote(pp, pp->base_file);
	case B_LINE: return arena_printf(pp->arena, "%u", place.line);
	case B_COUNTER: return arena_printf(pp->arena, "%u", pp->counter++);
	case B_INCLUDE_LEVEL: return arena_printf(pp->arena, "%u", pp->depth);
	case B_TIMESTAMP: return timestamp(pp, file);
	case B_DATE: tm = now(); return format_time(pp, "%b %e %Y", &tm);
	case B_TIME: tm = now(); return format_time(pp, "%H:%M:%S", &tm);
	case B_NONE: break;
	}
	diag_bug("the preprocessor", "macro number %d has no value", which);
}

void
pp_builtin_macro(struct pp *pp, const struct macro *m, const struct pptok *name, struct pptok *out)
{
	const char *text = value(pp, m->builtin, name->place);
	*out = (struct pptok){
		.kind = text[0] == '"' ? TK_STRING : PP_NUMBER,
		.place = name->place,
		.origin = name->origin,
	};
	out->text = intern_str(pp->cx->names, text);
}

/* ---- __has_… ---- */

/* Attributes that the parser passes on to the host compiler, or heeds. */
static const char *const attributes[] = { "access", "alias", "aligned", "alloc_align", "alloc_size",
	"always_inline", "artificial", "assume_aligned", "cold", "common", "const", "constructor",
	"copy", "deprecated", "designated_init", "destructor", "error", "externally_visible",
	"fallthrough", "flatten", "format", "format_arg", "gnu_inline", "hot", "ifunc", "leaf",
	"malloc", "may_alias", "mode", "no_icf", "noclone", "nocommon", "noinline", "noipa",
	"nonnull", "nonstring", "noreturn", "nothrow", "optimize", "packed", "pure",
	"returns_nonnull", "returns_twice", "scalar_storage_order", "section", "sentinel",
	"tls_model", "transparent_union", "unused", "used", "vector_size", "visibility",
	"warn_unused_result", "warning", "weak", "weakref", NULL };

/* Names without their "__builtin_". */
static const char *const builtins[] = { "abort", "abs", "add_overflow", "alloca", "assume_aligned",
	"bswap16", "bswap32", "bswap64", "choose_expr", "clz", "clzl", "clzll", "constant_p", "ctz",
	"ctzl", "ctzll", "expect", "fabs", "fabsf", "ffs", "frame_address", "huge_val", "huge_valf",
	"huge_vall", "inf", "inff", "infl", "isfinite", "isgreater", "isgreaterequal", "isinf",
	"isinf_sign", "isless", "islessequal", "islessgreater", "isnan", "isnormal", "isunordered",
	"labs", "llabs", "memcmp", "memcpy", "memmove", "memset", "mul_overflow", "nan", "nanf",
	"nanl", "object_size", "offsetof", "parity", "popcount", "popcountl", "popcountll",
	"prefetch", "printf", "return_address", "signbit", "signbitf", "signbitl", "strlen",
	"sub_overflow", "trap", "types_compatible_p", "unreachable", "va_arg", "va_copy", "va_end",
	"va_start", NULL };

static bool
listed(const char *const *list, const char *name, size_t n)
{
	for (; *list; list++)
		if (strlen(*list) == n && !memcmp(*list, name, n))
			return true;
	return false;
}

/* Return whether there is such an attribute.  __name__ is name. */
static bool
has_attribute(const char *name)
{
	size_t n = strlen(name);
	if (n > 4 && !strncmp(name, "__", 2) && !strcmp(name + n - 2, "__")) {
		name += 2;
		n -= 4;
	}
	return listed(attributes, name, n);
}

int64_t
pp_has(struct pp *pp, enum special what, const char *scope, const char *name)
{
	(void)pp;
	switch (what) {
	case S_HAS_ATTRIBUTE:
		return (!scope || !strcmp(scope, "gnu") || !strcmp(scope, "__gnu__")) &&
			has_attribute(name);
	case S_HAS_BUILTIN:
		return !strncmp(name, "__builtin_", 10) &&
			listed(builtins, name + 10, strlen(name + 10));
	default: return 0; /* no [[…]] in C11; features and extensions are clang's */
	}
}
