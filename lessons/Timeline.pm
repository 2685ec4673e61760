# Pictures of runs for the lessons: what the warps of a program's first team do over time, one file for each scheme.
#
# timelines("01", "examples/fig1.c", "ifmaster", "generic:-O1") writes build/lesson01-ifmaster.svg, ... as the simulator's
# K40 draws them (DEVRT_TIMELINE), and prints their names.  Status of the programs is the table's business, not ours.
package Timeline;
use strict;
use warnings;
use Exporter 'import';
use lib 'tests/tools';
use Measure;
use Sweep;
use TestKit;

our @EXPORT = qw(timelines);

sub timelines {
	my ($lesson, $program, @hows) = @_;
	for my $how (@hows) {
		my $stem = folder() . '/' . "timeline:$program:$how" =~ s{[^\w.:-]}{_}gr;
		my $file = ($ENV{SCRATCH} // $B) . "/lesson$lesson-" . ($how =~ s/:-I[^:]*//gr =~ s/\W+/-/gr) . '.svg';
		my $failed = Measure::build($stem, $program, $how, 'sm_35');
		die $failed->{err} if $failed;
		my $r = run(cmd => [$stem], env => { DEVRT_DEVICE => 'sim:k40', DEVRT_TIMELINE => $file });
		die "$stem: $r->{status}\n$r->{err}" if $r->{status} ne 'exit 0';
		print "timeline: $file\n";
	}
}

1;
