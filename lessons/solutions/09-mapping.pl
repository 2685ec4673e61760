# Solutions of lesson 9's exercises that are code or a number (Solution.pm); the others are in discussion.md.
use strict;
use warnings;
use lib 'lessons/solutions';
use Solution;

exercise 9, 1, '98,304: a and b once to the device, a once back; region gets there', sub {
	my $m = figure('lessons/09-mapping/mapping.c', 'spmd', 'v100', 'region');
	my $bytes = $m->{to_device_bytes} + $m->{to_host_bytes} - 4;   # one result is verdict.h's
	return right($bytes == 3 * 4096 * 8, $bytes);
};

exercise 9, 2, 'map all of it first, in 1 and 2; one element more; tofrom; only what is written', sub {
	my $exe = compiled(edited('lessons/09-mapping/mistakes.c', 'map(to: a[10:N])', 'map(to: a)',
		'map(to: g_compute_env.config2)', 'map(to: g_compute_env)', 'map(tofrom: a[0:N])', 'map(tofrom: a[0:N + 1])',
		'target data map(to: a)', 'target data map(tofrom: a)', 'parallel for map(from: a)', 'parallel for map(from: a[0:N])'));
	my @found = map { says($exe, { DEVRT_DEVICE => 'sim:v100', DEVRT_CHECK => 'all' }, $_) } 1 .. 5;
	my @want = map { "a[1] = $_, a[199] = 1\n" } 1, 1, 2, 2, 2;
	return right("@found" eq "@want", @found);
};

exercise 9, 3, 'target update from(a[0:1]): 8 bytes back in each sweep', sub {
	my $sweep = "\t\t#pragma omp target teams distribute parallel for\n\t\tfor (int i = 0; i < N; i++)\n"
		. "\t\t\ta[i] += factor * b[i];\n";
	my $p = edited('lessons/09-mapping/mapping.c', "\tfor (int s = 0; s < SWEEPS; s++) {\n$sweep", "\tfor (int s = 0; s < SWEEPS; s++) {\n"
		. "$sweep\t\t#pragma omp target update from(a[0:1])\n");
	my ($old, $new) = map { figure($_, 'spmd', 'v100', 'region')->{to_host_bytes} } 'lessons/09-mapping/mapping.c', $p;
	return right($new == $old + 3 * 8, $old, $new);
};

exercise 9, 4, 'into the arguments of the kernel, bit for bit; else its address is there, and each launch copies 8 '
	. 'bytes', sub {
	my @found = map { says(compiled('lessons/09-mapping/mapping.c', @$_), { DEVRT_INFO => 33 }, 'needed') } [], ['-fno-device-by-value'];
	return right($found[0] =~ /factor: 0x3fe0000000000000\n/ && $found[0] !~ /to device: 'factor'/
		&& $found[1] !~ /factor: 0x3fe0000000000000\n/ && 3 == (() = $found[1] =~ /copy to device: 'factor', 8 bytes/g), @found);
};

1;
