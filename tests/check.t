#!/usr/bin/perl
# Check tests: tests/check/*.c, programs with mistakes that DEVRT_CHECK must find.
#
# Each runs on a simulated K40 (sm_35) and V100 (sm_70) under every other of these schemes, the next
# test under the rest (TestKit's `full`: under all).  Directives, as comment
# lines at the top:
#   // check: LIST            DEVRT_CHECK (all)          // devices: k40 v100     only these
#   // options: WORDS         of minicc
#   // schemes: NAMES         only these                 // expect: TEXT          stderr must have it
#   // expect DEVICE: TEXT    on that device only        // silent: DEVICES       nothing to say there
#   // expect SCHEME: TEXT    under that scheme only
#   // expect not: TEXT       stderr must not have it
#   // exit DEVICE: N         the status (1 where something is expected, 0 where silent)
# Then kernels of tests/check/protocols.ptx, run by ptxsim --check; correct programs, which must be
# silent, with SOAK=1 all of tests/run; and the compiler's own protocols with one fence less, or with
# another barrier.
# With CUDA's ptxas some of all this runs as machine code, too, with the same findings; SOAK=1: all but what
# %not_machine names.
# ONLY=name runs one test of tests/check.
use strict;
use warnings;
use lib 'tests/tools';
use TestKit;

my $dir = scratch('check');
my @schemes = $ENV{SCHEMES} ? split ' ', $ENV{SCHEMES} : qw(spmd jumptable generic ifmaster dynpar);
my @devices = grep { /^sim:(k40|v100)$/ } devices();

my $found = run(cmd => [ 'sh', 'tests/tools/get-ptxas', '--no-fetch' ]);
chomp(my $ptxas = $found->{status} eq 'exit 0' ? $found->{out} : '');
my %machine = (PTXAS => $ptxas, DEVRT_CODE => 'machine', XDG_CACHE_HOME => "$ENV{PWD}/$B/tests/code-cache");
mkdir $machine{XDG_CACHE_HOME};
# These run as machine code in `make check`.
my %sample = map { $_ => 1 } qw(bounds_shared critical_teams init_shared lane_lock race_step team_fence);
# Machine code says something else, because
my %not_machine = (
	(map { $_ => 'local memory has no variables there' } qw(bounds_behind bounds_local dangling init_carried_read init_private)),
	(map { $_ => 'ptxas leaves out what has no use' } qw(race_dead)),
	(map { $_ => 'there is more of it than what the team has asked for' } qw(bounds_team)),
	(map { $_ => 'another access of the library is found first' } qw(race_library)),
	(map { $_ => 'ptxas brings the lanes together' } qw(calls halves sync_hang sync_twice sync_half)),
	(map { $_ => 'it finds more than are shown' } qw(many)),
);

