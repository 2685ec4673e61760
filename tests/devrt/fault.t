#!/usr/bin/perl
# Every call of the driver that libdevrt makes fails once: a program ends with a message and status
# 1, or does without the call and still prints what it should.  Never a signal, a wrong result, or
# (under LeakSanitizer, where it works) lost memory.
#
# Between program and simulator stands the library of tests/tools/DriverShim.pm.  SOAK=1 tries every
# occurrence of a call, else the first three and the last.  And every request of libdevrt for memory of
# the host fails once.
use strict;
use warnings;
use lib 'tests/tools';
use TestKit;
use DriverShim;
use Cwd 'getcwd';

my $dir = scratch('fault');
my $top = getcwd();
my %codes = (cuMemAlloc_v2 => 2, cuLaunchKernel => 701, cuCtxSynchronize => 700, cuModuleLoadDataEx => 218);

# A program of two files that makes libdevrt do all it can.
spew("$dir/main.c", <<'END');
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
#pragma omp declare target
int total = 3;
int other(int x);
#pragma omp end declare target

/* Parts of an array in tasks that run at once, of a structure, and between those of others. */
static int parts(int *a)
{
	struct { int n, *p, sum; } s = { 50, a + 50, 0 };

	#pragma omp target nowait map(tofrom: a[10:10], a[30:10])
	a[30] = a[10] + 1;
	#pragma omp target nowait map(tofrom: a[20:10])
	a[20] = 2;
	#pragma omp target nowait map(to: a[5:10]) map(from: a[40:5])
	a[40] = a[5];
	#pragma omp taskwait
	#pragma omp target enter data map(to: s.p[0:50])
	#pragma omp target map(tofrom: s.sum)
	s.sum = s.p[1];
	#pragma omp target
	s.n += s.p[2];
	#pragma omp target exit data map(delete: s.p[0:50])
	printf("%d %d %d, %d %d\n", a[30], a[20], a[40], s.sum, s.n);
	return 0;
}

int main(void)
{
	enum { N = 100 };
	int a[N], b[N], sum = 0, device = omp_get_default_device(), host = omp_get_initial_device();
	int *d = omp_target_alloc(sizeof a, device), *e = omp_target_alloc(sizeof a, device);

	for (int i = 0; i < N; i++)
		a[i] = i;
	#pragma omp target data map(tofrom: a) map(alloc: b)
	{
		#pragma omp target teams distribute parallel for reduction(+: sum)
		for (int i = 0; i < N; i++) {
			b[i] = other(a[i]) + total;
			sum += b[i];
		}
		a[0] = 7;
		#pragma omp target update to(a[0:1]) from(b)
		#pragma omp target
		{
			int big[2000];
			for (int i = 0; i < 2000; i++)
				big[i] = i + a[0];
			total = big[1999];
		}
	}
	#pragma omp target update from(total)
	if (!d || !e || omp_target_memcpy(d, a, sizeof a, 0, 0, device, host)
		|| omp_target_memcpy(e, d, sizeof a, 0, 0, device, device)
		|| omp_target_memcpy(b, e, sizeof a, 0, 0, host, device)) {
		fprintf(stderr, "error: a routine says no\n");
		return 1;
	}
	omp_target_free(d, device);
	omp_target_free(e, device);
	printf("%d %d %d %d\n", sum, total, b[0], b[99]);
	return parts(a);
}
END
spew("$dir/other.c", "#pragma omp declare target\nint other(int x) { return x + 1; }\n#pragma omp end declare target\n");
my $want = "5350 2006 7 99\n11 2 5, 51 102\n";

# True when the leak sanitizer works here: it finds a leak.
sub finds_leaks {
	spew("$dir/leak.c", "#include <stdlib.h>\nint main(void) { char *volatile p = malloc(9); p = 0; return p != 0; }\n");
	my $r = run(cmd => [ minicc(), '-w', '-fsanitize=address', "$dir/leak.c", '-o', "$dir/prog" ]);
	return $r->{status} eq 'exit 0' && once({})->{status} eq 'exit 99';
}

sub build {
	my (@flags) = @_;
	my $r = run(cmd => [ minicc(), '-g', @flags, "$dir/main.c", "$dir/other.c", '-o', "$dir/prog" ]);
	die "minicc: $r->{status}\n$r->{err}" if $r->{status} ne 'exit 0';
}

sub once {
	my ($env, $program) = @_;
	return run(cmd => [ $program // "$dir/prog" ], env => { DEVRT_DEVICE => 'sim:k40', DEVRT_LIBDIR => "$top/$dir",
		FAULT_REAL => "$top/build/lib/libptxsim.so", OMP_TARGET_OFFLOAD => 'MANDATORY',
		ASAN_OPTIONS => 'detect_leaks=1:exitcode=99', %$env });
}

