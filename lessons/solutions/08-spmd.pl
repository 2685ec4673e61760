# Solutions of lesson 8's exercises that are code or a number (Solution.pm); the others are in discussion.md.
use strict;
use warnings;
use lib 'lessons/solutions';
use Solution;

exercise 8, 1, 'the stores move into the loop, behind a test of its index: no guard is left', sub {
	my $p = patched('lessons/08-spmd/guarded.c', '8.1.diff');
	my $ptx = TestKit::run(cmd => [ TestKit::minicc(), '-scheme=spmd', '-Iexamples', '-S', $p, '-o', '-' ])->{out};
	my ($entry) = $ptx =~ /^(\.visible \.entry main.*?^\})/ms;
	my $m = figure($p, 'spmd', 'v100');
	return right($m->{result} eq 'ok' && $entry !~ /^MASTER/m, $m->{result}, $m->{why}, $entry);
};

exercise 8, 2, 'two, one inside the other: the thread is the master (%tid.x is 0), and the team is the first '
	. '(%ctaid.x is 0)', sub {
	my ($entry) = ptx('lessons/08-spmd/guarded.c', '-scheme=spmd') =~ /^(\.visible \.entry main.*?^PAR_REG1:)/ms;
	my ($team) = $entry =~ /mov\.u32 \t(%r\d+), %ctaid\.x/;
	my ($thread) = $entry =~ /mov\.u32 \t(%r\d+), %tid\.x/;
	my ($first) = $entry =~ /setp\.eq\.s32 \t(%p\d+), \Q$team\E, 0/;
	my ($master) = $entry =~ /setp\.eq\.s32 \t(%p\d+), \Q$thread\E, 0/;
	return right($first && $master && $entry =~ /\@!\Q$master\E bra .*^MASTER1:.*\@!\Q$first\E bra /ms, $entry);
};

exercise 8, 4, 'down on the V100, which 256 teams leave half empty; on the K40 it stays where the teams are large', sub {
	my %beyond;
	for my $teams (256, 1024) {
		for my $threads (32, 128, 256) {
			my ($s, $g) = map { figure('lessons/08-spmd/triad.c', "$_:-DTEAMS=$teams:-DTHREADS=$threads", 'v100')->{cycles} }
				qw(spmd generic);
			$beyond{$threads}{$teams} = $g / $s - 1;
		}
	}
	return right(!grep({ $_->{1024} >= $_->{256} } values %beyond), map { $_, %{ $beyond{$_} } } sort keys %beyond);
};

1;
