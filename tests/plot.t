#!/usr/bin/perl
# The lessons' plots (lessons/Plot.pm): every value is drawn, where it belongs, and any name is text.
use strict;
use warnings;
use lib 'tests/tools', 'lessons';
use TestKit;
use Plot;

my $dir = scratch('plot');
$ENV{SCRATCH} = $dir;

sub check {
	my ($name, $good, $why) = @_;
	return $good ? ok($name) : fail_with($name, $why // '');
}

my $file = plot('sample', title => 'a <b> & "c"', unit => 'cycles', line => 50, groups => [ 'one', 't<o' ],
	series => [ { name => 'paper', paper => 1, values => [ 80, undef ] }, { name => 'ours', values => [ 100, 25 ] },
		{ name => 'less', values => [ 50, '' ] } ]);
my $svg = slurp($file) // '';
my @bars = $svg =~ /<rect class="(s\d)" x="[\d.]+" y="([\d.]+)" width="\d+" height="([\d.]+)"><title>/g;
my @heights = @bars[2, 5, 8];
my ($base) = $svg =~ /<line class="axis" x1="\d+" x2="\d+" y1="([\d.]+)" y2="\1"/;
my ($point) = $svg =~ /<path class="paper" d="M[\d.]+ ([\d.]+)l5 5[^>]*><title>/;

sub well_formed {
	my @open;
	(my $body = $svg) =~ s{<style>.*?</style>}{}s;
	while ($body =~ m{<(/?)(\w+)[^<>]*?(/?)>}g) {
		if (!$1) { push @open, $2 if !$3 }
		elsif ((pop @open // '') ne $2) { return 0 }
	}
	return !@open && $body !~ /&(?!lt;|gt;|amp;|quot;)/;
}

# One group, and values over some orders of magnitude: the axis ends above them, in four to ten steps.
sub axis {
	my ($most) = @_;
	my $drawn = slurp(plot("axis$most", title => '', unit => '', groups => [ 'g' ],
		series => [ { name => 's', values => [ $most ] } ]));
	my @ticks = $drawn =~ m{text-anchor="end">([\d.e+]+)</text>}g;
	return check("the axis for $most", @ticks >= 5 && @ticks <= 11 && $ticks[0] == 0 && $ticks[-1] >= $most
		&& $ticks[-2] < $most, "@ticks");
}

tap(
	sub { check('tags are closed', well_formed(), $svg) },
	sub { check('a bar for each value', @bars == 9 && "@bars[0, 3, 6]" eq 's0 s1 s0', "@bars") },
	sub { check('as high as the values', $heights[0] == 4 * $heights[2] && $heights[0] == 2 * $heights[1], "@heights") },
	sub { check('bars stand on the axis', !grep({ abs($bars[$_] + $bars[$_ + 1] - $base) > 0.11 } 1, 4, 7), "@bars") },
	sub { check("the paper's point", defined $point
		&& abs($base - ($point + 5) - 0.8 * $heights[0]) < 0.11, $point) },
	sub { check('names are text', $svg =~ /a &lt;b&gt; &amp; &quot;c&quot;/ && $svg =~ /t&lt;o, ours: 25/, $svg) },
	sub { check('the line', scalar($svg =~ /class="line"/), $svg) },
	map { my $most = $_; sub { axis($most) } } 0.07, 1, 1.18, 9.9, 132, 4096, 1000000,
);
