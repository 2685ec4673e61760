#!/usr/bin/perl
# Our own sources are clean under -Wall -Wextra, with clang and (ALL=1) with gcc, which the build prints anyway, as it
# does those that need the optimiser; tests/device/ is gcc's, for its builtins.
use strict;
use warnings;
use lib 'tests/tools';
use TestKit;

my @flags = qw(-std=c11 -D_GNU_SOURCE -Wall -Wextra -fsyntax-only
	-Iminicc -Iptxgen -Idevrt/include -Idevrt/sim -Itests -I. -Ibuild/gen);
my @sources = (sources(qw(minicc ptxgen devrt/host devrt/sim)), grep { !m{^tests/device/} } map { glob }
	qw(tests/*_test.c tests/*/*_test.c tests/*/*/*_test.c tests/tools/calibrate/*.c));

# What takes many sources at once: the driver of clang starts a compiler for each, which takes twice as long as a source.
sub compiler {
	my ($cc) = @_;
	my @command = run(cmd => [ $cc, '-###', @flags, $sources[0] ])->{err} =~ /^ (".*" "-cc1" .*) "\Q$sources[0]\E"$/m;
	return @command ? $command[0] =~ /"(.*?)"/g : ($cc, @flags);
}

sub clean {
	my ($cc) = @_;
	return skip("$cc has no warnings", "no $cc here") if run(cmd => [ 'sh', '-c', "command -v $cc" ])->{status} ne 'exit 0';
	my $r = run(cmd => [ compiler($cc), @sources ], timeout => 300);
	return $r->{status} eq 'exit 0' && $r->{err} eq '' ? ok("$cc has no warnings, of " . @sources . ' files')
		: fail_with("$cc has no warnings", "$r->{status}\n$r->{err}");
}

tap(map { my $cc = $_; sub { clean($cc) } } 'clang', full() ? 'gcc' : ());
