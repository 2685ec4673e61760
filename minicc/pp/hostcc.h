/* What the preprocessor must know of the host compiler: its predefined macros and its system
 * folders, asked for once (cc -E -dM -v) and kept in a cache file, so that minicc -S starts no
 * process. The cache is keyed by the compiler's path, size and time and by the flags; a cache that
 * cannot be written only costs time.
 *
 * Not for running the host compiler on a program: the driver does that. */
#ifndef HOSTCC_H
#define HOSTCC_H

#include "base/arena.h"
#include "base/diag.h"

struct hostcc {
	const char *path;               /* of the compiler, as found in PATH */
	const char *predefined;         /* #define lines */
	const char *const *system_dirs; /* in order of search */
	size_t n_system_dirs;
};

/* Fill in *out, which lives in the arena. FLAGS are those that change the predefined macros
 * (-std=…, -O…, -m…, -pthread), then NULL. CACHE_DIR NULL: $XDG_CACHE_HOME/minicc or
 * ~/.cache/minicc. Return false, after a message, if the compiler cannot be run. */
bool hostcc_find(struct arena *, struct diag *, const char *cc, const char *const *flags,
	const char *cache_dir, struct hostcc *out);

#endif
