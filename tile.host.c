#include <omp.h>
#include "ompvv.h"

int test_tile_complete() {
  int errors = 0;
  int result[8][8];
  int expected[8][8];
  int time = 0;
  for (int i = 0; i < 8; i++) {
    for (int j = 0; j < 8; j++) {
      result[i][j] = 0;
      expected[i][j] = 0;
    }
  } for (long long __devrt_t0 = (0); __devrt_t0 < (long long)(8); __devrt_t0 += 4) for (long long __devrt_t1 = (0); __devrt_t1 < (long long)(8); __devrt_t1 += 4) for (int i = __devrt_t0; i < ((long long)(8) - __devrt_t0 > 4 ? __devrt_t0 + 4 : (long long)(8)); i++)
{ for (int j = __devrt_t1; j < ((long long)(8) - __devrt_t1 > 4 ? __devrt_t1 + 4 : (long long)(8)); j++)
{
      result[i][j] = time++;
    }
  }
  time = 0;
  for (int i1 = 0; i1 < 8; i1 += 4) {
    for (int j1 = 0; j1 < 8; j1 += 4) {
      for (int i2 = i1; i2 < i1 + 4; i2 += 1) {
        for (int j2 = j1; j2 < j1 + 4; j2 += 1) {
          expected[i2][j2] = time++;
        }
      }
    }
  }
  for (int i = 0; i < 8; i++) {
    for (int j = 0; j < 8; j++) {
      { int _ompvv_conditionEval = result[i][j] != expected[i][j]; errors += (_ompvv_conditionEval); };
    }
  }
  return errors;
}
int test_tile_partial() {
  int errors = 0;
  int result[8][8];
  for (int i = 0; i < 8; i++) {
    for (int j = 0; j < 8; j++) {
      result[i][j] = 1;
    }
  } for (long long __devrt_t0 = (0); __devrt_t0 < (long long)(8); __devrt_t0 += 3) for (long long __devrt_t1 = (0); __devrt_t1 < (long long)(8); __devrt_t1 += 3) for (int i = __devrt_t0; i < ((long long)(8) - __devrt_t0 > 3 ? __devrt_t0 + 3 : (long long)(8)); i++)
{ for (int j = __devrt_t1; j < ((long long)(8) - __devrt_t1 > 3 ? __devrt_t1 + 3 : (long long)(8)); j++)
{
      result[i][j] += i*j;
    }
  }
  for (int i = 0; i < 8; i++) {
    for (int j = 0; j < 8; j++) {
      { int _ompvv_conditionEval = result[i][j] != 1 + i*j; errors += (_ompvv_conditionEval); {}; };
    }
  }
  return errors;
}
int main() {
  int errors = 0;
  { int _ompvv_conditionEval = test_tile_complete(); errors += (_ompvv_conditionEval); {}; };
  { int _ompvv_conditionEval = test_tile_partial(); errors += (_ompvv_conditionEval); {}; };
  { { {}; if (_ompvv_isOffloadingOn == -1) printf("[R: %s] Test %s.\n", (strrchr("/tmp/vv51/vv/tile.c", '/') ? strrchr("/tmp/vv51/vv/tile.c", '/') + 1 : "/tmp/vv51/vv/tile.c"), ((errors) == 0)? "passed":"failed"); else printf("[R: %s] Test %s on the %s.\n", (strrchr("/tmp/vv51/vv/tile.c", '/') ? strrchr("/tmp/vv51/vv/tile.c", '/') + 1 : "/tmp/vv51/vv/tile.c"), ((errors) == 0)? "passed":"failed", (_ompvv_isOffloadingOn)? "device" : "host"); }; { return ((errors) == 0) ? 0 : 1; }; };
}
