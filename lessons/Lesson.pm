# What the lessons' tables are printed with: rows of figures, claims about them, what the models are worth.
#
# table() prints rows as measure() or sweep() return them, claims() checks sentences about them, report() does
# both; trust() says what to think of the cycles; recorded() shows what on-gpu has measured on real GPUs.
# A script called with -beside prints the Markdown table of its page instead, which has ours beside the paper's: beside().  Not for
# measuring: that is Measure.pm's.
package Lesson;
use strict;
use warnings;
use Exporter 'import';
use lib 'tests/tools';
use Measure;
use TestKit;

our @EXPORT = qw(table claims trust report recorded recordings pivot @columns $beside beside more_percent span failures kernel_row
	paper_row with_kernels);

# What most tables show.
our @columns = qw(scheme device ptx written_barriers written_branches registers
	warp_instructions branches barriers cycles more result);

# Whether the script was called with -beside.
our $beside = @ARGV && $ARGV[0] eq '-beside' ? shift @ARGV : '';

# The rows of a Markdown table, the first its headings; ends the program.
sub beside {
	my ($head, @rows) = @_;
	my @lines = map { '|' . join('', map { $_ eq '' ? ' |' : " $_ |" } @$_) . "\n" } $head, @rows;
	splice @lines, 1, 0, '|' . '---|' x @$head . "\n";
	print @lines;
	exit 0;
}

# Times beyond the first's, in whole percent, with their signs; then from the least to the most of some numbers.
sub more_percent {
	my ($first, @times) = @_;
	return map { sprintf('%+.0f', 100 * ($_ / $first - 1)) =~ s/^[-+]0$/0/r } @times;
}

sub span {
	my ($least, $most) = (sort { $a <=> $b } @_)[0, -1];
	return $least == $most ? $least : "$least to $most";
}

# Column name => heading.  "written" is in the PTX, the rest was executed.
my %heading = (
	scheme => 'scheme', device => 'GPU', result => 'result', ptx => 'PTX', written_barriers => 'bar.',
	written_branches => 'bra', registers => 'regs', warp_instructions => 'executed', barriers => 'barriers',
	branches => 'branches', cycles => 'cycles', diverged => 'diverged', threads => 'threads', teams => 'teams',
	calls => 'calls', to_device_copies => 'copies to', to_device_bytes => 'bytes to',
	to_host_copies => 'copies back', to_host_bytes => 'bytes back', way => 'way',
	launches => 'launches', regions => 'regions',
	shared => 'shared', shared_bytes => 'shared B', more => 'vs. first', global_bytes => 'global B',
);

# The difference in cycles from the first row of the same GPU that ran, as Table 2 of Bertolli et al.
sub compare_cycles {
	my (@rows) = @_;
	my %first;
	for my $m (grep { defined $_->{cycles} } @rows) {
		my $base = $first{ $m->{device} } //= $m->{cycles};
		$m->{more} = sprintf '%+.1f%%', 100 * ($m->{cycles} / $base - 1);
	}
}

