# Solutions of lesson 10's exercises that are code or a number (Solution.pm); the others are in discussion.md.
use strict;
use warnings;
use lib 'lessons/solutions';
use Solution;

my $grid = 'lessons/10-grid/grid.c';

# The loop with 48 values that are all needed at once.
my $sum = "\t\tfor (int k = 0; k < ROWS; k++)\n\t\t\tsum += b[i * ROWS + k];\n\t\ta[i] = sum;\n\t}\n}\n";
my $wide = "\t\tdouble " . join(', ', map { "v$_ = b[i * ROWS + $_]" } 0 .. 47) . ";\n\n"
	. "\t\tfor (int k = 48; k < ROWS; k++)\n\t\t\tsum += b[i * ROWS + k];\n"
	. "\t\ta[i] = sum + " . join(' + ', map { "v$_" } reverse 0 .. 47) . ";\n\t}\n}\n";

exercise 10, 1, 'on the V100 model many small teams: 256x16 beats each heuristic', sub {
	my %c = map { my $grid = $_; $grid => figure('lessons/10-grid/grid.c', 'spmd', 'v100', { DEVRT_GRID => $grid }, 'some')->{cycles} }
		qw(256x16 default enhanced original);
	return right(!grep({ $_ < $c{'256x16'} } values %c), %c);
};

exercise 10, 2, 'which of the two loops runs is decided on the device; decided on the host, the trip count is known '
	. 'and default covers it', sub {
	my $target = '#pragma omp target teams distribute parallel for map(to: b[0:ROWS * n]) map(from: a[0:n])';
	my $p = edited($grid, "#pragma omp target teams map(to: b[0:ROWS * n]) map(from: a[0:n])\n\t{\n", "{\n",
		'#pragma omp distribute parallel for', $target, '#pragma omp distribute parallel for', $target);
	my ($old, $new) = map { figure($_, 'spmd', 'v100', 'unknown') } $grid, $p;
	my $said = says(compiled($p), { DEVRT_INFO => 16, DEVRT_DEVICE => 'sim:v100' }, 'unknown');
	return right($new->{result} eq 'ok' && $said =~ /32768 iterations/ && $said !~ /trip count is unknown/
		&& $new->{cycles} < 0.9 * $old->{cycles}, $new->{result}, $old->{cycles}, $new->{cycles}, $said);
};

exercise 10, 3, 'those that ask how many teams an SM holds, lloyd and enhanced, and original, which finds less room; '
	. 'a limit of 24 undoes it', sub {
	my $p = edited($grid, $sum, $wide);
	my (@notice, @limited);
	for my $name (qw(original lloyd enhanced occupancy default)) {
		my ($old, $new, $less) = map { my $m = figure(@$_, 'k40', { DEVRT_GRID => $name }, 'many'); "$m->{teams}x$m->{threads}" }
			[ $grid, 'spmd' ], [ $p, 'spmd' ], [ $p, 'spmd:-maxrregcount=24' ];
		push @notice, $name if $new ne $old;
		push @limited, $name if $less ne $old;
	}
	return right("@notice" eq 'original lloyd enhanced' && !@limited, @notice, 'limited:', @limited);
};

exercise 10, 4, 'one that has two warps a team and no more teams than run at once; on the V100 model it beats '
	. 'original, with the rest of the kit unchanged', sub {
	my $source = edited('devrt/host/grid.c', "static const struct heuristic heuristics[] = {\n",
		"static struct choice mine_threads(const struct question *q)\n{\n"
		. "\treturn (struct choice){ smaller(2 * WARP, q->room), \"two warps\" };\n}\n\n"
		. "static struct choice mine_teams(const struct question *q, unsigned threads)\n{\n"
		. "\tuint64_t n = q->trips ? covering(q, threads) : wave(q, threads);\n\n"
		. "\treturn (struct choice){ smaller(n, wave(q, threads)), \"as many as run at once\" };\n}\n\n"
		. "static const struct heuristic heuristics[] = {\n\t{ \"mine\", mine_threads, mine_teams },\n");
	my $exe = linked_with($source, $grid, '-Iexamples');
	my @cycles = map { counted($exe, { DEVRT_GRID => $_ }, 'v100', 'some')->{cycles} } qw(mine original);
	my $said = says($exe, { DEVRT_GRID => 'mine', DEVRT_INFO => 16, DEVRT_DEVICE => 'sim:v100' }, 'some');
	return right($said =~ /grid mine: 64 teams .* 64 threads \(two warps\)/ && $cycles[0] < $cycles[1], @cycles, $said);
};

1;
