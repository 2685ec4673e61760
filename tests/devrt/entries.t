#!/usr/bin/perl
# Which entry libdevrt takes where mapped arrays overlap: what DEVRT_INFO=16 says, and what the region computes.  What
# is only read may overlap; what is written may not, with what is read or written.  Where two arrays are one, a load
# does not go ahead of a store to the other.  The same of device pointers, by the allocations that they lead into: two
# in one may be a pool's, and the entry that then runs has no work loop either.  And of a kernel with a barrier inside a region and a warp of the
# master's own, by whether teams are whole warps.
use strict;
use warnings;
use lib 'tests/tools';
use TestKit;

my $dir = scratch('entries');
spew("$dir/sums.c", <<'END_OF_C');
#include <stdio.h>
enum { N = 64 };

int main(int argc, char **argv)
{
	int a[3 * N], b[3 * N], *part[3];

	for (int i = 0; i < 3 * N; i++)
		a[i] = b[i] = i;
	for (int k = 0; k < 3; k++)
		part[k] = (argv[1][2 * k] == 'a' ? a : b) + (argv[1][2 * k + 1] - '0') * N;
	int *to = part[0], *from = part[1], *other = part[2];
	#pragma omp target data map(tofrom: a, b)
	#pragma omp target teams distribute parallel for
	for (int i = 0; i < N; i++) {
		to[i] = 1000 + from[i];
		to[i] += other[i];
	}
	printf("%d", to[N - 1]);
	#pragma omp target data map(tofrom: a, b)
	#pragma omp target teams distribute parallel for
	for (int i = 0; i < N; i++) {
		from[i] += 1;
		other[i] = 2 * other[i];
	}
	printf(" %d\n", other[N - 1]);
	return argc > 2;
}
END_OF_C
spew("$dir/turn.c", <<'END_OF_C');
#include <stdio.h>
#include <stdlib.h>
#include <omp.h>

int main(int argc, char **argv)
{
	int threads = atoi(argv[1]), x[128], wrong = 0;

	for (int i = 0; i < 128; i++)
		x[i] = i;
	#pragma omp target teams num_teams(2) thread_limit(threads) map(tofrom: x)
	{
		int part[64];
		#pragma omp parallel
		{
			int n = omp_get_num_threads(), i = omp_get_thread_num(), *mine = x + 64 * omp_get_team_num();

			for (int round = 0; round < 3; round++) {
				part[i] = mine[i];
				#pragma omp barrier
				mine[i] = part[n - 1 - i];
				#pragma omp barrier
			}
		}
	}
	for (int i = 0; i < 128; i++)
		wrong += x[i] != (i % 64 < threads ? i / 64 * 64 + threads - 1 - i % 64 : i);
	printf("%d wrong\n", wrong);
	return argc > 2;
}
END_OF_C
spew("$dir/pool.c", <<'END_OF_C');
#include <omp.h>
#include <stdio.h>
enum { N = 64 };

/* "a2": the third four of a. */
static int *place(const char *s, int *a, int *b, int *m)
{
	return s[0] == '-' ? NULL : (s[0] == 'a' ? a : s[0] == 'b' ? b : m) + 4 * (s[1] - '0');
}

int main(int argc, char **argv)
{
	int at_a[2 * N], at_b[2 * N], at_m[2 * N], m[2 * N], got[2 * N], wrong = 0;
	int here = omp_get_initial_device(), dev = omp_get_default_device();
	int *a = omp_target_alloc(sizeof m, dev), *b = omp_target_alloc(sizeof m, dev), *mapped = m;

	for (int k = 0; k < 2 * N; k++)
		at_a[k] = at_b[k] = at_m[k] = m[k] = k;
	omp_target_memcpy(a, m, sizeof m, 0, 0, dev, here);
	omp_target_memcpy(b, m, sizeof m, 0, 0, dev, here);
	#pragma omp target data map(tofrom: m)
	#pragma omp target data use_device_ptr(mapped)
	{
		int *to = place(argv[1], a, b, mapped), *from = place(argv[1] + 2, a, b, mapped);
		int *more = place(argv[1] + 4, a, b, mapped);

		#pragma omp target teams distribute parallel for is_device_ptr(to, from, more)
		for (int i = 0; i < 1; i++)
			for (int k = 0; k < N; k++)
				to[k] = from[k] + (more ? more[0] : 1);
		#pragma omp target teams distribute parallel for is_device_ptr(to)
		for (int i = 0; i < 1; i++)
			for (int k = 0; k < N; k++)
				to[k] += m[1] + k;
	}
	omp_target_memcpy(got, a, sizeof m, 0, 0, here, dev);
	int *to = place(argv[1], at_a, at_b, at_m), *from = place(argv[1] + 2, at_a, at_b, at_m);
	int *more = place(argv[1] + 4, at_a, at_b, at_m);

	for (int k = 0; k < N; k++)
		to[k] = from[k] + (more ? more[0] : 1);
	for (int k = 0; k < N; k++)
		to[k] += at_m[1] + k;
	for (int k = 0; k < 2 * N; k++)
		wrong += got[k] != at_a[k] || m[k] != at_m[k];
	printf("%d wrong\n", wrong);
	omp_target_free(a, dev);
	omp_target_free(b, dev);
	return argc > 2;
}
END_OF_C
for my $name (qw(sums turn pool)) {
	my $compiled = run(cmd => [ minicc(), $name eq 'turn' ? '-scheme=generic' : (), "$dir/$name.c", '-o', "$dir/$name" ]);
	die $compiled->{err} if $compiled->{status} ne 'exit 0';
}
sub taken {
	my ($what, $cmd, $entry, $out) = @_;
	my $r = run(cmd => $cmd, env => { DEVRT_DEVICE => 'sim:v100', DEVRT_INFO => 16 });
	my $got = join ' ', $r->{err} =~ /launch main_l\d+_?(\w*),/g;
	return $r->{status} eq 'exit 0' && $got =~ /^$entry( |$)/ && $r->{out} eq $out ? ok($what)
		: fail_with($what, "$r->{status}\n$r->{out}$r->{err}");
}

# Where the three lie (a1: the second third of a), the entry, the last sum, and twice the last of the third.
tap((map { my ($where, $entry, $sum, $twice) = @$_; sub { taken($where, [ "$dir/sums", $where ], $entry, "$sum $twice\n") } }
	[ 'a0b0b1', 'covers', 1000 + 63 + 127, 2 * 127 ], [ 'a0b1b1', 'covers', 1000 + 127 + 127, 2 * 128 ],
	[ 'b0a0b0', '', 2 * 1063, 4 * 1063 ], [ 'b0b0a1', '', 1000 + 63 + 127, 2 * 127 ],
	[ 'a0a2b1', '', 1000 + 191 + 127, 2 * 127 ]),
	(map { my ($where, $entry) = @$_; sub { taken("pointers $where", [ "$dir/pool", $where ], $entry, "0 wrong\n") } }
	[ 'a0b0b1', 'covers covers' ], [ 'a0b0--', 'covers covers' ], [ 'a0b0a1', 'covers_pool covers' ],
	[ 'a1a0b0', 'covers_pool covers' ], [ 'a0b0m0', 'covers covers' ], [ 'm0b0b1', 'covers covers_pool' ],
	[ 'm1m0--', 'covers_pool covers_pool' ]),
	map { my ($threads, $entry) = @$_; sub { taken("teams of $threads", [ "$dir/turn", $threads ], $entry, "0 wrong\n") } }
	[ 64, 'whole' ], [ 33, '' ], [ 32, 'whole' ], [ 7, '' ]);
