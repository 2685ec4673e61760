# Solutions of lesson 15's exercises that are code or a number (Solution.pm); the others are in discussion.md.
use strict;
use warnings;
use lib 'lessons/solutions';
use Solution;

my $heat = 'lessons/15-miniapp/heat.c';

exercise 15, 1, 'twelve, of forty: six arrays and three sums to the device, u, the last sum and a verdict back; the '
	. 'launches stay 24, as other kernels reset the sums', sub {
	my $p = edited($heat,
		"static double\ncalc_w(int device)\n{\n\tdouble pw = 0;\n", "static double pw, now, next;\n\nstatic void\ncalc_w(int device)\n{",
		'map(tofrom: pw)', 'map(tofrom: pw, now, next)',
		"pw += w[i][j] * p[i][j];", "pw += w[i][j] * p[i][j];\n\t\t\tif (i == 1 && j == 1) {\n\t\t\t\tnow = next;\n\t\t\t\tnext = 0;\n\t\t\t}",
		"\treturn pw;\n", '',
		"static double\ncalc_ur(int device, double alpha)\n{\n\tdouble rr = 0;\n", "static void\ncalc_ur(int device)\n{",
		'map(to: p, w) map(tofrom: rr) reduction(+: rr)', 'map(to: p, w, now, pw) map(tofrom: next) reduction(+: next)',
		'alpha * p', 'now / pw * p', 'alpha * w', 'now / pw * w', 'rr += r', 'next += r', "\treturn rr;\n", '',
		'calc_p(int device, double beta)', 'calc_p(int device)', 'map(tofrom: p) map(to: r)', 'map(tofrom: p, pw) map(to: r, now, next)',
		"\t\tfor (int j = 1; j < N - 1; j++)\n\t\t\tp[i][j] = beta * p[i][j] + r[i][j];",
		"\t\tfor (int j = 1; j < N - 1; j++) {\n\t\t\tp[i][j] = next / now * p[i][j] + r[i][j];\n\t\t\tif (i == 1 && j == 1)\n\t\t\t\tpw = 0;\n\t\t}",
		'double first, rr;', 'double first;', 'rr = first = start();', "next = first = start();\n\tpw = 0;",
		'map(tofrom: u) map(to: r, p, w, kx, ky)', 'map(tofrom: u, next) map(to: r, p, w, kx, ky, pw, now)',
		' && rr > 1e-20 * first', '',
		"\t\tdouble alpha = rr / calc_w(device), next = calc_ur(device, alpha);\n\n\t\tcalc_p(device, next / rr);\n\t\trr = next;\n",
		"\t\tcalc_w(device);\n\t\tcalc_ur(device);\n\t\tcalc_p(device);\n", 'return rr / first', 'return next / first');
	my @found = map { my $m = figure($_, 'spmd:-lm', 'v100');
		join ' ', $m->{result}, $m->{launches}, $m->{to_device_copies} + $m->{to_host_copies} } $heat, $p;
	return right("@found" eq 'ok 24 40 ok 24 12', @found);
};

exercise 15, 3, 'with 128 cells a side large teams starve the V100 model (they lose a quarter and more in all three), '
	. 'and many teams cost on the K40 model; with 384 both matter less', sub {
	my %large = (k40 => '30x1024', v100 => '80x1024');
	my $column = sub {
		my ($gpu, $n, $kernel, $grid) = @_;
		my ($x, $y) = map { figure($heat, "spmd:-lm:-DN=$n", $gpu, { DEVRT_GRID => $_ })->{functions}{$kernel}{cycles} } $grid, 'default';
		return $x / $y;
	};
	my @few = map { $column->('v100', $_, 'calc_ur', $large{v100}) } 128, 384;
	my @many = map { $column->('k40', $_, 'calc_ur', '508x128') } 128, 384;
	return right($few[0] > 1.2 && $few[1] < $few[0] - 0.2 && $many[0] > $many[1] + 0.2, @few, @many);
};

exercise 15, 4, 'p: with kx and ky outside, most of the gain is left', sub {
	my $p = edited($heat, 'w[i][j] = CONDUCT(p);', 'w[i][j] = CONDUCT_ORDINARY(p);', "static double\ncalc_w",
		"/* A load from a volatile object is an ordinary one. */\n#define KX(a, b) ((volatile double (*)[N])kx)[a][b]\n"
		. "#define KY(a, b) ((volatile double (*)[N])ky)[a][b]\n"
		. "#define CONDUCT_ORDINARY(v) ((1 + KX(i + 1, j) + KX(i, j) + KY(i, j + 1) + KY(i, j)) * v[i][j] \\\n"
		. "\t- (KX(i + 1, j) * v[i + 1][j] + KX(i, j) * v[i - 1][j]) - (KY(i, j + 1) * v[i][j + 1] + KY(i, j) * v[i][j - 1]))\n\n"
		. "static double\ncalc_w");
	my ($all, $none, $half) = map { figure(@$_, 'k40') } [ $heat, 'spmd:-lm' ], [ $heat, 'spmd:-lm:-fno-device-readonly' ], [ $p, 'spmd:-lm' ];
	my @cycles = map { $_->{functions}{calc_w}{cycles} } $all, $half, $none;
	return right($half->{result} eq 'ok' && $cycles[1] > $cycles[0] && $cycles[1] - $cycles[0] < 0.5 * ($cycles[2] - $cycles[0]),
		$half->{result}, @cycles);
};

1;
