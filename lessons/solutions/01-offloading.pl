# Solutions of lesson 1's exercises that are code or a number (Solution.pm); the others are in discussion.md.
use strict;
use warnings;
use lib 'lessons/solutions';
use Solution;

exercise 1, 1, 'two a team: behind line 28, whose store all read, and behind the loop; the control loop meets four '
	. 'times, once a label', sub {
	my ($guarded, $loop) = map { figure('examples/fig1.c', $_, 'k40')->{barriers} / 16 } qw(ifmaster jumptable);
	return right($guarded == 2 && $loop == 4, $guarded, $loop);
};

exercise 1, 2, 'four bytes less go to the device: b is an argument of the kernel', sub {
	my $p = edited('examples/fig1.c', 'map(to: b) map(from: a, c)', 'firstprivate(b) map(from: a, c)');
	my ($old, $new) = map { figure($_, 'jumptable', 'k40')->{to_device_bytes} } 'examples/fig1.c', $p;
	return right($old == 8 && $new == 4, $old, $new);
};

exercise 1, 3, 'executed, branches and cycles grow; what is written and the barriers do not: schemes matter where '
	. 'regions are short', sub {
	my $long = edited('examples/fig1.c', '#define NUM_IT 1000', '#define NUM_IT 4000');
	my ($m, $c, $lm, $lc) = map { my $p = $_; map { figure($p, $_, 'k40') } qw(ifmaster jumptable) } 'examples/fig1.c', $long;
	my @same = grep { $m->{$_} ne $lm->{$_} } qw(ptx written_barriers written_branches barriers);
	my @more = grep { $lm->{$_} < 2 * $m->{$_} } qw(warp_instructions branches cycles);
	my ($before, $after) = map { $_->[1]{cycles} / $_->[0]{cycles} - 1 } [ $m, $c ], [ $lm, $lc ];
	return right(!@same && !@more && $after < 0.6 * $before, @same, @more, $before, $after);
};

1;
