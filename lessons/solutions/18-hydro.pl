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

exercise 18, 2, 'of 124 launches 38 are gone; that is a seventh of the time on the V100 model, where they cost more than their work, and a '
	. 'tenth on the K40 model', sub {
	my $p = patched($hydro, '18.2.diff');
	my @found = map { my $gpu = $_; my ($old, $new) = map { $figure->($_, $gpu) } $hydro, $p;
		($old->{launches} - $new->{launches}, sprintf('%.3f', $new->{cycles} / $old->{cycles}), $new->{result}) } 'v100', 'k40';
	return right($found[0] == 38 && $found[1] < 0.87 && $found[4] > 0.87 && $found[4] < 0.95 && "$found[2] $found[5]" eq 'ok ok', @found);
};

exercise 18, 4, 'nearly all is the read-only path: without it the K40 model takes as long for kernels with their functions built in as '
	. 'for those that call them, within a tenth', sub {
	my ($inside, $called, $plain) = map { my $option = $_;
		[ map { $_->{cycles} } @{ figure($hydro, "spmd:$large$option", 'k40', 'middle', 2)->{functions} }{qw(cell_flux momentum_flux)} ]
	} '', ':-fno-device-inline', ':-fno-device-readonly';
	my @found = map { ($called->[$_] / $inside->[$_], $plain->[$_] / $called->[$_]) } 0, 1;
	return right($found[0] > 1.4 && $found[2] > 1.4 && !grep({ $_ < 0.9 || $_ > 1.1 } @found[ 1, 3 ]), @found);
};

1;
