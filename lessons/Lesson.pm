# What the lessons' tables are made of: one program, one scheme, one simulated GPU, measured.
#
# measure() compiles and runs a program and counts what is in its PTX and what the simulator executed;
# table() prints rows of such results; claims() checks sentences about them.  Every number is
# measured when it is printed.  Runs in the top folder of the tree.  Not for real GPUs: the counts come
# from the simulator (DEVRT_STATS).
package Lesson;
use strict;
use warnings;
use Exporter 'import';
use JSON::PP qw(decode_json);
use lib 'tests/tools';
use TestKit;

our @EXPORT = qw(measure counts table claims trust ptxas);

my %arch = (k40 => 'sm_35', v100 => 'sm_70', h200 => 'sm_90');
my %models;

# ptxas as `make ptxas` puts it, or the PATH has it; undef where there is none.
sub ptxas {
	my @places = (glob('build/bin/ptxas build/ptxas/usr/bin/ptxas build/ptxas/bin/ptxas'),
		map { "$_/ptxas" } split /:/, $ENV{PATH});
	return (grep { -x } @places)[0];
}

# The text of each entry and function: { name => body }, and the entries' names.
sub bodies {
	my ($ptx) = @_;
	my (%body, @entries);
	while ($ptx =~ /^(?:\.visible |\.weak )?\.(entry|func) (?:\([^)]*\)\s*)?([\w\$]+)([^{;]*)\{\n(.*?)^\}/msg) {
		push @entries, $2 if $1 eq 'entry';
		$body{$2} = $4;
	}
	return (\%body, @entries);
}

