#!/usr/bin/perl
# The simulator is deterministic: whatever teams can see of each other, times and statistics are the same
# from run to run and with 1, 2 and 4 threads of this computer.  The program below shows the order in
# which teams come: by tickets, by sums of floating-point numbers whose order matters, and by printf.
# Where several threads of the program launch at once their order is the program's own affair; results
# and counts of instructions are still the same then, and times are not compared.
use strict;
use warnings;
use lib 'tests/tools';
use TestKit;

my $dir = scratch('same');
my @schemes = $ENV{SCHEMES} ? split ' ', $ENV{SCHEMES} : qw(spmd jumptable generic dynpar);

my $order = <<'END';
#include <stdio.h>
enum { TEAMS = 24, N = 3000 };
int main(void)
{
	int next = 0, ticket[TEAMS];
	double sum = 0, parts[TEAMS] = { 0 };

	#pragma omp target teams distribute num_teams(TEAMS) map(tofrom: next, sum, parts) map(from: ticket)
	for (int t = 0; t < TEAMS; t++) {
		double own = 0;
		int mine;
		#pragma omp parallel for num_threads(64) reduction(+: own) schedule(dynamic, 7)
		for (int i = 0; i < N / (t + 1); i++)
			own += 1.0 / (i + t + 1);
		#pragma omp atomic capture
		mine = next++;
		#pragma omp atomic
		sum += own;
		ticket[t] = mine;
		parts[t] = own;
		if (t % 8 == 0)
			printf("team %d takes ticket %d\n", t, mine);
	}
	for (int t = 0; t < TEAMS; t++)
		printf("%d %a\n", ticket[t], parts[t]);
	printf("%a\n", sum);
	return 0;
}
END

my $several = <<'END';
#include <stdio.h>
enum { N = 20000 };
static double common[N];
int main(void)
{
	double sum[4] = { 0 };

	for (int i = 0; i < N; i++)
		common[i] = i;
	#pragma omp target data map(to: common)
	#pragma omp parallel for num_threads(4) schedule(static, 1)
	for (int t = 0; t < 4; t++)
		for (int again = 0; again < 3; again++) {
			double s = 0;
			#pragma omp target teams distribute parallel for reduction(+: s) map(tofrom: s)
			for (int i = 0; i < N / (t + 1); i++)
				s += common[i] * (t + 1);
			sum[t] = s;
		}
	for (int t = 0; t < 4; t++)
		printf("%.17g\n", sum[t]);
	return 0;
}
END

sub build {
	my ($name, $text, $scheme) = @_;
	spew("$dir/$name.$scheme.c", $text);
	my $r = run(cmd => [ minicc(), "-scheme=$scheme", "$dir/$name.$scheme.c", '-o', "$dir/$name.$scheme" ]);
	return $r->{status} eq 'exit 0' ? undef : "$r->{status}\n$r->{err}";
}

# What a run prints, and its statistics.
sub one {
	my ($exe, $device, $threads, %env) = @_;
	my $json = "$exe.$$.json";
	unlink $json;
	$env{DEVRT_STATS} = $json if delete $env{stats};
	my $r = run(cmd => [$exe], env => { DEVRT_DEVICE => $device, OMP_TARGET_OFFLOAD => 'MANDATORY',
		DEVRT_HOST_THREADS => $threads, %env });
	my $stats = slurp($json) // '';
	unlink $json;
	return ("$r->{status}\n$r->{out}$r->{err}", $stats);
}

# Each kind of run four times: 1, 2, 4 threads, and 4 again.
sub same {
	my ($scheme, $device) = @_;
	my $exe = "$dir/order.$scheme";
	my ($plain) = one($exe, $device, 1);
	return fail_with("$scheme on $device runs", $plain) if $plain !~ /^exit 0\n/;
	my @results;
	for my $kind ([ 'plain' ], [ 'timed', DEVRT_TIMING => 1 ], [ 'statistics', stats => 1 ]) {
		my ($what, %env) = @$kind;
		my %out;
		my %stats;
		for my $threads (1, 2, 4, 4) {
			my ($text, $json) = one($exe, $device, $threads, %env);
			$out{$text}++;
			$stats{$json}++;
		}
		my $right = keys %out == 1 && exists $out{$plain} && keys %stats == 1 &&
			($what ne 'statistics' || (keys %stats)[0] =~ /"cycles": [1-9]/);
		push @results, $right ? ok("$scheme on $device: $what the same with 1, 2 and 4 threads")
			: fail_with("$scheme on $device: $what", join "\n--\n", keys %out, keys %stats);
	}
	return @results;
}

# The instructions of all its launches.
sub executed {
	my ($json) = @_;
	my $n = 0;
	$n += $_ for $json =~ /"thread_instructions": (\d+)/g;
	return $n;
}

sub together {
	my (%out, %executed);
	my $why = build('several', $several, 'spmd');
	return fail_with('several threads launch', $why) if defined $why;
	for my $threads (1, 2, 4, 4, 4) {
		my ($text, $json) = one("$dir/several.spmd", 'sim:v100', $threads, stats => 1);
		$out{$text}++;
		$executed{ executed($json) }++;
	}
	my $right = keys %out == 1 && (keys %out)[0] =~ /^exit 0\n/ && keys %executed == 1 && !$executed{0};
	return $right ? ok('several threads launch: same results, same instructions')
		: fail_with('several threads launch', join "\n--\n", keys %out, keys %executed);
}

sub refused {
	my ($text) = one("$dir/order.spmd", 'sim:k40', 'many');
	return $text =~ /^exit 1\n.*DEVRT_HOST_THREADS=many.*a number of threads/s
		? ok('a bad number of threads is refused') : fail_with('a bad number of threads', $text);
}

my @jobs;
for my $scheme (@schemes) {
	my $why = build('order', $order, $scheme);
	push @jobs, defined $why ? sub { fail_with("order $scheme compiles", $why) }
		: map { my $d = $_; sub { same($scheme, $d) } } devices();
}
tap(@jobs, \&together, $ENV{SCHEMES} ? () : \&refused);
