#!/usr/bin/perl
# With musl's headers the checks of the simulator compile, and need nothing that musl lacks: on_exit, which tells
# the program's status, only where it is. Skipped without musl-gcc.
use strict;
use warnings;
use lib 'tests/tools';
use TestKit;

my $object = scratch('musl') . '/check.o';
my $has = grep { -x "$_/musl-gcc" } split /:/, $ENV{PATH};

sub compiles {
	return skip('check.c with musl-gcc', 'there is no musl-gcc (Debian: musl-tools)') if !$has;
	my $r = run(cmd => [ qw(musl-gcc -std=c11 -D_GNU_SOURCE -Wall -Wextra -Werror -fPIC -Iminicc -Iptxgen
		-Idevrt/include -Idevrt/sim -I. -c devrt/sim/api/check.c -o), $object ]);
	my $symbols = $r->{status} eq 'exit 0' ? run(cmd => [ 'nm', '-u', $object ])->{out} : '';
	return $symbols =~ /^\s*w on_exit$/m && $symbols !~ /U on_exit/ ? ok('check.c with musl-gcc')
		: fail_with('check.c with musl-gcc', "$r->{err}$symbols");
}

tap(\&compiles);
