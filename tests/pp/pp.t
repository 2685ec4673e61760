#!/usr/bin/perl
# The preprocessor by itself: its tokens against those of cc -E, its places, values and messages
# against goldens, its text read back, and any bytes at all.  BLESS=1 rewrites the goldens.
use strict;
use warnings;
use File::Basename qw(basename);
use File::Temp;
use lib 'tests/tools';
use TestKit qw($build run);

my $dir = File::Temp->newdir;
my $tool = "$dir/pp_tool";
my @results;

sub ok {
	my ($ok, $name, @why) = @_;
	push @results, ($ok ? 'ok ' : 'not ok ') . (@results + 1) . " - $name\n";
	print $results[-1];
	print map { "# $_\n" } map { split /\n/ } @why if !$ok;
}

sub skip {
	push @results, 'ok ' . (@results + 1) . " - $_[0] # SKIP $_[1]\n";
	print $results[-1];
}

sub slurp {
	my ($file) = @_;
	open my $in, '<:raw', $file or return '';
	local $/;
	return <$in> // '';
}

sub spew {
	my ($file, $text) = @_;
	open my $out, '>:raw', $file or die "$file: $!";
	print $out $text;
}

# The tool: from the library when make has built it, else from the sources.
sub build_tool {
	my @from = -e "$build/obj/libminicc_core.a" ? "$build/obj/libminicc_core.a"
		: -e "$build/lib/libminicc_core.a" ? "$build/lib/libminicc_core.a"
		: (glob('minicc/pp/*.c'), map { "minicc/base/$_.c" }
			qw(arena intern source diag diag_line));
	my @san = $build =~ /san/ ? '-fsanitize=address,undefined' : ();
	return system('cc', '-std=c11', '-D_GNU_SOURCE', '-O1', '-Iminicc', @san, '-o', $tool,
		'tests/pp/pp_tool.c', @from, '-lm') == 0;
}

# The kinds and spellings of the tokens in preprocessed text.
sub tokens {
	my ($file) = @_;
	return run(cmd => [ $tool, '-nostd', '-tokens', $file ])->{out} =~ s/^\S+ //mgr;
}

sub same_as_cc {
	my ($name, $file, @flags) = @_;
	my @strict = grep(/^-std=c/, @flags) ? '-strict' : ();
	my ($cc, $pp) = map { run(cmd => $_) } [ qw(cc -fopenmp -E -P), @flags, $file ], [ $tool, '-P', @flags, @strict, $file ];
	return skip($name, 'cc -E refuses it') if $cc->{status} ne 'exit 0';
	spew("$dir/cc.i", $cc->{out});
	spew("$dir/pp.i", $pp->{out});
	my ($want, $got) = (tokens("$dir/cc.i"), tokens("$dir/pp.i"));
	my @why = $pp->{err};
	if ($want ne $got) {
		spew("$dir/want", $want);
		spew("$dir/got", $got);
		push @why, qx(diff $dir/want $dir/got | head -20);
	}
	ok($pp->{status} eq 'exit 0' && $want eq $got && length $got, $name, @why);
}

sub golden {
	my ($name, $file, $got) = @_;
	spew($file, $got) if $ENV{BLESS};
	my $want = slurp($file);
	spew("$dir/got", $got);
	ok($want eq $got, $name, $want eq $got ? () : qx(diff $file $dir/got));
}

# What is printed with line markers gives the same tokens again.
sub reads_back {
	my ($name, $file) = @_;
	my $want = run(cmd => [ $tool, '-tokens', $file ])->{out} =~ s/^\S+ //mgr =~ s/ <- .*//gr;
	spew("$dir/back.c", run(cmd => [ $tool, $file ])->{out});
	my $got = tokens("$dir/back.c");
	spew("$dir/want", $want);
	spew("$dir/got", $got);
	ok($want eq $got && length $got, $name, $want eq $got ? () : qx(diff $dir/want $dir/got | head));
}

