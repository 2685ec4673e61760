# Solutions of lesson 0b's exercises (Solution.pm).
use strict;
use warnings;
use lib 'lessons/solutions';
use Solution;

my $clauses = 'lessons/00b-mapping/clauses.c';
my %checked = (DEVRT_DEVICE => 'sim:v100', DEVRT_CHECK => 'map');
my @pointer = ('#include <stdio.h>', "#include <stdio.h>\n#include <stdlib.h>", 'input[N], ', '',
	"\tfor (int", "\tfloat *input = malloc(N * sizeof *input);\n\n\tfor (int");

exercise '0b', 1, 'nobody reads sums afterwards: map(to: input, sums), alloc, from; 12,000 bytes', sub {
	my $exe = compiled(edited($clauses, 'map(tofrom: sums)', 'map(to: sums)',
		'input %g, sums %g, scratch %g, result %g', 'result %g', 'input[3], sums[3], scratch[3], ', ''));
	my $said = says($exe, { %checked, DEVRT_INFO => 32 });
	return right($said =~ /in all 2 copies to device, 8000 bytes; 1 from device, 4000 bytes/m
		&& $said =~ /^result 49$/m, $said);
};

exercise '0b', 2, 'target update to(price[2]) in front of the region: 4 bytes', sub {
	my $exe = compiled(edited('lessons/00b-mapping/forgot.c', "= 100;\n", "= 100;\n\t\t#pragma omp target update to(price[2])\n"));
	my $said = says($exe, { %checked, DEVRT_INFO => 32 });
	return right($said =~ /copy to device: 'price\[2\]', 4 bytes/ && $said =~ /^sum 119$/m && $said !~ /map:|checks/, $said);
};

exercise '0b', 3, 'the pointer, 8 bytes, is copied, and the region reads at an address of the host; map(to: input[0:N])', sub {
	my @found = map { says($_, { %checked, DEVRT_INFO => 32 }) } compiled(edited($clauses, @pointer)),
		compiled(edited($clauses, @pointer, 'map(to: input)', 'map(to: input[0:N])'));
	return right($found[0] =~ /'input', 8 bytes/ && $found[0] =~ /a pointer whose target is not mapped/
		&& $found[1] =~ /'input\[0:1000\]', 4000 bytes/ && $found[1] =~ /^input 3, sums 7, scratch -1, result 49$/m, @found);
};

1;
