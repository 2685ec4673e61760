#!/usr/bin/perl
# No input ends in a signal: minicc and ptxsim on damaged files.
#
# Takes the examples, run tests and nvcc's PTX, damages each in one to three places (a token lost,
# doubled, replaced or exchanged, the end cut off, a byte inserted), and wants status 0 or 1 within
# ten seconds, a message when it is 1, and no output file then; PTX that minicc writes loads.  The same damage every time: the
# generator starts from SEED (1).  COUNT is the number of damaged files of each kind (SOAK=1: 5000).
# A file that fails is kept in build/tests/fuzz and named.
use strict;
use warnings;
use lib 'tests/tools';
use TestKit;

my $dir = scratch('fuzz');
my $count = $ENV{COUNT} // ($ENV{SOAK} ? 5000 : 600);
my $seed = $ENV{SEED} // 1;

my %strange = (
	c => [ split(' ', <<'END'), "\n#pragma omp parallel for\n", "\n#pragma omp target\n",
{ } ( ) [ ] ; , * & = == ++ -> . ... # ## " ' ? : int double struct union enum typedef static inline
if else for while do switch case default goto return sizeof 0 1 -1 99999999999999999999 0x 1e400 08
'ab' "open L'x' _Generic __attribute__ a b i n main map( reduction(+: collapse(9) num_threads(-1)
firstprivate( target teams parallel distribute barrier /* \
END
		"\n#pragma omp barrier\n", "\n#if 1\n", "\n#define i i\n", "\n#include \"nowhere.h\"\n" ],
	ptx => [ split(' ', <<'END'), "\n" ],
{ } ( ) [ ] ; , @ %p1 %r1 %rd99999 .reg .param .shared .entry .func .visible .extern .b8 .u64 .f64 .pred
ld st mov.u32 bar.sync brx.idx call ret exit 0 -1 0x 99999999999999999999 0d7FF 0f .align .version
.target .loc .section %tid.x %tid.w <9> - " /*
END
);

# Damage a list of tokens in place.
sub damage {
	my ($tokens, $strange) = @_;
	my $i = int rand @$tokens;
	my $word = $strange->[ rand @$strange ];
	my @ways = (
		sub { splice @$tokens, $i, 1 },
		sub { splice @$tokens, $i, 0, $tokens->[$i] },
		sub { $tokens->[$i] = " $word " },
		sub { splice @$tokens, $i, 0, " $word " },
		sub { my $j = int rand @$tokens; @$tokens[ $i, $j ] = @$tokens[ $j, $i ] },
		sub { splice @$tokens, $i, 1 + int rand 30 },
		sub { $tokens->[$i] .= chr int rand 256 },
	);
	$ways[ rand @ways ]->();
	splice @$tokens, $i if rand() < 0.03;
}

sub damaged {
	my ($text, $kind) = @_;
	my @tokens = $text =~ /(\s+|\w+|[^\w\s])/g;
	damage(\@tokens, $strange{$kind}) for 0 .. int rand 3;
	return join '', @tokens;
}

# undef when the program behaved.
sub misbehaved {
	my ($r, $out) = @_;
	return $r->{status} if $r->{status} !~ /^exit [01]$/;
	return 'status 1 without a message' if $r->{status} eq 'exit 1' && $r->{err} !~ /error/;
	return 'output left behind' if $r->{status} eq 'exit 1' && -e $out;
	return undef;
}

# A batch of damaged files from one file: one result.
sub batch {
	my ($file, $kind, $number, $size) = @_;
	my ($name) = $file =~ m{([^/]+)$};
	my $text = slurp($file);
	srand $seed * 1000 + $number;
	for my $n (1 .. $size) {
		my ($bad, $out) = ("$dir/$name.$n.$kind", "$dir/$name.$n.out");
		spew($bad, damaged($text, $kind));
		my @cmd = $kind eq 'c' ? (minicc(), '-S', '-w', '-Iexamples', '-o', $out, $bad)
			: ("$B/bin/ptxsim", '--list', $bad);
		my $r = run(cmd => \@cmd, timeout => 10);
		my $why = misbehaved($r, $out);
		$why = unloadable($out) if $kind eq 'c' && !defined $why && $r->{status} eq 'exit 0';
		return fail_with("$name damaged", "$why: @cmd\n" . substr $r->{err}, -1500) if defined $why;
		unlink $bad, $out;
	}
	return ok("$name damaged $size times");
}

my (@jobs, $number);
my %files = (
	c => [ run_programs(), sort(glob 'examples/*.c') ],
	ptx => [ sort glob 'tests/baseline/*.ptx' ],
);
for my $kind (qw(c ptx)) {
	my $size = int($count / @{ $files{$kind} }) + 1;
	for my $file (@{ $files{$kind} }) {
		my $n = ++$number;
		push @jobs, sub { batch($file, $kind, $n, $size) };
	}
}
tap(@jobs);
