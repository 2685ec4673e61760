#!/usr/bin/perl
# Programs that end with target tasks left: exit() waits for them before the driver ends, and a message
# ends the program at once, though tasks wait for the device or use it.
#
# The driver is that of tests/tools/DriverShim.pm under NVIDIA's name, which aborts when it is used behind
# its end.
use strict;
use warnings;
use lib 'tests/tools';
use TestKit;
use DriverShim;
use Cwd 'getcwd';

my $dir = scratch('exit');
my $top = getcwd();

# The first handler runs last: it sees what the tasks did.
spew("$dir/main.c", <<'END');
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { N = 1000, TASKS = 20 };
static int a[N], absent[N];

static void print(void)
{
	printf("%d\n", a[N - 1]);
}

static void leave_tasks(void)
{
	for (int t = 0; t < TASKS; t++) {
		#pragma omp target teams distribute parallel for nowait depend(inout: a) map(tofrom: a)
		for (int i = 0; i < N; i++)
			a[i]++;
	}
}

int main(int argc, char **argv)
{
	atexit(print);
	leave_tasks();
	if (argc > 1 && !strcmp(argv[1], "return"))
		return 3;
	if (argc > 1 && !strcmp(argv[1], "message")) {
		#pragma omp target map(present, to: absent)
		absent[0]++;
	}
	if (argc > 1 && !strcmp(argv[1], "worker")) {
		#pragma omp target nowait map(present, to: absent)
		absent[0]++;
	}
	exit(3);
}
END

sub ends {
	my ($name, $end, $device, $status, $out, $err) = @_;
	for (1 .. 5) {
		my $r = run(cmd => [ "$dir/prog", $end ], timeout => 20, env => { DEVRT_DEVICE => $device,
			LD_LIBRARY_PATH => "$top/$dir", DEVRT_LIBDIR => "$top/build/lib", FAULT_ENDS => 1,
			FAULT_REAL => "$top/build/lib/libptxsim.so", OMP_TARGET_OFFLOAD => 'MANDATORY' });
		return fail_with($name, "$r->{status}\n$r->{out}$r->{err}")
			if $r->{status} ne $status || $r->{out} !~ $out || $r->{err} !~ $err;
	}
	return ok($name);
}

driver_shim($dir);
my $r = run(cmd => [ minicc(), "$dir/main.c", '-o', "$dir/prog" ]);
die "minicc: $r->{status}\n$r->{err}" if $r->{status} ne 'exit 0';
my @devices = ('cuda:0', 'cuda:0,sim:k40', 'sim:v100');
tap(
	(map { my $d = $_; sub { ends("return from main, $d", 'return', $d, 'exit 3', qr/^20\n$/, qr/^$/) } } @devices),
	(map { my $d = $_; sub { ends("exit(), $d", 'exit', $d, 'exit 3', qr/^20\n$/, qr/^$/) } } @devices),
	(map { my $d = $_; sub { ends("a message, $d", 'message', $d, 'exit 1', qr/^(20\n)?$/, qr/error: .*'absent'/) } } @devices),
	(map { my $d = $_; sub { ends("a worker's message, $d", 'worker', $d, 'exit 1', qr/^(20\n)?$/, qr/error: .*'absent'/) } }
		@devices),
);
