# Solutions of lesson 5's exercises that are code or a number (Solution.pm); the others are in discussion.md.
use strict;
use warnings;
use lib 'lessons/solutions', 'tests/tools';
use Solution;
use TestKit qw(slurp);

exercise 5, 1, 'the loop of the master hid it: with K = 1 the control loop costs more than 5 %', sub {
	my ($m, $s) = map { figure('examples/fig12.c', "$_:-fno-device-unroll", 'k40', 10, 1, 1)->{cycles} } qw(ifmaster switch);
	return right($s > 1.05 * $m, $m, $s);
};

exercise 5, 2, 'two rounds a test and two more, each with a barrier, in each of 16 teams', sub {
	my @found = map { figure('examples/fig12.c', 'switch', 'k40', $_, 1, 10)->{barriers} } 1, 2, 10;
	return right("@found" eq join(' ', map { 16 * (2 * $_ + 2) } 1, 2, 10), @found);
};

exercise 5, 3, 'yes: the master of a team stores the next labels while warp 1 still loads the last ones', sub {
	my $ptx = ptx('examples/fig7.c', '-scheme=switch');
	my @args = ('--grid=16', '--block=64', 'teams=buf:s32[1]', 'a=buf:s32[16]=1,-1,1,1', 'b=buf:s32[16]=1,1,-1,1',
		'cond=buf:s32[3200]', 'limit=buf:s32[16]=200,200,200,200,199', 'd=buf:s32[3200]');
	my ($two, $one) = map { simulated($_, 64, @args) } $ptx, $ptx =~ s/^\txor\.b64 \t%phase,[^\n]*\n//mr;
	return right($two eq '' && $one =~ /thread 0 writes 'labOthers\[0\]'.*\n.*thread 32 reads it in CONTROL_LOOP/, $two, $one);
};

exercise 5, 5, 'those of c but the first and the last: sequential code does not use it any more', sub {
	my $one = slurp('examples/fig12.c') =~ s/(#define TEAMS) \d+/$1 1/r;
	my @copies = map {
		my $m = figure(written('one.c', $_), 'hostseq', 'k40', 4, 1, 100);
		[ $m->{launches}, $m->{to_device_copies}, $m->{to_host_copies} ];
	} $one, $one =~ s/(?:host_)?c\[lb\]/j/gr;
	return right("@{ $copies[0] }" eq '4 6 5' && "@{ $copies[1] }" eq '4 3 2', map { "@$_" } @copies);
};

1;
