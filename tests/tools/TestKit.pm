# What the test scripts share: running commands, directives in test files, TAP output.
#
# A script builds a list of jobs and hands it to tap(), which runs two at a time and prints TAP in
# the order of the list.  A job returns its results; it must not print.  Scripts start in the top
# folder of the tree.  Core Perl modules only.
package TestKit;
use strict;
use warnings;
use Exporter 'import';
use Cwd qw(getcwd);

our @EXPORT = qw($B $build unloadable directives minicc run schemes devices images slurp spew scratch tap ok fail_with
	skip full every host_flags host_cc refusal words expected commands run_programs run_program sources golden);
# For tools, which end where a test would fail.
our @EXPORT_OK = qw(must median);

our $B = $ENV{BUILD} // 'build';
our $build = $B =~ m{^/} ? $B : getcwd() . "/$B";
my $jobs = $ENV{JOBS} // 2;
$ENV{ASAN_OPTIONS} //= 'detect_leaks=0:exitcode=99';    # as the Makefile says
$ENV{UBSAN_OPTIONS} //= 'exitcode=99';
# What a program allocates comes as pages of 2 MB where the system has such, not as a thousand of 4 KB: ld, ptxas and
# minicc take half of their time, also those behind a shell or make, and small programs no more than before.
$ENV{GLIBC_TUNABLES} //= 'glibc.malloc.hugetlb=1:glibc.malloc.top_pad=8388608';
$ENV{OMP_WAIT_POLICY} //= 'passive';    # threads that wait leave the cores to other tests

sub minicc { "$B/bin/minicc" }

sub slurp {
	my ($path) = @_;
	open my $in, '<', $path or return undef;
	local $/;
	return scalar <$in>;
}

sub spew {
	my ($path, $text) = @_;
	open my $out, '>', $path or die "$path: $!\n";
	print $out $text;
	close $out or die "$path: $!\n";
}

# What a command prints; ends the tool if it fails.  WHAT is for the message, the rest for run().
sub must {
	my ($what, %o) = @_;
	my $r = run(%o);
	die $0 =~ s{.*/}{}r . ": $what: $r->{status}\n$r->{out}$r->{err}" if $r->{status} ne 'exit 0';
	return $r->{out};
}

