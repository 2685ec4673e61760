#!/usr/bin/perl
# ptxas accepts every PTX file: examples, run tests and goldens x schemes x sm_35, sm_70, sm_90; and under
# one scheme for sm_90 what is written for sm_70, as the driver of a newer device assembles it.
# Sampled (TestKit's `full` says when not), each for one architecture in turn: examples under every fourth scheme,
# programs of tests/run under every eighth.
# Needs a ptxas of CUDA 11 (tests/tools/get-ptxas); skips with the reason when there is none.
# ONLY=name takes one program, and no golden.
use strict;
use warnings;
use lib 'tests/tools';
use TestKit;

my $found = run(cmd => [ 'sh', 'tests/tools/get-ptxas', '--no-fetch' ]);
if ($found->{status} ne 'exit 0') {
	chomp $found->{err};
	print "1..0 # SKIP $found->{err}\n";
	exit 0;
}
chomp(my $ptxas = $found->{out});
my $dir = scratch('ptxas');

# What other objects define is linked later, and so is CUDA's device runtime.
sub unlinked {
	my ($text) = @_;
	my @wanted = grep { !/\b(vprintf|malloc|free|__assertfail)\(|^\.shared/ } ($text // '') =~ /^\.extern (.*)/mg;
	return @wanted ? ('-c') : ();
}

# Functions of code to be linked may take more registers than a kernel has; libdevrt then does the same.
sub assembler {
	my ($file, $text, $arch) = @_;
	my @command = ($ptxas, unlinked($text), "-arch=$arch", '-o', "$dir/$$.cubin", $file);
	my $r = run(cmd => \@command);
	$r = run(cmd => [ @command, '-maxrregcount=64' ]) if $r->{err} =~ /max regcount of 64 calls function/;
	unlink "$dir/$$.cubin";
	return $r;
}

# One file under one scheme: an image each.
sub assemble {
	my ($file, $scheme, @archs) = @_;
	my ($folder, $name) = $file =~ m{([^/]+)/([^/]+)\.c$};
	my $d = directives($file);
	my @args = grep { !/\.c$/ } map { split ' ' } @{ $d->{args} // [] }, @{ $d->{'minicc-args'} // [] };
	my @results;
	for my $arch (@archs) {
		my ($title, $ptx) = ("$folder/$name $scheme $arch", "$dir/$folder.$name.$scheme.$arch.ptx");
		my $r = run(cmd => [ minicc(), '-S', "-scheme=$scheme", "-arch=$arch", @args, '-o', $ptx, $file ]);
		my $reason = refusal($r);
		if (defined $reason) {
			push @results, skip($title, $reason);
			next;
		}
		$r = assembler($ptx, slurp($ptx), $arch) if $r->{status} eq 'exit 0';
		$r = assembler($ptx, slurp($ptx), 'sm_90')
			if $r->{status} eq 'exit 0' && $arch eq 'sm_70' && $scheme eq 'generic';
		push @results, $r->{status} eq 'exit 0' ? ok($title) : fail_with($title, $r->{err} . $r->{out});
		unlink $ptx if $r->{status} eq 'exit 0';
	}
	return @results;
}

# A golden as it stands, for the architecture that it names.
sub assemble_golden {
	my ($file) = @_;
	my $text = slurp($file);
	my ($arch) = $text =~ /^\.target\s+(sm_\d+)/m or return fail_with($file, 'no .target');
	my $r = assembler($file, $text, $arch);
	return $r->{status} eq 'exit 0' ? ok($file) : fail_with($file, $r->{err} . $r->{out});
}

my @goldens = $ENV{ONLY} ? () : sort glob 'tests/golden/*.ptx';
my @jobs = map { my $file = $_; sub { assemble_golden($file) } } @goldens;
my ($number, @archs) = (0, qw(sm_35 sm_70 sm_90));
my @every_scheme = schemes();
for my $file (sort(glob 'examples/*.c'), run_programs()) {
	next if $ENV{ONLY} && $file !~ m{/$ENV{ONLY}\.c$};
	my @schemes = @every_scheme;
	my $step = full() || $file =~ m{^examples/} ? 4 : 8;
	for my $i (every($step, $number, 0 .. $#schemes)) {
		my @some = full() ? @archs : $archs[($number + $i) % 3];
		push @jobs, sub { assemble($file, $schemes[$i], @some) };
	}
	$number++;
}
tap(@jobs);
