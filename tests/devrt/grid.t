#!/usr/bin/perl
# How many threads a team gets where nobody says: as many as usual, or half as many where an SM holds more of those.
use strict;
use warnings;
use lib 'tests/tools';
use TestKit;

my $dir = scratch('grid');
spew("$dir/live.c", <<'END_OF_C');
#include <stdio.h>
enum { N = 1000 };
double x[N];

int main(void)
{
	struct { int n; } s = { N };

	#pragma omp target enter data map(to: s) /* the launch does not know the trip count */
	#pragma omp target teams distribute parallel for map(tofrom: x, s)
	for (int i = 0; i < s.n; i++) {
		double a[LIVE];
		for (int k = 0; k < LIVE; k++)
			a[k] = i * k + x[(i + k) % N];
		for (int r = 0; r < 5; r++)
			for (int k = 0; k < LIVE; k++)
				a[k] = a[k] * a[(k + LIVE / 2 + 1) % LIVE] + r;
		for (int k = 0; k < LIVE; k++)
			x[i] += a[k];
	}
	return 0;
}
END_OF_C
tap(map { my ($live, $threads, $why) = @$_; sub {
	my $built = run(cmd => [ minicc(), "-DLIVE=$live", "$dir/live.c", '-o', "$dir/live$live" ]);
	return fail_with("$live values", $built->{err}) if $built->{status} ne 'exit 0';
	my $r = run(cmd => ["$dir/live$live"], env => { DEVRT_DEVICE => 'sim:h200', DEVRT_INFO => 16 });
	my ($n, $words) = $r->{err} =~ /, (\d+) threads \((.*?)\);/;
	return $r->{status} eq 'exit 0' && $n == $threads && $words eq $why ? ok("$live values")
		: fail_with("$live values", "$r->{status}\n$r->{err}");
} } [ 4, 256, 'the usual number' ], [ 40, 128, 'half the usual number, of which an SM holds more' ]);
