#!/usr/bin/perl
# Run tests: tests/run/*/*.c, programs that exit 0 when their results are right.
#
# Each is compiled by minicc under every scheme and run on every simulated device, and must print
# and return what the same program does when the host's compiler builds it without offloading (or
# what its .out file holds).  The executable carries the images that it is run with, of which a device takes
# the best; a V100 also takes sm_35's, because its rules for barriers and lanes differ from those the image
# was made for.  SOAK=1 tries each image on each device that can load it, with teams of 1, 2, 31, 32, 33,
# 128 and as many threads as fit.  ONLY=name runs one test.
#
# The product is sampled as on a chessboard (TestKit's `full` says when not): programs of
# tests/run/scheme and tests/run/simd under every fourth scheme, the others under every seventh, each in
# every other way; and the next program under and in others.
#
# Directives, as comment lines at the top of a test:
#   // args: FLAGS             for both compilers        // minicc-args: FLAGS   for minicc only
#   // run-args: ARGS          for the program
#   // schemes: NAMES          only these                // devices: NAMES       only these
#   // refuse: NAME "TEXT"     this scheme must refuse, and its message contain TEXT
#   // may-refuse: NAMES       a refusal is a skip here; elsewhere it is a failure
#   // needs-threads: N        nothing smaller in the soak: clauses of the program want so many
#   // exit: N                 the program's exit status  // stderr: TEXT        it must say this
#                              (either one: no comparison with the host)
use strict;
use warnings;
use lib 'tests/tools';
use TestKit;

my $dir = scratch('run');
my @all = schemes();
sub differs {
	my ($got, $d, $want) = @_;
	if ($d->{exit} || $d->{stderr}) {
		my $status = 'exit ' . ($d->{exit} ? $d->{exit}[0] : 0);
		return "$got->{status}, not $status\n$got->{err}" if $got->{status} ne $status;
		for my $text (@{ $d->{stderr} // [] }) {
			return "stderr lacks: $text\n$got->{err}" if index($got->{err}, $text) < 0;
		}
		return undef;
	}
	return "$got->{status}\n$got->{err}$got->{out}" if $got->{status} ne 'exit 0';
	return undef if $got->{out} eq $want->{out};
	return "expected:\n$want->{out}got:\n$got->{out}";
}

# The ways to run an executable: [what, { environment }].
sub ways {
	my ($scheme, $least, @devices) = @_;
	my @ways = map { my $d = $_; [ "on $d", { DEVRT_DEVICE => $d } ] } @devices;
	return (@ways, map { [ "sm_35 on $_", { DEVRT_DEVICE => $_, DEVRT_ARCH => 'sm_35' } ] }
		grep { $_ eq 'sim:v100' } @devices) if !$ENV{SOAK};
	@ways = ();
	for my $device (@devices) {
		for my $arch (images($device, $scheme)) {
			push @ways, map { [ "$arch on $device, $_ threads",
				{ DEVRT_DEVICE => $device, DEVRT_ARCH => $arch, OMP_TEAMS_THREAD_LIMIT => $_ } ] }
				grep { $_ >= $least } 1, 2, 31, 32, 33, 128, 1024;
			push @ways, [ "$arch on $device", { DEVRT_DEVICE => $device, DEVRT_ARCH => $arch } ];
		}
	}
	return @ways;
}

# The images that an executable needs for these ways.
sub images_for {
	my ($scheme, @ways) = @_;
	return qw(sm_35 sm_70 sm_90) if full();
	my %image = map { ($_->{DEVRT_ARCH} // (images($_->{DEVRT_DEVICE}, $scheme))[-1]) => 1 } map { $_->[1] } @ways;
	return sort keys %image;
}

# One compilation, run in these ways and compared with $want.
sub compile_and_run {
	my ($file, $d, $scheme, $name, $want, @ways) = @_;
	my $title = "$name $scheme";
	my $exe = "$dir/$name.$scheme";
	my %refuse = map { /^(\w+)\s*"?(.*?)"?$/ ? ($1 => $2) : () } @{ $d->{refuse} // [] };
	my $r = run(cmd => [ minicc(), "-scheme=$scheme", '-arch=' . join(',', images_for($scheme, @ways)),
		'-ffp-contract=off', words($d->{args}), words($d->{'minicc-args'}), $file, '-o', $exe, '-lm' ]);
	my $reason = refusal($r);
	if (exists $refuse{$scheme}) {
		return fail_with("$title refuses", "it did not: $r->{status}\n$r->{err}") unless defined $reason;
		return fail_with("$title refuses", $r->{err}) if index($r->{err}, $refuse{$scheme}) < 0;
		return ok("$title refuses");
	}
	return skip($title, $reason) if defined $reason && grep { $_ eq $scheme } words($d->{'may-refuse'});
	return fail_with("$title compiles", "$r->{status}\n$r->{err}") if $r->{status} ne 'exit 0';
	my @results;
	for (@ways) {
		my ($how, $env) = @$_;
		my $got = run(cmd => [ $exe, words($d->{'run-args'}) ],
			env => { %$env, OMP_TARGET_OFFLOAD => 'MANDATORY' });
		my $diff = differs($got, $d, $want);
		push @results, defined $diff ? fail_with("$title $how", $diff) : ok("$title $how");
	}
	unlink $exe;
	return @results;
}

# The schemes that a program runs under.
sub chosen {
	my ($d, $step, $number) = @_;
	my %only = map { $_ => 1 } grep { $_ ne 'all' } words($d->{schemes});
	my @schemes = grep { !%only || $only{$_} } @all;
	my %refuse = map { /^(\w+)/ ? ($1 => 1) : () } @{ $d->{refuse} // [] };
	my %some = map { $_ => 1 } every(@schemes < $step ? 1 : $step, $number, @schemes);
	return grep { $some{$_} || $refuse{$_} } @schemes;
}

# All runs of one test.
sub test {
	my ($file, $number) = @_;
	my ($name) = $file =~ m{([^/]+)\.c$};
	my $d = directives($file);
	my %on = map { ("sim:$_" => 1, $_ => 1) } words($d->{devices});
	my @devices = grep { !%on || $on{$_} } devices();
	my ($least) = (words($d->{'needs-threads'}), 1);
	my $want = $d->{exit} || $d->{stderr} ? {} : expected($file, $d, $dir);
	return fail_with($name, $want) unless ref $want;
	my @results;
	my $turn = int $number / 2;
	my $step = full() ? 1 : $file =~ m{/(scheme|simd)/} ? 4 : 7;
	for my $scheme (chosen($d, $step, $number)) {
		my @ways = ways($scheme, $least, @devices);
		@ways = every(2, $turn++, @ways) if !full() && @ways > 1;
		push @results, compile_and_run($file, $d, $scheme, $name, $want, @ways);
	}
	return @results;
}

my @programs = run_programs();
tap(map { my $n = $_; sub { test($programs[$n], $n) } } 0 .. $#programs);
