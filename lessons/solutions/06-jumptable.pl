# Solutions of lesson 6's exercises that are code or a number (Solution.pm); the others are in discussion.md.
use strict;
use warnings;
use lib 'lessons/solutions';
use Solution;

exercise 6, 3, 'a load from constant memory and BRX; and it has made the same of the cascade, with one compare for '
	. 'IDLE in front', sub {
	my ($ptxas) = Measure::ptxas() or return \'no ptxas';
	my $nvdisasm = $ptxas =~ s/ptxas$/nvdisasm/r;
	return \'no nvdisasm' if !-x $nvdisasm;
	my $program = written('regions4.c', scalar `perl lessons/06-jumptable/regions 4`);
	my %code = map { my $s = $_; $s => machine_code($ptxas, $nvdisasm, $program, "-scheme=$s") } qw(switch jumptable);
	my @tables = map { scalar(() = /\bLDC R\d+, c\[0x2\]\[R\d+\]/g) . scalar(() = /\bBRX /g) } @code{qw(switch jumptable)};
	my ($compares, $fewer) = map { scalar(() = /\bISETP/g) } @code{qw(switch jumptable)};
	return right("@tables" eq '11 11' && $compares > $fewer && $compares <= $fewer + 2, @tables, $compares, $fewer);
};

1;
