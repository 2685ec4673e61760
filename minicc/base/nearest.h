/* "Did you mean …?": the candidate nearest to an unknown name.
 *
 *	for each candidate
 *		guess = nearest_of(name, guess, candidate);
 * A header without a .c file, because libdevrt uses it, too, and links nothing of minicc. */
#ifndef BASE_NEAREST_H
#define BASE_NEAREST_H

#include <string.h>

enum { NEAREST_LONGEST = 40 };

/* Return the edits from A to B, a swap of two letters being one (Damerau and Levenshtein's optimal
 * string alignment distance), or NEAREST_LONGEST if a name is longer than that. */
static inline int
nearest_distance(const char *a, const char *b)
{
	int rows[3][NEAREST_LONGEST + 1], n = (int)strlen(a), m = (int)strlen(b);

	if (n > NEAREST_LONGEST || m > NEAREST_LONGEST)
		return NEAREST_LONGEST;
	for (int j = 0; j <= m; j++)
		rows[0][j] = j;
	for (int i = 1; i <= n; i++) {
		int *row = rows[i % 3], *above = rows[(i - 1) % 3], *swap = rows[(i + 1) % 3];

		row[0] = i;
		for (int j = 1; j <= m; j++) {
			row[j] = above[j - 1] + (a[i - 1] != b[j - 1]);
			if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] &&
				swap[j - 2] + 1 < row[j])
				row[j] = swap[j - 2] + 1;
			row[j] = above[j] + 1 < row[j] ? above[j] + 1 : row[j];
			row[j] = row[j - 1] + 1 < row[j] ? row[j - 1] + 1 : row[j];
		}
	}
	return rows[n % 3][m];
}

/* Return CANDIDATE if it is close to NAME and closer than BEST, else BEST, which may be NULL. */
static inline const char *
nearest_of(const char *name, const char *best, const char *candidate)
{
	int limit = ((int)strlen(name) + 1) / 3;
	int d = nearest_distance(name, candidate);

	return d > limit || (best && d >= nearest_distance(name, best)) ? best : candidate;
}

#endif
