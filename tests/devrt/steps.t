#!/usr/bin/perl
# DEVRT_STEPS, ptxsim --steps: what a recording holds (devrt/sim/steps/steps.h), where it ends, bad values; with
# node, what the page makes of it (replay.js).
use strict;
use warnings;
use lib 'tests/tools';
use TestKit;
use JSON::PP qw(decode_json);

my $dir = scratch('steps');

spew("$dir/p.c", <<'C');
int main(void)
{
	double x[64] = { 0 }, y = 1;
	#pragma omp target teams num_teams(1) thread_limit(64) map(tofrom: x) firstprivate(y)
	{
		for (int k = 0; k < 3; k++) {
			y = y * 0.5 + k;
			#pragma omp parallel for
			for (int i = 0; i < 64; i++)
				x[i] += y * i;
		}
	}
	return x[1] != 4.375;
}
C

# Two warps meet twice; then the first waits for ever, or the second does not leave it alone.
spew("$dir/meet.ptx", <<'PTX');
.version 6.0
.target sm_70
.address_size 64
.visible .entry meet(.param .u32 stuck)
{
	.reg .pred %p<3>;
	.reg .b32 %r<8>;
	.shared .align 4 .b32 cell;
	.shared .align 4 .b32 row[64];
	mov.u32 %r1, %tid.x;
	ld.param.u32 %r2, [stuck];
	setp.eq.u32 %p1, %r1, 0;
	mul.lo.u32 %r3, %r1, 4;
	mov.u32 %r4, row;
	add.u32 %r4, %r4, %r3;
	st.shared.u32 [%r4], %r1;
	@%p1 st.shared.u32 [cell], 42;
	barrier.sync 0;
	ld.shared.u32 %r5, [cell];
	setp.lt.u32 %p2, %r1, 32;
	@%p2 bra FIRST;
	setp.ne.u32 %p2, %r2, 0;
	@%p2 exit;
	bar.arrive 1, 64;
	ret;
FIRST:
	barrier.sync 1, 64;
	ret;
}
PTX

my $compiled = run(cmd => [ minicc(), '-scheme=jumptable', "$dir/p.c", '-o', "$dir/p" ]);
die $compiled->{err} if $compiled->{status} ne 'exit 0';

my $made = 0;
sub record {
	my ($device, $spec, %env) = @_;
	my $file = "$dir/" . $made++ . ".$$.json";
	my $r = run(cmd => ["$dir/p"], env => { DEVRT_LIBDIR => 'build/lib', DEVRT_DEVICE => "sim:$device", DEVRT_STEPS => "$file$spec", %env });
	return ($r, $r->{status} eq 'exit 0' && -s $file ? decode_json(slurp($file)) : undef);
}

sub meet {
	my ($stuck) = @_;
	my $file = "$dir/meet$stuck.json";
	my $r = run(cmd => [ "$B/bin/ptxsim", '--block=64', "--steps=$file", "$dir/meet.ptx", 'meet', "u32:$stuck" ]);
	return ($r, -s $file ? decode_json(slurp($file)) : undef);
}

