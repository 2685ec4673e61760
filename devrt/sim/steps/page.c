/*
 * page.c: a record as one page that opens from disk.  minicc -html puts the same script, style and
 * records into a page of its own.
 */
#include <string.h>

#include "steps/internal.h"
#include "steps/parts.h"

static void
put_part(struct sim_log *out, const char *name)
{
	for (const struct step_part *p = step_parts; p->name; p++)
		if (!strcmp(p->name, name))
			sim_log_printf(out, "%s", p->text);
}

void
steps_page(const struct steps *s, struct sim_log *out)
{
	sim_log_printf(out,
		"<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
		"<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; "
		"style-src 'unsafe-inline'; script-src 'unsafe-inline'\">\n"
		"<meta name=\"viewport\" content=\"width=device-width\">\n"
		"<title>steps of a kernel</title>\n<style>\n");
	put_part(out, "steps.css");
	sim_log_printf(out,
		"</style>\n</head>\n<body class=\"alone\">\n<div class=\"stepper\">\n"
		"<script type=\"application/json\">\n%s\n</script>\n</div>\n<script>\n",
		s->record.text);
	put_part(out, "replay.js");
	put_part(out, "steps.js");
	put_part(out, "ptx.js");
	sim_log_printf(out, "</script>\n</body>\n</html>\n");
}
