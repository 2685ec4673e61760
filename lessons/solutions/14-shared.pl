# Solutions of lesson 14's exercises that are code or a number (Solution.pm); the others are in discussion.md.
use strict;
use warnings;
use lib 'lessons/solutions';
use Solution;

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

exercise 14, 4, 'one and a half: each element of right serves two products', sub {
	my $text = TestKit::slurp($matmul);
	my ($before, $blocks) = $text =~ /\A(.*)(^\/\* The same with the directive of Listing 7.*)\z/ms;
	$blocks =~ s/BLOCK \* BLOCK\)/BLOCK * BLOCK \/ 2)/g;
	$blocks =~ s/double sum = 0;/int i2 = i + BLOCK \/ 2;\n\t\t\t\tdouble sum = 0, more = 0;/;
	$blocks =~ s/left\[i\]\[j\] = a\[row \+ i\]\[k0 \+ j\];/$& left[i2][j] = a[row + i2][k0 + j];/;
	$blocks =~ s/right\[i\]\[j\] = b\[k0 \+ i\]\[col \+ j\];/$& right[i2][j] = b[k0 + i2][col + j];/;
	$blocks =~ s/sum \+= left\[i\]\[k\] \* right\[k\]\[j\];/{ double r = right[k][j]; sum += left[i][k] * r; more += left[i2][k] * r; }/;
	$blocks =~ s/c\[row \+ i\]\[col \+ j\] = sum;/$& c[row + i2][col + j] = more;/;
	my $two = written('matmul2.c', $before . $blocks);
	my ($m, $n) = map { figure($_, 'spmd:-DN=128', 'v100', 'scratchpad') } $matmul, $two;
	my $stores = 2 * 128 ** 3 / 16 * 8;
	my @loads = map { ($_->{shared_bytes} - $stores) / 8 / 128 ** 3 } $m, $n;
	return right($n->{result} eq 'ok' && "@loads" eq '2 1.5', $n->{result}, $n->{why}, @loads);
};

exercise 14, 5, 'left and right leave it for global memory, as big has filled the 48 KiB first; allocate gives them '
	. 'their place first, and big leaves', sub {
	my $declared = "\t\t\tdouble left[BLOCK][BLOCK], right[BLOCK][BLOCK];\n\n";
	my @found;
	for my $allocate ('', '#pragma omp allocate(left, right) allocator(omp_pteam_mem_alloc)') {
		my $p = edited($matmul, $declared, "\t\t\tdouble big[6000];\n\t\t\tdouble left[BLOCK][BLOCK], right[BLOCK][BLOCK];\n$allocate\n",
			"double sum = 0;\n\n\t\t\t\tfor (int k0", "double sum = 0;\n\n\t\t\t\tbig[omp_get_thread_num()] = 0;\n\t\t\t\tfor (int k0",
			'c[row + i][col + j] = sum;', 'c[row + i][col + j] = sum + big[omp_get_thread_num()];');
		push @found, figure($p, 'spmd:-DN=128', 'v100', 'declared');
	}
	my ($first, $named) = @found;
	return right($first->{result} eq 'ok' && $named->{result} eq 'ok' && $first->{shared} == 48000 && $named->{shared} == 4096
		&& $first->{global_bytes} > 10 * $named->{global_bytes}, map { @$_{qw(result shared global_bytes)} } @found);
};

1;
