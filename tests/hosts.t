#!/usr/bin/perl
# Other hosts: runtime and simulator compile without a warning with musl's headers and for AArch64, and programs that
# minicc compiles with such a compiler as MINICC_CC print on a simulated device what that compiler alone makes
# them print; AArch64's run in qemu.  clang, with the libraries as they are.  Skipped without the compilers.
use strict;
use warnings;
use lib 'tests/tools';
use TestKit;
use Cwd 'getcwd';
use File::Copy 'copy';

my $top = getcwd();
my @programs = qw(c/host_layout c/char_unsigned c/struct_value newer/private_addresses);
my @hosts = (
	# Debian's libgomp needs glibc.
	{ cc => 'musl-gcc', packages => 'musl-tools', flags => ['-fno-openmp'], start => [] },
	{ cc => 'aarch64-linux-gnu-gcc', packages => 'gcc-aarch64-linux-gnu libc6-dev-arm64-cross qemu-user',
		flags => [], start => [ qw(qemu-aarch64 -L /usr/aarch64-linux-gnu) ] },
	{ cc => 'clang', packages => 'clang libomp-dev', flags => [], start => [], libraries_at_hand => 1 },
);

sub has {
	my ($program) = @_;
	return grep { -x "$_/$program" } split /:/, $ENV{PATH};
}

# A build folder of the host's own, with minicc, who finds the libraries from its place.
sub build_kit {
	my ($host, $dir) = @_;
	for my $part (qw(Makefile devrt minicc ptxgen tests)) {
		symlink "$top/$part", "$dir/$part" or -l "$dir/$part" or die "$dir/$part: $!\n";
	}
	my $r = run(timeout => 300, cmd => [ 'make', '-s', '-C', $dir, "CC=$host->{cc}", 'CFLAGS=-O0 -Werror',
		'SIM_FLAGS=$(STD) $(INC) $(DEP) -O0 -Werror -pthread -fPIC -fvisibility=hidden',
		map { "build/lib/$_" } qw(libdevrt.a libptxsim.so include/omp.h) ]);
	mkdir "$dir/build/bin";
	copy(minicc(), "$dir/build/bin/minicc");
	chmod 0755, "$dir/build/bin/minicc";
	return $r->{status} eq 'exit 0' ? '' : $r->{err};
}

sub output {
	my ($host, $program, @command) = @_;
	my $r = run(timeout => 120, cmd => [ @command, '-lm', '-o', $program ], env => { MINICC_CC => $host->{cc} });
	return "$r->{status}\n$r->{err}" if $r->{status} ne 'exit 0';
	$r = run(timeout => 120, cmd => [ @{ $host->{start} }, $program ],
		env => { DEVRT_DEVICE => 'sim:v100', DEVRT_CHECK => 'all', DEVRT_HOST_THREADS => 1 });
	return "$r->{status}\n$r->{out}$r->{err}";
}

sub prints_the_same {
	my ($host, $dir, $name) = @_;
	my $source = "tests/run/$name.c";
	my $minicc = $host->{libraries_at_hand} ? minicc() : "$dir/build/bin/minicc";
	my ($got, $want) = map { output($host, "$dir/program", @$_) }
		[ $minicc, @{ $host->{flags} }, $source ], [ $host->{cc}, '-w', $source ];
	return $got eq $want ? ok("$name with $host->{cc}") : fail_with("$name with $host->{cc}", "$got# expected: $want");
}

# clang 14 has no in_reduction on target; a lone thread's private copy is the original there.
sub prints_the_same_as_with_cc {
	my ($host, $dir, $name) = @_;
	my @command = (minicc(), "tests/run/$name.c");
	my ($got, $want) = map { output($_, "$dir/program", @command) } $host, { %$host, cc => 'cc' };
	return $got eq $want ? ok("$name with $host->{cc}") : fail_with("$name with $host->{cc}", "$got# expected: $want");
}

sub try_host {
	my ($host) = @_;
	my @missing = grep { !has($_) } grep { defined } $host->{cc}, $host->{start}[0];
	return skip("with $host->{cc}", "no $missing[0] (Debian: $host->{packages})") if @missing;
	my $dir = scratch("hosts/$host->{cc}");
	my $wrong = $host->{libraries_at_hand} ? '' : build_kit($host, $dir);
	return fail_with("libraries with $host->{cc}", $wrong) if $wrong;
	return (ok("libraries with $host->{cc}"), (map { prints_the_same($host, $dir, $_) } @programs),
		$host->{cc} eq 'clang' ? prints_the_same_as_with_cc($host, $dir, 'omp/target_in_reduction') : ());
}

tap(map { my $host = $_; sub { try_host($host) } } @hosts);
