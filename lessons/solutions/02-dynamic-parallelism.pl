# Solutions of lesson 2's exercises that are code or a number (Solution.pm); the others are in discussion.md.
use strict;
use warnings;
use lib 'lessons/solutions';
use Solution;

exercise 2, 1, 'no: the time of a test is that of its launch, however many there are', sub {
	my @each = map { figure('lessons/02-dynamic-parallelism/vadd.c', 'dynpar', 'k40', 8, 128, $_)->{cycles} / $_ } 1, 16;
	return right($each[1] > 0.9 * $each[0] && $each[1] < 1.1 * $each[0], @each);
};

exercise 2, 2, 'ten launches long: on the K40 model 200,000 cycles, for 8 teams of 128 threads some 500,000 elements', sub {
	my $vadd = 'lessons/02-dynamic-parallelism/vadd.c';
	my $long = edited($vadd, '#define SIZE 1024', '#define SIZE 524288', 'double a[SIZE]', 'static double a[SIZE]');
	my ($grid, $team, $work) = map { figure($_->[0], $_->[1], 'k40', 8, 128, 2)->{cycles} / 2 }
		[ $vadd, 'dynpar' ], [ $vadd, 'ifmaster' ], [ $long, 'ifmaster' ];
	return right($work > 7 * ($grid - $team) && $work < 14 * ($grid - $team), $grid, $team, $work);
};

exercise 2, 4, 'with more than four: a team has one grid that waits, its tail', sub {
	my $exe = compiled('lessons/02-dynamic-parallelism/vadd.c', '-scheme=dynpar');
	my ($four, $eight) = map { says($exe, { DEVRT_DEVICE => 'sim:h200', DEVRT_PENDING => 4 }, $_, 32) } 4, 8;
	return right($four =~ /: ok/ && $eight =~ /CUDA_ERROR_LAUNCH_FAILED/, $four, $eight);
};

1;
