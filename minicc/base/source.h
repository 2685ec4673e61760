/* Source files and places in them.
 * A place, as messages, line markers and debuggers use it, is a file, line and column, *presumed*:
 * #line directives have been applied. The file is an index into the struct sources, which has an
 * entry for each inclusion (so that a message can say who included whom) and for each #line (whose
 * entry shares the text of the real file). Lines and columns count from 1, columns in bytes. The
 * zero place means "no place": the command line, or unknown. */
#ifndef BASE_SOURCE_H
#define BASE_SOURCE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"

struct place {
	uint32_t file; /* index in struct sources; 0 is no file */
	uint32_t line;
	uint32_t col;
};

struct source_file {
	const char *name; /* as shown to the user; presumed */
	const char *path; /* as opened; differs from name after #line */
	const char *text; /* size bytes, then "\0" */
	size_t size;
	const uint32_t *line_start; /* offsets of the text's lines; see source_line */
	uint32_t n_lines;
	uint32_t line_delta;        /* presumed line - line in the text, modulo 2^32 */
	struct place included_from; /* the #include's place; no place for the main file */
	const char *included_as;    /* "<stdio.h>", delimiters too; NULL for the main file */
	bool is_system;             /* found in a system folder: its warnings stay silent */
};

/* The chain of macro expansions that a token comes from, innermost first. The token's own place is
 * where the user wrote the outermost macro's name (or the macro argument). */
struct macro_origin {
	const char *macro;    /* interned name */
	struct place spelled; /* where the definition spells the expansion's tokens */
	const struct macro_origin *outer;
};

struct sources;

struct sources *sources_new(struct arena *);
/* Read PATH ("-" is standard input). Return NULL, and set errno, if it cannot be read. */
struct source_file *sources_read(struct sources *, const char *path);
/* Add a text of SIZE bytes, which a '\0' follows; it must outlive the sources. */
struct source_file *sources_text(struct sources *, const char *name, const char *text, size_t size);
/* Add another entry for the same text: another inclusion, or a #line. */
struct source_file *sources_again(struct sources *, const struct source_file *);
uint32_t source_index(const struct sources *, const struct source_file *);
struct source_file *source_of(const struct sources *, uint32_t index); /* NULL for no file */
uint32_t sources_count(const struct sources *);                        /* indices are below this */

const char *place_file(const struct sources *, struct place); /* or "<command line>" */
bool place_is_system(const struct sources *, struct place);
bool place_known(struct place);
/* Return the line of text at a place, without its newline, and its size in bytes, or NULL. */
const char *source_line(const struct sources *, struct place, size_t *size);

#endif
