#!/usr/bin/perl
# Counts of each instruction (devrt/sim/timing/lines.h): exact where they can be told by hand, in sum what the whole
# kernel has, waiting charged to what was waited for; of two launches, of child kernels, of machine code.
use strict;
use warnings;
use lib 'tests/tools';
use TestKit;
use JSON::PP qw(decode_json);
use List::Util qw(sum0 max);

my $dir = scratch('lines');
my @results;
sub is { my ($name, $got, $want) = @_; push @results, $got eq $want ? ok($name) : fail_with($name, "want $want\ngot  $got") }
sub holds { my ($name, $good, $why) = @_; push @results, $good ? ok($name) : fail_with($name, $why // '') }

# Warp 0 loads while warp 1 waits for it; then both go round ten times, lane 0 of warp 0 apart.
spew("$dir/two.ptx", <<'PTX');
.version 6.4
.target sm_35
.address_size 64
.visible .entry two(.param .u64 out)
{
	.reg .pred %p<4>; .reg .b32 %r<8>; .reg .b64 %a;
	ld.param.u64 %a, [out];
	mov.u32 %r1, %tid.x;
	mov.u32 %r5, 10;
	setp.ge.u32 %p1, %r1, 32;
	@%p1 bra MEET;
	ld.global.u32 %r2, [%a];
	add.u32 %r3, %r2, 1;
	st.global.u32 [%a+4], %r3;
MEET:
	bar.sync 0;
	setp.ne.s32 %p2, %r1, 0;
L:
	@%p2 bra NEXT;
	st.global.u32 [%a+8], %r5;
NEXT:
	sub.s32 %r5, %r5, 1;
	setp.ne.s32 %p3, %r5, 0;
	@%p3 bra L;
	ret;
	trap;
}
PTX

sub kernel_of {
	my ($json) = @_;
	my ($k) = @{ decode_json($json)->{kernels} };
	return ($k, { map { $_->{text} => $_ } map { @{ $_->{code} } } @{ $k->{functions} } });
}

sub waited { sum0 values %{ $_[0]{waited} // {} } }

sub sums {
	my ($name, $k) = @_;
	my @code = map { @{ $_->{code} } } @{ $k->{functions} };
	my $sum = sub { my ($what) = @_; sum0 map { $_->{$what} // 0 } @code };
	is("$name: all warps' instructions", $sum->('warps'), $k->{counters}{warp_instructions});
	is("$name: all threads' instructions", $sum->('lanes'), $k->{counters}{thread_instructions});
	is("$name: all that diverged", $sum->('diverged'), $k->{counters}{diverged});
}

for my $gpu (qw(k40 v100 h200)) {
	my $r = run(cmd => [ "$B/bin/ptxsim", "--device=$gpu", '--block=64', '--timing=lines', "$dir/two.ptx", 'two', 'out:u32[4]' ]);
	my ($k, $at) = kernel_of($r->{out} =~ s/\A.*?(?=^\{)//msr);
	sums($gpu, $k);
	is("$gpu: both warps met", join(' ', @{ $at->{'bar.sync 0'} }{qw(warps lanes)}), '2 64');
	is("$gpu: one loaded", join(' ', @{ $at->{'ld.global.u32 %r2, [%a]'} }{qw(warps lanes)}), '1 32');
	is("$gpu: ten turns of both", join(' ', @{ $at->{'sub.s32 %r5, %r5, 1'} }{qw(warps lanes)}), '20 640');
	is("$gpu: a store of one lane", join(' ', @{ $at->{'st.global.u32 [%a+8], %r5'} }{qw(warps lanes)}), '10 10');
	is("$gpu: lanes of warp 0 part ten times", join(' ', @{ $at->{'@%p2 bra NEXT'} }{qw(warps lanes diverged)}), '20 630 10');
	holds("$gpu: where no warp came nothing is counted", exists $at->{trap} && !exists $at->{trap}{warps});
	my ($use, $meet) = @$at{ 'add.u32 %r3, %r2, 1', 'bar.sync 0' };
	holds("$gpu: the use waits for the load", $use->{waited}{memory} > 100, "$use->{waited}{memory}");
	holds("$gpu: the other warp waits as long at the barrier",
		$meet->{waited}{barrier} > 0.9 * $use->{waited}{memory} && $meet->{waited}{barrier} < 2 * $use->{waited}{memory}, "$meet->{waited}{barrier}");
	my $all = sum0 map { $_->{own} + waited($_) } grep { $_->{warps} } values %$at;
	holds("$gpu: what two warps took is less than twice the kernel's time, and much of it", $all < 2 * $k->{cycles} && $all > 0.4 * $k->{cycles},
		"$all of $k->{cycles}");
}

my $short = run(cmd => [ "$B/bin/ptxsim", '--block=64', '--timing=json', "$dir/two.ptx", 'two', 'out:u32[4]' ]);
holds('only where they are asked for', $short->{status} eq 'exit 0' && $short->{out} =~ /"counters"/ && $short->{out} !~ /"functions"/, $short->{out});

# A whole program: launches add up, and what a child kernel did counts for who launched it.
spew("$dir/twice.c", <<'C');
int
main(void)
{
	int n = 0;
	for (int i = 0; i < 3; i++) {
#pragma omp target map(tofrom: n)
#pragma omp parallel num_threads(64)
#pragma omp atomic
		n += 1;
	}
	return n != 192;
}
C
for my $scheme (qw(generic dynpar)) {
	my $file = "$dir/$scheme.json";
	my $r = run(cmd => [ minicc(), "-scheme=$scheme", '-run', "$dir/twice.c" ],
		env => { PTXAS => '', DEVRT_DEVICE => $scheme eq 'dynpar' ? 'sim:k40' : 'sim:v100', DEVRT_STATS => "$file,lines" });
	my ($k) = kernel_of(slurp($file));
	my ($red) = grep { $_->{text} =~ /^(?:red|atom)\.global.*add/ } map { @{ $_->{code} } } @{ $k->{functions} };
	is("$scheme: three launches add up, at the line of the source", join(' ', @$red{qw(lanes line)}), '192 8');
	sums($scheme, $k);
}

my $found = run(cmd => [ 'sh', 'tests/tools/get-ptxas', '--no-fetch' ]);
if ($found->{status} eq 'exit 0') {
	chomp(my $ptxas = $found->{out});
	my $r = run(cmd => [ "$B/bin/ptxsim", '--code=machine', '--block=64', '--timing=lines', "$dir/two.ptx", 'two', 'out:u32[4]' ], env => { PTXAS => $ptxas });
	my ($k, $at) = kernel_of($r->{out} =~ s/\A.*?(?=^\{)//msr);
	sums('machine code', $k);
	my ($bar) = grep { /\bBAR\.SYNC/ } keys %$at;
	holds('machine code: who waits at the barrier', $bar && $at->{$bar}{waited}{barrier} > 50, $r->{out});

	# Lane 0 goes to A, 1 and 2 to B, the others to C: as often as an H200 executes the branch, and with as many lanes.
	spew("$dir/parts.ptx", ".version 6.4\n.target sm_70\n.address_size 64\n.visible .entry parts(.param .u64 out)\n{\n"
		. ".reg .b32 %r<4>; .reg .b64 %a;\nld.param.u64 %a, [out]; mov.u32 %r1, %tid.x; min.u32 %r2, %r1, 3;\n"
		. "T: .branchtargets A, B, B, C;\nbrx.idx %r2, T;\nA: st.global.u32 [%a], %r1; ret;\nB: bar.warp.sync 6; st.global.u32 [%a+4], 5; ret;\n"
		. "C: red.global.add.u32 [%a+8], %r1; ret;\n}\n");
	for my $gpu (qw(v100 h200)) {
		my $parts = run(cmd => [ "$B/bin/ptxsim", "--device=$gpu", '--code=machine', '--block=32', '--timing=lines', "$dir/parts.ptx", 'parts', 'out:u32[4]' ],
			env => { PTXAS => $ptxas });
		my ($all, $by) = kernel_of($parts->{out} =~ s/\A.*?(?=^\{)//msr);
		my ($branch) = grep { /\bBRX/ } keys %$by;
		is("$gpu: an indexed branch, once for each target", join(' ', @{ $by->{ $branch // '' } }{qw(warps lanes)}), '3 92');
	}
} else {
	push @results, skip('machine code', 'no ptxas 11');
}

tap(sub { @results });
