/* Diagnostics: everything the compiler tells its user.
 *
 * A message is one line FILE:LINE:COL: error: TEXT, the source line and a caret, and where it is
 * known, what to write there. Texts follow the
 * house style: lower case, no full stop, names in 'quotes', what was expected rather than only
 * what is wrong. After 20 errors, and after diag_fatal, compilation stops: control returns to the
 * jump buffer that diag_stop gave out, or the program exits when nobody asked for it.
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
/* Takes -Wname, -Wno-name, -Werror, -w, -Rpass, -Rpass=name; false if it is none of these. */
bool diag_option(struct diag *, const char *option);
void diag_color(struct diag *, bool on);      /* the default asks whether OUT is a terminal */
void diag_redirect(struct diag *, FILE *out); /* colour stays as it was */

void diag_error(struct diag *, struct place, const char *fmt, ...) DIAG_FORMAT(3, 4);
/* OPTION is the "-Wname" that turns the warning off, or NULL for one that is always on. */
void diag_warn(struct diag *, struct place, const char *option, const char *fmt, ...)
	DIAG_FORMAT(4, 5);
/* A warning that is silent until its option is asked for. */
void diag_warn_extra(struct diag *, struct place, const char *option, const char *fmt, ...)
	DIAG_FORMAT(4, 5);
/* More about the message before; silent when that one was. */
void diag_note(struct diag *, struct place, const char *fmt, ...) DIAG_FORMAT(3, 4);
/* What to write where the caret of the next message is; NULL: nothing. A line below shows it. */
void diag_fix(struct diag *, const char *text);
/* "in expansion of macro 'X'" notes for the message before. ORIGIN may be NULL. */
void diag_note_macros(struct diag *, const struct macro_origin *origin);
/* OPTION is "-Rpass=scheme" and the like; silent until asked for, and when the same was said
 * before. */
void diag_remark(struct diag *, struct place, const char *option, const char *fmt, ...)
	DIAG_FORMAT(4, 5);
bool diag_remark_wanted(const struct diag *, const char *option);
_Noreturn void diag_fatal(struct diag *, struct place, const char *fmt, ...) DIAG_FORMAT(3, 4);

unsigned diag_errors(const struct diag *);
unsigned diag_warnings(const struct diag *);
/* Ends compilation if there were errors: for use between passes. */
void diag_stop_on_errors(struct diag *);

/* "Cannot happen": prints "internal error in PASS: …" and aborts. */
_Noreturn void diag_bug(const char *pass, const char *fmt, ...) DIAG_FORMAT(2, 3);

#endif
