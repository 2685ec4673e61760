/* --explain: the pages of remarks and refusals (the folder explain) and of all other messages,
 * those of runtime and simulator included (the folder messages), which the build puts inside
 * minicc.
 *
 * A remark is asked for by its identifier; a message by its text as it was printed, names and place
 * included, or by a part of its text. */
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "driver/driver.h"
#include "base/embedded.h"

static void
list_pages(FILE *out)
{
	for (const struct embedded *page = explain_pages; page->name; page++)
		fprintf(out, "%.*s\n", (int)strcspn(page->text, "\n"), page->text);
}

/* Return whether ID is of that page: "MC101", "mc101" and "[MC101]" are MC101.txt. */
static bool
names_page(const char *id, const char *file)
{
	size_t n = strcspn(file, ".");

	id += *id == '[';
	return strncasecmp(id, file, n) == 0 && (id[n] == '\0' || strcmp(id + n, "]") == 0);
}

/* Find the page of ID.  A remark or refusal that was pasted whole ends in its identifier. */
static const struct embedded *
find_page(const char *id)
{
	const char *bracket = strrchr(id, '[');

	for (const struct embedded *page = explain_pages; page->name; page++)
		if (names_page(id, page->name) || (bracket && names_page(bracket, page->name)))
			return page;
	return NULL;
}

/* ---- messages: a page's name is the message's format ---- */

/* Return the length of the conversion, like "%s", "%.*s" or "%02x", that begins here, or 0. */
static size_t
conversion(const char *format)
{
	size_t n = 1;

	if (*format != '%')
		return 0;
	n += strspn(format + n, ".*0123456789");
	n += strspn(format + n, "lz");
	return format[n] && strchr("sducx", format[n]) ? n + 1 : 0;
}

/* Return whether printf could have made TEXT of FORMAT.  A conversion is anything, and the last one
 * may grow. */
static bool
made_of(const char *format, const char *text)
{
	const char *after = NULL, *filled = NULL;
	size_t n;

	while (*format || *text) {
		if ((n = conversion(format)) > 0) {
			after = format += n;
			filled = text;
		} else if (*format && *format == *text) {
			format++;
			text++;
		} else if (after && *filled) {
			format = after;
			text = ++filled;
		} else {
			return false;
		}
	}
	return true;
}

static size_t
literal_characters(const char *format)
{
	size_t count = 0;

	for (size_t n; *format; format += n ? n : 1) {
		n = conversion(format);
		count += n == 0;
	}
	return count;
}

static void
print_format(const char *format, FILE *out)
{
	for (size_t n; *format; format += n ? n : 1) {
		n = conversion(format);
		fprintf(out, "%.*s", n ? 3 : 1, n ? "…" : format);
	}
	fputc('\n', out);
}

static void
print_message_page(const struct embedded *page, FILE *out)
{
	print_format(page->name, out);
	fprintf(out, "\n%s", page->text);
}

/* Return the message of which TEXT is one, without place and option: the most literal of
 * several. */
static const struct embedded *
find_message(const char *text)
{
	const struct embedded *best = NULL;

	for (const struct embedded *page = message_pages; page->name; page++)
		if (made_of(page->name, text) &&
			(!best || literal_characters(page->name) > literal_characters(best->name)))
			best = page;
	return best && literal_characters(best->name) > 0 ? best : NULL;
}

/* Return what happened.  A kernel that fails is named before it with its team, and mostly a
 * thread. */
static const char *
behind_team(const char *line)
{
	const char *team = strstr(line, ", team ("), *end = team ? strstr(team, "): ") : NULL;

	return end ? end + 3 : line;
}

/* Return the message in a line that minicc or the simulator printed: behind the place, before the
 * option that stops it.  What a check found begins with the check's name. */
static const char *
message_of(struct arena *a, const char *line)
{
	static const char *const kinds[] = { "error: ", "warning: ", "note: " };
	static const char *const checks[] = { ": bounds: ", ": init: ", ": race: ", ": sync: ",
		": map: " };
	const char *end;

	for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
		if (strstr(line, kinds[i]))
			line = strstr(line, kinds[i]) + strlen(kinds[i]);
	for (size_t i = 0; i < sizeof checks / sizeof *checks; i++)
		if (strstr(line, checks[i]))
			line = strstr(line, checks[i]) + 2;
	line = behind_team(line);
	end = strstr(line, " [-W");
	return arena_strndup(a, line, end ? (size_t)(end - line) : strlen(line));
}

/* Return whether a page's words have PART.  Its commands do not count: they quote what they are
 * asked for. */
static bool
says(const char *text, const char *part)
{
	for (const char *at = text; (at = strcasestr(at, part)); at++) {
		const char *line = at;

		while (line > text && line[-1] != '\n')
			line--;
		if (!strstr(line, "minicc ") || strstr(line, "minicc ") > at)
			return true;
	}
	return false;
}

static bool
has_part(const struct embedded *page, const char *part, bool explained)
{
	return !part || (explained ? says(page->text, part) : strcasestr(page->name, part) != NULL);
}

/* Explain all messages with PART in their text, or in what is said about them.  Of a single one,
 * print the page.  NULL is in all. */
static bool
explain_part(const char *part, bool explained, FILE *out)
{
	const struct embedded *only = NULL;
	int found = 0;

	for (const struct embedded *page = message_pages; page->name; page++)
		if (has_part(page, part, explained)) {
			only = page;
			found++;
		}
	for (const struct embedded *page = message_pages; found > 1 && page->name; page++)
		if (has_part(page, part, explained))
			print_format(page->name, out);
	if (found == 1)
		print_message_page(only, out);
	return found > 0;
}

/* Return the driver's name for what went wrong, wherever it stands in the line; else all of the
 * text. */
static const char *
error_or(struct arena *a, const char *text)
{
	const char *name = strstr(text, "CUDA_ERROR_");
	static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZ_";

	return name ? arena_strndup(a, name, strspn(name, letters)) : text;
}

static bool
explain_message(const char *line, FILE *out)
{
	struct arena *a = arena_new();
	const char *text = message_of(a, line);
	const struct embedded *page = find_message(text);
	bool found = true;

	if (page)
		print_message_page(page, out);
	else
		found = *text &&
			(explain_part(text, false, out) ||
				explain_part(error_or(a, text), true, out));
	arena_free(a);
	return found;
}

bool
driver_explain(const char *what, FILE *out)
{
	const struct embedded *page = find_page(what);

	if (strcmp(what, "list") == 0)
		list_pages(out);
	else if (strcmp(what, "messages") == 0)
		explain_part(NULL, false, out);
	else if (page)
		fputs(page->text, out);
	else if (!explain_message(what, out)) {
		driver_error(
			"no remark, refusal or other message is called '%s'; the remarks and refusals are:",
			what);
		list_pages(stderr);
		return false;
	}
	return true;
}
