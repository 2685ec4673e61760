#!/usr/bin/perl
# tools/Transcript.pm: a page's shown output passes only when it is what is printed, and is written anew when asked.
use strict;
use warnings;
use lib 'tests/tools';
use TestKit;
use Transcript;

my $dir = scratch('transcript');

# Jobs run side by side, each with a page of its own.
sub file { return "$dir/page.$$.md" }

sub page {
	my @shown = @_;
	spew(file(), "text\n\n```sh\n# why\nfirst\nsecond a \\\n\tb\n```\n\n```text\n" . join('', map { "$_\n" } @shown)
		. "```\n\nend\n");
	return (transcript(file()))[0];
}

# What prints_as_shown says of a page that shows @$shown when $out is printed.
sub passes {
	my ($shown, $out) = @_;
	my $r = prints_as_shown(file(), page(@$shown), 'it', { out => $out, err => '' });
	return !exists $r->{diag};
}

# The table behind its command, when $out is printed; or that it differs.
sub table {
	my ($shown, $out) = @_;
	spew(file(), "text\n\n<!-- perl a -b -->\n$shown\nend\n");
	my ($block) = transcript(file());
	my $r = prints_as_shown(file(), $block, 'it', { out => $out, err => '' });
	return exists $r->{diag} || "@{ $block->{commands} }" ne 'perl a -b' ? 'differs'
		: slurp(file()) =~ /-->\n(.*)\nend\n/s ? $1 : 'nothing';
}

sub blessed_table { local $ENV{BLESS} = 1; return table(@_) }

sub check {
	my ($name, $good, $why) = @_;
	return $good ? ok($name) : fail_with($name, $why // '');
}

sub blessed {
	my ($shown, $out) = @_;
	local $ENV{BLESS} = 1;
	passes($shown, $out);
	return slurp(file()) =~ /^```text\n(.*?)^```\n\nend\n/ms ? $1 : 'nothing';
}

delete $ENV{BLESS};
tap(sub {
	my $b = page('x');
	return check('commands, long lines joined', "@{ $b->{commands} }" eq "first second a \tb", "@{ $b->{commands} }");
}, sub { (
	check('the same text', passes([ 'a  1', 'b' ], "a 1\nb\n")),
	check('a line less', !passes([ 'a', 'b' ], "a\n")),
	check('a line more', !passes([ 'a' ], "a\nb\n")),
	check('another word', !passes([ 'a b' ], "a c\n")),
	check('another number', !passes([ 'a 100' ], "a 101\n")),
	check('another digit behind the point', !passes([ '+1.0%' ], "+1.1%\n")),
	check('addresses are alike', passes([ 'at 0x12ab' ], "at 0xff\n")),
) }, sub { (
	check('lines left out', passes([ 'a', '...', 'd' ], "a\nb\nc\nd\n")),
	check('at the end', passes([ 'a', '...' ], "a\nb\n") && passes([ '...', 'b' ], "a\nb\n")),
	check('none missing between', !passes([ 'a', '...', 'c', 'd' ], "a\nc\nx\nd\n")),
	check('the last line is the last', !passes([ 'a', '...', 'b' ], "a\nb\nc\n")),
) }, sub { (
	check('new figures keep their place', blessed([ 'a 1', '...', 'c 3' ], "a 7\nb\nc 99\n") eq "a 7\n...\nc 99\n",
		slurp(file())),
	check('a table behind its command', table("| a | 1 |\n", "| a | 1 |\n") eq "| a | 1 |\n"),
	check('another digit in a table', table("| a | 1 |\n", "| a | 2 |\n") eq 'differs'),
	check('a table written anew', blessed_table("| a | 1 |\n", "| a | 2 |\n| b | 3 |\n") eq "| a | 2 |\n| b | 3 |\n"),
	check('the table of this heading', blessed([ '...', 'of 2', 'a 5', '...' ], "x\nof 1\na 6\nof 2\na 7\ny\n") eq "...\nof 2\na 7\n...\n",
		slurp(file())),
	check('new lines are all shown', blessed([ 'a 1', '...' ], "z\nb\n") eq "z\nb\n", slurp(file())),
) });
