#!/usr/bin/perl
# minicc/GLOSSARY.md: each word is in the file that stands beside it, and none has two rows in one section.
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
my %sections = map { my ($name) = /^(.*)\n/; $name => $_ } (split /^## /m, slurp('minicc/GLOSSARY.md'))[1 .. 5];
for my $name (sort keys %sections) {
	my %seen;
	while ($sections{$name} =~ /^\| (?!word)([^|]+?) \|[^|]+\| `([^`]+)` \|$/mg) {
		my ($word, $file) = ($1, $2);
		my $title = "$name: $word in $file";
		push @jobs, sub {
			return fail_with($title, 'a second row') if $seen{$word}++;
			return (slurp($file) // '') =~ pattern($word) ? ok($title) : fail_with($title);
		};
	}
}
tap(sub { @jobs > 40 ? ok('the glossary has words') : fail_with('the glossary has words', scalar @jobs) },
	sub { map { $_->() } @jobs });
