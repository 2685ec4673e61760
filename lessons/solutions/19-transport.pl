# Solutions of lesson 19's exercises that are code or a number (Solution.pm); the others are in discussion.md.
use strict;
use warnings;
use lib 'lessons/solutions';
use Solution;

my $transport = 'lessons/19-transport/transport.c';
my $table = '-DNZ=4:-DGROUPS=16:-DPOLAR=4:-DAROUND=8:-DINNER=1:-DOUTER=1:-lm';
my $figure = sub { my ($program, $gpu) = @_; figure($program, "spmd:$table", $gpu, 'source', 1) };

# A plane of 4 x 4 x NZ cells has at most 16 of them, if NZ is 7 or more.
exercise 19, 1, '3,248 launches, 8 octants of 4 + 4 + 400 - 2 planes; 69,632 iterations, 16 cells in 136 groups and 32 directions', sub {
	my ($launches, $longest) = map { my ($nz, $groups, $angles) = @$_; (8 * (4 + 4 + $nz - 2), 16 * $groups * $angles) } [ 400, 136, 32 ];
	my $text = says(compiled($transport, '-DINNER=1', '-DOUTER=1', '-lm'),
		{ DEVRT_INFO => 16, DEVRT_DEVICE => 'sim:v100', OMP_NUM_THREADS => 1 }, 'source', 1);
	my @iterations = sort { $b <=> $a } $text =~ /launch sweep_plane.* (\d+) iterations/g;
	return right($launches == 3248 && $longest == 69632 && @iterations == 8 * (4 + 4 + 18 - 2) && $iterations[0] == 16 * 8 * 8,
		$launches, $longest, scalar @iterations, $iterations[0]);
};

exercise 19, 2, 'a tenth of the sweep; what leaves is then negative somewhere, but it still is what came and was emitted less what was '
	. 'absorbed, and that is the balance', sub {
	my $p = edited($transport, '} while (negative);', '} while (0);');
	my @part = map { my $gpu = $_; my ($with, $without) = map { $figure->($_, $gpu) } $transport, $p;
		return right(0, $without->{result}, $without->{why}) if $without->{result} ne 'ok';
		$without->{functions}{sweep_plane}{cycles} / $with->{functions}{sweep_plane}{cycles} } 'k40', 'v100';
	return right(!grep({ $_ < 0.75 || $_ > 0.97 } @part), @part);
};

exercise 19, 3, 'sides of its own; then ten launches do what eighty did, and the V100 model takes a fifth of the time for it, the K40 '
	. 'model little more than a third', sub {
	my $p = patched($transport, '19.3.diff');
	my @found = map { my $gpu = $_; my ($old, $new) = map { $figure->($_, $gpu)->{functions}{sweep_plane} } $transport, $p;
		($old->{launches} / $new->{launches}, $new->{cycles} / $old->{cycles}) } 'v100', 'k40';
	return right($found[0] == 8 && $found[1] < 0.3 && $found[3] > 0.25 && $found[3] < 0.5, @found);
};

1;