# What the program can do without: it is for messages, or has a second way.
my %dispensable = map { $_ => 1 } qw(cuDeviceGetName cuCtxGetLimit cuFuncGetAttribute
	cuOccupancyMaxActiveBlocksPerMultiprocessor cuLinkDestroy cuMemAllocHost_v2 cuStreamWriteValue32_v2);

# Why this end is wrong, or undef.
sub wrong {
	my ($r, $call, $made) = @_;
	return $r->{status} if $r->{status} !~ /^exit [01]$/;
	return 'nobody noticed' if $r->{status} eq 'exit 0' && $made && !$dispensable{$call};
	return "printed $r->{out}" if $r->{status} eq 'exit 0' && $r->{out} ne $want;
	return 'status 1 without a message' if $r->{status} eq 'exit 1' && $r->{err} !~ /error: \S/;
	return undef;
}

# What a failing call's message says.
my %texts = (
	cuDevicePrimaryCtxRetain => qr/error: cannot use device 0 \(.*\): cuDevicePrimaryCtxRetain gives .* \(999\): /,
	cuMemAlloc_v2 => qr/error: cannot allocate \d+ bytes for '.*' on device 0 /,
);

# Whether the program came to this call: how many streams there are depends on who is faster.
sub came_to {
	my ($call, $nth, $file) = @_;
	my $made = () = (slurp($file) // '') =~ /^$call$/mg;
	unlink $file;
	return $made >= $nth;
}

sub try_call {
	my ($call, $count, $where, %env) = @_;
	my @nth = $ENV{SOAK} || $count < 5 ? 1 .. $count : (1, 2, 3, $count);
	for my $nth (@nth) {
		for my $code ($codes{$call} // (), 999) {
			my $r = once({ FAULT_CALL => $call, FAULT_NTH => $nth, FAULT_CODE => $code,
				FAULT_COUNT => "$dir/made.$call", %env });
			my $made = came_to($call, $nth, "$dir/made.$call");
			my $why = wrong($r, $call, $made);
			$why //= 'not its message' if $made && $nth == $nth[-1] && $code == 999 && $texts{$call}
				&& $r->{err} !~ $texts{$call};
			return fail_with("$call fails$where", "at call $nth with code $code: $why\n$r->{err}") if defined $why;
		}
	}
	return ok("$call fails$where, $count calls");
}

# The same library under the name of NVIDIA's driver: what libdevrt does where there is a real GPU.
sub real {
	my ($name, $env, $status, $pattern) = @_;
	my $r = once({ LD_LIBRARY_PATH => "$top/$dir", DEVRT_LIBDIR => "$top/build/lib", %$env });
	my $good = $r->{status} eq $status && $r->{err} =~ $pattern && ($status ne 'exit 0' || $r->{out} eq $want);
	return $good ? ok($name) : fail_with($name, "$r->{status}\n$r->{out}$r->{err}");
}

my @real = (
	[ 'a real driver', { DEVRT_DEVICE => 'cuda:0' }, 'exit 0', qr/^$/ ],
	[ 'a real driver is found', { DEVRT_DEVICE => 'auto', DEVRT_INFO => 16 }, 'exit 0', qr/launch/ ],
	[ 'beside a simulated device', { DEVRT_DEVICE => 'cuda:0,sim:k40' }, 'exit 0', qr/^$/ ],
	[ 'a GPU that is not there', { DEVRT_DEVICE => 'cuda:5' }, 'exit 1', qr/there is no cuda:5, only 1 GPU\b/ ],
	[ 'a driver without GPUs', { DEVRT_DEVICE => 'cuda:0', FAULT_CALL => 'cuDeviceGetCount', FAULT_NTH => 1,
		FAULT_CODE => 100 }, 'exit 1', qr/the NVIDIA driver finds no GPU/ ],
	[ 'then the simulator', { DEVRT_DEVICE => 'auto', FAULT_CALL => 'cuInit', FAULT_NTH => 1,
		FAULT_CODE => 100 }, 'exit 0', qr/^$/ ],
	[ 'a function with too many registers for a kernel', { DEVRT_DEVICE => 'cuda:0', FAULT_CALL => 'cuLinkComplete',
		FAULT_NTH => 1, FAULT_CODE => 218, FAULT_LOG => "function 'f' with regcount of 86" }, 'exit 0', qr/^$/ ],
	[ 'a linker that says something else', { DEVRT_DEVICE => 'cuda:0', FAULT_CALL => 'cuLinkComplete',
		FAULT_NTH => 1, FAULT_CODE => 218, FAULT_LOG => "function 'f' is gone" }, 'exit 1', qr/'f' is gone/ ],
	[ 'checks are the simulator\'s', { DEVRT_DEVICE => 'cuda:0', DEVRT_CHECK => 'all' }, 'exit 0',
		qr/DEVRT_CHECK.*only simulated devices are checked/ ],
	[ 'times too', { DEVRT_DEVICE => 'cuda:0', DEVRT_TIMING => 1 }, 'exit 0',
		qr/DEVRT_TIMING.*only simulated devices are timed/ ],
);

# ---- memory of the host: the linker leads the program's and libdevrt's requests here ----

spew("$dir/heap.c", <<'END');
#include <stdio.h>
#include <stdlib.h>

static int fails(void)
{
	static long calls;
	const char *nth = getenv("FAULT_HEAP"), *count = getenv("FAULT_COUNT");
	FILE *out = count ? fopen(count, "a") : NULL;

	if (out) {
		fputs("heap\n", out);
		fclose(out);
	}
	return nth && ++calls == atol(nth);
}

void *__real_malloc(size_t), *__real_calloc(size_t, size_t), *__real_realloc(void *, size_t);

void *__wrap_malloc(size_t n) { return fails() ? NULL : __real_malloc(n); }
void *__wrap_calloc(size_t n, size_t size) { return fails() ? NULL : __real_calloc(n, size); }
void *__wrap_realloc(void *p, size_t n) { return fails() ? NULL : __real_realloc(p, n); }
END

sub build_heap {
	my @wrap = map { "-Wl,--wrap=$_" } qw(malloc calloc realloc);
	my $r = run(cmd => [ minicc(), @wrap, map({ "$dir/$_.c" } qw(main other heap)), '-o', "$dir/prog.heap" ]);
	die "minicc: $r->{status}\n$r->{err}" if $r->{status} ne 'exit 0';
	once({ FAULT_COUNT => "$dir/requests", DEVRT_LIBDIR => "$top/build/lib" }, "$dir/prog.heap");
	my $requests = () = (slurp("$dir/requests") // '') =~ /^heap$/mg;
	unlink "$dir/requests";
	return $requests;
}

sub try_request {
	my ($nth) = @_;
	my $r = once({ FAULT_HEAP => $nth, DEVRT_LIBDIR => "$top/build/lib" }, "$dir/prog.heap");
	my $good = $r->{status} eq 'exit 1' && $r->{err} =~ /^devrt: error: out of host memory$/m;
	$good ||= $r->{status} eq 'exit 0' && $r->{out} eq $want;
	return $good ? ok("request $nth for memory fails") : fail_with("request $nth for memory fails",
		"$r->{status}\n$r->{out}$r->{err}");
}

driver_shim($dir);
my $checks_leaks = finds_leaks();
build($checks_leaks ? '-fsanitize=address' : ());
my $all = once({ FAULT_COUNT => "$dir/calls" });
my %count;
$count{$_}++ for split /\n/, slurp("$dir/calls") // '';
unlink "$dir/calls";
# On a real device small data is in packs, and copied in streams.
my %real = (DEVRT_DEVICE => 'cuda:0', LD_LIBRARY_PATH => "$top/$dir", DEVRT_LIBDIR => "$top/build/lib");
my @real_calls = qw(cuEventRecord cuMemAllocHost_v2 cuMemcpyDtoHAsync_v2 cuMemcpyHtoDAsync_v2 cuStreamSynchronize
	cuStreamWaitEvent);
once({ FAULT_COUNT => "$dir/calls", %real });
my %count_real;
$count_real{$_}++ for split /\n/, slurp("$dir/calls") // '';
unlink "$dir/calls";
my $requests = build_heap();
tap(
	sub { $all->{status} eq 'exit 0' && $all->{out} eq $want ? ok('without a fault')
		: fail_with('without a fault', "$all->{status}\n$all->{out}$all->{err}") },
	sub { $checks_leaks ? ok('leaks are looked for') : skip('leaks are looked for', 'no LeakSanitizer here') },
	(map { my $call = $_; sub { try_call($call, $count{$call}, '') } } sort keys %count),
	(map { my $call = $_; sub { try_call($call, $count_real{$call}, ' on a real device', %real) } } @real_calls),
	(map { my $case = $_; sub { real(@$case) } } @real),
	sub { $requests > 9 ? ok("$requests requests for memory") : fail_with('requests for memory', $requests) },
	# gcov's own requests are among them, and it does not look what it gets
	map { my $nth = $_; sub { try_request($nth) } } 1 .. ($ENV{COVERAGE} ? 0 : $requests),
);
