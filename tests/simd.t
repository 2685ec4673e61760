#!/usr/bin/perl
# SIMD groups: the programs tests/run/simd/*.c with groups of 2, 4, 8, 16 and 32 lanes in both forms,
# against the host, with every check of the simulator; sm_35's image on K40 and V100 too, whose lanes
# follow other rules.  Sizes and forms take the schemes in turn, every sixth for a program and
# others for the next; ALL=1 takes all of them, SOAK=1 under every scheme.
# A group of one lane, or -simd=off, is the two-level code, character by character.
# ONLY=name runs one program; DEVICES=cuda:0 a real GPU, without the checks.
use strict;
use warnings;
use lib 'tests/tools';
use TestKit;

my $dir = scratch('simd');
my @sizes = (2, 4, 8, 16, 32);
my @files = grep { m{/simd/} } run_programs();
my @ways = schemes();

# One build of a program on the devices that take it.
sub try {
	my ($file, $want, $scheme, $arch, @words) = @_;
	my ($name) = $file =~ m{([^/]+)\.c$};
	my $what = join ' ', $name, $scheme, @words, $arch =~ /,/ ? () : $arch;
	my $exe = "$dir/" . $what =~ tr/ =,/__-/r;
	my $r = run(cmd => [ minicc(), "-scheme=$scheme", "-arch=$arch", '-ffp-contract=off', @words, $file, '-o', $exe,
		'-lm' ]);
	return skip($what, 'refused') if $scheme ne 'spmd' && defined refusal($r);
	return fail_with("$what compiles", "$r->{status}\n$r->{err}") if $r->{status} ne 'exit 0';
	my @results;
	for my $device (grep { my $d = $_; grep { $arch =~ /$_/ } images($d) } devices()) {
		next if $arch eq 'sm_35' && $device eq 'sim:h200';
		my $got = run(cmd => [ $exe ], env => { DEVRT_DEVICE => $device, OMP_TARGET_OFFLOAD => 'MANDATORY',
			$device =~ /^sim/ ? (DEVRT_CHECK => 'all') : () });
		my $good = $got->{status} eq 'exit 0' && $got->{out} eq $want && $got->{err} eq '';
		push @results, $good ? ok("$what on $device")
			: fail_with("$what on $device", "$got->{status}\n$got->{err}expected:\n$want" . "got:\n$got->{out}");
	}
	unlink $exe;
	return @results;
}

sub program {
	my ($file, $turn) = @_;
	my $want = expected($file, directives($file), $dir);
	return fail_with($file, $want) if !ref $want;
	my @results;
	my $square = $turn / 2;
	for my $form ('spmd', 'generic', 'auto') {
		for my $size (@sizes) {
			next if $form eq 'auto' && $size != 8 && !$ENV{SOAK};
			next if $form ne 'auto' && $square++ % 6 && !full();
			for my $scheme ($ENV{SOAK} ? @ways : $ways[$turn++ % @ways]) {
				push @results, try($file, $want->{out}, $scheme,
		'sm_35,sm_70,sm_90', "-simd=$form", "-simdlen=$size");
				push @results, try($file, $want->{out}, $scheme, 'sm_35', "-simd=$form", "-simdlen=$size")
					if $ENV{SOAK} || $turn % 2;
			}
		}
	}
	return @results;
}

sub text {
	my (@words) = @_;
	my $r = run(cmd => [ minicc(), '-S', '-fno-device-turns', @words, '-o', '-' ]);
	return $r->{status} eq 'exit 0' ? $r->{out} =~ s/^\s*\.file.*\n//mgr : $r->{err};
}

