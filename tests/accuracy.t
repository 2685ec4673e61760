#!/usr/bin/perl
# accuracy.t: devrt/sim/ACCURACY.md is what the simulated GPUs measure today.  Only the rows that take
# little time are measured again (calibrate -q); `make accuracy` writes the whole page.
use strict;
use warnings;
use Test::More;

my $page = 'devrt/sim/ACCURACY.md';
system('make', '-s', 'build/calibrate', 'build/lib/libptxsim.so') and BAIL_OUT('calibrate does not build');
open my $in, '<', $page or BAIL_OUT("$page: $!");
my ($card, $section, %page) = ('', '');
while (<$in>) {
	$card = lc $1 if /^## (\w+)$/;
	$section = $1 if /^\| (.+?) \| model \|/;
	$page{$card}{"$section\t$1"} = $2 if /^\| (.+?) \| ([\d.e+-]+) \| /;
}
for (['k40', 'sim:k40'], ['v100', 'sim:v100@1380'], ['h200', 'sim:h200']) {
	my ($name, $device) = @$_;
	my @wrong;
	my @rows = map { chomp; [split /\t/] } grep { !/^#/ } `build/calibrate -q $device`;
	for (@rows) {
		my ($section, $row, $part, $value) = @$_;
		my $told = $page{$name}{"$section\t$row"} // 'nothing';
		my $is = sprintf '%.3g', $value;
		$is = sprintf '%.0f', $is if $is >= 1000;
		push @wrong, "$section, $row: the page says $told, calibrate $is" if $told ne $is;
	}
	cmp_ok(scalar @rows, '>', 80, "$name has its rows");
	is(join("\n", @wrong), '', "$name: the page is current (else: make accuracy)");
}
ok((grep { /scale, 64 warps/ } keys %{$page{v100}}), 'the page has the rows that take long, too');
done_testing();
