#!/usr/bin/perl
# spmd across functions: the figures of Tiotto et al. 2020 (tests/ptxgen/tiotto/), compiled for sm_70.
# Which functions are cloned the remarks say; what the threads of a team then do the PTX shows.
use strict;
use warnings;
use lib 'tests/tools';
use TestKit;

my $dir = scratch('spmd');

# Compiles with all remarks, and no function built into another; (remarks as "ID 'function'" or "ID line", PTX).
sub compile {
	my ($figure, @words) = @_;
	my $ptx = join '', $dir, '/', $figure, @words, '.ptx';
	my $r = run(cmd => [ minicc(), '-S', '-arch=sm_70', '-fno-device-inline', @words, qw(-Rpass -Rpass-analysis -o), $ptx, "tests/ptxgen/tiotto/$figure.c" ]);
	return ("$r->{status}\n$r->{err}", '') if $r->{status} ne 'exit 0';
	my @said;
	for (split /\n/, $r->{err}) {
		push @said, "$2 $1" if /remark: ('\w+') is .*\[(MC10[456])\]/;
		push @said, "MC107 $1" if /:(\d+):\d+: remark: .*\[MC107\] \[-Rpass-analysis=spmd\]/;
		push @said, "MC101 $1" if /with scheme '(\w+)'.*\[MC101\] \[-Rpass=scheme\]/;
	}
	return (join(', ', @said), slurp($ptx));
}

# One compilation: what is said, and how often patterns occur in the PTX of an entry.
sub figure {
	my ($name, $figure, $words, $want, %counts) = @_;
	return sub {
		my ($said, $ptx) = compile($figure, @$words);
		my @results = $said eq $want ? ok("$name: the remarks") : fail_with("$name: the remarks", "$said\nnot $want");
		my $entries = () = $ptx =~ /^\.visible \.entry/mg;
		for my $what (sort keys %counts) {
			my $n = () = $ptx =~ /$what/mg;
			push @results, $entries && $n == $entries * $counts{$what} ? ok("$name: $what")
				: fail_with("$name: $what", "$n in $entries entries, not $counts{$what} each");
		}
		return @results;
	};
}

my @fig6 = ("MC104 'funcN'", "MC106 'funcM'", "MC104 'func2'", "MC105 'func1'");

tap(
	# the call is in the region: spmd, no barrier, the nested region is gone
	figure('Fig. 4', 'fig4', [], "MC101 spmd, MC105 'foo'", 'barrier\.sync' => 0, 'call\.uni' => 0, '^PAR_REG' => 1),
	# outside of it: everybody calls what only computes
	figure('Fig. 5a, no effect', 'fig5a', ['-DFOO=compute'], "MC101 spmd, MC106 'compute'",
		'^MASTER' => 0, 'call\.uni.* compute' => 1),
	figure('Fig. 5a, an effect', 'fig5a', ['-DFOO=write'], "MC101 spmd, MC106 'write', MC107 31",
		'^MASTER' => 1, 'call\.uni.* write' => 1),
	figure('Fig. 5a, a region', 'fig5a', ['-DFOO=region'], "MC101 spmd, MC105 'region'",
		'^MASTER' => 0, 'call\.uni' => 0, '^PAR_REG' => 3),
	figure('Fig. 5b', 'fig5b', [], "MC101 spmd, MC104 'foo'", 'barrier\.sync' => 0, 'call\.uni' => 0, '^PAR_REG' => 1),
	figure('Fig. 6', 'fig6', ['-scheme=spmd'], join(', ', 'MC101 spmd', @fig6),
		'call\.uni.* func[12N]' => 0, 'call\.uni.* funcM' => 1, '^PAR_REG' => 2),
	# the same functions, cloned for another scheme
	figure('Fig. 6 by a control loop', 'fig6', ['-scheme=jumptable'], join(', ', 'MC101 jumptable', @fig6)),
);