# The lower one of the two in the middle.
sub median {
	my @v = sort { $a <=> $b } @_;
	return $v[ $#v / 2 ];
}

# A folder of a script's own for what it makes; $SCRATCH where the tree is not the script's to write.
sub scratch {
	my ($name) = @_;
	my $dir = ($ENV{SCRATCH} // "$B/tests") . "/$name";
	if (!-d $dir) {
		require File::Path;     # scripts run by the hundred; most would load it for nothing
		File::Path::make_path($dir);
	}
	return $dir;
}

# What run() waits for.
my $running;
for my $stop (qw(INT TERM HUP)) {
	$SIG{$stop} = sub { kill 'KILL', -$running if $running; die "stopped by SIG$stop\n" };
}

# Run a command: run(cmd => [...], env => {...}, timeout => seconds) returns a hash with status
# ("exit 0", "signal 11", "timeout"), out and err.  An alarm kills a command that runs five times
# as long as it says, as a machine may have other work.  What it started goes with it, as it leads a
# process group, and so it does when the script itself is stopped.
sub run {
	my (%o) = @_;
	my @output = map { output() } 1, 2;
	my %env = (%ENV, %{ $o{env} // {} });
	request(5 * ($o{timeout} // 60), map({ "/proc/$$/$_" } 'cwd', map { 'fd/' . fileno $_ } @output),
		scalar keys %env, map({ "$_=" . ($env{$_} // '') } keys %env), @{ $o{cmd} });
	$running = answer();
	my $wait = answer();
	my $signal = $wait & 127;
	my $status = $signal == 14 ? 'timeout' : $signal ? "signal $signal" : 'exit ' . ($wait >> 8);
	kill 'KILL', -$running if $signal;
	undef $running;
	local $/;
	my ($out, $err) = map { seek $_, 0, 0; scalar <$_> // '' } @output;
	return { status => $status, out => $out, err => $err };
}

# Words for a process that starts this one's commands (tools/spawn.c), which answers twice.
my ($starter, $requests, $answers) = (0);

sub request {
	my $words = join '', map { ($_ // '') . "\0" } @_;
	if ($starter != $$) {
		undef $requests;        # of the process that forked this one
		pipe $answers, my $say or die "pipe: $!\n";
		fcntl $say, 2, 0;       # F_SETFD: exec does not close it
		open $requests, '|-', "$build/spawn", fileno $say or die "$build/spawn: $!\n";
		$starter = $$;
	}
	syswrite $requests, pack('L', length $words) . $words;
	return;
}

sub answer {
	read $answers, my $value, 4 or die "$build/spawn has ended\n";
	return unpack 'l', $value;
}

# A file without a name, for what a command prints.
sub output {
	my $name = scratch('tmp') . "/$$.$_";
	open my $file, '+>', $name or die "$name: $!\n";
	unlink $name;
	return $file;
}

# The directives of a test file: comment lines "// key: value" before its first line of code.
# Returns key => [values].
sub directives {
	my ($file) = @_;
	my %d;
	for my $line (split /\n/, slurp($file) // die "$file: $!\n") {
		last unless $line =~ m{^\s*(//|/\*|\*|$)};
		push @{ $d{$1} }, $2 if $line =~ m{^//\s*([a-z-]+):\s*(.*?)\s*$};
	}
	return \%d;
}

# The schemes to test: $SCHEMES, else those that minicc lists ("NAME  summary" a line).  `auto`
# chooses among the others, and `trace` makes no code.
sub schemes {
	return split ' ', $ENV{SCHEMES} if $ENV{SCHEMES};
	my $r = run(cmd => [ minicc(), '-scheme=list' ]);
	die "minicc -scheme=list: $r->{status}\n$r->{err}" if $r->{status} ne 'exit 0';
	return grep { !/^(auto|trace)$/ } map { /^\s*(\w+)\s/ ? $1 : () } split /\n/, $r->{out};
}

# The devices to test, and the images that each can load, its own last: under dynpar an H200 takes
# its own alone, as code for the others waits for grids that it launched.
my @sims = qw(sim:k40 sim:v100 sim:h200);

# The compute capability of a simulated device as 70; a real one loads whatever it can.
{
	my %capability;

	sub capability {
		my ($name) = $_[0] =~ /^sim:(\w+)/ or return 1000;
		%capability = map { /^(\w+)\s+(\d+)\.(\d)/ ? ($1 => 10 * $2 + $3) : () }
			split /\n/, run(cmd => [ "$B/bin/ptxsim", '--devices' ])->{out} if !%capability;
		return $capability{$name} // 1000;
	}
}

sub devices { $ENV{DEVICES} ? split(' ', $ENV{DEVICES}) : @sims }
sub images {
	my ($device, $scheme) = @_;
	my @images = grep { /(\d+)/ && $1 <= capability($device) } qw(sm_35 sm_70 sm_90);
	return ($scheme // '') eq 'dynpar' && $images[-1] eq 'sm_90' ? ('sm_90') : @images;
}

# Products of programs, schemes, images and devices are sampled in `make check`, and whole where one of
# these is set.
sub full { return scalar grep { $ENV{$_} } qw(SOAK ALL ONLY DEVICES BLESS) }

# Every N-th thing of a list; for TURN, TURN + 1, ... those that begin elsewhere, so that N turns take all.
sub every {
	my ($n, $turn, @list) = @_;
	return @list[grep { ($_ + $turn) % $n == 0 } 0 .. $#list];
}

# The host's compiler and the flags that make it build a program with target regions for the host: $CC, or
# cc where $CC is a compiler that cannot link one.  gcc would call an installed offload compiler for
# target constructs; clang lacks the option.
{
	my ($cc, @flags);

	sub links {
		my ($probe) = scratch('host') . "/$$";
		spew("$probe.c", "int main(void) { int x = 0;\n#pragma omp target map(x)\nx = 1; return !x; }\n");
		my $r = run(cmd => [ @_, '-w', "$probe.c", '-o', "$probe.x" ]);
		unlink "$probe.c", "$probe.x";
		return $r->{status} eq 'exit 0';
	}

	sub choose_host {
		for my $try (grep { $_ } $ENV{CC}, 'cc') {
			for my $no_offload ([ '-foffload=disable' ], []) {
				($cc, @flags) = ($try, '-fopenmp', @$no_offload);
				return if links($cc, @flags);
			}
		}
		die "neither \$CC nor cc links a program with target regions under -fopenmp\n";
	}

	sub host_cc { choose_host() if !$cc; return $cc }
	sub host_flags { choose_host() if !$cc; return @flags }
}

# The reason when a compilation failed because the scheme refused a region, else undef.
sub refusal {
	my ($r) = @_;
	return undef if $r->{status} ne 'exit 1';
	return $r->{err} =~ /error: (scheme '\w+' cannot take[^\n]*)/ ? $1 : undef;
}

# Why the simulator's loader refuses a file of PTX, or undef.  It may call functions of
# other files.
sub unloadable {
	my ($ptx) = @_;
	my ($arch) = slurp($ptx) =~ /^\.target\s+(sm_\d+)/m or return undef; # no device code
	my ($device) = grep { (images($_))[-1] eq $arch } @sims;
	my $r = run(cmd => [ "$B/bin/ptxsim", '--device=' . (($device // 'sim:h200') =~ s/^sim://r), '--list', $ptx ]);
	return undef if $r->{status} eq 'exit 0';
	my @errors = grep { !/'\w+' is not defined in any text/ } $r->{err} =~ /^[^\n]*error: [^\n]*/mg;
	return @errors || $r->{status} ne 'exit 1' ? "$r->{status}\n$r->{err}" : undef;
}

# The PTX of tests/golden/NAME.c, with the options of its "// args:" lines, as a file; it loads.
sub golden {
	my ($name) = @_;
	my ($file, $ptx) = ("tests/golden/$name.c", scratch('golden') . "/$name.ptx");
	unlink $ptx;
	my $r = run(cmd => [ minicc(), '-S', words(directives($file)->{args}), '-o', $ptx, $file ]);
	die "$file: $r->{status}\n$r->{err}" if $r->{status} ne 'exit 0';
	my $why = unloadable($ptx);
	die "$file: the PTX does not load: $why" if defined $why;
	return $ptx;
}

# Results of a job.
sub ok { return { name => $_[0] } }
sub fail_with { return { name => $_[0], diag => $_[1] // '' } }
sub skip { return { name => $_[0], skip => $_[1] } }

# Run jobs, $jobs at a time, and print their results in order.  A worker takes its next job's number from one pipe
# and says on another one that the job is done; it lasts, as a fork costs more than many a job, and keeps what it
# has learned of the machine.  A job's results cross as one file: name, skip and diag, separated by NULs.
sub tap {
	my (@queue) = @_;
	my $dir = scratch("tap.$$");
	pipe my $take, my $give or die "pipe: $!\n";
	pipe my $done, my $say or die "pipe: $!\n";
	my @workers = map { start(\@queue, $dir, $take, $say, $give) } 1 .. $jobs;
	close $_ for $take, $say;
	syswrite $give, pack 'N*', 0 .. $#queue;
	close $give;
	my (%done, $failed);
	my ($printed, $n) = (0, 0);
	$| = 1;
	while ($printed < @queue) {
		my $alive = sysread $done, my $number, 4;
		$done{ unpack 'N', $number } = 1 if $alive;
		while ($printed < @queue && ($done{$printed} || !$alive)) {
			$failed += print_results("$dir/$printed", \$n);
			$printed++;
		}
	}
	waitpid $_, 0 for @workers;
	rmdir $dir;
	print "1..$n", $n ? '' : ' # SKIP no tests', "\n";
	exit($failed ? 1 : 0);
}

sub start {
	my ($queue, $dir, $take, $say, $give) = @_;
	my $pid = fork // die "fork: $!\n";
	return $pid if $pid;
	close $give;
	while (sysread $take, my $number, 4) {
		my $n = unpack 'N', $number;
		my @results = eval { $queue->[$n]() };
		last if $@ =~ /^stopped by SIG/;
		push @results, fail_with('test script', $@) if $@;
		spew("$dir/$n", join "\x1e", map { join "\0", $_->{name}, $_->{skip} // '', $_->{diag} // "\2" } @results);
		syswrite $say, $number;
	}
	close $requests if $starter == $$;
	require POSIX;
	POSIX::_exit(0);
}

sub print_results {
	my ($file, $n) = @_;
	my $failed = 0;
	for my $result (split /\x1e/, slurp($file) // "job died\0\0no result") {
		my ($name, $skip, $diag) = split /\0/, $result, -1;
		my $ok = $diag eq "\2";
		$$n++;
		$failed++ unless $ok;
		print $ok ? '' : 'not ', "ok $$n - $name", $skip ne '' ? " # SKIP $skip" : '', "\n";
		next if $ok;
		my @lines = split /\n/, $diag;
		splice @lines, 20 if @lines > 20;
		print STDERR "# $_\n" for "$name:", @lines;    # prove shows what goes to stderr
	}
	unlink $file;
	return $failed;
}

sub words { map { split ' ' } @{ $_[0] // [] } }

# The commands in the ```sh blocks of a README.md, long lines joined.
sub commands {
	my ($file) = @_;
	my $text = join '', slurp($file) =~ /^```sh\n(.*?)^```/msg;
	return grep { /\S/ && !/^#/ } split /\n/, $text =~ s/\\\n//gr;
}

# The programs of tests/run, in the order of their names, no two alike; those whose names match $ENV{ONLY}, if that
# is set.
sub run_programs {
	my %room;
	for my $file (glob 'tests/run/{scheme,omp,newer,c,simd}/*.c') {
		my ($name) = $file =~ m{([^/]+)$};
		die "$file: $room{$name} has its name\n" if $room{$name};
		$room{$name} = $file;
	}
	return map { $room{$_} } grep { !$ENV{ONLY} || $_ eq "$ENV{ONLY}.c" } sort keys %room;
}

# The program of tests/run with this name.
sub run_program {
	my ($name) = @_;
	my ($file) = glob "tests/run/{scheme,omp,newer,c,simd}/$name.[c]";
	return $file // die "tests/run has no $name.c\n";
}

# The C sources in these folders and in the rooms below them.
sub sources { sort map { glob "$_/*.c $_/*/*.c $_/*/*/*.c" } @_ }

# What a program of tests/run must print: its .out file, or what a build without offloading prints.  A text
# instead says why there is none.  Scripts of one `make check` ask for the same ones: $EXPECTED is a folder, empty when it
# begins, where the first one leaves it.
sub expected {
	my ($file, $d, $dir) = @_;
	my ($name) = $file =~ m{([^/]+)\.c$};
	(my $out = $file) =~ s/\.c$/.out/;
	my $kept = $ENV{EXPECTED} ? "$ENV{EXPECTED}/" . $file =~ tr{/}{_}r : '';
	for my $there (grep { -e } $out, $kept) { return { status => 'exit 0', out => slurp($there) } }
	my $r = run(cmd => [ host_cc(), '-std=gnu11', '-w', '-O0', host_flags(), words($d->{args}), $file,
		'-o', "$dir/$name.host", '-lm' ]);
	return "host compiler: $r->{status}\n$r->{err}" if $r->{status} ne 'exit 0';
	$r = run(cmd => [ "$dir/$name.host", words($d->{'run-args'}) ]);
	unlink "$dir/$name.host";
	return "fails on the host too: $r->{status}\n$r->{out}$r->{err}" if $r->{status} ne 'exit 0';
	spew("$kept.$$", $r->{out}), rename "$kept.$$", $kept if $kept;
	return $r;
}

1;
