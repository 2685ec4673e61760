# A sweep: a list of points, each measured by one command whose output is kept as one file.
#
# A lesson's script says its points once, and gets their figures back in the same order:
#	my @rows = sweep({ program => ..., how => "scheme:option", device => "k40", args => [...], env => {...} }, ...);
# What else a point has (a label) is in its row, too.  The files are in build/sweeps/LESSON; a point that has one
# is not measured again, unless compiler, simulator or programs have changed: then the sweep begins anew.
# With POINTS=1 in the environment the script ends at sweep(): it only writes the list, LESSON/points, one line a
# point, name and command, which sweep.mk hands to make or to Slurm.  Without, missing points are measured here,
# one after the other.  Runs in the top folder.
package Sweep;
use strict;
use warnings;
use Exporter 'import';
use File::Path qw(make_path);
use JSON::PP qw(decode_json);
use Time::HiRes qw(stat);
use lib 'tests/tools';
use Measure;
use TestKit;

our @EXPORT = qw(sweep points stages folder);

# The points of a program under some schemes on some GPUs, a GPU at a time.
sub points {
	my ($program, $hows, %more) = @_;
	my $gpus = delete $more{gpus} // [qw(k40 v100)];
	return map { my $device = $_; map { +{ program => $program, how => $_, device => $device, %more } } @$hows } @$gpus;
}

# Teams of 1024 threads: as many as the SMs of a K40 hold, half of what those of the others do.
my %large = (k40 => '30x1024', v100 => '80x1024', h200 => '132x1024');

# The points of a program as they changed it, [name, grid, options] a stage; the grid may be "large".
sub stages {
	my ($stages, $gpus, %point) = @_;
	my $how = delete $point{how};
	return map { my $gpu = $_; map { my ($name, $grid, $options) = @$_;
		+{ %point, how => join(':', $how, $options || ()), device => $gpu, scheme => $name,
			env => { DEVRT_GRID => $grid eq 'large' ? $large{$gpu} : $grid } } } @$stages } @$gpus;
}

# Where the results of the lesson that runs are kept, and programs that it writes.
sub folder {
	my ($lesson) = $0 =~ m{([^/]+)/[^/]+$};
	my $dir = ($ENV{SCRATCH} // $B) . "/sweeps/$lesson";
	make_path($dir);
	return $dir;
}

sub environment { my ($p) = @_; return map { "$_=$p->{env}{$_}" } sort keys %{ $p->{env} // {} } }

# What a point's file is called: all that tells it from the others, as far as make and the shell bear it.
sub name {
	my ($p) = @_;
	my ($base) = $p->{program} =~ m{([^/]+)\.c$};
	my @words = ($p->{device}, $base, @{ $p->{args} // [] }, grep({ !/^-I/ } split /:/, $p->{how}), environment($p));
	return join('.', @words) =~ s{[^\w.,-]+}{-}gr;
}

# The command that measures it, which can be given by hand as well.
sub command {
	my ($p, $dir) = @_;
	my @words = (environment($p), 'perl', 'lessons/point', $dir, $p->{device}, $p->{how}, $p->{program},
		@{ $p->{args} // [] });
	return join ' ', map { m{^[\w./:=,+-]+$} ? $_ : "'$_'" } @words;
}

# Results older than what they came from are no results; nor are those of another ptxas.
sub forget_old {
	my ($dir) = @_;
	my ($own) = $0 =~ m{(.*)/};
	my @inputs = map { glob } "$B/bin/* $B/lib/*.* $B/lib/include/*", 'lessons/Measure.pm lessons/point examples/*.[ch]',
		"$own/*.c";
	my $begun = (stat "$dir/begun")[9] // 0;
	my $ptxas = (ptxas() // 'no ptxas') . "\n";
	return if $ptxas eq (slurp("$dir/begun") // '') && !grep { ((stat)[9] // 0) > $begun } @inputs;
	unlink grep { -f && !/\.c$/ } glob "$dir/*";
	spew("$dir/begun", $ptxas);
}

sub write_list {
	my ($dir, @points) = @_;
	my %seen;
	for (@points) { die "two points are called $_->{name}\n" if $seen{ $_->{name} }++ }
	spew("$dir/points", join '', map { "$_->{name}\t$_->{command}\n" } @points);
}

# One point's figures.  What went wrong is forgotten, so that it is tried again.
sub result {
	my ($dir, $p) = @_;
	my $file = "$dir/$p->{name}.json";
	system('sh', 'lessons/run-point', $dir, $p->{name}) if !-e $file;
	die "no result for $p->{name}\n" if !-e $file;
	my $m = decode_json(slurp($file));
	unlink $file if $m->{result} !~ /^(ok|refused)$/;
	return { %$m, %$p };
}

sub sweep {
	my @points = @_;
	my $dir = folder();
	@points = map { +{ %$_, name => name($_), command => command($_, $dir) } } @points;
	forget_old($dir);
	write_list($dir, @points);
	exit 0 if $ENV{POINTS};
	return map { result($dir, $_) } @points;
}

1;
