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
	my ($head, @shown) = @_;
	spew(file(), "text\n\n```sh\n# why\nfirst\nsecond a \\\n\tb\n```\n\n```text$head\n" . join('', map { "$_\n" } @shown)
		. "```\n\nend\n");
	return (transcript(file()))[0];
}

# What prints_as_shown says of a page that shows @$shown when $out is printed.
sub passes {
	my ($head, $shown, $out) = @_;
	my $r = prints_as_shown(file(), page($head, @$shown), 'it', { out => $out, err => '' });
	return !exists $r->{diag};
}

sub check {
	my ($name, $good, $why) = @_;
	return $good ? ok($name) : fail_with($name, $why // '');
}

sub blessed {
	my ($shown, $out) = @_;
	local $ENV{BLESS} = 1;
	passes(' 5%', $shown, $out);
	return slurp(file()) =~ /^```text 5%\n(.*?)^```\n\nend\n/ms ? $1 : 'nothing';
}

delete $ENV{BLESS};
tap(sub {
	my $b = page('', 'x');
	return check('commands, long lines joined', "@{ $b->{commands} }" eq "first second a \tb", "@{ $b->{commands} }");
}, sub { (
	check('the same text', passes('', [ 'a  1', 'b' ], "a 1\nb\n")),
	check('a line less', !passes('', [ 'a', 'b' ], "a\n")),
	check('a line more', !passes('', [ 'a' ], "a\nb\n")),
	check('another word', !passes(' 50%', [ 'a b' ], "a c\n")),
	check('another number', !passes('', [ 'a 100' ], "a 101\n")),
	check('another number, near enough', passes(' 5%', [ 'a 100' ], "a 105\n")),
	check('a number too far off', !passes(' 5%', [ 'a 100' ], "a 106\n")),
	check('percentages by points', passes(' 5%', [ '+1.0%' ], "-3.0%\n") && !passes(' 5%', [ '+1.0%' ], "+6.5%\n")),
	check('addresses are alike', passes('', [ 'at 0x12ab' ], "at 0xff\n")),
) }, sub { (
	check('lines left out', passes('', [ 'a', '...', 'd' ], "a\nb\nc\nd\n")),
	check('at the end', passes('', [ 'a', '...' ], "a\nb\n") && passes('', [ '...', 'b' ], "a\nb\n")),
	check('none missing between', !passes('', [ 'a', '...', 'c', 'd' ], "a\nc\nx\nd\n")),
	check('the last line is the last', !passes('', [ 'a', '...', 'b' ], "a\nb\nc\n")),
) }, sub { (
	check('new figures keep their place', blessed([ 'a 1', '...', 'c 3' ], "a 7\nb\nc 99\n") eq "a 7\n...\nc 99\n",
		slurp(file())),
	check('new lines are all shown', blessed([ 'a 1', '...' ], "z\nb\n") eq "z\nb\n", slurp(file())),
) });
