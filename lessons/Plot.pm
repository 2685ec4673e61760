# Plots for the lessons: bars in groups as one SVG file, what a paper measured as points beside them.
#
# plot("NAME", title => ..., unit => "percent", line => 100, groups => [ names ],
#      series => [ { name => ..., values => [ one a group ] }, { name => ..., values => [...], paper => 1 } ])
# writes build/NAME.svg and returns the file's name.  A value that is undef or empty leaves a gap.  The
# axis starts at 0; line is drawn across.  Not for negative values, and not for more than six series.
package Plot;
use strict;
use warnings;
use Exporter 'import';
use POSIX qw(ceil floor);

our @EXPORT = qw(plot);

my ($left, $top, $height, $bar, $gap, $legend) = (64, 70, 260, 11, 14, 170);

# Colours that differ in lightness, too, so that they survive a printer and colour blindness.
my $style = <<'END';
svg { background: #fff; font: 12px sans-serif; }
text { fill: #222; }
.title { font-size: 15px; font-weight: bold; }
.grid { stroke: #ddd; }
.axis, .line { stroke: #222; }
.line { stroke-dasharray: 5 3; }
.s0 { fill: #1b4f8a; } .s1 { fill: #6fa8dc; } .s2 { fill: #b45f06; } .s3 { fill: #f0b27a; }
.s4 { fill: #38761d; } .s5 { fill: #a9cf9a; }
.paper { fill: #fff; stroke: #b00020; stroke-width: 2; }
@media (prefers-color-scheme: dark) {
	svg { background: #1c1c1c; } text { fill: #ddd; } .grid { stroke: #444; } .axis, .line { stroke: #ddd; }
	.paper { fill: #1c1c1c; stroke: #ff6b81; }
}
END

sub escape {
	my %name = ('<' => 'lt', '>' => 'gt', '&' => 'amp', '"' => 'quot');
	return $_[0] =~ s/([<>&"])/&$name{$1};/gr;
}

sub text {
	my ($x, $y, $anchor, $words, $more) = @_;
	return sprintf qq{<text x="%.1f" y="%.1f" text-anchor="%s"%s>%s</text>\n}, $x, $y, $anchor,
		defined $more ? " $more" : '', escape($words);
}

sub rule {
	my ($class, $x1, $x2, $y1, $y2) = @_;
	return sprintf qq{<line class="%s" x1="%d" x2="%d" y1="%.1f" y2="%.1f"/>\n}, $class, $x1, $x2, $y1, $y2;
}

sub is_value { return defined $_[0] && $_[0] =~ /^\d+(\.\d+)?$/ }

# A round step that divides the axis into four to ten, and the end of the axis.
sub scale {
	my ($most) = @_;
	my $step = 10 ** floor(log($most) / log(10));
	$step /= 2 while $most / $step < 4;
	return ($step, $step * ceil($most / $step - 1e-9));
}

sub axes {
	my ($o, $width, $step, $end) = @_;
	my $svg = '';
	for my $i (0 .. int($end / $step + 0.5)) {
		my $y = $top + $height * (1 - $i * $step / $end);
		$svg .= rule('grid', $left, $left + $width, $y, $y);
		$svg .= text($left - 8, $y + 4, 'end', $i * $step);
	}
	$svg .= rule('axis', $left, $left, $top, $top + $height);
	$svg .= rule('axis', $left, $left + $width, $top + $height, $top + $height);
	$svg .= text($left - 48, $top - 14, 'start', $o->{unit});
	return $svg if !defined $o->{line} || $o->{line} > $end;
	my $y = $top + $height * (1 - $o->{line} / $end);
	return $svg . rule('line', $left, $left + $width, $y, $y);
}

# One value: a bar that has its number as a tooltip, or the paper's point.
sub mark {
	my ($series, $class, $x, $value, $end, $group) = @_;
	my $h = $height * $value / $end;
	my $y = $top + $height - $h;
	my $title = '<title>' . escape("$group, $series->{name}: $value") . '</title>';
	return sprintf qq{<path class="paper" d="M%.1f %.1fl5 5l-5 5l-5 -5z">%s</path>\n}, $x + $bar / 2, $y - 5, $title
		if $series->{paper};
	return sprintf qq{<rect class="%s" x="%.1f" y="%.1f" width="%d" height="%.1f">%s</rect>\n}, $class, $x, $y,
		$bar - 1, $h, $title;
}

# All series take the width of a bar, in their order: a paper's point stands beside what it is compared with.
sub group {
	my ($o, $g, $x, $end) = @_;
	my ($svg, $bars) = ('', 0);
	for my $s (@{ $o->{series} }) {
		my $class = 's' . $bars;
		$bars++ if !$s->{paper};
		$svg .= mark($s, $class, $x, $s->{values}[$g], $end, $o->{groups}[$g]) if is_value($s->{values}[$g]);
		$x += $bar;
	}
	return $svg;
}

sub legend {
	my ($o, $x) = @_;
	my ($svg, $y, $bars) = ('', $top + 8, 0);
	for my $s (@{ $o->{series} }) {
		$svg .= $s->{paper} ? sprintf(qq{<path class="paper" d="M%d %dl5 5l-5 5l-5 -5z"/>\n}, $x + 5, $y - 9)
			: sprintf(qq{<rect class="s%d" x="%d" y="%d" width="10" height="10"/>\n}, $bars++, $x, $y - 9);
		$svg .= text($x + 18, $y, 'start', $s->{name});
		$y += 18;
	}
	return $svg;
}

sub plot {
	my ($name, %o) = @_;
	my $file = ($ENV{SCRATCH} // $ENV{BUILD} // 'build') . "/$name.svg";
	my @groups = @{ $o{groups} };
	my $bars = @{ $o{series} } * $bar;
	my ($longest) = sort { $b <=> $a } map { length } @groups;
	my $slanted = @groups > 6 && $longest > 3;
	my $pitch = $slanted || $bars > 7 * $longest ? $bars + $gap : 7 * $longest + $gap;
	my $width = @groups * $pitch + $gap;
	my ($most) = sort { $b <=> $a } $o{line} // 0, grep { is_value($_) } map { @{ $_->{values} } } @{ $o{series} };
	my ($step, $end) = scale($most || 1);
	my $svg = text($left - 48, 26, 'start', $o{title}, 'class="title"') . axes(\%o, $width, $step, $end);
	for my $g (0 .. $#groups) {
		my $x = $left + $gap + $g * $pitch;
		my ($tx, $ty) = ($x + ($pitch - $gap) / 2, $top + $height + 16);
		$svg .= group(\%o, $g, $x + ($pitch - $gap - $bars) / 2, $end) . ($slanted
			? text($tx, $ty, 'end', $groups[$g], sprintf 'transform="rotate(-40 %.1f %.1f)"', $tx, $ty)
			: text($tx, $ty, 'middle', $groups[$g]));
	}
	$svg .= legend(\%o, $left + $width + 20);
	my ($wide) = sort { $b <=> $a } $left + $width + $legend + 20, 40 + 8.5 * length $o{title};
	my $all = sprintf 'viewBox="0 0 %d %d"', $wide, $top + $height + ($slanted ? 90 : 34);
	open my $out, '>', $file or die "$file: $!\n";
	print $out qq{<svg xmlns="http://www.w3.org/2000/svg" $all>\n<style>\n$style</style>\n$svg</svg>\n};
	close $out or die "$file: $!\n";
	return $file;
}

1;
