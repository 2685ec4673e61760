#!/usr/bin/perl
# When libdevrt takes the entry that is laid out over collapsed loops (devrt/host/grid.c), and with which
# tiles: what DEVRT_INFO=16 says of loops of several lengths, and of grids that somebody has chosen.
use strict;
use warnings;
use lib 'tests/tools';
use TestKit;

my $dir = scratch('grid2d');
spew("$dir/nest.c", <<'END');
#include <stdlib.h>

#ifndef INDEX
#define INDEX int
#endif

static int box(int n, int m, int l)
{
	int bad = 0, *a = calloc(n * m * l, sizeof *a);

	#pragma omp target teams distribute parallel for collapse(3) map(tofrom: a[0:n * m * l])
	for (INDEX i = 0; i < (INDEX)n; i++)
		for (INDEX j = 0; j < (INDEX)m; j++)
			for (INDEX k = 0; k < (INDEX)l; k++)
				a[(i * m + j) * l + k] += i ^ j ^ k;
	for (int i = 0; i < n * m * l; i++)
		bad += a[i] != (i / l / m ^ i / l % m ^ i % l);
	return bad;
}

int main(int argc, char **argv)
{
	int n = atoi(argv[1]), m = atoi(argv[2]), bad = 0, *a = calloc(n * m, sizeof *a);

	if (argc > 3)
		return box(n, m, atoi(argv[3]));
	#pragma omp target teams distribute parallel for collapse(2) map(tofrom: a[0:n * m])
	for (INDEX i = 0; i < (INDEX)n; i++)
		for (INDEX j = 0; j < (INDEX)m; j++)
			a[i * m + j] += i ^ j;
	for (int i = 0; i < n; i++)
		for (int j = 0; j < m; j++)
			bad += a[i * m + j] != (i ^ j);
	return bad;
}
END
my $exe = "$dir/nest";
my $compiled = run(cmd => [ minicc(), "$dir/nest.c", '-o', $exe ]);

# Extents, what is launched, environment.
my @cases = (
	[ '300 512', '8 x 75 x 1 teams of 64 x 4 x 1' ],
	[ '301 500', '8 x 76 x 1 teams of 64 x 4 x 1' ],
	[ '320 64', '1 x 80 x 1 teams of 64 x 4 x 1' ],
	[ '800 160', '5 x 100 x 1 teams of 32 x 8 x 1' ],     # half of a third tile of 64 would be idle
	[ '21 8192', '64 x 11 x 1 teams of 128 x 2 x 1' ],   # … and three of 24 rows
	[ '200 192', '6 x 40 x 1 teams of 32 x 5 x 1' ],    # fewer threads, so that all SMs have teams
	[ '400 96', '3 x 80 x 1 teams of 32 x 5 x 1' ],
	[ '200 150', '5 x 34 x 1 teams of 32 x 6 x 1' ],
	[ '300 70', undef ],                            # 26 of 96 lanes would be idle
	[ '40000 3', undef ],
	[ '7 16384', undef ],                           # one row of eight
	[ '600000 32', undef ],                         # more than 65,535 teams in y
	[ '300 512', undef, OMP_NUM_TEAMS => 100000 ],
	[ '300 512', undef, DEVRT_GRID => '1000x256' ],
	[ '300 512', undef, DEVRT_GRID => 'original' ],
	[ '300 512', '16 x 300 x 1 teams of 32 x 1 x 1', OMP_TEAMS_THREAD_LIMIT => 32 ],
	[ '300 512', undef, OMP_TEAMS_THREAD_LIMIT => 40 ],
	[ '9 40 320', '5 x 20 x 5 teams of 64 x 2 x 2' ],
	[ '3 80 320', '5 x 20 x 3 teams of 64 x 4 x 1' ],      # a quarter of tiles two deep would be idle
	[ '9 40 352', '11 x 10 x 5 teams of 32 x 4 x 2' ],
	[ '16 20 320', '10 x 20 x 16 teams of 32 x 1 x 1', OMP_TEAMS_THREAD_LIMIT => 32 ],
	[ '9 9 100', undef ],
);

sub try {
	my ($extents, $want, %env) = @_;
	my $what = join ' ', $extents, map { "$_=$env{$_}" } sort keys %env;
	my $r = run(cmd => [ $exe, split ' ', $extents ],
		env => { DEVRT_DEVICE => 'sim:v100', DEVRT_INFO => 16, %env });
	my ($got) = $r->{err} =~ /(\d+ x \d+ x \d+ teams of \d+ x \d+ x \d+),/;
	my $same = defined $want ? defined $got && $got eq $want && $r->{err} =~ /launch \w+_grid,/
		: !defined $got && $r->{err} !~ /_grid,/;
	return $r->{status} eq 'exit 0' && $same ? ok($what) : fail_with($what, "$r->{status}\n$r->{err}");
}

# The divisions of all entries of that name, by type.
sub divisions {
	my ($ptx, $entry) = @_;
	return join ' ', map { /\bdiv\.(\w+)/g } $ptx =~ /\.entry \w+_l\d+_$entry\b(.*?)^\}/msg;
}

# Whatever the variables' type, the entry divides nothing; the ones of one dimension do so in 32 bits.
sub code {
	my ($index) = @_;
	my $r = run(cmd => [ minicc(), '-S', '-arch=sm_35', "-DINDEX=$index", "$dir/nest.c", '-o', "$dir/nest.ptx" ]);
	return fail_with("PTX, $index", $r->{err}) if $r->{status} ne 'exit 0';
	my ($covers, $grid) = map { divisions(slurp("$dir/nest.ptx"), $_) } qw(covers grid);
	return ($covers eq 'u32 u32 u32' ? ok("$index, one dimension: divisions in 32 bits") : fail_with("$index, one dimension", $covers),
		$grid eq '' && slurp("$dir/nest.ptx") =~ /_grid\(/ ? ok("$index, several: no division") : fail_with("$index, several", $grid));
}

# Seven triangles with a loop inside, which ended right.
sub triangles {
	my $built = run(cmd => [ minicc(), 'tests/run/newer/triangle_tiles.c', '-o', "$dir/triangles" ]);
	my $r = run(cmd => ["$dir/triangles"], env => { DEVRT_DEVICE => 'sim:v100', DEVRT_INFO => 16 });
	my $grids = () = $r->{err} =~ /_grid,/g;
	return $grids == 7 && $r->{out} eq slurp('tests/run/newer/triangle_tiles.out') ? ok('triangles')
		: fail_with('triangles', "$built->{err}\n$r->{out}$r->{err}");
}

die $compiled->{err} if $compiled->{status} ne 'exit 0';
tap((map { my $index = $_; sub { code($index) } } 'int', 'unsigned', 'long', 'unsigned long', 'short'), \&triangles, map { my $case = $_; sub { try(@$case) } } @cases);
