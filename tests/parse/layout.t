#!/usr/bin/perl
# Layout of struct and union types against the host compiler's: random members, bit-fields, packed
# and aligned attributes, #pragma pack.  The host compiler tells where a member lies by filling it
# with ones.  SEED=n takes other random types, N=n that many.
use strict;
use warnings;
require './tests/parse/tool.pl';
our $dir;

my $seed = $ENV{SEED} // 20;
my $n = $ENV{N} // 250;
srand $seed;

my @integers = ('char', 'unsigned char', 'short', 'unsigned short', 'int', 'unsigned', 'long',
	'unsigned long', 'long long', 'signed char', 'enum e', '_Bool');
my %width = ('char' => 8, 'unsigned char' => 8, 'signed char' => 8, 'short' => 16,
	'unsigned short' => 16, 'int' => 32, 'unsigned' => 32, 'enum e' => 32, 'long' => 64,
	'unsigned long' => 64, 'long long' => 64, '_Bool' => 1);
my @others = ('float', 'double', 'long double', 'void *', '__int128', 'struct in', 'union un',
	'struct pk', '_Complex float', 'au');

sub pick { $_[rand @_] }

sub member {
	my ($i, $packed) = @_;
	my $attr = rand() < .12 ? ' __attribute__((aligned(' . pick(2, 4, 8, 16) . ')))' : '';
	$attr .= ' __attribute__((packed))' if rand() < .05;
	if (rand() < .55) {
		my $t = pick(@integers);
		my $w = 1 + int rand $width{$t};
		return "\t$t : " . pick(0, $w) . ";\n" if rand() < .12 && $t ne '_Bool';
		return "\t$t m$i : $w$attr;\n";
	}
	my $t = pick(@integers, @others);
	my $dim = rand() < .2 ? '[' . (1 + int rand 5) . ']' : '';
	return "\t$t m$i$dim$attr;\n";
}

sub record {
	my ($tag) = @_;
	my $kind = rand() < .15 ? 'union' : 'struct';
	my $attr = rand() < .15 ? ' __attribute__((packed))' : '';
	$attr .= ' __attribute__((aligned(' . pick(2, 8, 16, 32) . ')))' if rand() < .12;
	my $pack = rand() < .15 ? pick(1, 2, 4, 8) : 0;
	my $body = join '', map { member($_) } 0 .. rand 9;
	return ($pack ? "#pragma pack(push, $pack)\n" : '') . "$kind $tag {\n$body}$attr;\n" .
		($pack ? "#pragma pack(pop)\n" : '') . "$kind $tag v$tag;\n";
}

my $types = "enum e { E0, E1 };\nstruct in { char a; double b; };\nunion un { int a; char b[5]; };\n" .
	"struct pk { char a; int b; } __attribute__((packed));\n" .
	"typedef int au __attribute__((aligned(1)));\n";
$types .= record("S$_") for 1 .. $n;

my $main = '';
for my $i (1 .. $n) {
	my ($kind, $body) = $types =~ /^(struct|union) S$i \{\n(.*?)^\}/ms;
	$main .= "\tprintf(\"S$i %zu %zu\\n\", sizeof vS$i, _Alignof($kind S$i));\n";
	for my $m ($body =~ /^\t[^:;]*?\b(m\d+)/mg) {
		my $fill = $body =~ /\b$m : / ? "vS$i.$m = -1;" : "memset(&vS$i.$m, -1, sizeof vS$i.$m);";
		$main .= "\tmemset(&vS$i, 0, sizeof vS$i); $fill show(\"S$i.$m\", &vS$i, sizeof vS$i);\n";
	}
}
spew("$dir/types.c", $types);
spew("$dir/main.c", qq{#include <stdio.h>
#include <string.h>
#include "types.c"
static void show(const char *name, void *p, size_t size)
{
	unsigned char *b = p;
	size_t first = 0, bits = 0, i;
	for (i = 0; i < size * 8; i++)
		if (b[i / 8] >> i % 8 & 1) {
			if (!bits++)
				first = i;
		}
	printf("%s %zu %zu\\n", name, first, bits);
}
int main(void)
{
$main	return 0;
}
});
my $tool = tool();
system("cc -w -o $dir/main $dir/main.c 2>$dir/cc.log") == 0 or die "the host compiler rejects the generated types\n";
my @host = split /\n/, `$dir/main`;
my @ours = split /\n/, `$tool -layout $dir/types.c`;
my %ours = map { /^(\S+) (.*)/ ? ($1, $2) : () } @ours;
my %bad;
for my $line (@host) {
	my ($name, $rest) = $line =~ /^(\S+) (.*)/;
	my ($tag) = $name =~ /^(\w+)/;
	push @{$bad{$tag}}, "$name: cc $rest, minicc " . ($ours{$name} // 'nothing')
		if ($ours{$name} // '') ne $rest;
}
ok(@ours == @host && @ours > $n, "$n types, seed $seed: as many members as cc finds",
	scalar(@ours) . ' and ' . scalar(@host));
for my $tag (sort keys %bad) {
	my ($text) = $types =~ /((?:#pragma pack\(push[^\n]*\n)?(?:struct|union) $tag \{.*?^\}[^\n]*\n)/ms;
	ok(0, "$tag", @{$bad{$tag}}, $text);
}
ok(!%bad, 'every size, alignment and offset is the host compiler\'s');
finish();
