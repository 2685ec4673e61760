# Diagrams of who does what when: lanes from top to bottom, time from left to right, as one SVG file's text.
#
# diagram(LINES) draws what a lesson's file `figure` says, a line each:
#
#	title TEXT                    what the picture shows, and after whose figure
#	lane NAME                     a row: a thread, or some that go together
#	FROM TO LANE KIND TEXT        what it does; times are 0 to 100; KIND is seq, par, ctl or wait
#	sync AT FIRST LAST TEXT       where the lanes FIRST to LAST (numbers) wait for one another
#	arrow AT FIRST LAST TEXT      who starts or tells whom
#	note TEXT                     a line below
#
# Lanes are numbered from 1.  The colours are those of the simulator's timelines.  A picture of a run is not drawn here:
# that is DEVRT_TIMELINE's.
package Diagram;
use strict;
use warnings;
use Exporter 'import';

our @EXPORT = qw(diagram);

my ($left, $width, $row, $head) = (110, 780, 46, 78);
my %kinds = (
	seq => [ '#e69f00', '#000', 'sequential' ], par => [ '#0072b2', '#fff', 'parallel' ],
	ctl => [ '#cc79a7', '#000', 'control and runtime' ], wait => [ '#666', '#444', 'waiting' ],
);

sub escape {
	my %name = ('<' => 'lt', '>' => 'gt', '&' => 'amp', '"' => 'quot');
	return $_[0] =~ s/([<>&"])/&$name{$1};/gr;
}

sub text {
	my ($x, $y, $anchor, $words, $more) = @_;
	return sprintf qq{<text x="%.1f" y="%.1f" text-anchor="%s"%s>%s</text>\n}, $x, $y, $anchor, $more // '', escape($words);
}

sub across { return $left + $width * $_[0] / 100 }
sub down { return $head + $row * ($_[0] - 1) + $row / 2 }

sub box {
	my ($from, $to, $lane, $kind, $words) = @_;
	my ($fill, $ink) = @{ $kinds{$kind} or die "no such kind: $kind\n" };
	my ($x1, $x2, $y) = (across($from), across($to), down($lane));
	die "'$words' does not fit between $from and $to\n" if 6.3 * length $words > $x2 - $x1 - 2;
	my $shape = $kind eq 'wait'
		? sprintf(qq{<line x1="%.1f" y1="%.1f" x2="%.1f" y2="%.1f" stroke="%s" stroke-width="2" stroke-dasharray="2 4"/>\n}, $x1, $y, $x2, $y, $fill)
		: sprintf(qq{<rect x="%.1f" y="%.1f" width="%.1f" height="26" rx="3" fill="%s"/>\n}, $x1 + 1, $y - 13, $x2 - $x1 - 2, $fill);
	return $shape . ($words eq '' ? '' : text(($x1 + $x2) / 2, $kind eq 'wait' ? $y - 6 : $y + 4, 'middle', $words, qq{ fill="$ink"}));
}

sub bar {
	my ($at, $first, $last, $words) = @_;
	my ($x, $y1, $y2) = (across($at), down($first) - 19, down($last) + 19);
	return sprintf(qq{<line x1="%.1f" y1="%.1f" x2="%.1f" y2="%.1f" stroke="#b00020" stroke-width="3"/>\n}, $x, $y1, $x, $y2)
		. text($x, $y1 - 4, 'middle', $words, ' fill="#b00020"');
}

sub arrow {
	my ($at, $first, $last, $words) = @_;
	my $down = $last > $first ? 1 : -1;
	my ($x, $y1, $y2) = (across($at), down($first) + 13 * $down, down($last) - 15 * $down);
	return sprintf(qq{<path d="M%.1f %.1fL%.1f %.1fM%.1f %.1fl4 %dl4 %d" fill="none" stroke="#222" stroke-width="1.5"/>\n},
		$x, $y1, $x, $y2, $x - 4, $y2 - 6 * $down, 6 * $down, -6 * $down)
		. text($x + 7, ($y1 + $y2) / 2 + 4, 'start', $words);
}

sub legend {
	my ($used) = @_;
	my ($svg, $x) = ('', $left);
	for my $kind (grep { $used->{$_} } qw(seq par ctl wait)) {
		my ($fill, undef, $name) = @{ $kinds{$kind} };
		$svg .= $kind eq 'wait' ? sprintf(qq{<line x1="%d" y1="42" x2="%d" y2="42" stroke="%s" stroke-width="2" stroke-dasharray="2 4"/>\n}, $x, $x + 22, $fill)
			: sprintf(qq{<rect x="%d" y="35" width="22" height="14" fill="%s"/>\n}, $x, $fill);
		$svg .= text($x + 28, 46, 'start', $name);
		$x += 50 + 7 * length $name;
	}
	return $svg;
}

sub diagram {
	my (@lanes, @notes, %used, $title);
	my $body = '';
	for (@_) {
		if (/^title (.*)/) { $title = $1 }
		elsif (/^lane (.*)/) { push @lanes, $1 }
		elsif (/^note (.*)/) { push @notes, $1 }
		elsif (/^sync ([\d.]+) (\d) (\d) ?(.*)/) { $body .= bar($1, $2, $3, $4) }
		elsif (/^arrow ([\d.]+) (\d) (\d) ?(.*)/) { $body .= arrow($1, $2, $3, $4) }
		elsif (/^([\d.]+) ([\d.]+) (\d) (\w+) ?(.*)/) { $used{$4} = 1; $body .= box($1, $2, $3, $4, $5) }
		else { die "not a line of a figure: $_\n" }
	}
	my $bottom = $head + $row * @lanes;
	my ($w, $h) = ($left + $width + 20, $bottom + 18 * @notes + 14);
	my $svg = qq{<svg xmlns="http://www.w3.org/2000/svg" width="$w" height="$h" viewBox="0 0 $w $h" font-family="sans-serif" font-size="11">\n}
		. qq{<rect width="100%" height="100%" fill="#fff"/>\n} . text(10, 22, 'start', $title, ' font-size="14" font-weight="bold"') . legend(\%used);
	for my $i (1 .. @lanes) {
		$svg .= text($left - 10, down($i) + 4, 'end', $lanes[ $i - 1 ], ' font-size="12"');
		$svg .= sprintf qq{<line x1="%d" y1="%.1f" x2="%d" y2="%.1f" stroke="#ddd"/>\n}, $left, down($i), $left + $width, down($i);
	}
	$svg .= $body;
	$svg .= text($left, $bottom + 14 + 18 * $_, 'start', $notes[$_]) for 0 .. $#notes;
	return "$svg</svg>\n";
}

1;
