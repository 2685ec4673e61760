# One program, under one scheme, on one simulated GPU: compiled, run and counted.
#
# measure() counts what is in the program's PTX and what the simulator executed; every number is measured
# when it is asked for.  Runs in the top folder of the tree.  Not for real GPUs: the counts come from the
# simulator (DEVRT_STATS).
package Measure;
use strict;
use warnings;
use Exporter 'import';
use JSON::PP qw(decode_json encode_json);
use Sys::Hostname qw(hostname);
use lib 'tests/tools';
use TestKit;

our @EXPORT = qw(measure counts ptxas);

my %arch = (k40 => 'sm_35', v100 => 'sm_70', h200 => 'sm_90');

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
	my ($ptx_file, $arch) = @_;
	my $ptxas = ptxas() or return '-';
	my $r = run(cmd => [ $ptxas, '-v', "-arch=$arch", $ptx_file, '-o', '/dev/null' ]);
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
	return ($stats, \%launched, %sum);
}

# The sums alone, from a file that DEVRT_STATS has written, for the labs.
sub counts {
	my (undef, undef, %sum) = count_run(@_);
	return %sum;
}

# Makes a file unless it is there: under a name of its own first, so that points side by side, on one machine
# or on several, may all be about to make it.  Returns what the maker does: whether it has.
sub once {
	my ($file, $make) = @_;
	return 1 if -e $file;
	my $own = join '.', $file, hostname(), $$;
	return $make->($own) && rename $own, $file;
}

# The program, its PTX for the device and ptxas' registers, as files that begin with $stem; returns what minicc
# said where it has made none.
sub build {
	my ($stem, $program, $how, $arch) = @_;
	my ($scheme, @options) = split /:/, $how;
	my @cmd = (minicc(), "-scheme=$scheme", @options, $program);
	my $ptx = "$stem.$arch.ptx";
	my $r;
	my $make = sub {
		my ($file, @more) = @_;
		$r = run(cmd => [ @cmd, @more, '-o', $file ]);
		return $r->{status} eq 'exit 0';
	};
	return $r if !once($stem, $make) || !once($ptx, sub { $make->(@_, '-S', "-arch=$arch") });
	once("$stem.$arch.registers", sub { spew($_[0], encode_json([ registers($ptx, $arch) ])); 1 });
	return;
}

# measure({ program, how => "scheme:option:option", device, args => [...], env => {...} }, folder) returns a
# hash of figures, with result: ok, refused (and why), or what went wrong, and functions: { function => its
# kernels' figures }.  In the folder stays what was built; without one nothing does.
sub measure {
	my ($point, $keep) = @_;
	my ($program, $how, $device) = @$point{qw(program how device)};
	my $arch = $arch{$device} or die "there is no simulated GPU '$device'\n";
	my %m = (scheme => $how =~ s{:-I[^:]*}{}gr =~ tr{:}{ }r, device => $device);
	my $stem = $keep ? "$keep/" . "$program:$how" =~ s{[^\w.:-]}{_}gr : scratch('lessons') . "/measure.$$";
	if (my $r = build($stem, $program, $how, $arch)) {
		my ($why) = $r->{err} =~ /error: ([^\n]*)/;
		return { %m, result => refusal($r) ? 'refused' : 'error', why => $why // $r->{err} };
	}
	my $json = "$stem." . hostname() . ".$$.json";
	my $r = run(cmd => [ $stem, @{ $point->{args} // [] } ], timeout => 120, env => { %{ $point->{env} // {} },
		DEVRT_DEVICE => "sim:$device", DEVRT_STATS => $json, OMP_TARGET_OFFLOAD => 'MANDATORY' });
	my ($stats, $launched, %sum) = count_run($json);
	my ($registers) = @{ decode_json(slurp("$stem.$arch.registers")) };
	%m = (%m, %sum, count_ptx(slurp("$stem.$arch.ptx") // '', $launched),
		models => $stats->{models}, functions => count_functions($stats->{kernels}, $registers),
		registers => most_registers($registers, keys %$launched),
		result => $r->{status} eq 'exit 0' ? 'ok' : 'FAIL');
	$m{why} = "$r->{status} $r->{out}$r->{err}" if $r->{status} ne 'exit 0';
	unlink $json, $keep ? () : glob "$stem $stem.$arch.*";
	return \%m;
}

1;