# Shared memory of a block, in bytes: the most that one of these entries declares.
sub shared_memory {
	my ($body, @entries) = @_;
	my ($most, $sum) = (0, 0);
	for (map { $body->{$_} } @entries) {
		$sum = 0;
		$sum += $1 while /^\s*\.shared\b[^;\[]*\[(\d+)\];/mg;
		$most = $sum if $sum > $most;
	}
	return $most;
}

# What is written in the entries that ran and in the functions that they may call.
sub count_ptx {
	my ($ptx, $launched) = @_;
	my ($body, @entries) = bodies($ptx);
	my %entry = map { $_ => 1 } @entries;
	my $text = join "\n", map { $body->{$_} } grep { $launched->{$_} || !$entry{$_} } keys %$body;
	my @code = grep { /^\s*(@!?%\w+\s+)?[a-z][\w.]*(\s|;)/ } split /\n/, $text;
	return (
		ptx => scalar @code,
		written_barriers => scalar(grep { /\bbar(rier)?\.(sync|red)\b/ } @code),
		written_branches => scalar(grep { /\b(bra|brx)\b/ } @code),
		calls => scalar(grep { /\bcall\b/ } @code),
		shared => shared_memory($body, grep { $launched->{$_} } @entries),
	);
}

# A thread's registers: { entry => registers }; or, instead, - without ptxas, ? when it does not take the PTX.
sub registers {
	my ($ptx_file, $device) = @_;
	my $ptxas = ptxas() or return '-';
	my $r = run(cmd => [ $ptxas, '-v', "-arch=$arch{$device}", $ptx_file, '-o', '/dev/null' ]);
	return '?' if $r->{status} ne 'exit 0';
	my ($now, %registers) = ('');
	for (split /\n/, "$r->{out}$r->{err}") {
		$now = $1 if /Compiling entry function '([\w\$]+)'/;
		$registers{$now} = $1 if /Used (\d+) registers/;
	}
	return \%registers;
}

# The most registers that one of these entries needs.
sub most_registers {
	my ($registers, @entries) = @_;
	return $registers if !ref $registers;
	return (sort { $b <=> $a } 0, map { $registers->{$_} // 0 } @entries)[0];
}

# { function => figures of the kernels in it that ran }.  An entry is named FUNCTION_lLINE, or with a
# variant of it behind that.
sub count_functions {
	my ($kernels, $registers) = @_;
	my %entries;
	for my $kernel (@$kernels) {
		my ($function) = $kernel->{name} =~ /^(\w+?)_l\d+/;
		push @{ $entries{ $function // $kernel->{name} } }, $kernel;
	}
	for my $function (keys %entries) {
		my @those = @{ $entries{$function} };
		my %sum = (registers => most_registers($registers, map { $_->{name} } @those));
		for my $kernel (@those) {
			$sum{launches} += $kernel->{launches};
			$sum{$_} += $kernel->{counters}{$_} for qw(cycles warp_instructions global_bytes);
		}
		$entries{$function} = \%sum;
	}
	return \%entries;
}

# What ran: sums over all launches of all kernels, but for the one in examples/verdict.h.
sub count_run {
	my ($file) = @_;
	my $stats = decode_json(slurp($file) // '{}');
	my (%sum, %launched);
	$models{ $_->{name} } = $_ for @{ $stats->{models} };
	for my $kernel (grep { $_->{name} !~ /^verdict_/ } @{ $stats->{kernels} }) {
		$launched{ $kernel->{name} } = 1;
		$sum{launches} += $kernel->{launches};
		my $n = $kernel->{counters};
		$sum{$_} += $n->{$_} for qw(cycles warp_instructions thread_instructions barriers branches
			diverged l2_sectors dram_read dram_written global_bytes shared_bytes);
		$sum{threads} = $kernel->{block}[0];
		$sum{teams} = $kernel->{grid}[0];
	}
	for my $copy (@{ $stats->{copies} }) {
		$sum{"$copy->{kind}_$_"} += $copy->{$_} for qw(copies bytes);
	}
	return ($stats->{kernels}, \%launched, %sum);
}

# The sums alone, from a file that DEVRT_STATS has written, for the labs.
sub counts {
	my (undef, undef, %sum) = count_run(@_);
	return %sum;
}

# measure(program, "scheme:option:option", device, arguments...) returns a hash of figures, with
# result: ok, refused (and why), or what went wrong, and functions: { function => its kernels' figures }.
sub measure {
	my ($program, $how, $device, @args) = @_;
	my ($scheme, @options) = split /:/, $how;
	my ($base) = $program =~ m{([^/]+)\.c$};
	my $out = scratch('lessons') . "/$base.$$";
	my %m = (scheme => $how =~ s{:-I[^:]*}{}gr =~ tr{:}{ }r, device => $device);
	my @cmd = (minicc(), "-scheme=$scheme", @options, $program);
	my $r = run(cmd => [ @cmd, '-o', $out ]);
	if ($r->{status} ne 'exit 0') {
		my ($why) = $r->{err} =~ /error: ([^\n]*)/;
		return { %m, result => refusal($r) ? 'refused' : 'error', why => $why // $r->{err} };
	}
	run(cmd => [ @cmd, '-S', "-arch=$arch{$device}", '-o', "$out.ptx" ]);
	$r = run(cmd => [ $out, @args ], timeout => 120,
		env => { DEVRT_DEVICE => "sim:$device", DEVRT_STATS => "$out.json", OMP_TARGET_OFFLOAD => 'MANDATORY' });
	my ($kernels, $launched, %sum) = count_run("$out.json");
	%m = (%m, %sum, count_ptx(slurp("$out.ptx") // '', $launched));
	my $registers = registers("$out.ptx", $device);
	$m{registers} = most_registers($registers, keys %$launched);
	$m{functions} = count_functions($kernels, $registers);
	$m{result} = $r->{status} eq 'exit 0' ? 'ok' : 'FAIL';
	$m{why} = "$r->{status} $r->{out}$r->{err}" if $r->{status} ne 'exit 0';
	unlink $out, "$out.ptx", "$out.json";
	return \%m;
}

# Column name => heading.  "written" is in the PTX, the rest was executed.
my %heading = (
	scheme => 'scheme', device => 'GPU', result => 'result', ptx => 'PTX', written_barriers => 'bar.',
	written_branches => 'bra', registers => 'regs', warp_instructions => 'executed', barriers => 'barriers',
	branches => 'branches', cycles => 'cycles', diverged => 'diverged', threads => 'threads', teams => 'teams',
	calls => 'calls', to_device_copies => 'copies to', to_device_bytes => 'bytes to',
	to_host_copies => 'copies back', to_host_bytes => 'bytes back', way => 'way',
	launches => 'launches', regions => 'regions',
	shared => 'shared', shared_bytes => 'shared B', more => 'to first', global_bytes => 'global B',
);

# The difference in cycles from the first row of the same GPU that ran, as Table 2 of Bertolli et al.
sub compare_cycles {
	my (@rows) = @_;
	my %first;
	for my $m (grep { defined $_->{cycles} } @rows) {
		my $base = $first{ $m->{device} } //= $m->{cycles};
		$m->{more} = sprintf '%+.1f%%', 100 * ($m->{cycles} / $base - 1);
	}
}

sub table {
	my ($columns, @rows) = @_;
	my @notes;
	compare_cycles(@rows) if !grep { defined $_->{more} } @rows;
	my @lines = [ map { $heading{$_} // $_ } @$columns ];
	for my $m (@rows) {
		push @lines, [ map { $m->{$_} // '' } @$columns ];
		push @notes, "$m->{scheme}, $m->{device}: $m->{why}" if defined $m->{why};
	}
	my @width = map { my $c = $_; (sort { $b <=> $a } map { length $_->[$c] } @lines)[0] } 0 .. $#$columns;
	for my $line (@lines) {
		my $text = join '  ', map {
			my $left = $columns->[$_] =~ /^(scheme|device|result|way)$/ && $line->[$_] !~ /^[-+\d.%]+$/;
			sprintf $left ? '%-*s' : '%*s', $width[$_], $line->[$_];
		} 0 .. $#$columns;
		print $text =~ s/\s+$//r, "\n";
	}
	print "$_\n" for @notes;
	my $ptxas = ptxas();
	print "ptxas is missing, so there are no registers (make ptxas fetches it)\n" if !$ptxas;
	print "$ptxas does not take this PTX, so there are no registers (make ptxas fetches one that does)\n"
		if grep { ($_->{registers} // '') eq '?' } @rows;
}

# What the cycles are worth.
sub trust {
	for (sort keys %models) {
		my $m = $models{$_};
		print "model $_: $m->{sms} SMs; its weakest number is $m->{weakest_trust} ($m->{weakest_parameter})\n";
	}
	print "cycles compare schemes on one model; as absolute times take two digits\n" if %models;
}

# claims(rows, "barriers inspector < ifmaster"...): each holds for every GPU, or for the one named last
# ("... v100"); returns how many fail.  An option stays with its scheme: "registers generic:-fno-x > generic".
# What stands on the right may have a factor: "cycles generic < 1.5*spmd".
# A claim about registers is not checked where ptxas has not said any.
sub claims {
	my ($rows, @claims) = @_;
	my $failed = 0;
	for my $claim (@claims) {
		my ($what, $a, $op, $factor, $b, $gpu) = $claim =~ /^(\w+) (\S+) ([<>=]) (?:([\d.]+)\*)?(\S+)(?: (\w+))?$/
			or die "claim: $claim\n";
		my ($good, $compared) = (1, 0);
		for my $m (grep { $_->{scheme} eq $a =~ tr/:/ /r } @$rows) {
			next if $gpu && $m->{device} ne $gpu;
			my ($n) = grep { $_->{scheme} eq $b =~ tr/:/ /r && $_->{device} eq $m->{device} } @$rows;
			my ($x, $y) = ($m->{$what}, $n->{$what});
			next if grep { !defined || /\D/ } $x, $y;
			$compared++;
			$y *= $factor // 1;
			$good &&= $op eq '<' ? $x < $y : $op eq '>' ? $x > $y : $x == $y;
		}
		$good = 0 if !$compared && $what !~ /registers$/;
		$failed += !$good;
		printf "%s: %s\n", !$good ? 'NO LONGER HOLDS' : $compared ? 'holds' : 'not checked', $claim =~ tr/_/ /r;
	}
	return $failed;
}

1;
