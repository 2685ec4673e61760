#!/usr/bin/perl
# The lessons' exercises: each has a solution that is kept (lessons/solutions) and gives the answer that it claims, or is
# marked *(discussion)* in its lesson and answered in lessons/solutions/discussion.md, or says *(open)*.
#
# Every fourth solution is tried, the next lesson's begin with the next number; ALL=1 tries all, ONLY=13-kernels
# one lesson's.
use strict;
use warnings;
use lib 'lessons/solutions', 'tests/tools';
use Solution;
use TestKit;

my $only = $ENV{ONLY} // '';
require "./$_" for sort glob "lessons/solutions/$only*.pl";

# Answers in words, as discussion.md has them: "lesson.number" => text.
my %said = (slurp('lessons/solutions/discussion.md') // '') =~ /^\*\*(\d+b?\.\d+)\*\* (.*?)(?=^\*\*|^#|\z)/msg;

# Exercises as the page has them: number => text.
sub exercises {
	my ($file) = @_;
	my ($part) = slurp($file) =~ /^## Exercises\n(.*?)(?=^## )/ms or return ();
	return $part =~ /^(\d+)\. (.*?)(?=^\d+\. |\z)/msg;
}

sub lesson {
	my ($dir) = @_;
	my ($n) = $dir =~ m{/0*(\d+b?)-};
	my %solved = map { $_->{number} => 1 } grep { $_->{lesson} eq $n } @Solution::exercises;
	my %text = exercises("$dir/README.md");
	my @bad;
	for my $k (sort { $a <=> $b } keys %text) {
		my ($mark) = $text{$k} =~ /\*\((discussion|open)\)\*/;
		push @bad, "exercise $k has no solution, and no mark" if !$solved{$k} && !$mark;
		push @bad, "exercise $k has a solution, and a mark" if $solved{$k} && $mark;
		push @bad, "exercise $k is not discussed" if ($mark // '') eq 'discussion' && length($said{"$n.$k"} // '') < 80;
		push @bad, "exercise $k is discussed, and not marked" if defined $said{"$n.$k"} && ($mark // '') ne 'discussion';
	}
	push @bad, map { "there is no exercise $_" } grep { !$text{$_} } sort keys %solved, map { /^$n\.(\d+)/ ? $1 : () } keys %said;
	return @bad || !%text ? fail_with("$dir: solutions", join "\n", @bad) : ok("$dir: solutions");
}

sub solution {
	my ($e) = @_;
	my $why = eval { $e->{check}->() } // $@;
	my $title = "lesson $e->{lesson}, exercise $e->{number}: $e->{answer}";
	return skip($title, $$why) if ref $why;
	return $why eq '' ? ok($title) : fail_with($title, $why);
}

tap((map { my $dir = s{/Makefile$}{}r; sub { lesson($dir) } } sort glob "lessons/$only*/Makefile"),
	map { my $e = $_; sub { solution($e) } }
		grep { full() || (($_->{lesson} =~ s{b}{}r) + $_->{number}) % 4 == 0 } @Solution::exercises);
