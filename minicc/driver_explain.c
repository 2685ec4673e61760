/* --explain: the pages of remarks and refusals, minicc/explain/ID.txt, which are inside minicc.
 * A page's first line is its title; README of the format: any page. */
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "minicc/driver.h"
#include "minicc/embedded.h"

static void
list_pages(FILE *out)
{
	for (const struct embedded *page = explain_pages; page->name; page++)
		fprintf(out, "%.*s\n", (int)strcspn(page->text, "\n"), page->text);
}

/* "MC101", "mc101" and "[MC101]" are the page MC101.txt. */
static bool
names_page(const char *id, const char *file)
{
	size_t n = strcspn(file, ".");

	id += *id == '[';
	return strncasecmp(id, file, n) == 0 && (id[n] == '\0' || strcmp(id + n, "]") == 0);
}

bool
driver_explain(const char *id, FILE *out)
{
	if (strcmp(id, "list") == 0) {
		list_pages(out);
		return true;
	}
	for (const struct embedded *page = explain_pages; page->name; page++)
		if (names_page(id, page->name)) {
			fputs(page->text, out);
			return true;
		}
	driver_error("no remark or refusal is called '%s'; these are:", id);
	list_pages(stderr);
	return false;
}
