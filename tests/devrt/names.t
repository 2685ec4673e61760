#!/usr/bin/perl
# Variables of the environment that libdevrt does not know get a warning, which says what may be meant; those
# of README.md's table are all known. LIBOMPTARGET_INFO stands in for DEVRT_INFO.
use strict;
use warnings;
use lib 'tests/tools';
use TestKit;

my $dir = scratch('names');

spew("$dir/main.c", <<'END');
int main(void)
{
	int n = 41;

	#pragma omp target map(tofrom: n)
	n++;
	return n - 42;
}
END
my $built = run(cmd => [ minicc(), '-arch=sm_70', "$dir/main.c", '-o', "$dir/main" ]);
die $built->{err} if $built->{status} ne 'exit 0';

# What the program says on stderr when these are set.
sub says {
	my (%env) = @_;
	my $r = run(cmd => ["$dir/main"], env => { DEVRT_DEVICE => 'sim:v100', %env });
	return $r->{status} eq 'exit 0' ? $r->{err} : "$r->{status}\n$r->{err}";
}

sub is {
	my ($name, $got, $want) = @_;
	return $got =~ $want ? ok($name) : fail_with($name, "got:\n$got\nwanted: $want");
}

my @known = slurp('README.md') =~ /^\| `(DEVRT_\w+)` \|/mg;
my $kernels = qr{launch main_l5};

tap(
	sub { @known >= 12 ? ok('README.md has variables') : fail_with('README.md has variables', "@known") },
	sub { is('all of them are known', says(map { $_ => '' } grep { $_ ne 'DEVRT_DEVICE' } @known), qr/\A\z/) },
	sub { is('a misspelt one', says(DEVRT_CHEK => 'all'),
		qr/\Adevrt: warning: the environment variable 'DEVRT_CHEK' is unknown; did you mean 'DEVRT_CHECK'\?\n\z/) },
	sub { is('one that is like none', says(DEVRT_PROGRAMMABILITY => 1),
		qr/\Adevrt: warning: the environment variable 'DEVRT_PROGRAMMABILITY' is unknown\n\z/) },
	sub { is('DEVRT_INFO', says(DEVRT_INFO => 16), $kernels) },
	sub { is('LIBOMPTARGET_INFO', says(LIBOMPTARGET_INFO => 16), $kernels) },
	sub { is('LIBOMPTARGET_INFO=-1', says(LIBOMPTARGET_INFO => -1), qr/copy to device: 'n'.*$kernels/s) },
	sub { is('DEVRT_INFO comes first', says(DEVRT_INFO => 0, LIBOMPTARGET_INFO => 16), qr/\A\z/) },
	sub { is('a wrong one of LLVM\'s', says(LIBOMPTARGET_INFO => 'much'),
		qr/\Adevrt: warning: LIBOMPTARGET_INFO=much: not a sum of [\d, and]+, ignored\n\z/) },
);
