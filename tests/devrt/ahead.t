#!/usr/bin/perl
# Where the host launches a target region while those before it run (minicc/host/ahead.c, devrt/host/ahead.c): how often it
# waits for the device, by a driver that counts calls; that results, messages and times are those of a host that waits.
use strict;
use warnings;
use lib 'tests/tools';
use TestKit qw(:DEFAULT must);
use DriverShim;
use Cwd qw(getcwd);
use JSON::PP qw(decode_json);

my $dir = scratch('ahead');
my $top = getcwd();

# Cases: what main does with a, of N numbers that are on the device.
my $program = <<'C';
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
enum { N = 300, STEPS = 6 };
static int a[N], b[N], limit[3] = { 2, 3, 4 };
static volatile int seen;
static int device;
struct shape { int n; };

static void add(int k, int n)
{
	#pragma omp target teams distribute parallel for
	for (int i = 0; i < n; i++)
		a[i] += k;
}
#ifdef PRINTS
void prints(void)
{
	#pragma omp target
	printf("%d\n", a[0]);
}
#endif
static void copy(int from, int n)
{
	if (n < 1)
		return;
	#pragma omp target teams distribute parallel for
	for (int i = 0; i < n; i++)
		b[i] = a[(i + from) % N];
}
/* 3 launches; the host waits where the caller waits. */
static int both(int k)
{
	int odd = k & 1;

	add(k, N);
	copy(odd, N);
	add(odd ? 2 : 1, N);
	return k + 1;
}
static void counted(int k)
{
	add(k, N);
	seen++;
}
static int again(int k)
{
	add(k, N);
	return k ? again(k - 1) : 0;
}
static void returns(int n)
{
	for (int k = 0; k < n; k++) {
		add(k, N);
		if (k == 3)
			return;
	}
}
static void pair(int t)
{
	#pragma omp target
	b[t] += t;
	#pragma omp target
	b[t] *= 3;
}
static void slow(int k)
{
	#pragma omp target parallel for num_threads(32)
	for (int i = 0; i < 32; i++)
		for (int j = 0; j < 400; j++)
			b[i] = b[i] * 3 + k;
}
static void on(int d, int k)
{
	#pragma omp target teams distribute parallel for device(d)
	for (int i = 0; i < N; i++)
		a[i] += k + b[i]++;
}
static void wrong(int k, int bad)
{
	#pragma omp target teams distribute parallel for
	for (int i = 0; i < N; i++)
		b[i] += a[i + (k == bad) * 100000000];
}

