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
	my $two = patched($matmul, '14.4.diff');
	my ($m, $n) = map { figure($_, 'spmd:-DN=128', 'v100', 'scratchpad') } $matmul, $two;
	my $stores = 2 * 128 ** 3 / 16 * 8;
	my @loads = map { ($_->{shared_bytes} - $stores) / 8 / 128 ** 3 } $m, $n;
	return right($n->{result} eq 'ok' && "@loads" eq '2 1.5', $n->{result}, $n->{why}, @loads);
};

exercise 14, 5, 'left and right leave it for global memory, as big has filled the 48 KiB first; allocate gives them '
	. 'their place first, and big leaves', sub {
	my $p = patched($matmul, '14.5.diff');
	my $named = edited($p, "double left[BLOCK][BLOCK], right[BLOCK][BLOCK];\n", "double left[BLOCK][BLOCK], right[BLOCK][BLOCK];\n"
		. "\t\t\t#pragma omp allocate(left, right) allocator(omp_pteam_mem_alloc)\n");
	my @found = map { figure($_, 'spmd:-DN=128', 'v100', 'declared') } $p, $named;
	my ($first, $then) = @found;
	return right($first->{result} eq 'ok' && $then->{result} eq 'ok' && $first->{shared} == 48000 && $then->{shared} == 4096
		&& $first->{global_bytes} > 10 * $then->{global_bytes}, map { @$_{qw(result shared global_bytes)} } @found);
};

1;
