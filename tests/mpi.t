#!/usr/bin/perl
# The page about more than one host: its commands, with two ranks on this one.
#
# Needs mpicc and mpirun (Debian: openmpi-bin, libopenmpi-dev); skipped where they are not.
use strict;
use warnings;
use lib 'tests/tools';
use TestKit;
use Transcript;

my $page = 'lessons/17-devices/hosts.md';
my %env = (OMPI_ALLOW_RUN_AS_ROOT => 1, OMPI_ALLOW_RUN_AS_ROOT_CONFIRM => 1, OMPI_MCA_rmaps_base_oversubscribe => 1,
	OMPI_MCA_btl => 'self,vader,tcp', TMPDIR => '/tmp');

sub missing { return grep { my $p = $_; !grep { -x "$_/$p" } split /:/, $ENV{PATH} } qw(mpicc mpirun) }

sub step {
	my ($block) = @_;
	my @results;
	for my $k (0 .. $#{ $block->{commands} }) {
		my $line = $block->{commands}[$k];
		my $r = run(cmd => [ 'sh', '-c', $line =~ s{\bbuild/}{$B/}gr ], env => \%env, timeout => 60);
		push @results, $r->{status} eq 'exit 0' ? ok($line) : fail_with($line, "$r->{status}\n$r->{out}$r->{err}");
		push @results, prints_as_shown($page, $block, $line, { out => $r->{out}, err => '' })
			if $k == $#{ $block->{commands} } && $block->{shown};
	}
	return @results;
}

tap(sub { return missing() ? skip($page, 'no ' . join ' ', missing()) : map { step($_) } transcript($page) });
