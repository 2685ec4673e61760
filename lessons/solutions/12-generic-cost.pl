# Solutions of lesson 12's exercises that are code or a number (Solution.pm); the others are in discussion.md.
use strict;
use warnings;
use lib 'lessons/solutions';
use Solution;

my $loops = 'lessons/12-generic-cost/loops.c';

# Generic SIMD over SPMD SIMD: cycles and executed instructions.
sub ratios {
	my ($program, $gpu, $nest) = @_;
	my ($s, $g) = map { figure($program, "spmd:-simd=$_", $gpu, $nest) } qw(spmd generic);
	die "$program: $s->{result}, $g->{result}\n" if "$s->{result}$g->{result}" ne 'okok';
	return ($g->{cycles} / $s->{cycles}, $g->{warp_instructions} / $s->{warp_instructions});
}

exercise 12, 1, 'far more expensive on the V100 model: too few warps are left to fill the slots that waiting ones '
	. 'leave (line "issue slots")', sub {
	my $few = edited($loops, 'num_teams(1024)', 'num_teams(256)', 'num_teams(1024)', 'num_teams(256)');
	my ($many) = ratios($loops, 'v100', 'laplace3d');
	my ($less) = ratios($few, 'v100', 'laplace3d');
	my $used = sub { says(compiled($_[0], '-simd=generic'), { DEVRT_DEVICE => 'sim:v100', DEVRT_STATS => 1 }, 'laplace3d')
		=~ /issue slots +(\d+) % used/ ? $1 : 0 };
	my @slots = map { $used->($_) } $loops, $few;
	return right($less > $many + 0.1 && $slots[1] < $slots[0], $many, $less, @slots);
};

exercise 12, 2, 'no less: on the V100 twice the instructions are executed whatever the size, as a leader and its '
	. 'lanes run the loop one after the other', sub {
	my $small = edited($loops, '#define LANES 32', '#define LANES 8');
	my @instructions = map { (ratios($_, 'v100', 'laplace3d'))[1] } $loops, $small;
	my $said = says(compiled($loops, '-simd=generic'), { DEVRT_DEVICE => 'sim:v100', DEVRT_STATS => 1 }, 'laplace3d');
	my ($busy) = $said =~ /\((\d+) of 32 lanes busy\)/;
	return right(!grep({ $_ < 1.8 || $_ > 2.2 } @instructions) && $busy < 20, @instructions, $busy);
};

exercise 12, 3, 'both: in SPMD all lanes wait for their leader at its guard, too; so the difference shrinks', sub {
	my $p = patched($loops, '12.3.diff');
	my @old = ratios($loops, 'v100', 'laplace3d');
	my @new = ratios($p, 'v100', 'laplace3d');
	return right($new[0] < $old[0] + 0.02 && $new[1] < $old[1], @old, @new);
};

exercise 12, 4, 'on the V100 model half as much again: what is executed twice now is arithmetic; on the K40 model, '
	. 'which waits for memory still, nothing', sub {
	my $p = patched($loops, '12.4.diff');
	my ($v100) = ratios($p, 'v100', 'laplace3d');
	my ($k40) = ratios($p, 'k40', 'laplace3d');
	return right($v100 > 1.3 && $k40 < 1.1, $v100, $k40);
};

1;
