# Solutions of lesson 0's exercises (Solution.pm): kernels written by hand, run by ptxsim.
use strict;
use warnings;
use lib 'lessons/solutions', 'tests/tools';
use Solution;
use TestKit;

# What ptxsim prints of the array `out` after this kernel, or what went wrong.
sub computed {
	my (@arguments) = @_;
	my $r = run(cmd => [ "$B/bin/ptxsim", '--check=race', '--print=out', @arguments ]);
	return $r->{out} =~ /^out: (.*)$/m && $r->{status} eq 'exit 0' ? $1 : "$r->{status}\n$r->{out}$r->{err}";
}

exercise 0, 1, 'the last number minus one\'s own', sub {
	my $file = edited('lessons/00-ptx/number.ptx', '%i;', '%i, %teams, %value;',
		'ld.param', "mov.u32 \t%teams, %nctaid.x;\n\tmad.lo.s32 \t%value, %teams, %threads, -1;\n"
		. "\tsub.s32 \t%value, %value, %i;\n\tld.param", '[%place], %i', '[%place], %value');
	my $got = computed('--grid=2', '--block=4', $file, 'number', 'out=buf:u32[8]');
	return right($got eq '7 6 5 4 3 2 1 0', $got);
};

exercise 0, 2, 'a jump back to the comparison, 32 further on; $B3 of saxpy_l4 does it by all threads of all teams', sub {
	my $file = edited('lessons/00-ptx/saxpy.ptx', "\tsetp", "LOOP:\n\tsetp", 'END:',
		"\tadd.s32 \t%i, %i, 32;\n\tbra \tLOOP;\nEND:");
	my $got = computed('--block=32', $file, 'saxpy', 's32:100', 'f32:10', 'buf:f32[100]=iota', 'out=buf:f32[100]=1');
	return right($got eq join(' ', map { 10 * $_ + 1 } 0 .. 99), $got);
};

# In each round: read, wait, write, wait.
my $sum = <<'END';
.version 4.1
.target sm_35
.address_size 64
.visible .entry sum(.param .u64 param_out)
{
	.reg .pred 	%reads, %more, %first;
	.reg .b32 	%thread, %mine, %its, %value, %other, %far;
	.reg .b64 	%out;
	.shared .b32 	numbers[32];

	mov.u32 	%thread, %tid.x;
	mov.u32 	%mine, numbers;
	mad.lo.u32 	%mine, %thread, 4, %mine;
	mov.u32 	%value, %thread;
	st.shared.u32 	[%mine], %value;
	mov.u32 	%far, 16;
ROUND:
	bar.sync 	0;
	mov.u32 	%other, 0;
	setp.lt.u32 	%reads, %thread, %far;
	mad.lo.u32 	%its, %far, 4, %mine;
	@%reads ld.shared.u32 	%other, [%its];
	bar.sync 	0;
	add.u32 	%value, %value, %other;
	st.shared.u32 	[%mine], %value;
	shr.u32 	%far, %far, 1;
	setp.ne.u32 	%more, %far, 0;
	@%more bra 	ROUND;

	setp.eq.u32 	%first, %thread, 0;
	ld.param.u64 	%out, [param_out];
	@%first st.global.u32 	[%out], %value;
	ret;
}
END

exercise 0, 3, 'two a round: before the neighbours\' numbers are read, and before one\'s own is written', sub {
	my $file = written('sum.ptx', $sum);
	my $got = computed('--block=32', $file, 'sum', 'out=buf:u32[1]');
	return right($got eq '496', $got) if $got ne '496';
	my @hasty = map { my $n = 0; $sum =~ s/^\tbar\.sync[^\n]*\n/$n++ == $_ ? '' : $&/megr } 0, 1;
	my @found = map { computed('--block=32', written('hasty.ptx', $_), 'sum', 'out=buf:u32[1]') } @hasty;
	return right(!grep({ !/race/ } @found), @found);
};

1;
