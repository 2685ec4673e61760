#!/usr/bin/perl
# judge.t: the kernels that judge code and timing models compute what they should on a simulated H200 (ALL=1: on K40 and V100, too), and those of the lessons'
# mini-apps in OpenMP and (where there is nvcc) in CUDA; each is in the
# half that the hash of its name says, and frozen code runs on the model with the launches that were kept; three kernels, that part at BRX and RET,
# execute as many instructions as the card counted.
use strict;
use warnings;
use lib 'tests/tools';
use Digest::MD5 qw(md5_hex);
use TestKit;

my $dir = scratch('judge');
my $baseline = 'tests/baseline';
my @kernels = (glob("$baseline/timing/*.c"), grep { !m{/all\.c} } glob("$baseline/{unseen,later,further}/*.c"),
	"$baseline/arrays.c", "$baseline/bench.c");

sub right {
	my ($device) = @_;
	my $r = run(cmd => [ "$dir/program", 0, 1 ], env => { DEVRT_DEVICE => $device, OMP_TARGET_OFFLOAD => 'MANDATORY' });
	my @ok = $r->{out} =~ / ok$/mg;
	return $r->{status} eq 'exit 0' && @ok >= 104 ? ok("$device: " . @ok . ' kernels are right')
		: fail_with("kernels on $device", "$r->{status}\n$r->{out}$r->{err}");
}

sub halves {
	my @wrong;
	for my $file (glob "$baseline/judge.*.{fitted,judged}.tsv") {
		if ($file !~ /judge\.h200\./) { # of another card all are judged
			push @wrong, $file if $file =~ /fitted/;
			next;
		}
		my %names = map { $_ => 1 } slurp($file) =~ /^(\w+)\t/mg;
		delete $names{nothing};
		push @wrong, map { "$file: $_" } grep { (hex(substr md5_hex($_), 0, 1) % 2 == 0) != ($file =~ /fitted/) } keys %names;
	}
	return @wrong ? fail_with('each kernel is in its half', join "\n", @wrong) : ok('each kernel is in its half');
}

# Nine kernels of lessons 15, 18 and 19, in sizes of a test, and by hand in CUDA.
sub lessons {
	my @source = ('-w', "-I$baseline", '-Iexamples', qw(-DHYDRO=32 -DLEAF=40 -DNZ=4 -DGROUPS=2 -DPOLAR=4 -DAROUND=8 -DINNER=1 -DOUTER=1 -DTEAMS),
		glob("$baseline/lessons/*.c"), "$baseline/arrays.c", "$baseline/bench.c");
	my ($nvcc) = grep { -x } map { "$_/nvcc" } split(/:/, $ENV{PATH}), '/usr/local/cuda/bin';
	my %builds = (minicc => [ [ minicc(), @source, '-o', "$dir/lessons.minicc", '-lm' ] ], nvcc => [
		[ $nvcc // '', qw(-O3 -arch=sm_90 -ptx), grep(/^-D/, @source), "$baseline/lessons/all.cu", '-o', "$dir/lessons.ptx" ],
		[ host_cc(), '-O1', host_flags(), qw(-DCUDA -D_GNU_SOURCE -Idevrt/include), @source, "$baseline/cuda.c", '-o', "$dir/lessons.nvcc",
			qw(-lm -ldl) ] ]);
	return map { my ($name, $line) = ($_, "the lessons' kernels by $_");
		if ($name eq 'nvcc' && !$nvcc) { skip($line, 'no nvcc') } else {
			my ($r) = grep { $_->{status} ne 'exit 0' } map { run(cmd => $_, timeout => 120) } @{ $builds{$name} };
			spew("$dir/lessons.ptx", slurp("$dir/lessons.ptx") =~ s/^\.version .*/.version 7.8/mr) if $name eq 'nvcc' && !$r;
			$r //= run(cmd => [ "$dir/lessons.$name", 0, 1 ], timeout => 60, env => { DEVRT_DEVICE => 'sim:h200', OMP_NUM_THREADS => 1,
				OMP_TARGET_OFFLOAD => 'MANDATORY', CODE => "$dir/lessons.ptx" });
			my $n = () = $r->{out} =~ / ok$/mg;
			$r->{status} eq 'exit 0' && $n == 9 ? ok($line) : fail_with($line, "$r->{status}\n$r->{out}$r->{err}");
		}
	} sort keys %builds;
}

# Instructions of warps, and of threads where these are equal, as the card counted them: lanes that BREAK frees, that yield, and that
# wait at WARPSYNC.
sub counts {
	my ($ptxas) = `sh tests/tools/get-ptxas --no-fetch 2>/dev/null` =~ /(.+)/;
	return skip('instructions as the card counts them', 'no ptxas of CUDA 11') if !$ptxas;
	my (%card, @wrong);
	for (map { split /\n/, slurp($_) } glob "$baseline/judge.h200.*.{fitted,judged}.tsv") {
		my @f = split /\t/;
		$card{"@f[0 .. 2]"} = [ @f[ 7, 9 ] ] if !/^#/;
	}
	for my $try ([qw(turns jumptable teams -r1)], [qw(maximum jumptable teams -r2)], [qw(align nvcc all -r1)]) {
		my ($name, $code, $file, $times) = @$try;
		spew("$dir/counts.list", join '', grep { /^kernel $name 0 / } split /^(?=kernel )/m, slurp("$B/judge/$code.list"));
		run(cmd => [ $ptxas, '-arch=sm_90', "$B/judge/$code.$file.ptx", '-o', "$dir/counts.cubin" ]);
		my $r = run(cmd => [ "$B/judge/replay", $times, 'sim:h200', "$dir/counts.list", "$dir/counts.cubin" ], timeout => 60);
		my @got = (split /\t/, $r->{out} =~ s/\n//r)[ 5, 6 ];
		my $want = $card{"$name 0 $code"};
		push @wrong, "$name $code: @got, not @$want\n$r->{err}" if $got[0] != $want->[0] || $code ne 'nvcc' && $got[1] != $want->[1];
	}
	return @wrong ? fail_with('instructions as the card counts them', join '', @wrong) : ok('instructions as the card counts them');
}

sub replays {
	my $r = run(cmd => [ 'perl', 'tests/tools/judge/judge', 'compare' ], env => { ONLY => 'chase|monte|diverge_eight' }, timeout => 120);
	my @rows = $r->{out} =~ /^(?:chase|monte|diverge_eight) .* [+-][\d.]+%/mg;
	my ($warps, $of, $threads) = $r->{out} =~ /as the card counts: warps in (\d+) of (\d+) rows, threads in (\d+)/ ? ($1, $2, $3) : (0, 0, 0);
	return $r->{status} eq 'exit 0' && @rows == 22 && $warps == $of && $threads == $of ? ok('frozen launches run on the model')
		: fail_with('frozen launches run on the model', "$r->{status}\n$r->{out}$r->{err}");
}

my $built = run(cmd => [ minicc(), '-w', "-I$baseline", @kernels, '-o', "$dir/program", '-lm' ], timeout => 120);
die "judge.t: $built->{err}" if $built->{status} ne 'exit 0';
tap((map { my $device = $_; sub { right($device) } } full() ? devices() : 'sim:h200'), \&lessons, \&halves, sub { return (replays(), counts()) });
