# Solutions of lesson 15's exercises that are code or a number (Solution.pm); the others are in discussion.md.
use strict;
use warnings;
use lib 'lessons/solutions';
use Solution;

my $heat = 'lessons/15-miniapp/heat.c';
my $fewer = sub { edited($heat, '#define ITERATIONS 8', '#define ITERATIONS 4') };    # the times are those of a launch

exercise 15, 1, 'eleven, of forty-one: six arrays, the three sums in one copy and the zero that counts teams (on a K40) to the '
	. 'device, u, the last sum and a verdict back; the launches stay 24, as other kernels reset the sums', sub {
	my $p = patched($heat, '15.1.diff');
	my @found = map { my $m = figure($_, 'spmd:-lm', 'v100');
		join ' ', $m->{result}, $m->{launches}, $m->{to_device_copies} + $m->{to_host_copies} } $heat, $p;
	return right("@found" eq 'ok 24 41 ok 24 11', @found);
};

exercise 15, 3, 'with 128 cells a side large teams starve the V100 model (they lose a quarter and more in all three), '
	. 'and many teams cost on the K40 model; with 384 both matter less', sub {
	my $program = $fewer->();
	my $ratio = sub {
		my ($gpu, $n, @grids) = @_;
		my ($x, $y) = map { figure($program, "spmd:-lm:-DN=$n", $gpu, { DEVRT_GRID => $_ })->{functions}{calc_ur}{cycles} } @grids;
		return $x / $y;
	};
	my @few = map { $ratio->('v100', $_, '80x1024', 'default') } 128, 384;
	my @many = map { $ratio->('k40', $_, '508x128', 'default') } 128, 384;
	return right($few[0] > 1.2 && $few[1] < $few[0] - 0.2 && $many[0] > $many[1] + 0.2, @few, @many);
};

# An array that the kernel writes, if only in a case that never happens, is not read through the read-only path.
exercise 15, 4, 'both do, kx and ky more: half of the gain goes with them and more, a third with p', sub {
	my $sum = "pw += w[i][j] * p[i][j];\n";
	my $but = sub { edited($fewer->(), $sum, "$sum\t\t\tif (pw < 0)\n\t\t\t\t$_[0] = pw;\n") };
	my @m = map { figure(@$_, 'k40') } [ $fewer->(), 'spmd:-lm' ], [ $but->('kx[0][0] = ky[0][0]'), 'spmd:-lm' ],
		[ $but->('p[0][0]'), 'spmd:-lm' ], [ $fewer->(), 'spmd:-lm:-fno-device-readonly' ];
	my ($all, $k, $p, $none) = map { $_->{functions}{calc_w}{cycles} } @m;
	my @lost = map { ($_ - $all) / ($none - $all) } $k, $p;
	return right(!grep({ $_->{result} ne 'ok' } @m) && $lost[0] > 0.5 && $lost[0] < 1 && $lost[1] > 0.2 && $lost[1] < $lost[0],
		@lost, map { $_->{result} } @m);
};

1;
