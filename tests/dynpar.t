#!/usr/bin/perl
# The scheme dynpar beyond what all schemes are tested for (tests/run.t): its strict form, with the
# results of the host; checks across grids; chains longer than grids nest; launches that fail; what
# it refuses; and that CUDA's device runtime is asked for by name.  The same as machine code.
# Every sixteenth run test, every fifth of these as machine code; SOAK=1 takes all.  ONLY=name runs one.
use strict;
use warnings;
use lib 'tests/tools';
use TestKit;

my $dir = scratch('dynpar');
my $found = run(cmd => [ 'sh', 'tests/tools/get-ptxas', '--no-fetch' ]);
chomp(my $ptxas = $found->{status} eq 'exit 0' ? $found->{out} : '');
my %machine = (PTXAS => $ptxas, DEVRT_CODE => 'machine', XDG_CACHE_HOME => "$ENV{PWD}/$B/tests/code-cache");
mkdir $machine{XDG_CACHE_HOME};

# The strict form of a run test, as PTX or machine code.
sub strict_form {
	my ($file, %code) = @_;
	my ($name) = $file =~ m{([^/]+)\.c$};
	my ($d, $form) = (directives($file), %code ? 'strict, machine code' : 'strict');
	my $exe = "$dir/$name" . (%code ? '.code' : '');
	my $want = expected($file, $d, $dir);
	return fail_with($name, $want) if !ref $want;
	my $r = run(cmd => [ minicc(), '-scheme=dynpar', '-dynpar=strict', '-ffp-contract=off',
		words($d->{args}), words($d->{'minicc-args'}), $file, '-o', $exe, '-lm' ]);
	return skip("$name $form", 'refused') if defined refusal($r);
	return fail_with("$name compiles", $r->{err}) if $r->{status} ne 'exit 0';
	my @results;
	for my $device (devices()) {
		$r = run(cmd => [ $exe, words($d->{'run-args'}) ],
			env => { DEVRT_DEVICE => $device, OMP_TARGET_OFFLOAD => 'MANDATORY', %code });
		my $good = $r->{status} eq 'exit 0' && $r->{out} eq $want->{out};
		push @results, $good ? ok("$name $form on $device")
			: fail_with("$name $form on $device", "$r->{status}\n$r->{err}$r->{out}");
	}
	unlink $exe;
	return @results;
}

# teams teams, each with `rounds` parallel regions of four threads; what a race would be is line 16.
my $program = <<'END';
#include <stdio.h>
#include <stdlib.h>
int main(int argc, char **argv)
{
	int teams = atoi(argv[1]), rounds = atoi(argv[2]), sum = 0, shared = 0;
	#pragma omp target teams num_teams(teams) map(tofrom: sum, shared) reduction(+: sum)
	{
		int mine = 0;
		for (int i = 0; i < rounds; i++) {
			#pragma omp parallel num_threads(4) reduction(+: mine)
			mine++;
		}
		sum += mine;
		#pragma omp parallel num_threads(1)
		if (argc > 3)
			shared++;
	}
	printf("%d\n", sum);
	return sum != teams * rounds * 4;
}
END

# How a run of it ends: arguments, environment, and what stderr must contain.
sub chain {
	my ($form, $title, $args, $env, $status, $text, @on) = @_;
	my $exe = "$dir/chain_$form";
	my @results;
	for my $device (@on) {
		my $r = run(cmd => [ $exe, @$args ], timeout => 120,
			env => { DEVRT_DEVICE => $device, OMP_TARGET_OFFLOAD => 'MANDATORY', %$env });
		my $good = $r->{status} eq $status && $r->{err} =~ $text;
		push @results, $good ? ok("$title, $form, $device")
			: fail_with("$title, $form, $device", "$r->{status}\n$r->{err}$r->{out}");
	}
	return @results;
}

