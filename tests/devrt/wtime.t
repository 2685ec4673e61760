#!/usr/bin/perl
# omp_get_wtime on simulated devices.  Timed, it tells what the program would take on the GPU: of versions of one
# computation the fastest prints the shortest time, mapping in each step costs what it costs, devices that work at once
# count once, the host's own work counts in real time, and device code has the same origin.  Untimed, it is this
# computer's time, and a line on stderr says so where somebody times a region.
use strict;
use warnings;
use lib 'tests/tools';
use TestKit;

my $dir = scratch('wtime');
my @timed = qw(sim:k40 sim:v100 sim:h200);
my $note = 'omp_get_wtime tells how long this computer simulates the GPU; with DEVRT_TIMING=1 it tells the GPU\'s time';

my %program = (pi => <<'C', heat => <<'C', nowait => <<'C', inside => <<'C', before => <<'C');
#include <math.h>
#include <stdio.h>
#include <omp.h>
enum { N = 100000 };
#pragma omp begin declare target
static double area(int i)
{
	double x = (i + 0.5) / N;
	return 4 / (1 + x * x) / N;
}
#pragma omp end declare target
#define VERSION(name, directive) { \
	double pi = 0, begin = omp_get_wtime(); \
	_Pragma(directive) \
	for (int i = 0; i < N; i++) \
		pi += area(i); \
	printf("%.2f %s %s\n", (omp_get_wtime() - begin) * 1e6, name, fabs(pi - M_PI) < 1e-6 ? "" : "wrong"); \
}
int main(void)
{
	VERSION("a thread", "omp target map(tofrom: pi)")
	VERSION("a team", "omp target parallel for reduction(+: pi) num_threads(128)")
	VERSION("four teams", "omp target teams distribute parallel for reduction(+: pi) num_teams(4) thread_limit(128)")
	VERSION("a league", "omp target teams distribute parallel for reduction(+: pi) thread_limit(128)")
	return 0;
}
C
#include <stdio.h>
#include <omp.h>
enum { N = 10000, STEPS = 10 };
static double a[N], b[N];
static void step(void)
{
	#pragma omp target teams distribute parallel for map(to: a) map(from: b)
	for (int i = 0; i < N; i++)
		b[i] = i > 0 && i < N - 1 ? a[i] + 0.1 * (a[i - 1] - 2 * a[i] + a[i + 1]) : a[i];
	#pragma omp target teams distribute parallel for map(from: a) map(to: b)
	for (int i = 0; i < N; i++)
		a[i] = b[i];
}
int main(void)
{
	double begin, each, once;
	a[N / 2] = 1;
	begin = omp_get_wtime();
	for (int s = 0; s < STEPS; s++)
		step();
	each = omp_get_wtime() - begin;
	begin = omp_get_wtime();
	#pragma omp target data map(tofrom: a) map(alloc: b)
	for (int s = 0; s < STEPS; s++)
		step();
	once = omp_get_wtime() - begin;
	printf("%.2f %.2f\n", each * 1e6, once * 1e6);
	return 0;
}
C
#include <stdio.h>
#include <unistd.h>
#include <omp.h>
enum { N = 20000 };
static double a[2][64];
static void work(int device, int part)
{
	#pragma omp target device(device) nowait map(tofrom: a[part][0:64]) depend(inout: a[part])
	for (int i = 0; i < N; i++)
		a[part][i % 64] += i;
}
static double since(double *begin)
{
	#pragma omp taskwait
	double now = omp_get_wtime(), passed = now - *begin;
	*begin = now;
	return passed * 1e6;
}
int main(void)
{
	double begin = omp_get_wtime();
	for (int device = 0; device < 2; device++)
		work(device, 0); /* what the host does once for each device is in no other's time */
	since(&begin);
	work(0, 0);
	printf("%.2f ", since(&begin));
	work(0, 0);
	work(0, 1);
	printf("%.2f ", since(&begin));
	work(0, 0);
	work(1, 1);
	printf("%.2f ", since(&begin));
	work(0, 0);
	work(1, 0);
	printf("%.2f ", since(&begin));
	work(0, 0);
	usleep(300000);
	printf("%.2f\n", since(&begin));
	return 0;
}
C
#include <stdio.h>
#include <omp.h>
int main(void)
{
	double t[4], d[2];
	for (int k = 0; k < 2; k++) {
		t[2 * k] = omp_get_wtime();
		#pragma omp target map(from: d[k])
		d[k] = omp_get_wtime();
		t[2 * k + 1] = omp_get_wtime();
	}
	printf("%d\n", t[0] < d[0] && d[0] < t[1] && t[1] <= t[2] && t[2] < d[1] && d[1] < t[3]
		&& t[1] - t[0] < 1e-3);
	return 0;
}
C
#include <omp.h>
int main(void)
{
	int n = 0;
	if (AROUND)
		omp_get_wtime();
	#pragma omp target map(tofrom: n)
	n++;
	double t = omp_get_wtime();
	t = omp_get_wtime();
	return n != 1 || t <= 0;
}
C

