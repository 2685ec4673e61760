# Diagrams for the lessons, as one SVG file's text: who does what when (lanes from top to bottom, time from left to
# right), or what lies where (squares).
#
# diagram(LINES) draws what a lesson's file `figure` says, a line each:
#
#	title TEXT                    what the picture shows, and after whose figure
#	kind KIND TEXT                what KIND (seq, par, ctl, wait or free) means here; free is for squares only
#	lane NAME                     a row: a thread, or some that go together
#	FROM TO LANE KIND TEXT        what it does; times are 0 to 100
#	sync AT FIRST LAST TEXT       where the lanes FIRST to LAST (numbers) wait for one another
#	arrow AT FIRST LAST TEXT      who starts or tells whom
#	square X Y WIDE HIGH KIND TEXT        a place; X and WIDE in columns, of which there are 20, Y and HIGH in rows
#	dot X Y TEXT                  a point, its TEXT to the right
#	line X1 Y1 X2 Y2 TEXT         an arrow from point to point, TEXT at its end
#	words X Y TEXT                TEXT around a point
#	note TEXT                     a line below
#
# Lanes are numbered from 1; places lie below them.  The colours are those of the simulator's timelines, for light and dark
# pages.  A picture of a run is not drawn here: that is DEVRT_TIMELINE's.
package Diagram;
use strict;
use warnings;
use Exporter 'import';

our @EXPORT = qw(diagram);

