#!/usr/bin/perl
# -scheme=hostseq: programs whose sequential parts it moves to the host print what they print elsewhere, on every
# simulated GPU and with no finding of a check; launches and copies are as many as minicc/omp/hostseq.c says. What it
# refuses is in tests/err/hostseq.c. SOAK=1 tries all run tests; what they need and it refuses is a skip.
use strict;
use warnings;
use lib 'tests/tools';
use TestKit;

my $dir = scratch('hostseq');
my @programs = map { "tests/run/$_.c" } qw(scheme/sequential_shares scheme/app_sort scheme/barrier scheme/nasty_broadcast
	scheme/nasty_locals scheme/several_parallel omp/complex_reduction omp/lastprivate c/vla_maps c/generic_pointer);
@programs = run_programs() if $ENV{SOAK};

sub compile {
	my ($file, $name, @flags) = @_;
	return run(cmd => [ minicc(), '-scheme=hostseq', '-ffp-contract=off', @flags, $file, '-o', "$dir/$name", '-lm' ]);
}

# One run on each device; a right one prints $want.
sub runs {
	my ($name, $want, @args) = @_;
	return map {
		my $r = run(cmd => [ "$dir/$name", @args ],
			env => { DEVRT_DEVICE => $_, DEVRT_CHECK => 'all', OMP_TARGET_OFFLOAD => 'MANDATORY' });
		$r->{status} eq 'exit 0' && $r->{out} eq $want && $r->{err} eq '' ? ok("$name on $_")
			: fail_with("$name on $_", "$r->{status}\n$r->{err}$r->{out}")
	} devices();
}

sub run_test {
	my ($file) = @_;
	my ($name) = $file =~ m{([^/]+)\.c$};
	my $d = directives($file);
	return skip($name, 'not about results') if $d->{exit} || $d->{stderr} || $d->{devices};
	my $r = compile($file, $name, '-w', words($d->{args}), words($d->{'minicc-args'}));
	return skip($name, refusal($r)) if $ENV{SOAK} && defined refusal($r);
	return fail_with("$name compiles", $r->{err}) if $r->{status} ne 'exit 0';
	my $want = expected($file, $d, $dir);
	return ref $want ? runs($name, $want->{out}, words($d->{'run-args'})) : fail_with($name, $want);
}

# The papers' figures, of one team.
sub example {
	my ($name, $results) = @_;
	spew("$dir/$name.c", slurp("examples/$name.c") =~ s/(#define (?:N|TEAMS)) \d+(?=\s*\/\* teams|\n#define THREADS)/$1 1/r);
	my $r = compile("$dir/$name.c", $name, '-Iexamples');
	return fail_with("$name compiles", $r->{err}) if $r->{status} ne 'exit 0';
	return runs($name, "$name: ok (device, $results results)\n");
}

# Three regions in a loop of four rounds: `both` goes to two of them and comes from one in each; the rest goes and comes once.
my $counted = <<'END';
#include <stdio.h>
int main(void)
{
	static int both[64], alone[64], read[64];
	int rounds = 4, sum = 0;

	for (int i = 0; i < 64; i++)
		read[i] = i;
	#pragma omp target map(tofrom: both, alone, sum) map(to: read)
	for (int k = 0; k < rounds; k++) {
		both[k]++;
		#pragma omp parallel for
		for (int i = 0; i < 64; i++)
			both[i] += read[i] * k;
		#pragma omp parallel for
		for (int i = 0; i < 64; i++)
			alone[i] += both[i];
		#pragma omp parallel for reduction(+: sum)
		for (int i = 0; i < 64; i++)
			sum += alone[i];
		rounds -= both[0] > 100;
	}
	printf("%d\n", sum);
	return 0;
}
END

# The sum, and how many launches and copies a run reports: to the device of both and sum, of read; back.
sub count {
	my ($scheme) = @_;
	my $r = run(cmd => [ minicc(), "-scheme=$scheme", "$dir/counted.c", '-o', "$dir/counted" ]);
	return "$r->{status} $r->{err}" if $r->{status} ne 'exit 0';
	$r = run(cmd => ["$dir/counted"], env => { DEVRT_DEVICE => 'sim:k40', DEVRT_INFO => 48 });
	return join ' ', $r->{out} =~ /(\d+)/, map { my $w = $_; scalar(() = $r->{err} =~ /$w/g) }
		': launch ', "copy to device: '(?:both|sum)'", "copy to device: 'read'", 'copy from device';
}

sub counts {
	spew("$dir/counted.c", $counted);
	my ($here, $there) = (count('hostseq'), count('jumptable'));
	return ($here =~ /^(\d+) 12 9 1 6$/ ? ok('12 launches, each with what it shares')
			: fail_with('launches and copies', $here),
		$there =~ /^$1 1 / ? ok('one launch under jumptable') : fail_with('jumptable', $there));
}

tap(\&counts, (map { my $f = $_; sub { run_test($f) } } @programs),
	(map { my @e = @$_; sub { example(@e) } } [ 'fig1', 1001 ], [ 'fig4', 1 ], [ 'fig7', 1 ], [ 'fig12', 16384 ]));
