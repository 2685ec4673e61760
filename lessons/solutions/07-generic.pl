# Solutions of lesson 7's exercises that are code or a number (Solution.pm); the others are in discussion.md.
use strict;
use warnings;
use lib 'lessons/solutions';
use Solution;

exercise 7, 1, '32; all rows of the table do but those of the matrix product', sub {
	my @registers = map { my $p = $_; map { figure($p, $_, 'v100')->{registers} } 'generic', 'generic:-fno-devirtualize' }
		qw(examples/fig1.c examples/fig4.c lessons/07-generic/matmul.c);
	return \'no ptxas' if grep { /\D/ } @registers;
	my @product = splice @registers, -2;
	return right(65536 / 2048 == 32 && !grep({ $_ <= 32 } @product) && !grep({ $_ > 32 } @registers), @registers, @product);
};

exercise 7, 2, 'a compare more for each region; the pointer is the faster one from two (K40) or four (V100) regions '
	. 'on', sub {
	my %after;
	for my $n (1, 2, 4, 8) {
		my $program = written("regions$n.c", scalar `perl lessons/06-jumptable/regions $n`);
		my ($loop) = ptx($program, '-scheme=generic') =~ /^(WORKER_LOOP:.*?^\})/ms;
		my $compares = () = $loop =~ /\bsetp\.eq\.s64\b/g;
		return "$compares compares for $n regions" if $compares != $n;
		for my $gpu (qw(k40 v100)) {
			my ($direct, $pointer) = map { figure($program, $_, $gpu)->{cycles} } 'generic', 'generic:-fno-devirtualize';
			$after{$gpu} //= $n if $pointer < $direct;
			return "on the $gpu the pointer is faster with one region" if $n == 1 && $pointer <= $direct;
		}
	}
	return right(($after{k40} // 9) <= 4 && ($after{v100} // 9) <= 8, %after);
};

1;
