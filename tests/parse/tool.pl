# tool.pl: what the scripts of tests/parse share: TAP, and the front end as a program.
#
#	require './tests/parse/tool.pl';
#	my $tool = tool();		# path of parse_tool, built for this run
use strict;
use warnings;
use File::Temp;
use lib 'tests/tools';
use TestKit qw(run);

my $count = 0;
my $failed = 0;
our $dir = File::Temp->newdir;

sub ok {
	my ($good, $name, @why) = @_;
	$count++;
	$failed++ unless $good;
	print $good ? "ok $count - $name\n" : "not ok $count - $name\n";
	print map { "# $_\n" } map { split /\n/ } @why unless $good;
	return $good;
}

sub finish {
	print "1..$count\n";
	exit($failed ? 1 : 0);
}

sub tool {
	my $build = $ENV{BUILD} // 'build';
	my ($lib) = grep { -e } "$build/obj/libminicc_core.a", "$build/lib/libminicc_core.a";
	die "tests/parse: run make first, there is no libminicc_core.a in $build\n" unless $lib;
	my $san = $build =~ m{/san$} ? '-fsanitize=address,undefined' : '';
	system("cc -std=c11 -D_GNU_SOURCE -O1 -g $san -Iminicc -I. -Itests -o $dir/parse_tool " .
		"tests/parse/parse_tool.c $lib -lm") == 0 or die "parse_tool does not compile\n";
	return "$dir/parse_tool";
}

sub spew {
	my ($file, @text) = @_;
	open my $out, '>', $file or die "$file: $!";
	print $out @text;
	close $out;
}

1;