sub chains {
	my ($how, %code) = @_;
	my $form = %code ? "$how.code" : $how;
	spew("$dir/chain_$form.c", $program);
	my $r = run(cmd => [ minicc(), '-scheme=dynpar', "-dynpar=$how", "$dir/chain_$form.c",
		'-o', "$dir/chain_$form" ]);
	return fail_with("chain, $form", $r->{err}) if $r->{status} ne 'exit 0';
	my $nothing = qr/^$/;
	my @simulated = grep { /^sim:/ } devices();
	return (
		chain($form, 'more regions than grids nest', [ 2, 300 ], \%code, 'exit 0', $nothing, devices()),
		chain($form, 'more teams than launches may wait by default', [ 2500, 1 ], \%code, 'exit 0', $nothing, devices()),
		chain($form, 'checked, nothing found', [ 3, 3 ], { %code, DEVRT_CHECK => 'all' }, 'exit 0', $nothing, @simulated),
		chain($form, 'a race between the regions of two teams', [ 3, 3, 'race' ],
			{ %code, DEVRT_CHECK => 'race' }, 'exit 1', qr/chain_\Q$form\E\.c:16: race: .*'shared'.* of kernel '.*PAR_REG/, @simulated),
		chain($form, 'a launch finds no room', [ 8, 1 ], { %code, DEVRT_PENDING => 4 }, 'exit 1',
			qr/:6:\d+: error: target region .*failed.*\n.*chain_\Q$form\E\.c:\d: kernel .*room for one more launch \(DEVRT_PENDING\)/,
			'sim:h200'),
		chain($form, 'no number of launches', [ 1, 1 ], { %code, DEVRT_PENDING => 'x' }, 'exit 1',
			qr/DEVRT_PENDING.*number of grids/, 'sim:h200'),
		crowd($form, %code),
	);
}

# Launches go one after the other where that was measured (child_serial in devrt/sim/gpu/h200.gpu): 200 teams on an
# H200 wait for each other, ten do not; what the K40's model does not know it does not charge.
sub crowd {
	my ($form, %code) = @_;
	my ($json, %cycles) = "$dir/crowd_$form.json";
	for my $device (qw(h200 k40)) {
		for my $teams (1, 10, 200) {
			my $r = run(cmd => [ "$dir/chain_$form", $teams, 2 ], env => { %code, DEVRT_DEVICE => "sim:$device",
				DEVRT_STATS => $json, OMP_TARGET_OFFLOAD => 'MANDATORY' });
			return fail_with("a crowd launches, $form", "$r->{status}\n$r->{err}") if $r->{status} ne 'exit 0';
			($cycles{$device}{$teams}) = slurp($json) =~ /"cycles": ([\d.]+)/;
		}
	}
	my ($h, $k) = @cycles{qw(h200 k40)};
	my $right = $h->{200} > 2 * $h->{1} && $h->{10} < 1.1 * $h->{1} && $k->{200} < 1.2 * $k->{1};
	return $right ? ok("a crowd launches, $form") : fail_with("a crowd launches, $form",
		join ' ', map { my $d = $_; map { "$d $_ $cycles{$d}{$_}" } sort keys %{ $cycles{$d} } } qw(h200 k40));
}

sub says {
	my ($title, $text, @words) = @_;
	my $r = run(cmd => [ minicc(), '-S', @words, '-o', "$dir/says.ptx" ]);
	return fail_with($title, $r->{err}) if $r->{status} ne 'exit 1' || $r->{err} !~ $text;
	return ok($title);
}

sub refusals {
	return (
		says('a form that is none', qr/-dynpar= needs strict or relaxed/,
			'-dynpar=loose', 'tests/run/c/arrays.c'),
	);
}

# The kernels that a form consists of.
sub kernels {
	my ($form, $arch, @want) = @_;
	my $r = run(cmd => [ minicc(), '-S', '-scheme=dynpar', "-dynpar=$form", "-arch=$arch",
		'tests/golden/fig4_dynpar.c', '-o', '-' ]);
	my @got = sort $r->{out} =~ /\.entry choose_l6([\w\$]*)\(/g;
	return "@got" eq join(' ', sort @want) ? ok("kernels, $form, $arch")
		: fail_with("kernels, $form, $arch", "@got");
}

my @files = grep { my $d = directives($_); !$d->{exit} && !$d->{stderr} && !$d->{schemes} && !$d->{devices} }
	run_programs();
@files = @files[ grep { $_ % 16 == 0 } 0 .. $#files ] unless $ENV{SOAK} || $ENV{ONLY};
my @regions = ('$PAR_REG1', '$PAR_REG2');
tap(
	\&refusals,
	sub { kernels('relaxed', 'sm_35', '', @regions) },
	sub { kernels('strict', 'sm_35', '', '$TEAMS', @regions) },
	sub { kernels('relaxed', 'sm_90', '', '$SEQ', @regions) },
	sub { kernels('strict', 'sm_90', '', '$TEAMS', '$SEQ', @regions) },
	sub { chains('relaxed') },
	sub { chains('strict') },
	($ptxas ? (sub { chains('relaxed', %machine) }, sub { chains('strict', %machine) }) : ()),
	(map { my $file = $_; sub { strict_form($file) } } @files),
	map { my $file = $_; sub { strict_form($file, %machine) } } $ptxas ? @files[ grep { full() || $_ % 5 == 0 } 0 .. $#files ] : (),
);
