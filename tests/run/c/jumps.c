// Regions among break, continue, goto and fall-through, in for, while and do loops.
// may-refuse: spmd inspector
#include <stdio.h>

static int v[5][40], log_[5];

static void add(int *p, int n, int by)
{
	#pragma omp parallel for num_threads(31)
	for (int i = 0; i < n; i++)
		p[i] += by;
}

int main(void)
{
	#pragma omp target teams distribute map(tofrom: v, log_)
	for (int t = 0; t < 5; t++) {
		int turn = 0, k = 0;

		do {
			if (++turn == 2)
				continue;
			add(v[t], 40, 1);
			if (v[t][0] > 3 + t)
				break;
		} while (turn < 6);
		log_[t] = turn;
		while (1) {
			k++;
			if (k % 2)
				continue;
			for (int j = 0; ; j++) {
				if (j == t)
					goto next;
				add(v[t] + j, 40 - j, 10);
				if (k > 6 - t)
					goto done;
			}
next:
			add(v[t], t * 9, 100);
			if (k > 9)
				break;
		}
done:
		switch (turn) {
		case 4:
			add(v[t], 1, 1000);
			/* falls through */
		case 5:
			for (int j = 0; j < 3; j++) {
				if (j == 1)
					continue;
				add(v[t], 2, 2000);
				if (t == 1)
					break;
			}
			break;
		case 6:
			add(v[t], 3, 3000);
		}
		log_[t] = log_[t] * 100 + k;
		if (t == 3)
			goto again;
		if (t == 4)
			continue;
		add(v[t], 40, 7);
		if (log_[t] < 0) {
again:
			add(v[t], 4, 50000);
		}
		log_[t] = -log_[t];
	}
	for (int t = 0; t < 5; t++)
		printf("%d: %d %d %d %d %d\n", log_[t], v[t][0], v[t][1], v[t][2], v[t][3], v[t][39]);
	return 0;
}
