# Solutions of lesson 18's exercises that are code or a number (Solution.pm); the others are in discussion.md.
use strict;
use warnings;
use lib 'lessons/solutions';
use Solution;

my $hydro = 'lessons/18-hydro/hydro.c';
my $large = '-DNX=128:-DNY=128:-lm';
my $figure = sub { my ($program, $gpu) = @_; figure($program, "spmd:$large", $gpu, 'middle', 2) };

exercise 18, 1, 'by 1.9, then by 1.8: shock and contact are as wide as some cells, always the same number of them, and the error is '
	. 'mostly theirs; the fan and the rest, where it shrinks by four, hardly count', sub {
	my @off = map { says(compiled($hydro, @$_, '-lm'), { OMP_NUM_THREADS => 1 }, 'tube') =~ /off by (\S+)/ }
		[ '-DNX=64', '-DNY=8' ], [ '-DNX=128', '-DNY=8' ], [ '-DNX=256', '-DNY=4' ];
	my @factor = map { $off[$_] / $off[ $_ + 1 ] } 0, 1;
	return right(!grep({ $_ < 1.6 || $_ > 2.1 } @factor), @off);
};

exercise 18, 2, 'of 124 launches 38 are gone; that is an eighth of the time on the V100 model, where they cost more than their work, and hardly '
	. 'anything on the K40 model', sub {
	my $p = patched($hydro, '18.2.diff');
	my @found = map { my $gpu = $_; my ($old, $new) = map { $figure->($_, $gpu) } $hydro, $p;
		($old->{launches} - $new->{launches}, sprintf('%.3f', $new->{cycles} / $old->{cycles}), $new->{result}) } 'v100', 'k40';
	return right($found[0] == 38 && $found[1] < 0.95 && $found[4] > 0.95 && "$found[2] $found[5]" eq 'ok ok', @found);
};

exercise 18, 4, 'all that both kernels read: they take a third less time on the K40 model', sub {
	my ($from, $to) = map { quotemeta } "#pragma omp declare target\n", "#pragma omp end declare target\n";
	open my $in, '<', $hydro or die;
	my ($functions) = join('', <$in>) =~ /($from.*?$to)/s;
	my $p = edited($hydro, $functions, <<'END');
#define LEAST(a, b) fmin(fmin(2 * fabs(a), 2 * fabs(b)), 0.5 * fabs((a) + (b)))
#define SLOPE(a, b) ((a) * (b) > 0 ? copysign(LEAST(a, b), a) : 0)
#define carried(q, before_up, up, down, part) \
	(q[up] + 0.5 * (1 - (part)) * SLOPE(q[up] - q[before_up], q[down] - q[up]))
END
	my ($old, $new) = map { $figure->($_, 'k40') } $hydro, $p;
	my @part = map { $new->{functions}{$_}{cycles} / $old->{functions}{$_}{cycles} } 'cell_flux', 'momentum_flux';
	return right(!grep({ $_ > 0.75 } @part) && $new->{result} eq 'ok', @part, $new->{result});
};

1;