# Without groups the text is that of the program without the clauses.  (Taking turns is two levels, too, but
# has a text of its own.)
sub same_text {
	my ($file) = @_;
	my ($name) = $file =~ m{([^/]+)\.c$};
	spew("$dir/$name.plain.c", slurp($file) =~ s/ (?:simd|safe)len\((\d+)\)/' ' x length $&/ger);
	my $off = text('-simd=off', $file) =~ s/\Q$file\E/FILE/gr;
	my $one = text('-simdlen=1', $file) =~ s/\Q$file\E/FILE/gr;
	my $plain = text("$dir/$name.plain.c") =~ s/\Q$dir\E\/\Q$name\E\.plain\.c/FILE/gr;
	s{^\s*//.*\n}{}mg, s/\.loc.*//g for $off, $one, $plain;
	my $auto = $name =~ /^simd_(auto|limits)$/;  # where groups are sure to pay
	return ($one eq $off ? ok("$name: one lane is two levels") : fail_with("$name: one lane is two levels"),
		($plain eq $off) != $auto ? ok("$name: nobody asks") : fail_with("$name: nobody asks"));
}

# Launches take the entry whose groups the device has room for: of many, few and very few rows.
sub entries {
	my $exe = "$dir/entries";
	my $r = run(cmd => [ minicc(), '-arch=sm_35', 'tests/run/simd/turns.c', '-o', $exe ]);
	return fail_with('entries compile', $r->{err}) if $r->{status} ne 'exit 0';
	$r = run(cmd => [ $exe ], env => { DEVRT_DEVICE => 'sim:k40', DEVRT_INFO => 1 });
	my $said = join ' ', $r->{err} =~ /launch run_l\d+_(\w+)/g;
	my $want = join ' ', map { ($_) x 3 } qw(turns lanes8 lanes32);
	return $said eq $want ? ok('entries for few rows') : fail_with('entries for few rows', "$want\n$said\n$r->{err}");
}

# … and none with groups where the memory that the rows lie in says that they are short.
sub short_rows {
	my $exe = "$dir/rows";
	my $r = run(cmd => [ minicc(), '-arch=sm_35', 'tests/baseline/rows.c', '-o', $exe ]);
	return fail_with('rows compile', $r->{err}) if $r->{status} ne 'exit 0';
	my $said = '';
	for my $length (2, 7, 8, 40) {
		$r = run(cmd => [ $exe, 300, $length ], env => { DEVRT_DEVICE => 'sim:k40', DEVRT_INFO => 1 });
		$said .= " $length: " . join ' ', $r->{err} =~ /launch main_l\d+_(\w+)/g;
	}
	my $want = join '', map { my $n = $_; " $n: " . join ' ', map { $n < 8 ? 'covers' : 'lanes32' } 1 .. 6 } 2, 7, 8, 40;
	return $said eq $want ? ok('short rows') : fail_with('short rows', "$want\n$said\n$r->{err}");
}

# What -simd= cannot have is refused, with reason and place.
sub refuses {
	my ($words, $text, $source) = @_;
	my ($what, $name) = ("refused: @$words", "$dir/refused@$words");
	spew("$name.c", $source);
	my $r = run(cmd => [ minicc(), '-S', @$words, "$name.c", '-o', "$name.ptx" ]);
	return fail_with($what, "$r->{status}\n$r->{err}") if $r->{status} ne 'exit 1' || index($r->{err}, $text) < 0
		|| -e "$name.ptx";
	return ok($what);
}

my $critical = <<'END';
int f(int n, int *a)
{
	int s = 0;
#pragma omp target parallel map(tofrom: a[0:n], s)
	{
#pragma omp simd simdlen(8)
		for (int i = 0; i < n; i++)
			a[i]++;
#pragma omp critical
		s++;
	}
	return s;
}
END
my $array = $critical =~ s/\t\{\n/\t{\n\t\tint v[n];\n\t\tv[0] = 0;\n/r =~ s/omp critical\n\t\ts\+\+/omp atomic\n\t\ts+=v[0]/r;
my $ordered = $critical =~ s/target parallel map.*/target parallel map(tofrom: a[0:n]) reduction(+: s)/r
	=~ s/#pragma omp critical\n//r;
my @refusals = (
	[ ['-simd=spmd'], '.c:6:7: error: the form of SIMD groups that -simd= asks for is not possible: the memory ' .
		"allocated here is the thread's own, out of reach of its lanes [MC403]", $array ],
	[ ['-simd=generic'], "the memory allocated here is the thread's own, out of reach of its lanes [MC403]", $array ],
	[ ['-simd=generic', '-fdeterministic-reduction'],
		'-fdeterministic-reduction needs all lanes here, not leaders alone [MC403]', $ordered ],
	[ ['-simd=both'], "'-simd=both': expected auto, spmd, generic or off", $critical ],
	[ ['-simdlen=6'], "'-simdlen=6': expected 1, 2, 4, 8, 16 or 32", $critical ],
);

my $turn = 0;
tap((map { my ($file, $first) = ($_, $turn += 2); sub { program($file, $first) } } @files),
	(map { my $file = $_; sub { same_text($file) } } @files),
	\&entries, \&short_rows, map { my $case = $_; sub { refuses(@$case) } } @refusals);