sub table {
	my ($columns, @rows) = @_;
	my @notes;
	compare_cycles(@rows) if !grep { defined $_->{more} } @rows;
	my @lines = [ map { $heading{$_} // $_ } @$columns ];
	for my $m (@rows) {
		push @lines, [ map { $m->{$_} // '' } @$columns ];
		push @notes, "$m->{scheme}, $m->{device}: $m->{why}" if defined $m->{why};
	}
	my @width = map { my $c = $_; (sort { $b <=> $a } map { length $_->[$c] } @lines)[0] } 0 .. $#$columns;
	for my $line (@lines) {
		my $text = join '  ', map {
			my $left = $columns->[$_] =~ /^(scheme|device|result|way|program)$/ && $line->[$_] !~ /^[-+\d.%]+$/;
			sprintf $left ? '%-*s' : '%*s', $width[$_], $line->[$_];
		} 0 .. $#$columns;
		print $text =~ s/\s+$//r, "\n";
	}
	print "$_\n" for @notes;
	return if !grep { /^(registers|work loop)$/ } @$columns;
	my $ptxas = ptxas();
	print "ptxas is missing, so there are no registers (make ptxas fetches it)\n" if !$ptxas;
	print "$ptxas does not take this PTX, so there are no registers (make ptxas fetches one that does)\n"
		if grep { ($_->{registers} // '') eq '?' } @rows;
}

# What the cycles of these rows are worth.
sub trust {
	my %models = map { $_->{name} => $_ } map { @{ $_->{models} // [] } } @_;
	for (sort keys %models) {
		my $m = $models{$_};
		print "model $_: $m->{sms} SMs; its weakest number is $m->{weakest_trust} ($m->{weakest_parameter})\n";
	}
	print "cycles compare schemes on one model; as absolute times take two digits\n" if %models;
}

# claims(rows, "barriers inspector < ifmaster"...): each holds for every GPU, or for the one named last
# ("... v100"); returns how many fail.  An option stays with its scheme: "registers generic:-fno-x > generic".
# What stands on the right may have a factor: "cycles generic < 1.5*spmd".
# A claim about registers is not checked where ptxas has not said any.
sub claims {
	my ($rows, @claims) = @_;
	my $failed = 0;
	for my $claim (@claims) {
		my ($what, $a, $op, $factor, $b, $gpu) = $claim =~ /^(\w+) (\S+) ([<>=]) (?:([\d.]+)\*)?(\S+)(?: (\w+))?$/
			or die "claim: $claim\n";
		my ($good, $compared) = (1, 0);
		for my $m (grep { $_->{scheme} eq $a =~ tr/:/ /r } @$rows) {
			next if $gpu && $m->{device} ne $gpu;
			my ($n) = grep { $_->{scheme} eq $b =~ tr/:/ /r && $_->{device} eq $m->{device} } @$rows;
			my ($x, $y) = ($m->{$what}, $n->{$what});
			next if grep { !defined || /\D/ } $x, $y;
			$compared++;
			$y *= $factor // 1;
			$good &&= $op eq '<' ? $x < $y : $op eq '>' ? $x > $y : $x == $y;
		}
		$good = 0 if !$compared && $what !~ /registers$/;
		$failed += !$good;
		printf "%s: %s\n", !$good ? 'NO LONGER HOLDS' : $compared ? 'holds' : 'not checked', $claim =~ tr/_/ /r;
	}
	return $failed;
}

# A program's table, what is claimed of it, and how many rows went wrong or claims fail.
sub report {
	my ($columns, $rows, @claims) = @_;
	table($columns, @$rows);
	return claims($rows, @claims) + grep { $_->{result} !~ /^(ok|refused)$/ } @$rows;
}

# How many runs went wrong; each says why.
sub failures {
	my @wrong = grep { $_->{result} ne 'ok' } @_;
	print map { "$_->{scheme}, $_->{device}: $_->{why}\n" } @wrong;
	return scalar @wrong;
}

# Figures of a run's kernels without its self-check; `all` is their sum.
sub kernels_of {
	my %of = %{ $_[0]{functions} };
	my %sum = (registers => '');
	delete $of{verdict};
	for my $figures (values %of) { $sum{$_} += $figures->{$_} for qw(cycles launches) }
	return { %of, all => \%sum };
}

# A kernel's row: its time under each run, named by `scheme`, to that under the run `base`; launches, registers and
# cycles of a launch are the base's.
sub kernel_row {
	my ($kernel, $base, @runs) = @_;
	my %of = map { $_->{scheme} => kernels_of($_)->{$kernel} } @runs;
	my ($first, $last) = ($runs[0], $of{$base});
	return { scheme => $kernel, device => $first->{device}, launches => $last->{launches}, registers => $last->{registers},
		cycles => sprintf('%.0f', $last->{cycles} / ($last->{launches} || 1)),
		map { $_ => sprintf '%.2f', $of{$_}{cycles} / ($last->{cycles} || 1) } keys %of };
}

# The same, with the paper's times under its table's name, "Table II" and "II": the first two to the third.
sub paper_row {
	my ($table, $base, $runs, $kernel, @paper) = @_;
	my $row = kernel_row($kernel, $base, @$runs);
	@$row{$table, $table =~ s/^Table //r} = map { sprintf '%.2f', $_ / $paper[2] } @paper[ 0, 1 ];
	return $row;
}

# The runs, with each kernel's cycles as a figure for claims().
sub with_kernels {
	return map { my $of = kernels_of($_); +{ %$_, map { $_ => $of->{$_}{cycles} } keys %$of } } @_;
}

# What on-gpu kept of a lesson, the newest table of each GPU: { what it was, rows } each.
sub recordings {
	my ($lesson) = @_;
	my %newest = map { m{lessons\.([^.]+)\.} ? ($1 => $_) : () } sort glob 'tests/baseline/lessons.*.tsv';
	return map { recording($newest{$_}, $lesson) } sort keys %newest;
}

sub recording {
	my ($file, $lesson) = @_;
	my ($head, $names, @lines) = split /\n/, slurp($file);
	my @names = split /\t/, $names =~ s/^# //r;
	my @rows = map { my %r; @r{@names} = split /\t/; \%r } @lines;
	my ($what) = $head =~ /on-gpu: (.*?), commit/;
	my @empty = grep { $_->{kernel} =~ /^verdict_/ } @rows;
	my ($empty) = sort { $a <=> $b } map { $_->{best} } @empty;
	my $process = sub { join ' ', map { $_ // '' } @{ $_[0] }{qw(lesson program how args DEVRT_GRID)} };
	my %beside = map { $process->($_) => $_->{best} } @empty;
	$_->{empty} = $beside{ $process->($_) } for @rows;
	return { what => $what, empty => $empty,
		rows => [ grep { $_->{lesson} == $lesson && $_->{kernel} !~ /^verdict_/ } @rows ] };
}

# A lesson's kernels on real GPUs, one row each; "vs. first" is the time beyond the first row's of the same program and
# size, "empty" the time of a kernel with one store in the same process: where it is long, the GPU was slow.  Where there
# are several arguments, they are the columns.
sub recorded {
	my ($lesson) = @_;
	for my $recording (recordings($lesson)) {
		my (%first, %args);
		my @rows = @{ $recording->{rows} } or next;
		$args{ $_->{args} } = 1 for @rows;
		if (keys %args > 1) {
			pivot($recording, sub { "$_[0]{how} $_[0]{DEVRT_GRID}" =~ tr/:/ /r =~ s/ $//r }, sub { $_[0]{args} });
			next;
		}
		for my $r (@rows) {
			my $base = $first{ join ' ', $r->{program}, $r->{how} =~ /-D\w+=\d+/g } //= $r->{best};
			$r->{scheme} = $r->{how} =~ tr/:/ /r;
			$r->{program} =~ s/\.c$//;
			$r->{us} = sprintf '%.1f', $r->{best};
			$r->{empty} = defined $r->{empty} ? sprintf '%.1f', $r->{empty} : '';
			$r->{more} = sprintf '%+.1f%%', 100 * ($r->{best} / $base - 1);
		}
		say_where($recording);
		table([qw(program scheme us more empty)], @rows);
	}
}

sub say_where {
	my ($recording) = @_;
	print "\nmeasured, $recording->{what}: microseconds of a kernel, the best of 15 (an empty one: $recording->{empty})\n";
}

# Recorded times as a grid: row and column say for a time where it belongs, and where not if they say nothing.
sub pivot {
	my ($recording, $row, $column) = @_;
	my (%cell, @rows, @columns);
	for my $r (@{ $recording->{rows} }) {
		my ($y, $x) = ($row->($r), $column->($r));
		next if !defined $x || !defined $y;
		push @rows, $y if !$cell{$y};
		push @columns, $x if !grep { $_ eq $x } @columns;
		$cell{$y}{$x} = sprintf '%.1f', $r->{best};
	}
	return if !@rows;
	say_where($recording);
	table([ 'scheme', @columns ], map { { scheme => $_, %{ $cell{$_} } } } @rows);
}

1;
