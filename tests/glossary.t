#!/usr/bin/perl
# What is written for readers is so: each word of minicc/GLOSSARY.md and of lessons/GLOSSARY.md is in the file that stands
# beside it, and none has two rows in one section; the example at the head of omp_tree.h is the tree of tests/omp/tree/worked.c.
use strict;
use warnings;
use lib 'tests/tools';
use TestKit;

# A word, as it is or as part of a name, in any of its forms: divide, divided; put off.
sub pattern {
	my ($stem) = lc(shift) =~ s/(?:e|s)$//r;
	$stem =~ s/[ -]/[\\s_*-]+/g;
	return qr/(?<![a-z])$stem/i;
}

my @jobs;
my %sections = map { my ($name) = /^(.*)\n/; $name => $_ } (split /^## /m, slurp('minicc/GLOSSARY.md'))[1 .. 5],
	map { s{\[\w+\]\(([^)]+)\)}{`lessons/$1`}gr } (split /^## /m, slurp('lessons/GLOSSARY.md'))[1 .. 4];
for my $name (sort keys %sections) {
	my %seen;
	while ($sections{$name} =~ /^\| (?!word)([^|,]+?)(?:,[^|]+)? \|[^|]+\| `([^`]+)` \|$/mg) {
		my ($word, $file) = ($1, $2);
		my $title = "$name: $word in $file";
		push @jobs, sub {
			return fail_with($title, 'a second row') if $seen{$word}++;
			return (slurp($file) // '') =~ pattern($word) ? ok($title) : fail_with($title);
		};
	}
}
# The nodes that the comment draws: what stands before the remarks beside them.
sub example {
	my ($drawn) = slurp('minicc/tree/omp_tree.h') =~ m{^ \*\t(target kernel .*?)^ \*\n}ms;
	my @drawn = map { s/^ \*\t//r =~ s/\S\K {2,}.*//r } split /\n/, $drawn // '';
	my @tree = slurp('tests/omp/tree/worked.tree') =~ /^  (.*)$/mg;
	my ($source) = slurp('tests/omp/tree/worked.c') =~ /^(#pragma.*?;\n)/ms;
	my $shown = join '', slurp('minicc/tree/omp_tree.h') =~ /^ \*\t(#pragma.*?;\n)/ms;
	$shown =~ s/^ \*//mg;
	s/\s+/ /g for $source, $shown;
	return "@drawn" eq "@tree" && $source eq $shown ? ok('the example of omp_tree.h is worked.c')
		: fail_with('the example of omp_tree.h is worked.c', join "\n", @drawn, $shown);
}

tap(\&example, sub { @jobs > 40 ? ok('the glossary has words') : fail_with('the glossary has words', scalar @jobs) },
	sub { map { $_->() } @jobs });
