# Solutions of lesson 10's exercises that are code or a number (Solution.pm); the others are in discussion.md.
use strict;
use warnings;
use lib 'lessons/solutions';
use Solution;

my $grid = 'lessons/10-grid/grid.c';

# The loop with 48 values that are all needed at once.
my $sum = "\t\tfor (int k = 0; k < ROWS; k++)\n\t\t\tsum += b[i * ROWS + k];\n\t\ta[i] = sum;\n\t}\n}\n";
my $wide = "\t\tdouble " . join(', ', map { "v$_ = b[i * ROWS + $_]" } 0 .. 47) . ";\n\n"
	. "\t\tfor (int k = 48; k < ROWS; k++)\n\t\t\tsum += b[i * ROWS + k];\n"
	. "\t\ta[i] = sum + " . join(' + ', map { "v$_" } reverse 0 .. 47) . ";\n\t}\n}\n";

exercise 10, 1, "on the V100 model 80x64, and default, which has as many threads in each team and fewer teams; enhanced takes a third more; 256x16 and 512x8 take half as "
	. 'long again: a team of less than a warp leaves lanes without an iteration, so known_l20_covers, which loads pairs, is not for it', sub {
	my %c = map { my $grid = $_; $grid => figure('lessons/10-grid/grid.c', 'spmd', 'v100', { DEVRT_GRID => $grid }, 'some')->{cycles} }
		qw(256x16 512x8 80x64 default enhanced original);
	my $near = 0.97 * $c{default};
	return right(!grep({ $_ < $near } values %c) && $c{'80x64'} < 1.03 * $c{default} && $c{enhanced} > 1.25 * $c{default}
		&& !grep({ $_ < 1.4 * $c{default} } @c{qw(256x16 512x8)}), %c);
};

exercise 10, 2, 'which of the two loops runs is decided on the device; decided on the host, the trip count is known '
	. 'and default covers it', sub {
	my $p = patched($grid, '10.2.diff');
	my ($old, $new) = map { figure($_, 'spmd', 'v100', 'unknown') } $grid, $p;
	my $said = says(compiled($p), { DEVRT_INFO => 16, DEVRT_DEVICE => 'sim:v100' }, 'unknown');
	return right($new->{result} eq 'ok' && $said =~ /32768 iterations/ && $said !~ /trip count is unknown/
		&& $new->{cycles} <= $old->{cycles}, $new->{result}, $old->{cycles}, $new->{cycles}, $said);
};

exercise 10, 3, 'those that ask how many teams an SM holds, lloyd and enhanced, and original, which finds less room; '
	. 'a limit of 24 undoes it', sub {
	my $p = edited($grid, $sum, $wide);
	my (@notice, @limited);
	for my $name (qw(original lloyd enhanced occupancy default)) {
		my ($old, $new, $less) = map { my $m = figure(@$_, 'k40', { DEVRT_GRID => $name }, 'many'); "$m->{teams}x$m->{threads}" }
			[ $grid, 'spmd' ], [ $p, 'spmd' ], [ $p, 'spmd:-maxrregcount=24' ];
		push @notice, $name if $new ne $old;
		push @limited, $name if $less ne $old;
	}
	return right("@notice" eq 'original lloyd enhanced' && !@limited, @notice, 'limited:', @limited);
};

exercise 10, 4, 'one that has two warps a team and no more teams than run at once; on the V100 model it beats '
	. 'original, with the rest of the kit unchanged', sub {
	my $source = patched('devrt/host/grid.c', '10.4.diff');
	my $exe = linked_with($source, $grid, '-Iexamples');
	my @cycles = map { counted($exe, { DEVRT_GRID => $_ }, 'v100', 'some')->{cycles} } qw(mine original);
	my $said = says($exe, { DEVRT_GRID => 'mine', DEVRT_INFO => 16, DEVRT_DEVICE => 'sim:v100' }, 'some');
	return right($said =~ /grid mine: 64 teams .* 64 threads \(two warps\)/ && $cycles[0] < $cycles[1], @cycles, $said);
};

1;
