#!/usr/bin/perl
# Every example x scheme x image x device that can load the image gives the host's result: every other image and device
# (TestKit's `full` says when all), the next scheme under the others.
#
# The examples compare themselves, bit for bit, the mini-apps of the lessons within rounding; this script sees to it that
# they ran on the device and fell back nowhere.  The mini-apps are smaller here than in their lessons, and run under every
# scheme on one image and device each, in turn.  A scheme may refuse an example: that is shown as a skip with its reason.
# The executable carries the images that are tried, and DEVRT_ARCH says which; DEVICES="cuda:0" tries sm_90's on a
# real GPU.
use strict;
use warnings;
use lib 'tests/tools';
use TestKit;

my $dir = scratch('examples');
my %miniapp = (leaf => '15-miniapp', hydro => '18-hydro', transport => '19-transport');
my %flags = (leaf => [qw(-DN=48)], hydro => [qw(-DNX=32 -DNY=40)], transport => [qw(-DNZ=6)]);
my %size = (hydro => [ 'middle', 2 ], transport => [ 'source', 1 ], stream => [50000], stencil5 => [ 60, 70 ], dot => [50000], histogram => [20000],
	fig10 => [ 20000, 512 ], matvec => [ 60, 200 ]);

sub example {
	my ($name, $scheme, $turn) = @_;
	my $folder = $miniapp{$name} ? "lessons/$miniapp{$name}" : 'examples';
	my $exe = "$dir/$name.$scheme";
	my @ways = map { my $d = $_; map { [ $_, $d ] } $ENV{DEVICES} ? 'sm_90' : images($d, $scheme) } devices();
	@ways = $miniapp{$name} ? $ways[ $turn % @ways ] : every(2, $turn, @ways) if !full();
	my %images = map { $_->[0] => 1 } @ways;
	my $r = run(cmd => [ minicc(), "-scheme=$scheme", '-arch=' . join(',', sort keys %images), '-ffp-contract=off',
		'-Iexamples', @{ $flags{$name} // [] }, "$folder/$name.c", '-o', $exe, '-lm' ]);
	my $reason = refusal($r);
	return skip("$name $scheme", $reason) if defined $reason;
	return fail_with("$name $scheme compiles", "$r->{status}\n$r->{err}") if $r->{status} ne 'exit 0';
	my @results;
	for (@ways) {
		my ($arch, $device) = @$_;
		my $got = run(cmd => [ $exe, @{ $size{$name} // [] } ], env => { DEVRT_DEVICE => $device, DEVRT_ARCH => $arch,
			OMP_TARGET_OFFLOAD => 'MANDATORY', OMP_NUM_THREADS => 1 });
		my $good = $got->{status} eq 'exit 0' && $got->{err} eq '' && $got->{out} =~ /: ok \(device,/;
		push @results, $good ? ok("$name $scheme $arch on $device")
			: fail_with("$name $scheme $arch on $device", "$got->{status}\n$got->{err}$got->{out}");
	}
	unlink $exe;
	return @results;
}

my @jobs;
for my $name (map({ m{([^/]+)\.c$} } sort glob 'examples/*.c'), sort keys %miniapp) {
	push @jobs, map { my $scheme = $_; my $turn = @jobs; sub { example($name, $scheme, $turn) } } schemes();
}
tap(@jobs);
