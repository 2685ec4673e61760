# Solutions of lesson 17's exercises that are code or a number (Solution.pm); the others are in discussion.md.
use strict;
use warnings;
use lib 'lessons/solutions';
use Solution;

my $slabs = 'lessons/17-devices/slabs.c';

sub on {
	my ($exe, $n, @arguments) = @_;
	return says($exe, { DEVRT_DEVICE => join(',', ('sim:v100') x $n) }, @arguments);
}

exercise 17, 1, 'on one; a wrong halo spreads a row in each further round, three on either side of the seam', sub {
	my $exe = compiled(edited($slabs, 'for (int k = 0; k + 1 < n; k++) {', 'for (int k = 0; k + 1 < n && n < 0; k++) {'));
	my @found = map { on($exe, $_) =~ /ok/ ? 0 : on($exe, $_) =~ /(\d+) of/ ? $1 : -1 } 1, 2, 4;
	return right($found[0] == 0 && $found[1] > 0 && $found[1] <= 6 * 126 && $found[2] > 2 * $found[1], @found);
};

1;
