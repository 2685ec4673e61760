// args: -arch=sm_70
/* Whether all were found is known where the inner loop ends: nobody asks `ok` again. */
void
contains(int n, int *at, const unsigned char *text, const unsigned char *word)
{
	#pragma omp target teams distribute parallel for map(from: at[:n]) map(to: text[:64 * n], word[:16])
	for (int i = 0; i < n; i++) {
		int found = -1;

		for (int k = 0; k < 48; k++) {
			int ok = 1;

			for (int j = 0; word[j]; j++)
				if (text[64 * i + k + j] != word[j]) {
					ok = 0;
					break;
				}
			if (!ok)
				continue;
			found = k;
			break;
		}
		at[i] = found;
	}
}
