# Solutions of the lessons' exercises, where they are code or a number (Solution.pm).  What is not here is marked in the
# lesson: to be discussed, or open.
use strict;
use warnings;
use lib 'lessons/solutions';
use Solution;

exercise 1, 2, 'one copy less: b is an argument of the kernel', sub {
	my $p = edited('examples/fig1.c', 'map(to: b) map(from: a, c)', 'firstprivate(b) map(from: a, c)');
	my ($old, $new) = map { figure($_, 'jumptable', 'k40')->{to_device_copies} } 'examples/fig1.c', $p;
	return right($old == 2 && $new == 1, $old, $new);
};

exercise 2, 1, 'no: the time of a test is that of its launch, however many there are', sub {
	my @each = map { figure('lessons/02-dynamic-parallelism/vadd.c', 'dynpar', 'k40', 8, 128, $_)->{cycles} / $_ } 1, 16;
	return right($each[1] > 0.9 * $each[0] && $each[1] < 1.1 * $each[0], @each);
};

exercise 2, 4, 'with more than four: a team has one grid that waits, its tail', sub {
	my $exe = compiled('lessons/02-dynamic-parallelism/vadd.c', '-scheme=dynpar');
	my ($four, $eight) = map { says($exe, { DEVRT_DEVICE => 'sim:h200', DEVRT_PENDING => 4 }, $_, 32) } 4, 8;
	return right($four =~ /: ok/ && $eight =~ /CUDA_ERROR_LAUNCH_FAILED/, $four, $eight);
};

my $decision = 'if (++a[me] > 0 && ++b[me] > 0) {';

exercise 3, 1, 'if-master: two more barriers for each decision that is made; the inspector refuses the loop', sub {
	my $p = edited('examples/fig4.c', "\t\t$decision", "\t\tfor (int round = 0; round < 3; round++)\n\t\t$decision");
	my $guarded = figure($p, 'ifmaster', 'k40')->{barriers};
	my $once = figure('examples/fig4.c', 'ifmaster', 'k40')->{barriers};
	my $inspector = figure($p, 'inspector', 'k40')->{result};
	return right($guarded > 3 * $once && $inspector eq 'refused', $guarded, $once, $inspector);
};

exercise 3, 2, 'one; and b is incremented where && would not have come to it', sub {
	my $p = edited('examples/fig4.c', $decision, "++a[me];\n\t\t++b[me];\n\t\tif ((a[me] > 0) & (b[me] > 0)) {");
	my ($two, $one) = map { figure($_, 'ifmaster', 'k40') } 'examples/fig4.c', $p;
	return right($one->{written_barriers} == $two->{written_barriers} - 1 && $one->{why} =~ /4 of 12 results differ/,
		$one->{written_barriers}, $two->{written_barriers}, $one->{why});
};

my $after = "\t\t\t/* back to sequential */\n\t\t\ta[omp_get_team_num()] *= 2;\n\t\t\tif (omp_get_team_num() == 0)\n"
	. "\t\t\t\tteams = omp_get_num_teams();\n";

exercise 4, 1, 'what follows the region, which is then no longer the same for who reads a', sub {
	my $p = edited('examples/fig1.c', $after, '', "/* sequential part */\n", "if (omp_get_team_num() == 0)\n"
		. "\t\t\t\tteams = omp_get_num_teams();\n", 'a[t] != b * 4', 'a[t] != b * 2');
	my $m = figure($p, 'inspector', 'k40');
	return right($m->{result} eq 'ok' && $m->{written_barriers} == 1, $m->{result}, $m->{why});
};

exercise 4, 2, 'nobody can tell who computed it, or when; with a store they can', sub {
	my $end = "/* parallel region 2 */\n\t\t}\n";
	my ($none, $store) = map { figure(edited('examples/fig4.c', $end, "$end\t\t$_\n"), 'inspector', 'k40') }
		'int unused = me * 2;', 'a[me] += me;';
	return right($none->{result} eq 'ok' && $store->{result} eq 'refused' && $store->{why} =~ /writes memory/,
		$none->{result}, $store->{why});
};

exercise 5, 1, 'the loop of the master hid it: with K = 1 the control loop costs more than 5 %', sub {
	my ($m, $s) = map { figure('examples/fig12.c', "$_:-fno-device-unroll", 'k40', 10, 1, 1)->{cycles} } qw(ifmaster switch);
	return right($s > 1.05 * $m, $m, $s);
};

exercise 5, 2, 'two rounds a test and two more, each with a barrier, in each of 16 teams', sub {
	my @found = map { figure('examples/fig12.c', 'switch', 'k40', $_, 1, 10)->{barriers} } 1, 2, 10;
	return right("@found" eq join(' ', map { 16 * (2 * $_ + 2) } 1, 2, 10), @found);
};