# All that ran is there, in order, and watching changes no time.
sub complete {
	my ($device) = @_;
	my $name = "a whole launch on $device";
	my ($r, $rec) = record($device, '', DEVRT_STATS => "$dir/with.$device");
	return fail_with($name, $r->{err}) if !$rec || $r->{err};
	my ($kernel) = @{ decode_json(slurp("$dir/with.$device"))->{kernels} };
	run(cmd => ["$dir/p"], env => { DEVRT_LIBDIR => 'build/lib', DEVRT_DEVICE => "sim:$device", DEVRT_STATS => "$dir/without.$device" });
	return fail_with($name, 'other statistics than without') if slurp("$dir/with.$device") ne slurp("$dir/without.$device");
	return fail_with($name, "end $rec->{end}") if $rec->{end} ne 'done' || $rec->{kernel} ne $kernel->{name} || $rec->{threads} != 64;
	my @issued = grep { $_->[2] >= 0 } @{ $rec->{steps} };
	return fail_with($name, @issued . " steps, $kernel->{counters}{warp_instructions} instructions")
		if @issued != $kernel->{counters}{warp_instructions};
	return fail_with($name, 'back in time') if grep { $_->[0] < 0 } @{ $rec->{steps} };
	my @code = map { @{ $_->{code} } } @{ $rec->{functions} };
	my %tid = map { $_->[1] => $_->[4]{r}[0] } grep { $rec->{functions}[0]{text}[ $code[ $_->[2] ][0] ] =~ /%tid\.x/ } @issued;
	return fail_with($name, 'thread numbers') if ($tid{0} // '') ne '0+1' || ($tid{1} // '') ne '32+1';
	my ($line) = grep { $_->{name} =~ /p\.c$/ } @{ $rec->{files} };
	return fail_with($name, 'no source') if !$line || !grep { /x\[i\] \+= y \* i/ } @{ $line->{lines} };
	return ok($name);
}

# The labels that the master publishes: region after region, in the cells of the phase.
sub labels {
	my $name = 'shared memory by name';
	my ($r, $rec) = record('k40', '');
	my ($cell) = grep { $_->{name} eq 'labMaster' } @{ $rec->{shared} // [] };
	return fail_with($name, 'no labMaster') if !$cell;
	my ($table) = grep { /branchtargets/ } @{ $rec->{functions}[0]{text} };
	my @targets = split /,\s*/, $table =~ s/.*branchtargets\s*|;.*//gr;
	my @seen;
	for my $step (@{ $rec->{steps} }) {
		for my $write (@{ $step->[4]{m} // [] }) {
			push @seen, $targets[ $write->[2] ] if $write->[0] >= $cell->{addr} && $write->[0] < $cell->{addr} + $cell->{bytes};
		}
	}
	return "@seen" eq 'SEQ_REG1' . ' PAR_REG1 SEQ_REG2' x 3 . ' LATCH' ? ok($name) : fail_with($name, "@seen");
}

# A recording that is cut is the beginning of the whole one.
sub cut {
	my $name = 'a recording that is cut';
	my ($r, $whole) = record('k40', '');
	my ($r2, $part) = record('k40', ',launch=0,team=0,steps=100');
	return fail_with($name, $r2->{err}) if !$part;
	my $n = @{ $part->{steps} };
	return fail_with($name, "end $part->{end}, $n steps") if $part->{end} ne 'cut' || $n > 100 || $n < 50;
	for my $i (0 .. $n - 1) {
		my ($one, $other) = map { JSON::PP->new->canonical->encode($_->{steps}[$i]) } $whole, $part;
		return fail_with($name, "step $i: $one, $other") if $one ne $other;
	}
	return ok($name);
}

sub refused {
	my @results;
	for my $bad ('t.svg', 't.json,foo=1', 't.json,steps=', '.json') {
		my $r = run(cmd => ["$dir/p"], env => { DEVRT_LIBDIR => 'build/lib', DEVRT_DEVICE => 'sim:k40', DEVRT_STEPS => $bad });
		push @results, $r->{status} eq 'exit 1' && $r->{err} =~ /DEVRT_STEPS.*expected FILE\.html or FILE\.json/s ?
			ok("refused: $bad") : fail_with("refused: $bad", "$r->{status}\n$r->{err}");
	}
	for my $none ([ 'launch=7', 'no such launch' ], [ 'team=1', 'no such team' ]) {
		my $r = run(cmd => ["$dir/p"], env => { DEVRT_LIBDIR => 'build/lib', DEVRT_DEVICE => 'sim:k40', DEVRT_STEPS => "$dir/none.json,$none->[0]" });
		push @results, $r->{err} =~ /$none->[1]/ && !-e "$dir/none.json" ? ok($none->[1]) : fail_with($none->[1], $r->{err});
	}
	my $r = run(cmd => [ "$B/bin/ptxsim", '--steps=t.txt', "$dir/meet.ptx", 'meet', 'u32:0' ]);
	push @results, $r->{status} eq 'exit 2' && $r->{err} =~ /--steps=t\.txt: expected FILE\.html or FILE\.json/ ?
		ok('ptxsim refuses') : fail_with('ptxsim refuses', $r->{err});
	return @results;
}

# A launch that fails is recorded up to there: who waits where is what one wants to see.
sub fault {
	my $name = 'a launch that hangs';
	my ($r, $rec) = meet(1);
	return fail_with($name, $r->{err}) if $r->{status} ne 'exit 1' || $r->{err} !~ /barrier 1/ || !$rec;
	my @last = grep { $_->[2] < 0 && $_->[4]{b} == 1 } @{ $rec->{steps} };
	return $rec->{end} eq 'fault' && @last == 1 && $last[0][2] == -1 && $last[0][4]{n} == 64 ? ok($name) : fail_with($name, $rec->{end});
}

sub page {
	my $name = 'a page';
	my $r = run(cmd => [ "$B/bin/ptxsim", '--block=64', "--steps=$dir/meet.html", "$dir/meet.ptx", 'meet', 'u32:0' ]);
	my $html = slurp("$dir/meet.html") // '';
	return fail_with($name, $r->{err}) if $r->{status} ne 'exit 0' || $html !~ /default-src 'none'/ || $html !~ /class Replay/;
	return $html =~ m{<script type="application/json">\n(.*?)\n</script>}s && decode_json($1)->{kernel} eq 'meet' ? ok($name) : fail_with($name, 'no record');
}

# The page's own reasoning, by its own test.
sub replay {
	my $name = 'replay.js';
	my ($node) = grep { -x } map { "$_/node" } split /:/, $ENV{PATH};
	return skip($name, 'no node') if !$node;
	meet(0);
	meet(1);
	my $r = run(cmd => [ $node, 'tests/devrt/replay.js', "$dir/meet0.json", "$dir/meet1.json" ]);
	return $r->{status} eq 'exit 0' ? ok($name) : fail_with($name, "$r->{out}$r->{err}");
}

tap(sub { complete('k40') }, sub { complete('v100') }, \&labels, \&cut, \&refused, \&fault, \&page, \&replay);
