#!/usr/bin/perl
# The lessons' exercises: each solution that is kept (lessons/solutions) gives the answer that it claims, and each exercise
# has a solution or is marked in its lesson, *(discussion)* or *(open)*.
use strict;
use warnings;
use lib 'lessons/solutions', 'tests/tools';
use Solution;
use TestKit;

require './lessons/solutions/answers.pl';

# Exercises as the page has them: number => text.
sub exercises {
	my ($file) = @_;
	my ($part) = slurp($file) =~ /^## Exercises\n(.*?)(?=^## )/ms or return ();
	return $part =~ /^(\d+)\. (.*?)(?=^\d+\. |\z)/msg;
}

sub lesson {
	my ($dir) = @_;
	my ($n) = $dir =~ m{/(\d+)-};
	my %solved = map { $_->{number} => 1 } grep { $_->{lesson} == $n } @Solution::exercises;
	my %text = exercises("$dir/README.md");
	my @bad;
	for my $k (sort { $a <=> $b } keys %text) {
		my $marked = $text{$k} =~ /\*\((discussion|open)\)\*/;
		push @bad, "exercise $k has no solution, and no mark" if !$solved{$k} && !$marked;
		push @bad, "exercise $k has a solution, and a mark" if $solved{$k} && $marked;
	}
	push @bad, map { "there is no exercise $_" } grep { !$text{$_} } sort keys %solved;
	return @bad || !%text ? fail_with("$dir: solutions", join "\n", @bad) : ok("$dir: solutions");
}

sub solution {
	my ($e) = @_;
	my $why = eval { $e->{check}->() } // $@;
	my $title = "lesson $e->{lesson}, exercise $e->{number}: $e->{answer}";
	return $why eq '' ? ok($title) : fail_with($title, $why);
}

tap((map { my $dir = s{/Makefile$}{}r; sub { lesson($dir) } } sort glob 'lessons/*/Makefile'),
	map { my $e = $_; sub { solution($e) } } @Solution::exercises);
