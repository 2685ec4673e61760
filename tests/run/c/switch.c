// switch: dense, sparse, negative, 64-bit and character labels, fall-through, default in the middle.
#include <stdio.h>

enum colour { RED, GREEN = 7, BLUE };

static int dense(int x)
{
	switch (x) {
	case 0: return 10;
	case 1: return 21;
	case 2: return 32;
	case 3:
	case 4: return 43;
	case 5: break;
	case 6: x *= 2;	/* falls through */
	case 7: x += 100;
	}
	return x;
}

static int sparse(long long x)
{
	int r = 0;

	switch (x) {
	case -5000000000LL: r += 1;
	default: r += 2;
	case 1LL << 40: r += 4; break;
	case -1: r += 8;
	}
	return r;
}

static int nested(int x, char c)
{
	int n = 0;

	for (int i = 0; i < 5; i++) {
		switch (x + i) {
		case 3:
			switch (c) {
			case 'a': n += 1; break;
			case 'z': n += 2; continue;
			default: n += 3;
			}
			n += 10;
			break;
		case 4:
			continue;
		default:
			if (x > 6)
				break;
			n += 100;
		}
		n += 1000;
	}
	return n;
}

/* Duff's device: labels inside a loop. */
static int duff(int count)
{
	int n = (count + 3) / 4, sum = 0;

	switch (count % 4) {
	case 0: do { sum += 1;
	case 3:      sum += 10;
	case 2:      sum += 100;
	case 1:      sum += 1000;
		} while (--n > 0);
	}
	return sum;
}

int main(void)
{
	int out[64][4];

	#pragma omp target teams distribute parallel for map(from: out)
	for (int i = 0; i < 64; i++) {
		enum colour colour = i % 3 == 0 ? RED : i % 3 == 1 ? GREEN : BLUE;

		out[i][0] = dense(i - 4);
		out[i][1] = sparse(i % 4 == 0 ? -5000000000LL : i % 4 == 1 ? 1LL << 40 : i % 4 == 2 ? -1 : 1);
		out[i][2] = nested(i % 10, i % 3 == 0 ? 'a' : i % 3 == 1 ? 'z' : 'q') + duff(i + 1);
		switch (colour) {
		case RED: out[i][3] = 1; break;
		case GREEN: out[i][3] = 2; break;
		case BLUE: out[i][3] = 3; break;
		}
	}
	for (int i = 0; i < 64; i++)
		printf("%d %d %d %d\n", out[i][0], out[i][1], out[i][2], out[i][3]);
	return 0;
}
