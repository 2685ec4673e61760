/*
 * edit.h: the page of minicc -serve: an editor and menus around what view_html writes.
 */
#ifndef VIEW_EDIT_H
#define VIEW_EDIT_H

#include <stdbool.h>
#include <stdio.h>

/* What the menus begin with. */
struct view_editor {
	const char *file, *columns; /* columns: as for -compare= */
	int arch;
	const char *device; /* "sim:v100"; NULL: one of the architecture */
	const char *check;  /* as DEVRT_CHECK has it, or NULL */
	bool optimize;
	const char *const *arguments; /* of the program */
	size_t n_arguments;
};

/* Print the page; edit.js in it asks the server for all that changes. */
void view_editor(const struct view_editor *, FILE *);

#endif
