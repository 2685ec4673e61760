#!/usr/bin/perl
# Types and values of constant expressions against the host compiler: random expressions over all
# arithmetic types.  The host compiler prints each one's type and value; the front end must accept
# them as _Static_assert.  SEED=n, N=n as in layout.t.
use strict;
use warnings;
require './tests/parse/tool.pl';
our $dir;

my $seed = $ENV{SEED} // 7;
my $n = $ENV{N} // 600;
srand $seed;

my @types = ('_Bool', 'char', 'signed char', 'unsigned char', 'short', 'unsigned short', 'int',
	'unsigned', 'long', 'unsigned long', 'long long', 'unsigned long long', 'float', 'double',
	'long double');
my @leaf = ('0', '1', '7', '-1', "'a'", '0x7fffffff', '0x80000000', '4294967295u', '2147483648',
	'0xffffffffffffffff', '1ull', '3l', '077', 'E1', '(char)200', '(unsigned char)200',
	'(short)-3', '(unsigned short)65535', '(_Bool)5', 'sizeof(int)', '-9223372036854775807ll',
	'"abc"[1]', 'sizeof "abc"', '_Alignof(double)', '(signed char)-128', "L'x'", '0b101');
my @float = ('1.5', '2.25f', '-0.5L', '3.0', '100.75f', '1e3', '0x1.8p3');

sub pick { $_[rand @_] }

sub integer {
	my ($depth) = @_;
	return pick(@leaf) if $depth <= 0;
	my $kind = int rand 12;
	my ($l, $r) = (integer($depth - 1), integer($depth - 1));
	return "($l " . pick('+', '-', '*', '&', '|', '^') . " $r)" if $kind < 4;
	return "($l " . pick('<<', '>>') . " ($r & 7))" if $kind == 4;
	return "($l " . pick('/', '%') . " (($r & 7) | 1))" if $kind == 5;
	return "($l " . pick('==', '!=', '<', '<=', '>', '>=', '&&', '||') . " $r)" if $kind == 6;
	return pick('-', '~', '!', '+') . "($l)" if $kind == 7;
	return '(' . pick(@types[0 .. 11]) . ")$l" if $kind == 8;
	return "($l ? $r : " . integer($depth - 1) . ')' if $kind == 9;
	return '(' . pick('int', 'unsigned char', 'long', '_Bool') . ')(' . real($depth - 1) . ')'
		if $kind == 10;
	return '(' . real($depth - 1) . pick(' < ', ' == ', ' >= ') . real($depth - 1) . ')';
}

# Small enough for every conversion to be defined.
sub real {
	my ($depth) = @_;
	return pick(@float) if $depth <= 0;
	my ($l, $r) = (real($depth - 1), real($depth - 1));
	return "($l " . pick('+', '-') . " $r)" if rand() < .4;
	return "($l * 0.5f)" if rand() < .3;
	return '(' . pick('float', 'double', 'long double') . ")$l" if rand() < .5;
	return "($l + " . pick('1', "'a'", '3u', '2ll') . ')';
}

my $generic = '_Generic((E), ' . join(', ', map { "$types[$_]: $_" } 0 .. $#types) . ')';
my @e = map { rand() < .8 ? integer(1 + int rand 4) : real(1 + int rand 3) } 1 .. $n;
my $print = '';
for my $i (0 .. $#e) {
	(my $g = $generic) =~ s/\bE\b/$e[$i]/;
	$print .= "\tshow($g, (long double)($e[$i]), (unsigned long long)(long long)($e[$i]));\n";
}
spew("$dir/main.c", qq{#include <stdio.h>
enum { E0, E1 };
static void show(int type, long double f, unsigned long long i)
{
	if (type >= 12)
		printf("%d %La\\n", type, f);
	else
		printf("%d %lluull\\n", type, i);
}
int main(void)
{
$print	return 0;
}
});
my $tool = tool();
system("cc -w -fwrapv -O0 -o $dir/main $dir/main.c") == 0 or die "the host compiler rejects the program\n";
my @host = split /\n/, `$dir/main`;
my $test = "enum { E0, E1 };\n";
for my $i (0 .. $#e) {
	my ($type, $value) = split ' ', $host[$i];
	(my $g = $generic) =~ s/\bE\b/$e[$i]/;
	$test .= "_Static_assert($g == $type, \"type $types[$type]: " . ($e[$i] =~ s/"/'/gr) . "\");\n";
	$test .= $type >= 12 ? "_Static_assert((long double)($e[$i]) == ${value}L, \"value $value\");\n"
		: "_Static_assert((unsigned long long)(long long)($e[$i]) == $value, \"value $value\");\n";
}
# Few messages are printed in a run, so a failing program is cut into pieces.
my @lines = split /(?<=\n)/, $test;
my $first = shift @lines;
my $bad = '';
while (my @part = splice @lines, 0, 20) {
	spew("$dir/fold.c", $first, @part);
	$bad .= `$tool $dir/fold.c`;
}
ok(@host == $n, "$n expressions, seed $seed: the host compiler knows them");
ok($bad eq '', 'their types and values are the host compiler\'s', substr $bad, 0, 3000);
finish();
