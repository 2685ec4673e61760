# Solutions of lesson 13's exercises that are code or a number (Solution.pm); the others are in discussion.md.
use strict;
use warnings;
use lib 'lessons/solutions';
use Solution;

my $kernels = 'lessons/13-kernels/kernels.c';

exercise 13, 2, 'all: with slices in the clauses the runtime compares them and takes the entry without read-only '
	. 'loads if they overlap; const promises that they do not', sub {
	my $text = "#include \"verdict.h\"\nenum { N = 1024 };\nstatic double x[3 * N];\n\nint main(int argc, char **argv)\n{\n"
		. "\tdouble *b = x, *out = x + (argc > 1 ? N / 2 : N), *c = x + 2 * N;\n\n\t(void)argv;\n"
		. "\t#pragma omp target data map(tofrom: x)\n\t#pragma omp target teams distribute parallel for MAPS\n\tfor (int i = 0; i < N; i++)\n\t\tout[i] = b[i] + c[i];\n"
		. "\treturn verdict(\"slices\", 0, N);\n}\n";
	my @found;
	for my $maps ('map(to: b[0:N], c[0:N]) map(from: out[0:N])', 'map(const, to: b[0:N], c[0:N]) map(from: out[0:N])') {
		my $p = written('slices.c', $text =~ s/MAPS/$maps/r);
		my ($ptx, %loads) = ptx($p);
		while ($ptx =~ /^\.visible \.entry (main\w*)\((.*?)^\}/msg) {
			my ($entry, $body) = ($1, $2);
			$loads{$entry} = () = $body =~ /ld\.global\.nc/g;
		}
		my $exe = compiled($p);
		push @found, map { says($exe, { DEVRT_INFO => 16 }, @$_) =~ /launch (main\w*)/ ? $loads{$1} : 'nothing' } [], ['overlap'];
	}
	return right("@found" eq '2 0 2 2', @found);
};

exercise 13, 3, 'all of it: a team for each of the 256 rows; three times as fast on the K40 model, eight times on the '
	. "V100's", sub {
	my $p = patched($kernels, '13.3.diff');
	my @times = map { my $gpu = $_; my ($old, $new) = map { figure($_, 'spmd', $gpu, 'dense_mat_vec') } $kernels, $p;
		$new->{result} eq 'ok' ? $old->{cycles} / $new->{cycles} : $new->{why} } qw(k40 v100);
	my $said = says(compiled($p, '-lm'), { DEVRT_DEVICE => 'sim:v100', DEVRT_STATS => 1 }, 'dense_mat_vec');
	return right($times[0] > 2 && $times[1] > 5 && $said =~ /occupancy +80 of 80 SMs/, @times, $said);
};

exercise 13, 4, 'never: each diagonal costs a launch less; on the device alone its lead goes from a quarter to '
	. 'nothing where diagonals outgrow the team', sub {
	my @lead;
	for my $wave (32, 256) {
		my $launches = edited($kernels, 'WAVE = 32', "WAVE = $wave");
		my $one = patched($launches, '13.4.diff');
		my ($many, $few) = map { figure($_, 'spmd', 'v100', 'wavefront5') } $launches, $one;
		return "$many->{result}, $few->{result}, $few->{launches} launches"
			if "$many->{result}$few->{result}" ne 'okok' || $few->{launches} != 1;
		push @lead, 1 - $few->{cycles} / $many->{cycles};
	}
	return right($lead[0] > 0.15 && $lead[1] < $lead[0] - 0.1, @lead);
};

1;
