#!/usr/bin/perl
# Golden tests: the PTX that minicc writes for tests/golden/*.c is exactly the .ptx beside it.
# A golden pins the text for one construct under one scheme, so it is short; whether the code is
# right is a run test's question.  `make bless T=name` rewrites one after a look at the change.
use strict;
use warnings;
use lib 'tests/tools';
use TestKit;

my @jobs;
for my $file (sort glob 'tests/golden/*.c') {
	my ($name) = $file =~ m{([^/]+)\.c$};
	push @jobs, sub {
		my ($new, $golden) = (golden($name), "tests/golden/$name.ptx");
		return slurp($new) eq (slurp($golden) // '') ? ok($name)
			: fail_with($name, run(cmd => [ 'diff', '-u', $golden, $new ])->{out});
	};
}
tap(@jobs);