# Directives of this kind of test: key => [values], where a key may name a device.
sub stated {
	my ($file) = @_;
	my %d;
	for my $line (split /\n/, slurp($file)) {
		last if $line =~ /^#include/;
		push @{ $d{$1} }, $2 if $line =~ m{^// (\w+(?: \w+)?): (.*?)\s*$};
	}
	return \%d;
}


sub problem {
	my ($r, $d, $device, $scheme) = @_;
	my $silent = grep { $_ eq $device } words($d->{silent});
	my $status = 'exit ' . ($d->{"exit $device"}[0] // ($silent ? 0 : 1));
	return "$r->{status}, not $status" if $r->{status} ne $status;
	return 'it is not silent' if $silent && $r->{err} ne '';
	return undef if $silent;
	for my $text (map { @{ $d->{$_} // [] } } 'expect', "expect $device", "expect $scheme") {
		return "stderr lacks: $text" if index($r->{err}, $text) < 0;
	}
	for my $text (@{ $d->{'expect not'} // [] }) {
		return "stderr has: $text" if index($r->{err}, $text) >= 0;
	}
	return undef;
}

sub test {
	my ($file, $name, $scheme) = @_;
	my $d = stated($file);
	my $exe = "$dir/$name.$scheme";
	my %on = map { $_ => 1 } words($d->{devices});
	my %only = map { $_ => 1 } words($d->{schemes});
	return () if %only && !$only{$scheme};
	my $r = run(cmd => [ minicc(), "-scheme=$scheme", '-arch=sm_35,sm_70', words($d->{options}), $file, '-o', $exe ]);
	return fail_with("$name $scheme compiles", "$r->{status}\n$r->{err}") if $r->{status} ne 'exit 0';
	my @results;
	for my $device (map { s/^sim://r } @devices) {
		next if %on && !$on{$device};
		my $got = run(cmd => [$exe], env => { DEVRT_DEVICE => "sim:$device",
			DEVRT_CHECK => $d->{check}[0] // 'all', OMP_TARGET_OFFLOAD => 'MANDATORY' });
		my $why = problem($got, $d, $device, $scheme);
		my $what = "$name $scheme on $device";
		push @results, defined $why ? fail_with($what, "$why\n$got->{status}\n$got->{err}") : ok($what);
		push @results, machine_test($exe, $name, $scheme, $device, $d);
	}
	unlink $exe;
	return @results;
}

# The same as machine code.
sub machine_test {
	my ($exe, $name, $scheme, $device, $d) = @_;
	return () if !$ptxas || $not_machine{$name} || (!full() && (!$sample{$name} || $device ne 'v100'));
	my $got = run(cmd => [$exe], env => { %machine, DEVRT_DEVICE => "sim:$device",
		DEVRT_CHECK => $d->{check}[0] // 'all', OMP_TARGET_OFFLOAD => 'MANDATORY' });
	my $why = problem($got, $d, $device, $scheme);
	my $what = "$name $scheme on $device as machine code";
	return defined $why ? fail_with($what, "$why\n$got->{status}\n$got->{err}") : ok($what);
}

# Kernels of protocols.ptx: name, options of ptxsim, what it must say (nothing: it must be silent).
my @kernels = (
	[ 'counts', '--block=64', "barrier 1 is reached by lanes 0-31 of warp 1 (from team 0, thread 32) for 64",
		'note: team 0, thread 0 waits there for 96' ],
	[ 'halves', '--block=32', 'is reached by lanes 0-15 of warp 0 (from team 0, thread 0) apart from',
		'note: lanes 16-31 wait here' ],
	[ 'calls', '--block=32', 'is reached by lanes 0-15 of warp 0 (from team 0, thread 0) apart from',
		'note: lanes 16-31 wait here, too, but came by another call' ],
	[ 'call', '--block=64' ],
	[ 'lanes', '--block=64' ],
	[ 'ended', '--block=64', 'barrier 0 is for the whole team, but lanes 0-31 of warp 1' ],
	[ 'arrived', '--block=64', 'arrives at barrier 2, and the team ends before all have come' ],
	[ 'producer', '--block=64' ],
	[ 'late', '--block=64', "race: team 0, thread 32 reads 'cell'", 'note: team 0, thread 0 writes it' ],
	[ 'meeting', '--block=32' ],
	[ 'passing', '--block=32', "race: team 0, thread 0 reads 'cells[1]'", 'note: team 0, thread 1' ],
	[ 'message', '--block=1 --grid=2' ],
	[ 'relaxed', '--block=1 --grid=2', "race: team 1, thread 0 reads 'arg0[0]'", 'note: team 0, thread 0' ],
	[ 'scope', '--block=1 --grid=2', "race: team 1, thread 0 atomically updates 'arg0[0]'" ],
	[ 'team_fence', '--block=1 --grid=2', "race: team 1, thread 0 reads 'arg0[0]'", 'note: team 0, thread 0' ],
	[ 'team_fence', '--block=2' ],
	[ 'figure8', '--block=64', "race: team 0, thread 0 writes 'label' (4 bytes) in CONTROL_LOOP",
		"reads it in CONTROL_LOOP; nothing orders the two" ],
	[ 'figure8_pair', '--block=64' ],
	[ 'dangling', '', 'in local memory of a function that has returned' ],
	[ 'gap', '', 'in no variable of shared memory' ],
);

sub kernel {
	my ($name, $options, @expect) = @_;
	my @results;
	for my $code ('ptx', $ptxas && !$not_machine{$name} ? 'machine' : ()) {
		my $r = run(cmd => [ "$B/bin/ptxsim", '--check=all', "--code=$code", split(' ', $options),
			'tests/check/protocols.ptx', $name, 'buf:u32[64]' ], env => \%machine);
		my $d = @expect ? { expect => \@expect } : { silent => ['ptx'] };
		my $why = problem($r, $d, 'ptx', 'ptx');
		my $what = "kernel $name $options as $code";
		push @results, defined $why ? fail_with($what, "$why\n$r->{err}") : ok($what);
	}
	return @results;
}

# Without the PTX in it a cubin cannot be checked.
sub no_lines {
	return skip('a cubin without its PTX', 'no ptxas') if !$ptxas;
	my $cubin = "$dir/no_lines.cubin";
	run(cmd => [ $ptxas, '-arch=sm_70', '-o', $cubin, 'tests/check/protocols.ptx' ]);
	my $r = run(cmd => [ "$B/bin/ptxsim", '--check=all', $cubin, 'gap', 'buf:u32[64]' ], env => \%machine);
	my $refused = 'machine code is checked by the PTX that it was made of, which this file does not hold: make it with ptxas -lineinfo';
	return $r->{status} eq 'exit 1' && index($r->{err}, $refused) >= 0
		? ok('a cubin without its PTX') : fail_with('a cubin without its PTX', "$r->{status}\n$r->{err}");
}

# Correct programs that synchronise a lot: silent.  SOAK=1 takes every run test.
my @silent = qw(barrier critical single_master reduce_levels schedule nowait fork_after_branch declare_reduction
	stdatomic);
@silent = map { m{([^/]+)\.c$} } run_programs() if $ENV{SOAK};
# These show that host and device have values of their own: DEVRT_CHECK=map says so.
my %two_values = map { $_ => 1 } qw(mapper_several scan update_shapes map_gaps);

sub silent {
	my ($name, $scheme) = @_;
	my $file = run_program($name);
	my $d = directives($file);
	my $exe = "$dir/$name.$scheme";
	return () if $d->{schemes} || $d->{devices} || $d->{exit} || $d->{stderr};
	my $r = run(cmd => [ minicc(), "-scheme=$scheme", '-arch=sm_35,sm_70', words($d->{args}),
		words($d->{'minicc-args'}), $file, '-o', $exe, '-lm' ]);
	return skip("$name $scheme", refusal($r)) if defined refusal($r);
	return fail_with("$name $scheme compiles", "$r->{status}\n$r->{err}") if $r->{status} ne 'exit 0';
	my @results;
	my @codes = (undef, $ptxas && (full() || $name eq 'nowait') ? 'machine' : ());
	for (map { my $device = $_; map { [ $device, $_ ] } @codes } @devices) {
		my ($device, $code) = @$_;
		my $got = run(cmd => [ $exe, words($d->{'run-args'}) ], env => { $code ? %machine : (), DEVRT_DEVICE => $device,
			DEVRT_CHECK => $two_values{$name} ? 'bounds,init,race,sync' : 'all',
			OMP_TARGET_OFFLOAD => 'MANDATORY' });
		my $good = $got->{status} eq 'exit 0' && $got->{err} eq '';
		my $what = "$name $scheme on $device is silent" . ($code ? ' as machine code' : '');
		push @results, $good ? ok($what) : fail_with($what, "$got->{status}\n$got->{err}");
	}
	unlink $exe;
	return @results;
}

# Our own protocols without one of their fences: the PTX is text in the executable, where an instruction
# can be replaced by spaces.
sub mutants {
	my ($scheme) = @_;
	my ($exe, $n, @results) = ("$dir/spin.$scheme", 0);
	my $r = run(cmd => [ minicc(), "-scheme=$scheme", '-arch=sm_70', 'tests/check/mutants/spin.c',
		'-o', $exe ]);
	return fail_with("mutants $scheme compile", "$r->{status}\n$r->{err}") if $r->{status} ne 'exit 0';
	my $whole = slurp($exe);
	while ($whole =~ /\n\t(fence[^;\n]*;)/g) {
		my ($at, $fence, $mutant) = ($-[1], $1, $whole);
		substr($mutant, $at, length $fence) = ' ' x length $fence;
		spew("$exe.mutant", $mutant);
		chmod 0755, "$exe.mutant";
		my $got = run(cmd => ["$exe.mutant"], env => { DEVRT_DEVICE => 'sim:v100',
			DEVRT_CHECK => 'race', OMP_TARGET_OFFLOAD => 'MANDATORY' });
		my $what = "mutants $scheme: without fence " . ++$n;
		push @results, $got->{status} eq 'exit 1' && $got->{err} =~ /: race: /
			? ok($what) : fail_with($what, "$fence\n$got->{status}\n$got->{err}");
		next if !$ptxas || !full();
		$got = run(cmd => ["$exe.mutant"], env => { %machine, DEVRT_DEVICE => 'sim:v100',
			DEVRT_CHECK => 'race', OMP_TARGET_OFFLOAD => 'MANDATORY' });
		push @results, $got->{status} eq 'exit 1' && $got->{err} =~ /: race: /
			? ok("$what as machine code") : fail_with("$what as machine code", "$fence\n$got->{status}\n$got->{err}");
	}
	unlink $exe, "$exe.mutant";
	return $n >= 5 ? @results : fail_with("mutants $scheme", "only $n fences");
}

# Mistakes that no program of ours can make, as our barriers are for lanes and all name one count: a
# program in which each instruction that matches is another one of the same length.
my @broken = (
	[ 'aligned', 'sync_twice', qr/barrier\.sync \t1/, sub { "bar.sync    \t 1" },
		'sync_twice.c:25: sync: barrier 1, which is for whole warps (.aligned), is reached by lanes 1,3',
		'31 of warp 0 (from team 0, thread 1) apart from lanes 0,2',
		"30 in PAR_REG1 of kernel 'main_l16'", 'sync_twice.c:22: note: lanes 0,2', '30 wait here' ],
	[ 'counts', 'mutants/two_places', qr/barrier\.sync \t1, %r\d+(?=[^}]*barrier\.sync \t1)/,
		sub { 'barrier.sync 1, 96' }, 'two_places.c:20: sync: barrier 1 is reached by lanes 0-31 of warp 1',
		"(from team 0, thread 32) for 64 threads in PAR_REG1 of kernel 'main_l11'",
		'two_places.c:17: note: team 0, thread 0 waits there for 96' ],
	[ 'whole team', 'sync_warp', qr/barrier\.sync \t1, %r\d+/, sub { 'barrier.sync 1' },
		'sync_warp.c:23: sync: barrier 1 is for the whole team, but lanes 0-31 of warp 1 (from team 0,',
		"thread 32) have ended without coming to it in PAR_REG1 of kernel 'main_l17'" ],
	[ 'arrives', 'sync_warp', qr/barrier\.sync \t1, %r/, sub { 'barrier.arrive 1,%r' },
		'sync_warp.c:23: sync: team 0, thread 0 arrives at barrier 1, and the team ends before all have come',
		"come in PAR_REG1 of kernel 'main_l17'" ],
);

sub broken {
	my ($name, $program, $from, $to, @expect) = @_;
	my $exe = "$dir/broken." . ($name =~ tr/ /_/r);
	my $r = run(cmd => [ minicc(), '-scheme=spmd', '-arch=sm_70', "tests/check/$program.c", '-o', $exe ]);
	return fail_with("broken: $name compiles", "$r->{status}\n$r->{err}") if $r->{status} ne 'exit 0';
	my $text = slurp($exe);
	my $n = $text =~ s{$from}{ my $new = $to->(); $new . ' ' x (length($&) - length $new) }ge;
	spew($exe, $text);
	chmod 0755, $exe;
	my $got = run(cmd => [$exe], env => { DEVRT_DEVICE => 'sim:v100', DEVRT_CHECK => 'sync',
		OMP_TARGET_OFFLOAD => 'MANDATORY' });
	my $why = $n ? problem($got, { expect => \@expect }, 'v100', 'spmd') : 'no instruction matches';
	unlink $exe;
	return defined $why ? fail_with("broken: $name", "$why\n$got->{status}\n$got->{err}") : ok("broken: $name");
}

# What no simulator runs is not checked, and is told so.
sub on_host {
	my $exe = "$dir/on_host";
	run(cmd => [ minicc(), 'tests/run/scheme/barrier.c', '-o', $exe ]);
	my $got = run(cmd => [$exe], env => { DEVRT_DEVICE => 'host', DEVRT_CHECK => 'race', DEVRT_STATS => 1 });
	my $what = 'host execution is not checked, and says so';
	return $got->{status} eq 'exit 0' && $got->{err} =~ /DEVRT_CHECK=race: only simulated devices are checked/
		&& $got->{err} =~ /DEVRT_STATS=1: only simulated devices are timed/
		? ok($what) : fail_with($what, "$got->{status}\n$got->{err}");
}

my @jobs = map { my @k = @$_; sub { kernel(@k) } } $ENV{ONLY} ? () : @kernels;
push @jobs, map { my @b = @$_; sub { broken(@b) } } $ENV{ONLY} ? () : @broken;
push @jobs, \&no_lines, \&on_host if !$ENV{ONLY};
push @jobs, map { my $s = $_; sub { mutants($s) } } $ENV{ONLY} ? () : @schemes;
my $number = 0;
for my $name ($ENV{ONLY} ? () : @silent) {
	my @some = $ENV{SCHEMES} ? @schemes : schemes();
	for my $scheme (full() ? @some : every(2, $number++, @some)) {
		push @jobs, sub { silent($name, $scheme) };
	}
}
for my $file (sort glob 'tests/check/*.c') {
	my ($name) = $file =~ m{([^/]+)\.c$};
	next if $ENV{ONLY} && $ENV{ONLY} ne $name;
	for my $scheme (full() || stated($file)->{schemes} ? @schemes : every(2, $number++, @schemes)) {
		push @jobs, sub { test($file, $name, $scheme) };
	}
}
tap(@jobs);