sub compiled {
	my ($name, @options) = @_;
	my $exe = "$dir/$name" . join '', map { s/\W//gr } @options;
	spew("$dir/$name.c", $program{$name});
	my $r = run(cmd => [ minicc(), @options, "$dir/$name.c", '-lm', '-o', $exe ]);
	die "$name: $r->{err}" if $r->{status} ne 'exit 0';
	return $exe;
}

# What the program prints on such devices when it is timed; dies where it fails or says more.
sub printed {
	my ($exe, $devices, %env) = @_;
	my $r = run(cmd => [$exe], timeout => 60, env => { DEVRT_DEVICE => $devices, OMP_TARGET_OFFLOAD => 'MANDATORY',
		DEVRT_TIMING => 1, %env });
	die "$exe: $r->{status}\n$r->{err}" if $r->{status} ne 'exit 0' || $r->{err} ne '';
	return $r->{out};
}

sub check {
	my ($name, $holds, $text) = @_;
	return $holds ? ok($name) : fail_with($name, $text);
}

# Whether a condition holds of what the program prints, in one of five runs: where this computer is busy, the host's
# own time has pauses that are none of the program's.
sub of_printed {
	my ($name, $exe, $device, $holds) = @_;
	my $out;
	for (1 .. 5) {
		$out = printed($exe, $device);
		return ok($name) if $holds->($out =~ /([\d.]+)/g) && $out !~ /wrong/;
	}
	return fail_with($name, $out);
}

sub pi {
	my ($exe, $device) = @_;
	return of_printed("$device: the faster a version of pi, the shorter its time", $exe, $device,
		sub { $_[0] > 2 * $_[1] && $_[1] > 1.1 * $_[2] && $_[2] > 1.1 * $_[3] });
}

sub heat {
	my ($exe, $device) = @_;
	return of_printed("$device: mapping in each step is slower than a data region", $exe, $device,
		sub { $_[0] > 3 * $_[1] });
}

sub tasks {
	my ($exe) = @_;
	my @rules = (['two tasks on one device take twice the time', sub { $_[1] > 1.7 * $_[0] && $_[1] < 3 * $_[0] }],
		['on two devices they take the time of one', sub { $_[2] > 0.7 * $_[0] && $_[2] < 1.5 * $_[0] }],
		['on two devices, one after the other, twice', sub { $_[3] > 1.7 * $_[0] && $_[3] < 3 * $_[0] }],
		["the host's own work beside a task is real time", sub { $_[4] >= 300000 && $_[4] < 600000 }]);
	return map { of_printed($_->[0], $exe, 'sim:v100,sim:v100', $_->[1]) } @rules;
}

sub said {
	my ($name, $exe, $want, %env) = @_;
	my $r = run(cmd => [$exe], env => { DEVRT_DEVICE => 'sim:v100', %env });
	return check($name, $r->{status} eq 'exit 0' && $r->{err} eq $want, "$r->{status}\n$r->{err}");
}

my ($pi, $heat, $nowait, $inside) = map { compiled($_) } qw(pi heat nowait inside);
my ($around, $behind) = map { compiled('before', "-DAROUND=$_") } 1, 0;
tap((map { my $device = $_; (sub { pi($pi, $device) }, sub { heat($heat, $device) },
		sub { of_printed("$device: device code's times lie between the host's", $inside, $device,
			sub { $_[0] == 1 }) }) } @timed),
	sub { tasks($nowait) },
	sub { check('statistics, too, make it the time of the GPU',
		printed($inside, 'sim:v100', DEVRT_TIMING => 0, DEVRT_STATS => "$dir/stats.json") eq "1\n", 'no') },
	sub { said('a program that times an untimed region is told so, once', $around, "devrt: note: $note\n") },
	sub { said('one that times no region is not', $behind, '') },
	sub { said('nor is one that is timed', $around, '', DEVRT_TIMING => 1) },
	sub { said('nor one on the host', $around, '', DEVRT_DEVICE => 'host') });