int main(int argc, char **argv)
{
	const char *name = argv[1];
	struct shape s = { N }, *p = &s;
	int n = argc > 2 ? atoi(argv[2]) : STEPS, k = 0, sum = 0;

	device = omp_get_default_device();
	for (int d = 0; d < omp_get_num_devices(); d++) {
		#pragma omp target enter data map(to: a, b) device(d)
	}
	if (!strcmp(name, "loop")) {
		for (int k = 0; k < n; k++)
			add(k, N);
	} else if (!strcmp(name, "nest")) {
		for (int k = 0; k < n; k++) {
			add(k, N);
			for (int j = k; j < n; j++)
				copy(j, N - j);
		}
	} else if (!strcmp(name, "row")) {
		add(1, N);
		k = both(2);
		int more = k + limit[1];
		if (more > 3)
			add(more, s.n);
	} else if (!strcmp(name, "functions")) {
		while (k < n)
			k = both(k);
	} else if (!strcmp(name, "break")) {
		for (;;) {
			if (++k == n)
				break;
			if (k & 1)
				continue;
			add(k, N);
		}
	} else if (!strcmp(name, "switch")) {
		for (k = 0; k < n; k++)
			switch (k % 3) {
			case 0: add(k, N); break;
			case 1: copy(k, N); /* fall through */
			default: add(-k, N);
			}
	} else if (!strcmp(name, "update")) {
		for (k = 0; k < n; k++) {
			add(k, N);
			add(2, N);
			#pragma omp target update from(a)
			sum += a[k];
		}
	} else if (!strcmp(name, "data")) {
		#pragma omp target data map(alloc: a)
		for (k = 0; k < p->n && k < n; k++) {
			add(k, N);
			add(2, N);
		}
	} else if (!strcmp(name, "brings")) {
		for (k = 0; k < n; k++) {
			#pragma omp target teams distribute parallel for map(tofrom: sum)
			for (int i = 0; i < N; i++)
				if (i == k)
					sum += a[i];
			add(sum, N);
			add(1, N);
		}
	} else if (!strcmp(name, "calls")) {
		for (k = 0; k < n; k++) {
			add(k, N);
			putchar('.');
		}
	} else if (!strcmp(name, "volatile")) {
		for (k = 0; k < n; k++)
			counted(k);
	} else if (!strcmp(name, "pointer")) {
		for (k = 0; k < n; k++)
			add(k, p->n);
	} else if (!strcmp(name, "clause")) {
		for (k = 0; k < n; k++) {
			#pragma omp target teams distribute parallel for num_teams(omp_get_max_threads())
			for (int i = 0; i < N; i++)
				a[i] += k;
		}
	} else if (!strcmp(name, "recursion")) {
		again(n - 1);
		again(0);
	} else if (!strcmp(name, "return")) {
		returns(n);
	} else if (!strcmp(name, "goto")) {
		for (k = 0; k < n; k++) {
			add(k, N);
			if (k == 3)
				goto out;
		}
	out:;
	} else if (!strcmp(name, "middle")) {
		for (k = 0; k < n; k++) {
			add(k, N);
			if (k == 3)
				break;
			add(k, N);
			putchar('.');
		}
	} else if (!strcmp(name, "nowait")) {
		for (k = 0; k < n; k++) {
			add(k, N);
			#pragma omp target nowait depend(inout: a)
			a[k] = k;
			#pragma omp taskwait
		}
	} else if (!strcmp(name, "if")) {
		for (k = 0; k < n; k++) {
			#pragma omp target if(k & 1) map(always, tofrom: b)
			b[k] = 7 + omp_is_initial_device();
			add(k, N);
		}
	} else if (!strcmp(name, "sometimes")) {
		for (k = 0; k < n; k++) {
			add(k, N);
			#pragma omp target if(target: k != 3)
			a[k] += 5 * omp_is_initial_device() + k;
		}
	} else if (!strcmp(name, "host")) {
		for (k = 0; k < n; k++) {
			int where = k & 1 ? omp_get_initial_device() : device;
			#pragma omp target device(where)
			b[k] += k + omp_is_initial_device();
		}
	} else if (!strcmp(name, "hosts")) {
		int where = omp_get_initial_device();
		for (k = 0; k < n; k++) {
			add(k, N);
			#pragma omp target device(where)
			b[k] += 2;
		}
	} else if (!strcmp(name, "threads")) {
		#pragma omp parallel for num_threads(4)
		for (int t = 0; t < 4; t++) {
			for (int i = 0; i < n; i++) {
				#pragma omp target
				b[t]++;
				#pragma omp target
				b[t]++;
			}
		}
	} else if (!strcmp(name, "clock")) {
		double begin = omp_get_wtime();
		for (k = 0; k < n; k++)
			slow(k);
		printf("%.0f us\n", (omp_get_wtime() - begin) * 1e6);
	} else if (!strcmp(name, "crowd")) {
		#pragma omp parallel for num_threads(4)
		for (int t = 0; t < 4 * n; t++)
			pair(t);
	} else if (!strcmp(name, "devices")) {
		for (k = 0; k < n; k++)
			on(k & 1, k);
	} else if (!strcmp(name, "fails")) {
		for (k = 0; k < n; k++) {
			add(k, N);
			wrong(k, argc > 3 ? 0 : 3);
			copy(k, N);
		}
	}
	for (int d = 0; d < omp_get_num_devices() || d < 1; d++) {
		#pragma omp target exit data map(from: a, b) device(d)
		for (int i = 0; i < N; i++)
			sum += (i + 1) * a[i] + (i + 7) * b[i];
	}
	printf("%s %d %d\n", name, k, sum);
	return 0;
}
C