my ($left, $width, $row, $head, $square) = (110, 780, 46, 78, 40);
# Colour, class of the ink on it, what it means unless `kind` says so.
my %kinds = (
	seq => [ '#e69f00', 'k', 'sequential' ], par => [ '#0072b2', 'i', 'parallel' ],
	ctl => [ '#cc79a7', 'k', 'control and runtime' ], wait => [ '', 'f', 'waiting' ], free => [ '', 'k', '' ],
);
my $style = <<'END';
<style>text{fill:#222}.k{fill:#000}.i{fill:#fff}.f{fill:#444}.r{fill:#b00020;stroke:none}.p{fill:#fff}.g{stroke:#ddd}
.w{stroke:#666;stroke-width:2;stroke-dasharray:2 4}.s{stroke:#b00020;stroke-width:3}.a{stroke:#222;stroke-width:1.5;fill:none}
.e{fill:none;stroke:#888}
@media (prefers-color-scheme:dark){text{fill:#e6e6e6}.k{fill:#000}.i{fill:#fff}.f{fill:#bbb}.r{fill:#ff7b8e}.p{fill:#17191c}
.g{stroke:#3a3d42}.w{stroke:#999}.s{stroke:#ff5a71}.a{stroke:#ddd}}</style>
END

sub escape {
	my %name = ('<' => 'lt', '>' => 'gt', '&' => 'amp', '"' => 'quot');
	return $_[0] =~ s/([<>&"])/&$name{$1};/gr;
}

sub text {
	my ($x, $y, $anchor, $words, $more) = @_;
	return $words eq '' ? '' : sprintf qq{<text x="%.1f" y="%.1f" text-anchor="%s"%s>%s</text>\n}, $x, $y, $anchor, $more // '', escape($words);
}

sub straight { return sprintf qq{<line x1="%.1f" y1="%.1f" x2="%.1f" y2="%.1f" class="%s"/>\n}, @_ }

sub rectangle {
	my ($x, $y, $w, $h, $fill, $more) = @_;
	return sprintf qq{<rect x="%.1f" y="%.1f" width="%.1f" height="%.1f"%s/>\n}, $x, $y, $w, $h,
		$fill eq '' ? ' class="e"' : qq{ fill="$fill"} . ($more // '');
}

sub across { return $left + $width * $_[0] / 100 }
sub down { return $head + $row * ($_[0] - 1) + $row / 2 }

sub fits {
	my ($words, $room) = @_;
	die "'$words' does not fit\n" if 6.3 * length $words > $room;
}

sub box {
	my ($from, $to, $lane, $kind, $words) = @_;
	my ($fill, $ink) = @{ $kinds{$kind} or die "no such kind: $kind\n" };
	my ($x1, $x2, $y) = (across($from), across($to), down($lane));
	fits($words, $x2 - $x1 - 2);
	return ($kind eq 'wait' ? straight($x1, $y, $x2, $y, 'w') : rectangle($x1 + 1, $y - 13, $x2 - $x1 - 2, 26, $fill, ' rx="3"'))
		. text(($x1 + $x2) / 2, $kind eq 'wait' ? $y - 6 : $y + 4, 'middle', $words, qq{ class="$ink"});
}

sub bar {
	my ($at, $first, $last, $words) = @_;
	my ($x, $y1, $y2) = (across($at), down($first) - 19, down($last) + 19);
	return straight($x, $y1, $x, $y2, 's') . text($x, $y1 - 4, 'middle', $words, ' class="r"');
}

# An arrow's line and its head of two strokes.
sub pointer {
	my ($x1, $y1, $x2, $y2) = @_;
	my $length = sqrt(($x2 - $x1)**2 + ($y2 - $y1)**2);
	my ($ux, $uy) = (6 * ($x2 - $x1) / $length, 6 * ($y2 - $y1) / $length);
	return sprintf qq{<path d="M%.1f %.1fL%.1f %.1fM%.1f %.1fL%.1f %.1fL%.1f %.1f" class="a"/>\n}, $x1, $y1, $x2, $y2,
		$x2 - $ux - $uy * 0.7, $y2 - $uy + $ux * 0.7, $x2, $y2, $x2 - $ux + $uy * 0.7, $y2 - $uy - $ux * 0.7;
}

sub arrow {
	my ($at, $first, $last, $words) = @_;
	my $down = $last > $first ? 1 : -1;
	my ($x, $y1, $y2) = (across($at), down($first) + 13 * $down, down($last) - 15 * $down);
	return pointer($x, $y1, $x, $y2) . text($x + 7, ($y1 + $y2) / 2 + 4, 'start', $words);
}

sub legend {
	my ($used, $named) = @_;
	my ($svg, $x) = ('', $left);
	for my $kind (grep { $used->{$_} } qw(seq par ctl wait free)) {
		my ($fill, undef, $name) = @{ $kinds{$kind} };
		$name = $named->{$kind} // $name;
		next if $name eq '';
		$svg .= $kind eq 'wait' ? straight($x, 42, $x + 22, 42, 'w') : rectangle($x, 35, 22, 14, $fill);
		$svg .= text($x + 28, 46, 'start', $name);
		$x += 46 + 5.8 * length $name;
	}
	return $svg;
}

# What lies where, below the lanes: the SVG, and how far down it goes.
sub places {
	my ($top, $used, @lines) = @_;
	my ($svg, $bottom) = ('', $top);
	my $at = sub { return ($left + $square * $_[0], $top + $square * $_[1]) };
	for (@lines) {
		my ($x, $y);
		if (/^square ([\d.]+) ([\d.]+) ([\d.]+) ([\d.]+) (\w+) ?(.*)/) {
			my ($w, $h, $kind, $words) = ($square * $3, $square * $4, $5, $6);
			($x, $y) = $at->($1, $2);
			my ($fill, $ink) = @{ $kinds{$kind} or die "no such kind: $kind\n" };
			fits($words, $w);
			$used->{$kind} = 1;
			$svg .= rectangle($x, $y, $w, $h, $fill, ' stroke="#888"')
				. text($x + $w / 2, $y + $h / 2 + 4, 'middle', $words, $fill eq '' ? '' : qq{ class="$ink"});
			$y += $h;
		} elsif (/^dot ([\d.]+) ([\d.]+) ?(.*)/) {
			($x, $y) = $at->($1, $2);
			$used->{seq} = 1;
			$svg .= sprintf(qq{<circle cx="%.1f" cy="%.1f" r="5" fill="#e69f00"/>\n}, $x, $y) . text($x + 9, $y - 5, 'start', $3);
		} elsif (/^line ([\d.]+) ([\d.]+) ([\d.]+) ([\d.]+) ?(.*)/) {
			my @to = $at->($3, $4);
			($x, $y) = $at->($1, $2);
			$svg .= pointer($x, $y, @to) . text($to[0] + 6, $to[1] - 4, 'start', $5);
			$y = $to[1] if $to[1] > $y;
		} elsif (/^words ([\d.]+) ([\d.]+) (.*)/) {
			($x, $y) = $at->($1, $2);
			$svg .= text($x, $y + 4, 'middle', $3);
			$y += 8;
		}
		$bottom = $y if $y > $bottom;
	}
	return ($svg, $bottom);
}

sub diagram {
	my (@lanes, @notes, @places, %used, %named, $title);
	my $body = '';
	for (@_) {
		if (/^title (.*)/) { $title = $1 }
		elsif (/^kind (\w+) (.*)/) { $named{$1} = $2 }
		elsif (/^lane (.*)/) { fits($1, $left + 6); push @lanes, $1 }
		elsif (/^note (.*)/) { push @notes, $1 }
		elsif (/^sync ([\d.]+) (\d) (\d) ?(.*)/) { $body .= bar($1, $2, $3, $4) }
		elsif (/^arrow ([\d.]+) (\d) (\d) ?(.*)/) { $body .= arrow($1, $2, $3, $4) }
		elsif (/^([\d.]+) ([\d.]+) (\d) (\w+) ?(.*)/) { $used{$4} = 1; $body .= box($1, $2, $3, $4, $5) }
		elsif (/^(square|dot|line|words) /) { push @places, $_ }
		else { die "not a line of a figure: $_\n" }
	}
	my ($there, $bottom) = places($head + $row * @lanes, \%used, @places);
	my ($w, $h) = ($left + $width + 20, $bottom + 18 * @notes + 14);
	my $svg = qq{<svg xmlns="http://www.w3.org/2000/svg" width="$w" height="$h" viewBox="0 0 $w $h" font-family="sans-serif" font-size="11">\n}
		. $style . qq{<rect width="100%" height="100%" class="p"/>\n} . text(10, 22, 'start', $title, ' font-size="14" font-weight="bold"')
		. legend(\%used, \%named);
	for my $i (1 .. @lanes) {
		$svg .= text($left - 10, down($i) + 4, 'end', $lanes[ $i - 1 ], ' font-size="12"');
		$svg .= straight($left, down($i), $left + $width, down($i), 'g');
	}
	$svg .= $body . $there;
	$svg .= text($left, $bottom + 14 + 18 * $_, 'start', $notes[$_]) for 0 .. $#notes;
	return "$svg</svg>\n";
}

1;
