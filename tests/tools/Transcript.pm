# What a page shows of its commands' output: found, compared with what they print today, and written anew.
#
#	```sh                            a block of commands; a ```text block behind it, with at most a blank line
#	build/hello                      between, is what the last of them prints (stdout, then stderr)
#	```
#	```text
#	42, with 64 threads
#	...                              any lines
#	```
#
#	<!-- build/hello -t -->          the Markdown table behind is what this command prints
#	| a | b |
#
# A line <details><summary>...</summary> may stand between the two, to fold what is printed.
# Digits count.  Blanks are compared as one, and any two addresses (0x55...) are alike.  With
# BLESS=1 in the environment (make lessons-update) what is printed today is written into the page instead.  Not for
# output whose order changes, or that a clock decides.
package Transcript;
use strict;
use warnings;
use Exporter 'import';
use TestKit;

our @EXPORT = qw(transcript prints_as_shown);

# The blocks of a page: { lines => [...], commands => those without comments, shown => lines or undef, text => the shown
# block as it stands, head and end => its first and last line }.
sub transcript {
	my ($file) = @_;
	my ($page, @blocks) = (slurp($file));
	while ($page =~ /^(?:```sh\n(.*?)^```\n(?:\n<details><summary>[^\n]*<\/summary>\n(?=\n))?(\n?^(```text\n)(.*?)^```\n)?|<!-- (perl [^\n]*) -->\n((?:\|[^\n]*\n)*))/msg) {
		my %b = defined $5 ? (commands => [$5], lines => [$5], shown => $6, text => "<!-- $5 -->\n$6",
			head => "<!-- $5 -->\n", end => '') : (shown => $4, text => $2, head => $3, end => "```\n");
		$b{lines} //= [ split /\n/, $1 =~ s/\\\n//gr ];
		$b{commands} //= [ grep { /\S/ && !/^#/ } @{ $b{lines} } ];
		$b{shown} = [ split /\n/, $b{shown} ] if defined $b{shown};
		push @blocks, \%b;
	}
	return @blocks;
}

sub squeezed { return $_[0] =~ s/0x[0-9a-f]+/0x.../gr =~ s/\s+/ /gr =~ s/^ | $//gr }

# A line without its numbers: what stays when a figure changes.
sub shape { return squeezed($_[0]) =~ s/[-+]?\d+(\.\d+)?/0/gr =~ s/-{2,}|=+/-/gr }

sub alike { return squeezed($_[0]) eq squeezed($_[1]) }

# The shown lines between "..." lines.
sub segments {
	my ($shown) = @_;
	my @segments = ([]);
	for (@$shown) { if ($_ eq '...') { push @segments, [] } else { push @{ $segments[-1] }, $_ } }
	return @segments;
}

# Where the segment stands in the output at or behind a place, by a comparison of lines; undef if nowhere.  Of several
# places it is the first of those with the most words of the segment: tables differ in a number of their headings.
sub place {
	my ($segment, $out, $from, $same) = @_;
	my ($best, $most);
	for my $at ($from .. @$out - @$segment) {
		next if grep { !$same->($segment->[$_], $out->[ $at + $_ ]) } 0 .. $#$segment;
		my %words = map { $_ => 1 } map { split } @$segment;
		my $n = grep { $words{$_} } map { split } @$out[ $at .. $at + $#$segment ];
		($best, $most) = ($at, $n) if !defined $best || $n > $most;
	}
	return $best;
}

# The output's lines as the page shows them, line for line where $same finds them; undef and the first segment that it
# does not find.
sub laid_out {
	my ($block, $out, $same) = @_;
	my @segments = segments($block->{shown});
	my ($from, @lines) = (0);
	for my $i (0 .. $#segments) {
		my $s = $segments[$i];
		my $at = $i == $#segments && $i > 0 ? place($s, $out, scalar(@$out) - @$s, $same)
			: place($s, $out, $from, $same);
		return (undef, $s) if !defined $at || $at < $from || ($i == 0 && $at > 0) || (@segments == 1 && @$out != @$s);
		push @lines, '...' if $i;
		push @lines, @$out[ $at .. $at + $#$s ];
		$from = $at + @$s;
	}
	return \@lines;
}

# Why the output is not what the page shows, or ''.
sub differs {
	my ($block, $text) = @_;
	my @out = split /\n/, $text;
	my ($lines, $missing) = laid_out($block, \@out, \&alike);
	return '' if $lines;
	my ($at) = map { my $l = $_; grep { shape($_) eq shape($l) } @out } @$missing;
	return join "\n", 'the page shows:', @$missing, 'and now it is:', defined $at ? @out : @out[ 0 .. ($#out < 9 ? $#out : 9) ];
}

# Writes what is printed now into the page.  Lines that only changed their figures keep their place between "..."; where
# others have come, all of the output is shown.
sub bless_block {
	my ($file, $block, $text) = @_;
	my @out = map { s/\s+$//r } split /\n/, $text;
	my ($lines) = laid_out($block, \@out, sub { shape($_[0]) eq shape($_[1]) });
	my $page = slurp($file);
	my $new = ($block->{text} =~ /^\n/ ? "\n" : '') . $block->{head} . join('', map { "$_\n" } @{ $lines // \@out }) . $block->{end};
	my $at = index $page, $block->{text};
	die "$file changed meanwhile\n" if $at < 0;
	substr($page, $at, length $block->{text}) = $new;
	spew($file, $page);
	$block->{text} = $new;
	return;
}

# The result of a test: whether what was run prints what the page shows, or, with BLESS=1, will have shown.
sub prints_as_shown {
	my ($file, $block, $title, $r) = @_;
	$title .= ' prints what the page shows';
	my $text = $r->{err} =~ /^devrt:/ ? "$r->{err}$r->{out}" : "$r->{out}$r->{err}";        # as on a terminal
	$text =~ s{(?<![\w/])\Q$B/\E}{build/}g;        # a page names the folder of ordinary builds
	my $why = differs($block, $text);
	return ok($title) if $why eq '';
	return fail_with($title, $why) if !$ENV{BLESS};
	bless_block($file, $block, $text);
	return ok("$title now");
}

1;