# Of 6 steps: how many waits fewer there are than launches; '-' where the host waits for each.
my %saved = (loop => 5, nest => 6 + 21 - 1, row => 4, functions => 17, break => 1, switch => 7, update => 6 * 1, data => 6,
	brings => 6 * 1 + 5 * 0, calls => 0, volatile => 0, pointer => 0, recursion => 0, clause => 0, return => 3, goto => 0, middle => 0,
	nowait => 0, if => 0, sometimes => 11 - 2, host => 0, hosts => 0, threads => 0);

sub build {
	my ($exe, @words) = @_;
	must('minicc', cmd => [ minicc(), '-w', '-arch=sm_35,sm_70', @words, "$dir/main.c", '-o', "$dir/$exe" ], timeout => 100);
}

# What the program prints, and how often it waits on a device that the runtime takes for a real one.
sub waits {
	my ($exe, $case, %env) = @_;
	my $calls = "$dir/calls.$$"; # a process for each test
	my $r = run(cmd => [ "$dir/$exe", $case ], timeout => 100, env => { %env, DEVRT_DEVICE => 'cuda:0', LD_LIBRARY_PATH => "$top/$dir",
		FAULT_REAL => "$top/build/lib/libptxsim.so", FAULT_COUNT => $calls, OMP_TARGET_OFFLOAD => 'MANDATORY' });
	my $n = () = (slurp($calls) // '') =~ /^cuStreamSynchronize$/mg;
	unlink $calls;
	return ($n, "$r->{status}\n$r->{out}$r->{err}");
}

spew("$dir/main.c", $program);
driver_shim($dir);
build('ahead');
build('waits', '-fno-device-ahead');
build('prints', '-DPRINTS');
build('values', '-fno-device-by-value');

sub try_case {
	my ($case) = @_;
	my ($with, $one) = waits('ahead', $case);
	my ($without, $two) = waits('waits', $case);
	return fail_with($case, "$one$two") if $one ne $two || $one !~ /^exit 0\n/;
	my $saved = $without - $with;
	return $saved == $saved{$case} ? ok("$case: $saved waits saved") : fail_with($case, "$saved waits saved of $without, not $saved{$case}");
}

# The same as of a host that waits, on simulated devices and on none.
sub same {
	my ($case, %env) = @_;
	my ($one, $two) = map { my $r = run(cmd => [ "$dir/$_", $case ], timeout => 100, env => \%env);
		"$r->{status}\n$r->{out}$r->{err}" } qw(ahead waits);
	s/0x[0-9a-f]+/ADDRESS/g for $one, $two;
	my $title = join ' ', $case, map { "$_=$env{$_}" } sort keys %env;
	return $one eq $two && $one =~ /^exit [01]\n.*\S/ ? ok($title) : fail_with($title, "ahead:\n$one\nwaits:\n$two");
}

# The message is about the region that fails, at its line, though the host may be ahead; it names one that ran before as
# one that it may have been.
sub fails {
	my ($exe, $when, %env) = @_;
	my @words = $when eq 'at once' ? (6, 'at once') : ();
	my $r = run(cmd => [ "$dir/$exe", 'fails', @words ], timeout => 100, env => { OMP_TARGET_OFFLOAD => 'MANDATORY', %env });
	my $good = $r->{status} eq 'exit 1' && $r->{out} eq '';
	my $behind = q(, which was launched behind it; with 'minicc -fno-device-ahead' the host waits for each, and knows);
	if ($exe eq 'ahead' && $when eq 'later' && $env{DEVRT_DEVICE} =~ /^cuda/) {
		$good &&= $r->{err} =~ /^\S*main\.c:\d+:\d+: error: target region \w+ .*CUDA_ERROR_ILLEGAL_ADDRESS/ &&
			$r->{err} =~ /^\S*main\.c:(\d+):\d+: (?:error: target region wrong_l\1 |note: or it was target region wrong_l\1\Q$behind\E$)/m;
	} else {
		$good &&= $r->{err} =~ /\A\S*main\.c:(\d+):\d+: error: target region wrong_l\1 .*CUDA_ERROR_ILLEGAL_ADDRESS/ &&
			$r->{err} !~ /or it was/;
	}
	my $title = "$exe: the region that fails $when, $env{DEVRT_DEVICE}";
	return $good ? ok($title) : fail_with($title, "$r->{status}\n$r->{out}$r->{err}");
}

# Behind a row the clock has passed the time of its regions.
sub clock_is_right {
	my $r = run(cmd => [ "$dir/ahead", 'clock', 20 ], timeout => 100,
		env => { DEVRT_DEVICE => 'sim:v100', DEVRT_STATS => "$dir/clock.json" });
	my ($seen) = $r->{out} =~ /^(\d+) us/;
	my ($kernel) = @{ decode_json(slurp("$dir/clock.json") // '{}')->{kernels} };
	my $good = defined $seen && $kernel->{launches} == 20 && $seen >= int $kernel->{microseconds};
	return $good ? ok('the clock behind a row') : fail_with('the clock behind a row', "$r->{out}$r->{err}$kernel->{microseconds}");
}

# A device that once cannot write a number is waited for once more.
sub writes_fail {
	my ($with, $one) = waits('ahead', 'row');
	my ($failing, $two) = waits('ahead', 'row', FAULT_CALL => 'cuStreamWriteValue32_v2', FAULT_NTH => 1, FAULT_CODE => 801);
	my $good = $one eq $two && $failing == $with + 1;
	return $good ? ok('a write fails') : fail_with('a write fails', "$with and $failing waits\n$one$two");
}

# Where device code prints, or values lie in memory that the next launch overwrites.
sub waits_for_all {
	my ($exe) = @_;
	my ($n, $text) = waits($exe, 'loop');
	return $n >= 6 && $text =~ /^exit 0/ ? ok("$exe: waits for each") : fail_with($exe, "$n waits\n$text");
}

my %shim = (LD_LIBRARY_PATH => "$top/$dir", FAULT_REAL => "$top/build/lib/libptxsim.so");
tap((map { my $case = $_; sub { try_case($case) } } sort keys %saved),
	(map { my $case = $_; sub { same($case, DEVRT_DEVICE => 'sim:v100') } } qw(crowd nest update hosts fails)),
	\&writes_fail, \&clock_is_right, (map { my $exe = $_; sub { waits_for_all($exe) } } qw(prints values)),
	sub { same('devices', DEVRT_DEVICE => 'sim:v100,sim:k40') },
	sub { same('nest', DEVRT_DEVICE => 'sim:v100', DEVRT_CHECK => 'all') },
	sub { same('functions', DEVRT_DEVICE => 'sim:v100', DEVRT_INFO => 16) },
	sub { same('functions', OMP_TARGET_OFFLOAD => 'DISABLED') },
	sub { same('loop', DEVRT_DEVICE => 'sim:v100', DEVRT_FAULT => 'launch=4') },
	(map { my ($exe, $when) = @$_; (sub { fails($exe, $when, DEVRT_DEVICE => 'sim:v100') },
		sub { fails($exe, $when, DEVRT_DEVICE => 'cuda:0', %shim) },
		map { my $gpu = $_; sub { fails($exe, $when, DEVRT_DEVICE => $gpu) } } grep { /^cuda/ } split ' ', $ENV{DEVICES} // '') }
		map { ([ $_, 'at once' ], [ $_, 'later' ]) } qw(ahead waits)));
