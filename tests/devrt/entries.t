#!/usr/bin/perl
# Which entry libdevrt takes where mapped arrays overlap: what DEVRT_INFO=16 says, and what the region computes.  What
# is only read may overlap; what is written may not, with what is read or written.  Where two arrays are one, a load
# does not go ahead of a store to the other.  And of a kernel with a barrier inside a region and a warp of the
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
for my $name (qw(sums turn)) {
	my $compiled = run(cmd => [ minicc(), $name eq 'turn' ? '-scheme=generic' : (), "$dir/$name.c", '-o', "$dir/$name" ]);
	die $compiled->{err} if $compiled->{status} ne 'exit 0';
}
sub taken {
	my ($what, $cmd, $entry, $out) = @_;
	my $r = run(cmd => $cmd, env => { DEVRT_DEVICE => 'sim:v100', DEVRT_INFO => 16 });
	my ($got) = $r->{err} =~ /launch main_l\d+(\w*),/;
	return $r->{status} eq 'exit 0' && ($got // '-') eq $entry && $r->{out} eq $out ? ok($what)
		: fail_with($what, "$r->{status}\n$r->{out}$r->{err}");
}

# Where the three lie (a1: the second third of a), the entry, the last sum, and twice the last of the third.
tap((map { my ($where, $entry, $sum, $twice) = @$_; sub { taken($where, [ "$dir/sums", $where ], $entry, "$sum $twice\n") } }
	[ 'a0b0b1', '_covers', 1000 + 63 + 127, 2 * 127 ], [ 'a0b1b1', '_covers', 1000 + 127 + 127, 2 * 128 ],
	[ 'b0a0b0', '', 2 * 1063, 4 * 1063 ], [ 'b0b0a1', '', 1000 + 63 + 127, 2 * 127 ],
	[ 'a0a2b1', '', 1000 + 191 + 127, 2 * 127 ]),
	map { my ($threads, $entry) = @$_; sub { taken("teams of $threads", [ "$dir/turn", $threads ], $entry, "0 wrong\n") } }
	[ 64, '_whole' ], [ 33, '' ], [ 32, '_whole' ], [ 7, '' ]);