exercise 8, 1, 'the stores move into the loop, behind a test of its index: no guard is left', sub {
	my $p = edited('lessons/08-spmd/guarded.c', 'int mine;', 'int mine = ticket[me];',
		"\t\tif (me == 0)\n\t\t\tteams = omp_get_num_teams();\n", '',
		"\t\tstart[me] = twice;\t\t/* a store: one thread only */\n", '',
		"\t\tmine = ticket[me]++;\t\t/* one thread only, and all need the value */\n", '',
		'for (int i = 0; i < M; i++)', 'for (int i = 0; i < M; i++) {', 'c[me][i] = start[me] + twice * i + mine;',
		'c[me][i] = twice + twice * i + mine; if (i == 0) { start[me] = twice; ticket[me] = mine + 1; '
			. 'if (me == 0) teams = omp_get_num_teams(); } }');
	my $ptx = TestKit::run(cmd => [ TestKit::minicc(), '-scheme=spmd', '-Iexamples', '-S', $p, '-o', '-' ])->{out};
	my ($entry) = $ptx =~ /^(\.visible \.entry main.*?^\})/ms;
	my $m = figure($p, 'spmd', 'v100');
	return right($m->{result} eq 'ok' && $entry !~ /^MASTER/m, $m->{result}, $m->{why}, $entry);
};

exercise 9, 3, 'target update from(a[0:1]): 8 bytes back in each sweep', sub {
	my $sweep = "\t\t#pragma omp target teams distribute parallel for\n\t\tfor (int i = 0; i < N; i++)\n"
		. "\t\t\ta[i] += factor * b[i];\n";
	my $p = edited('lessons/09-mapping/mapping.c', "\tfor (int s = 0; s < SWEEPS; s++) {\n$sweep", "\tfor (int s = 0; s < SWEEPS; s++) {\n"
		. "$sweep\t\t#pragma omp target update from(a[0:1])\n");
	my ($old, $new) = map { figure($_, 'spmd', 'v100', 'region')->{to_host_bytes} } 'lessons/09-mapping/mapping.c', $p;
	return right($new == $old + 3 * 8, $old, $new);
};

exercise 10, 1, 'on the V100 model many small teams: 256x16 beats each heuristic', sub {
	my %c = map { my $grid = $_; $grid => figure('lessons/10-grid/grid.c', 'spmd', 'v100', { DEVRT_GRID => $grid }, 'some')->{cycles} }
		qw(256x16 default enhanced original);
	return right(!grep({ $_ < $c{'256x16'} } values %c), %c);
};

my $matmul = 'lessons/14-shared/matmul.c';
my $multiply = "sum += left[i][k] * right[k][j];\n";

exercise 14, 1, 'yes; a race: who is quick overwrites a block that others still use', sub {
	my $text = TestKit::slurp($matmul);
	my ($tabs) = $text =~ /\Q$multiply\E(\t+)#pragma omp barrier\n/;
	my $p = edited($matmul, "$multiply$tabs#pragma omp barrier\n", $multiply, "$multiply$tabs#pragma omp barrier\n", $multiply);
	my $exe = compiled($p, '-DN=64');
	my $found = says($exe, { DEVRT_DEVICE => 'sim:v100', DEVRT_CHECK => 'race' }, 'scratchpad');
	return right($found =~ /: race: /, $found);
};

exercise 14, 2, 'global bytes halve, shared bytes stay; 32 makes teams so large that few fit into an SM', sub {
	my @m = map { figure($matmul, "spmd:-DN=128:-DBLOCK=$_", 'v100', 'scratchpad') } 8, 16, 32;
	my @global = map { $_->{global_bytes} } @m;
	return right($global[0] > 1.8 * $global[1] && $global[1] > 1.8 * $global[2] && $m[1]{cycles} < $m[0]{cycles}
		&& $m[1]{cycles} < $m[2]{cycles}, @global, map { $_->{cycles} } @m);
};

exercise 14, 3, 'they rise: a warp then reads 16 rows of a matrix, and stores down a column of a block', sub {
	my $from = "left[i][j] = a[row + i][k0 + j];\n\t\t\t\t\tright[i][j] = b[k0 + i][col + j];";
	my $to = 'left[j][i] = a[row + j][k0 + i]; right[j][i] = b[k0 + j][col + i];';
	my $p = edited($matmul, $from, $to, $from, $to);
	my ($old, $new) = map { figure($_, 'spmd:-DN=128', 'v100', 'scratchpad') } $matmul, $p;
	return right($new->{result} eq 'ok' && $new->{cycles} > 1.05 * $old->{cycles}, $old->{cycles}, $new->{cycles});
};

exercise 16, 1, 'one', sub {
	my $exe = compiled('lessons/16-progress/lock.c');
	my ($one, $two) = map { says($exe, { DEVRT_DEVICE => 'sim:k40' }, $_) } 1, 2;
	return right($one =~ /ok/ && $two =~ /deadlock/, $one, $two);
};

exercise 16, 2, 'the barrier, to before the if', sub {
	my $p = edited('lessons/16-progress/barrier.c', "\t\t\t#pragma omp barrier\n", '',
		"\t\tif (me % 2 == 0) {\n", "\t\t#pragma omp barrier\n\t\tif (me % 2 == 0) {\n");
	my $exe = compiled($p, '-scheme=jumptable');
	my @found = map { says($exe, { DEVRT_DEVICE => "sim:$_", DEVRT_CHECK => 'sync' }) } qw(k40 v100);
	return right(@found == grep({ /\Abarrier: ok[^\n]*\n\z/ } @found), @found);
};

exercise 16, 4, 'a race on n: the lock orders who is in, not what they see; progress has nothing to do with it', sub {
	my $flush = "\t\t#pragma omp flush\n";
	my $exe = compiled(edited('lessons/16-progress/lock.c', $flush, '', $flush, ''));
	my $found = says($exe, { DEVRT_DEVICE => 'sim:v100', DEVRT_CHECK => 'race' });
	return right($found =~ /: race: .*reads 'n'/, $found);
};

1;
