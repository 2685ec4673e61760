#!/usr/bin/perl
# coverage.t: every instruction that nvcc and minicc write has a semantic test, with edge values where it
# computes something.  What they write: nvcc's PTX in tests/baseline, our goldens, and what minicc makes of
# the examples under every scheme and of tests/run.  What is tested: the instructions that the product tests say they try
# (--list), and those spelt out in tests/sim.  A new instruction in any of these files fails here until
# it has a test; and so does an opcode of devrt/sim/ptx/ptxops.h that no test mentions.
use strict;
use warnings;
use Test::More;

my $b = $ENV{BUILD} // 'build';
my $instruction = qr/[a-z][a-z0-9]*(?:\.[a-zA-Z0-9_:]+)+|bra|ret|exit|trap|brkpt/;

sub text {
	my ($file) = @_;
	open my $in, '<', $file or die "$file: $!\n";
	local $/;
	return <$in>;
}

# The instructions of a PTX text; directives begin with a dot, labels end with a colon.
sub in_ptx {
	my ($text) = @_;
	$text =~ s{//.*}{}g;
	my %found;
	while ($text =~ /(?:^|[;{}:])\s*(?:@!?%?[\w\$]+\s+)?($instruction)(?=[\s;])/gm) {
		$found{$1} = 1;
	}
	return keys %found;
}

# Anything in a test that is spelt like an instruction.
sub in_test {
	my ($text) = @_;
	$text =~ s/\\[nt]/ /g;
	return $text =~ /(?<![\w.%])($instruction)(?=[\s;"])/g;
}

my %tested;
$tested{$_} = 1 for map { in_test(text($_)) } glob 'tests/sim/*.c tests/sim/*.t tests/sim/ptx/*.ptx';
for my $product (glob "tests/sim/*_product_test.c") {
	(my $program = $product) =~ s{^tests/sim/(.*)\.c$}{$b/tests/sim/$1.t};
	system('make', '-s', $b eq 'build/san' ? 'SAN=1' : (), $program) and BAIL_OUT("$program does not build");
	my @list = split /\n/, `$program --list`;
	cmp_ok(scalar @list, '>', 200, "$product lists what it tries");
	$tested{$_} = 1 for @list;
}

my %written;
for my $file (glob 'tests/baseline/*.ptx tests/golden/*.ptx') {
	$written{$_} //= $file for in_ptx(text($file));
}
my @schemes = map { /^\s*(\w+)/ ? $1 : () } `$b/bin/minicc -scheme=list`;
for my $file (glob 'examples/*.c') {
	for my $scheme (@schemes) {
		my $ptx = `$b/bin/minicc -scheme=$scheme -arch=sm_70 -S $file -o - 2>/dev/null`;
		$written{$_} //= "$file, -scheme=$scheme" for in_ptx($ptx);
	}
}
for my $file (glob 'tests/run/{scheme,omp,newer,c,simd}/*.c') {
	$written{$_} //= $file for in_ptx(scalar `$b/bin/minicc -arch=sm_70 -S $file -o - 2>/dev/null`);
}
cmp_ok(scalar keys %written, '>', 200, 'compilers write instructions');
my @missing = grep { !$tested{$_} } sort keys %written;
is(join("\n", map { "$_ ($written{$_})" } @missing), '', 'each of them has a semantic test');

my %opcodes = map { (split /\./)[0] => 1 } keys %tested;
my @never = grep { !$opcodes{$_} } text('devrt/sim/ptx/ptxops.h') =~ /^\tX\([A-Z0-9_]+, "([a-z0-9]+)", PTX_T_/mg;
is(join("\n", @never), '', 'each opcode that the simulator knows occurs in a test');
done_testing();
