// A program's shape: N-body with an array of structures, tiles in team memory, and a struct by value.
// may-refuse: inspector
#include <math.h>
#include <stdio.h>

enum { N = 96, TILE = 32 };

typedef struct { float x, y, z; } vec3;
typedef struct { vec3 pos, vel; float mass; } body;

#pragma omp declare target
static inline vec3 pull(vec3 a, vec3 b, float mass)
{
	vec3 d = { b.x - a.x, b.y - a.y, b.z - a.z };
	float r2 = d.x * d.x + d.y * d.y + d.z * d.z + 0.01f;
	float inv = 1.0f / sqrtf(r2), s = mass * inv * inv * inv;

	return (vec3){ .x = d.x * s, .y = d.y * s, .z = d.z * s };
}
#pragma omp end declare target

static void step(body *b, int n, float dt)
{
	vec3 force[N];

	#pragma omp target data map(tofrom: b[0:n]) map(alloc: force)
	{
		#pragma omp target teams num_teams(N / TILE) thread_limit(TILE)
		{
			vec3 tile[TILE];
			float mass[TILE];

			#pragma omp distribute
			for (int base = 0; base < n; base += TILE) {
				for (int t = 0; t < n; t += TILE) {
					#pragma omp parallel for num_threads(TILE)
					for (int i = 0; i < TILE; i++) {
						tile[i] = b[t + i].pos;
						mass[i] = b[t + i].mass;
					}
					#pragma omp parallel for num_threads(TILE)
					for (int i = 0; i < TILE; i++) {
						vec3 f = t ? force[base + i] : (vec3){ 0, 0, 0 };

						for (int j = 0; j < TILE; j++) {
							vec3 p = pull(b[base + i].pos, tile[j], mass[j]);
							f.x += p.x, f.y += p.y, f.z += p.z;
						}
						force[base + i] = f;
					}
				}
			}
		}
		#pragma omp target teams distribute parallel for
		for (int i = 0; i < n; i++) {
			body *me = &b[i];

			me->vel.x += dt * force[i].x;
			me->vel.y += dt * force[i].y;
			me->vel.z += dt * force[i].z;
			me->pos.x += dt * me->vel.x;
			me->pos.y += dt * me->vel.y;
			me->pos.z += dt * me->vel.z;
		}
	}
}

int main(void)
{
	body b[N];

	for (int i = 0; i < N; i++)
		b[i] = (body){ { i % 5, i / 5 % 4, i / 20 }, { 0 }, 1 + i % 3 };
	for (int s = 0; s < 3; s++)
		step(b, N, 0.0625f);
	for (int i = 0; i < N; i += 19)
		printf("%a %a %a\n", b[i].pos.x, b[i].pos.y, b[i].vel.z);
	return 0;
}
