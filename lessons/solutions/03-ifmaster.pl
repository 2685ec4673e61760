# Solutions of lesson 3's exercises that are code or a number (Solution.pm); the others are in discussion.md.
use strict;
use warnings;
use lib 'lessons/solutions';
use Solution;

my $decision = 'if (++a[me] > 0 && ++b[me] > 0) {';

exercise 3, 1, 'if-master: two more barriers for each decision that is made; the inspector refuses the loop', sub {
	my $p = edited('examples/fig4.c', "\t\t$decision", "\t\tfor (int round = 0; round < 3; round++)\n\t\t$decision");
	my $guarded = figure($p, 'ifmaster', 'k40')->{barriers};
	my $once = figure('examples/fig4.c', 'ifmaster', 'k40')->{barriers};
	my $inspector = figure($p, 'inspector', 'k40')->{result};
	return right($guarded > 3 * $once && $inspector eq 'refused', $guarded, $once, $inspector);
};

exercise 3, 2, 'one; and b is incremented where && would not have come to it', sub {
	my $p = edited('examples/fig4.c', $decision, "++a[me];\n\t\t++b[me];\n\t\tif ((a[me] > 0) & (b[me] > 0)) {");
	my ($two, $one) = map { figure($_, 'ifmaster', 'k40') } 'examples/fig4.c', $p;
	return right($one->{written_barriers} == $two->{written_barriers} - 1 && $one->{why} =~ /4 of 12 results differ/,
		$one->{written_barriers}, $two->{written_barriers}, $one->{why});
};

exercise 3, 3, 'none: nothing follows either region, so nobody can overtake; in fig1.c the master stores to what '
	. 'others still read', sub {
	my $without = sub {
		my ($program, $nth) = @_;
		my $k = 0;
		return ptx($program, '-scheme=ifmaster') =~ s{^\tbarrier\.sync[^\n]*\n}{$k++ == $nth ? '' : $&}megr;
	};
	my @fig4 = ('--grid=12', '--block=96', 'buf:u32[1]', 'a=buf:s32[12]=-1,0,1', 'b=buf:s32[12]=-2,-1,0', 'c=buf:s32[6000]');
	my @fig1 = ('--grid=16', '--block=64', 'a=buf:s32[16]', 'b=buf:s32[1]=21', 'c=buf:s32[16000]', 'teams=buf:s32[1]');
	my @found = map { simulated($without->('examples/fig4.c', $_), 96, @fig4) } 0, 1, 3, 5;
	my $fig1 = simulated($without->('examples/fig1.c', 1), 64, @fig1);
	return right($found[0] =~ /race: .*'decision'/ && $found[1] =~ /race: .*'decision\$2'/ && "$found[2]$found[3]" eq ''
		&& $fig1 =~ /fig1\.c:35: race: team 0, thread 0 writes 'a\[0\]'/, @found, $fig1);
};

1;
