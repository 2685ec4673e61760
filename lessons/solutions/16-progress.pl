# Solutions of lesson 16's exercises that are code or a number (Solution.pm); the others are in discussion.md.
use strict;
use warnings;
use lib 'lessons/solutions';
use Solution;

exercise 16, 1, 'one', sub {
	my $exe = compiled('lessons/16-progress/lock.c');
	my ($one, $two) = map { says($exe, { DEVRT_DEVICE => 'sim:k40' }, $_) } 1, 2;
	return right($one =~ /ok/ && $two =~ /deadlock/, $one, $two);
};

exercise 16, 2, 'the barrier, to before the if', sub {
	my $p = edited('lessons/16-progress/barrier.c', "\t\t\t#pragma omp barrier\n", '',
		"\t\tif (me % 2 == 0) {\n", "\t\t#pragma omp barrier\n\t\tif (me % 2 == 0) {\n");
	my $exe = compiled($p, '-scheme=jumptable');
	my @found = map { says($exe, { DEVRT_DEVICE => "sim:$_", DEVRT_CHECK => 'sync' }) } qw(k40 v100);
	return right(@found == grep({ /\Abarrier: ok[^\n]*\n\z/ } @found), @found);
};

exercise 16, 3, 'a loop over the lanes: %turn goes from 0 to 31, and the lane whose number it is asks for the lock', sub {
	my ($entry) = ptx('lessons/16-progress/lock.c', '-DCRITICAL', '-scheme=spmd', '-arch=sm_35') =~ /^(\.visible \.entry main.*?^\})/ms;
	return right($entry =~ /mov\.u32 \t(%r\d+), %laneid;.*setp\.eq\.s32 \t(%p\d+), \1, %turn;\n\t\@!\2 bra .*atom\.global\.cas.*add\.s32 \t%r\d+, %turn, 1;.*setp\.lt\.s32 \t%p\d+, %r\d+, 32;/s,
		$entry);
};

exercise 16, 4, 'a race on n: the lock orders who is in, not what they see; progress has nothing to do with it', sub {
	my $flush = "\t\t#pragma omp flush\n";
	my $exe = compiled(edited('lessons/16-progress/lock.c', $flush, '', $flush, ''));
	my $found = says($exe, { DEVRT_DEVICE => 'sim:v100', DEVRT_CHECK => 'race' });
	return right($found =~ /: race: .*reads 'n'/, $found);
};

1;