# The host compiler, given the printed text, complains of the user's file and line.
sub host_sees_place {
	my ($name, $file) = @_;
	my $text = slurp($file);
	my $line = 1 + $text =~ tr/\n//;
	spew("$dir/user.c", "$text\tint user_variable = undeclared_name;\n");
	spew("$dir/printed.i", run(cmd => [ $tool, "$dir/user.c" ])->{out});
	my $said = qx(LC_ALL=C cc -fopenmp -x cpp-output -fsyntax-only $dir/printed.i 2>&1);
	my ($only, @more) = $said =~ /^(.*error: .*)/mg;
	my $as_expected = qr{^\Q$dir\E/user\.c:$line:\d+: .*undeclared_name};
	ok(!@more && ($only // '') =~ $as_expected, $name, $said);
}

my @words = (map({ "$_ " } split / /, '#define #if #elif #include #line #pragma _Pragma defined ' .
	'f g A x ## __VA_ARGS__ __VA_OPT__ ... ( ) < " \' \\ 0x 1e+ . ? : - / % * u8" ' .
	'__has_include __LINE__'),
	',', '#', "\n", "\n#", '/*', '*/', '//', "\\\n", "\0", "\xff", "#endif\n", "#else\n",
	"#pragma omp ",
	"\n#define f(x) x g(x) #x x##x\n", "\n#define g(...) f(__VA_ARGS__) A\n",
	"\n#define A f(\n");

# A signal or a sanitizer's complaint is a failure; an error message is not.
sub survives {
	my ($name, $text) = @_;
	spew("$dir/any.c", $text);
	for my $mode ('-P', '-tokens') {
		my $r = run(cmd => [ $tool, '-nostd', $mode, "$dir/any.c" ], timeout => 4);
		next if $r->{status} eq 'exit 0' || $r->{status} eq 'exit 1' && $r->{err} !~ /Sanitizer|runtime error|internal error/;
		spew("$build/pp-crash.c", $text) if -d $build;
		return ok(0, $name, "$r->{status}, $mode; input in $build/pp-crash.c", $r->{err});
	}
	ok(1, $name);
}

sub random_text {
	my ($n) = @_;
	return join '', map { chr int rand 256 } 1 .. rand 300 if $n % 3 == 0;
	return join '', map { $words[rand @words] } 1 .. rand 150 if $n % 3 == 1;
	my @files = glob('tests/pp/macros/*.c');
	my $text = slurp($files[rand @files]);
	substr($text, rand length $text, rand 5) = $words[rand @words] for 1 .. 10;
	return $text;
}

# Under a second each, whatever the source asks for.
my %extremes = (
	'deeply nested arguments' => "#define f(x) x\n" . 'f(' x 50000 . ')' x 50000,
	'deeply nested #if' => '#if ' . '(' x 50000 . "\n#endif\n#if " .
		'-' x 50000 . "1\n#endif\n",
	'doubling arguments' => "#define D(x) x x\n" . 'D(' x 40 . 'y' . ')' x 40,
	'includes itself' => "#include __FILE__\n",
	'a long chain of calls' => "#define f(x) x f\nf" . '(1)' x 50000,
	'conditionals without end' => "#if 1\n" x 20000,
	'a long literal' => 'char *s = "' . 'a' x 1000000 . '";',
	'no newline at the end' => '#define x',
);

build_tool() or die "tests/pp/pp_tool.c does not build\n";
$ENV{HOSTCC_CACHE} = $dir;
$ENV{SOURCE_DATE_EPOCH} = 0;

for my $file (glob 'tests/pp/macros/*.c') {
	same_as_cc(basename($file) . " $_", $file, $_) for '-std=gnu11', '-std=c11';
}
for my $h (qw(stdio omp stdlib math assert stdint stdbool time ctype string sys/time complex tgmath
	pthread signal inttypes fenv unistd wchar stdatomic limits float stdarg stddef setjmp)) {
	spew("$dir/header.c", "#include <$h.h>\nint stdin_t = EOF, n = NULL;\n");
	same_as_cc("<$h.h>", "$dir/header.c", '-O2');
}
golden('places', 'tests/pp/places.tok', scalar qx($tool -nostd -tokens tests/pp/places.c 2>&1));
reads_back("reads back: $_", $_) for 'tests/pp/places.c', 'tests/baseline/suite.c',
	"$dir/header.c", 'tests/pp/macros/pragma.c', 'tests/pp/macros/nested.c';
host_sees_place('the host compiler sees the user\'s line', 'tests/baseline/suite.c');
for my $file (glob 'tests/pp/err/*.c') {
	my $name = basename($file, '.c');
	my $got = qx(cd tests/pp/err && $tool -nostd -convert $name.c 2>&1 >/dev/null);
	my $status = $? >> 8;
	golden("message: $name", "tests/pp/err/$name.err", "$got(exit status $status)\n");
}
survives($_, $extremes{$_}) for sort keys %extremes;
srand($ENV{SEED} // 1);
survives("random bytes $_", random_text($_)) for 1 .. $ENV{FUZZ} // 60;
print '1..' . @results . "\n";
