# Solutions of lesson 11's exercises that are code or a number (Solution.pm); the others are in discussion.md.
use strict;
use warnings;
use lib 'lessons/solutions';
use Solution;

my $ideal = 'lessons/11-simd/ideal.c';

exercise 11, 1, 'the V100 model goes from 16 to 32, by a hair; the K40 model stays with 4; large groups lose less there', sub {
	my $short = 'lessons/11-simd/spmv.c';
	my $long = edited($short, 'MOST = 20', 'MOST = 60');
	my (@best, @more);
	for my $gpu (qw(k40 v100)) {
		for my $p ($short, $long) {
			my %c = map { $_ => figure($p, "spmd:-simd=spmd:-simdlen=$_", $gpu)->{cycles} } 2, 4, 8, 16, 32;
			push @best, (sort { $c{$a} <=> $c{$b} } keys %c)[0];
			push @more, $c{32} / $c{4} if $gpu eq 'k40';
		}
	}
	return right("@best" eq '4 4 16 32' && $more[1] < $more[0], @best, @more);
};

exercise 11, 2, 'the leader alone, in both forms; a simd loop inside is left to each thread (MC402)', sub {
	my $store = edited($ideal, "\t\tlast[i] = ", "\t\t#pragma omp critical\n\t\tlast[i] = ");
	my $inside = edited($ideal, "\t\t#pragma omp simd\n", "\t\t#pragma omp critical\n\t\t#pragma omp simd\n");
	my @found;
	for my $form (qw(spmd generic)) {
		for my $gpu (qw(k40 v100)) {
			# the lock is taken once an iteration: 512 times, with an atomic operation each way
			my $m = figure($store, "spmd:-simd=$form:-simdlen=8", $gpu);
			push @found, "$form $gpu: $m->{result}" if $m->{result} ne 'ok';
		}
		my $r = TestKit::run(cmd => [ TestKit::minicc(), '-Iexamples', '-simdlen=8', "-simd=$form", '-Rpass-missed=simd',
			'-S', $inside, '-o', '/dev/null' ]);
		push @found, $r->{err} if $r->{err} !~ /inside a critical construct.*\[MC402\]/;
	}
	my ($entry) = ptx($store, '-simdlen=8', '-simd=spmd') =~ /^(\.visible \.entry main.*?^\})/ms;
	push @found, $entry if $entry !~ /\@!?%p\d+ bra \t?\S+;\n(?:(?!\bbra\b).)*?atom\.global\.cas/s;
	return right(!@found, @found);
};

exercise 11, 3, 'into the sharing space, while six groups or fewer divide its 2,048 bytes; from seven on into global '
	. 'memory', sub {
	my $p = edited($ideal, "double f = 1;\n\n\t\tfor", "double f = 1, t[40];\n\n\t\tfor (int k = 0; k < 40; k++)\n"
		. "\t\t\tt[k] = in[i][k % INNER];\n\t\tfor", 'in[i][j] * scale[i] + j;',
		'in[i][j] * scale[i] + j + (t[j] - in[i][j]);');
	my @found;
	for my $gpu (qw(k40 v100)) {
		my ($six, $seven) = map { figure($p, 'spmd:-simd=generic:-simdlen=8', $gpu, { DEVRT_GRID => "4x$_" }) } 6, 7;
		push @found, $gpu, $six->{shared_bytes}, $seven->{shared_bytes}, $six->{global_bytes}, $seven->{global_bytes}
			if $six->{result} ne 'ok' || $seven->{result} ne 'ok' || $six->{shared_bytes} < 100000 || $seven->{shared_bytes} > 0
				|| $seven->{global_bytes} < 1.2 * $six->{global_bytes};
	}
	return right(!@found, @found);
};

exercise 11, 4, 'for a[i][j]: 64 iterations in 32 lanes, neighbours in memory; in a[j][i] the threads are the '
	. 'neighbours, and groups would lose that', sub {
	my %said;
	for my $element ('a[i][j]', 'a[j][i]') {
		my $p = written('sums.c', "enum { N = 64 };\nstatic double a[N][N], y[N];\n\nint main(void)\n{\n"
			. "\t#pragma omp target teams distribute parallel for map(to: a) map(from: y)\n\tfor (int i = 0; i < N; i++) {\n"
			. "\t\tdouble s = 0;\n\t\t#pragma omp simd reduction(+: s)\n\t\tfor (int j = 0; j < N; j++)\n\t\t\ts += $element;\n"
			. "\t\ty[i] = s;\n\t}\n\treturn y[0] != 0;\n}\n");
		$said{$element} = TestKit::run(cmd => [ TestKit::minicc(), '-Rpass=simd', '-Rpass-missed=simd', '-S', $p, '-o', '/dev/null' ])->{err};
	}
	return right($said{'a[i][j]'} =~ /groups of 32 lanes.*\[MC401\]/ && $said{'a[j][i]'} =~ /not sure that they would pay \[MC402\]/, %said);
};

exercise 11, 5, 'a block is full warps, so groups of 1, 2 and 4 lanes leave a team 32, 16 and 8 OpenMP threads; as each SM has 7 '
	. 'iterations to do, that is enough, and with larger groups it is the blocks that grow', sub {
	my @found = map { says(compiled($ideal, $_ == 1 ? '-simd=off' : "-simdlen=$_"), { DEVRT_DEVICE => 'sim:v100', DEVRT_INFO => 16 })
		=~ /teams of (\d+) threads, blocks of (\d+).*512 iterations/ ? "$1/$2" : 'nothing' } 1, 2, 4, 8, 16, 32;
	return right("@found" eq '32/32 16/32 8/32 8/64 8/128 7/224', @found);
};

1;
