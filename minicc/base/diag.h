/* Diagnostics: everything the compiler tells its user.
 * A message is one line FILE:LINE:COL: error: TEXT, the source line and a caret, and where it is
 * known, what to write there. Texts are lower case without a full stop, put names in 'quotes', and
 * say what was expected rather than only what is wrong. After 20 errors, and after diag_fatal,
 * compilation stops: it jumps to the buffer that diag_stop returned; without one the program exits.
 *
 *	if (setjmp(*diag_stop(d)))
 *		return false;	// stopped; the messages are out
 *
 * Not for "cannot happen": use diag_bug, which names the pass and aborts. */
#ifndef BASE_DIAG_H
#define BASE_DIAG_H

#include <setjmp.h>
#include <stdbool.h>
#include <stdio.h>

#include "base/source.h"

#define DIAG_FORMAT(f, a) __attribute__((format(printf, f, a)))

struct diag;

struct diag *diag_new(struct sources *, FILE *out);
void diag_free(struct diag *);
jmp_buf *diag_stop(struct diag *);
/* Set -Wname, -Wno-name, -Werror, -w, -Rpass or -Rpass=name. Return false for other options. */
bool diag_option(struct diag *, const char *option);
void diag_color(struct diag *, bool on);      /* default: if OUT is a terminal */
void diag_redirect(struct diag *, FILE *out); /* does not change colour */

void diag_error(struct diag *, struct place, const char *fmt, ...) DIAG_FORMAT(3, 4);
/* OPTION is the "-Wname" that turns the warning off, or NULL for one that is always on. */
void diag_warn(struct diag *, struct place, const char *option, const char *fmt, ...)
	DIAG_FORMAT(4, 5);
/* … if the same was not printed before. */
void diag_warn_once(struct diag *, struct place, const char *option, const char *fmt, ...)
	DIAG_FORMAT(4, 5);
/* A warning that is off by default. */
void diag_warn_extra(struct diag *, struct place, const char *option, const char *fmt, ...)
	DIAG_FORMAT(4, 5);
/* Add to the message before; print nothing if that one was not printed. */
void diag_note(struct diag *, struct place, const char *fmt, ...) DIAG_FORMAT(3, 4);
/* Set the text to print below the next message's caret: what to write there; NULL: none. */
void diag_fix(struct diag *, const char *text);
/* Add notes "in expansion of macro 'X'" to the message before. ORIGIN may be NULL. */
void diag_note_macros(struct diag *, const struct macro_origin *origin);
/* Print a remark of OPTION ("-Rpass=scheme") if that is on and the same was not printed before. */
void diag_remark(struct diag *, struct place, const char *option, const char *fmt, ...)
	DIAG_FORMAT(4, 5);
/* Print the remarks on included files, which have waited. */
void diag_end(struct diag *);
bool diag_remark_wanted(const struct diag *, const char *option);
_Noreturn void diag_fatal(struct diag *, struct place, const char *fmt, ...) DIAG_FORMAT(3, 4);

unsigned diag_errors(const struct diag *);
unsigned diag_warnings(const struct diag *);
/* Stop compilation if there were errors: for use between passes. */
void diag_stop_on_errors(struct diag *);

/* For what cannot happen: print "internal error in PASS: …" and abort. */
_Noreturn void diag_bug(const char *pass, const char *fmt, ...) DIAG_FORMAT(2, 3);

#endif
