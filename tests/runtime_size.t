#!/usr/bin/perl
# How much of the device library a program's kernels pull in: at most 300 lines of PTX, and none where
# everything is tightly nested.  Not counted are mathematical functions, allocators of OpenMP, and those
# of the C library that the program itself calls by name (strlen), or that these call.  All examples and
# every third run test (ALL=1: all), under three schemes: spmd, generic (regions are functions) and jumptable,
# for sm_70; all kernels of a file together.
use strict;
use warnings;
use lib 'tests/tools';
use TestKit;

my $dir = scratch('runtime_size');
my $most = 300;

# The lines of the device library's functions in a module that count: a function belongs to the file
# of its first .loc.
sub library_lines {
	my ($ptx, $source) = @_;
	my %file = $ptx =~ /^\s*\.file\s+(\d+)\s+"([^"]*)"/mg;
	my ($lines, %text, @names) = (0);
	while ($ptx =~ /^((?:\.visible |\.weak )?\.func[^;{]*\n\{\n.*?^\}\n)/msg) {
		my $text = $1;
		my ($number) = $text =~ /\.loc\s+(\d+)/ or next;
		next if ($file{$number} // '') !~ m{^<minicc>/(?!math|omp_alloc)};
		my ($name) = $text =~ /\.func\s+(?:\([^)]*\)\s*)?([\w\$]+)/;
		$text{$name} = $text;
	}
	my @asked = grep { $source =~ /\b\Q@{[ s{^__devrt_|_1$}{}gr ]}\E\s*\(/ } keys %text;
	while (defined(my $name = pop @asked)) {
		my $text = delete $text{$name} // next;
		push @asked, grep { $text =~ /\b\Q$_\E\b/ } keys %text;
	}
	for my $name (sort keys %text) {
		$lines += $text{$name} =~ tr/\n//;
		push @names, $name;
	}
	return ($lines, "@names");
}

sub compile {
	my ($name, $file, @words) = @_;
	my $ptx = "$dir/$name.ptx";
	my $r = run(cmd => [ minicc(), '-w', '-S', '-arch=sm_70', @words, $file, '-o', $ptx ]);
	return undef if $r->{status} ne 'exit 0';
	my $text = slurp($ptx);
	unlink $ptx;
	return $text;
}

sub program {
	my ($file) = @_;
	my ($name) = $file =~ m{([^/]+)\.c$};
	my $d = directives($file);
	my @words = map { split ' ' } @{ $d->{args} // [] }, @{ $d->{'minicc-args'} // [] };
	@words = grep { /^-[DIf]/ } @words;
	my ($worst, $what, $compiled) = (0, '', 0);
	for my $scheme (qw(spmd generic jumptable)) {
		my $ptx = compile("$name.$scheme", $file, "-scheme=$scheme", @words) // next;
		my ($lines, $names) = library_lines($ptx, slurp($file));
		$compiled++;
		($worst, $what) = ($lines, "$scheme: $lines lines: $names") if $lines > $worst;
	}
	return skip($name, 'no scheme takes it') if !$compiled;
	return $worst <= $most ? ok("$name: $worst lines") : fail_with($name, $what);
}

# Tightly nested: no function at all, no memory of the team, no barrier.
sub nested {
	my ($name, $text) = @_;
	spew("$dir/$name.c", $text);
	my $ptx = compile($name, "$dir/$name.c") // return fail_with($name, 'does not compile');
	my @found = $ptx =~ /^.*(?:\.func|\.shared|barrier|call).*$/mg;
	return @found ? fail_with($name, join "\n", @found) : ok("$name: nothing but the loop");
}

my $head = "void f(int n, double *a, double *b, double *c)\n{\n\t#pragma omp ";
my $maps = " map(from: a[0:n]) map(to: b[0:n], c[0:n])\n";
my $loop = "\tfor (int i = 0; i < n; i++)\n\t\ta[i] = b[i] + 2.0 * c[i];\n}\n";
tap(
	sub { nested('combined', "${head}target teams distribute parallel for$maps$loop") },
	sub { nested('two directives', "${head}target teams$maps\t#pragma omp distribute parallel for\n$loop") },
	sub { nested('one team', "${head}target parallel for$maps$loop") },
	(map { my $file = $_; sub { program($file) } } glob('examples/*.c'), every(full() ? 1 : 3, 0, run_programs())),
);
