// A program's shape: the game of life on bytes of a padded board, boards as a 3-D array, a macro with
// _Pragma, and the board printed by the device's rows packed into words.
// may-refuse: inspector
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#define ROWS 20
#define COLS 30
#define PRAGMA(x) _Pragma(#x)
#define OFFLOAD(...) PRAGMA(omp target teams distribute parallel for collapse(2) __VA_ARGS__)

typedef uint8_t board[ROWS + 2][COLS + 2];

#pragma omp declare target
static const char rule[2][9] = { { 0, 0, 0, 1 }, { [2] = 1, [3] = 1 } };
#pragma omp end declare target

static void wrap(board b)
{
	#pragma omp target teams
	{
		#pragma omp distribute parallel for
		for (int i = 1; i <= ROWS; i++)
			b[i][0] = b[i][COLS], b[i][COLS + 1] = b[i][1];
	}
	#pragma omp target
	{
		memcpy(b[0], b[ROWS], COLS + 2);
		memcpy(b[ROWS + 1], b[1], COLS + 2);
	}
}

int main(void)
{
	static board b[2];
	uint32_t packed[ROWS];
	int alive = 0, which = 0;

	for (int i = 1; i <= ROWS; i++)
		for (int j = 1; j <= COLS; j++)
			b[0][i][j] = (i * i + 3 * j + i * j) % 5 == 0;
	#pragma omp target enter data map(to: b)
	for (int turn = 0; turn < 12; turn++, which ^= 1) {
		wrap(b[which]);
		_Pragma("omp target teams distribute parallel for collapse(2) firstprivate(which)")
		for (int i = 1; i <= ROWS; i++)
			for (int j = 1; j <= COLS; ++j) {
				int n = 0;

				for (int di = -1; di <= 1; di++)
					for (int dj = -1; dj <= 1; dj++)
						n += (di || dj) && b[which][i + di][j + dj];
				b[!which][i][j] = rule[b[which][i][j]][n];
			}
	}
	#pragma omp target teams distribute map(from: packed)
	for (int i = 0; i < ROWS; i++) {
		uint32_t word = 0;

		#pragma omp parallel for reduction(|: word)
		for (int j = 0; j < COLS; j++)
			word |= (uint32_t)b[which][i + 1][j + 1] << j;
		packed[i] = word;
	}
	OFFLOAD(reduction(+: alive) map(tofrom: alive))
	for (int i = 1; i <= ROWS; i++)
		for (int j = 1; j <= COLS; j++)
			alive += b[which][i][j];
	#pragma omp target exit data map(release: b)
	printf("%d alive\n", alive);
	for (int i = 0; i < ROWS; i += 3)
		printf("%08x\n", packed[i]);
	return 0;
}
