#!/usr/bin/perl
# Every command in a ```sh block of the README files of the tree, its examples and GPUs runs; where a ```text block follows, it is
# what the last one prints (tools/Transcript.pm; BLESS=1 writes it anew).
#
# A block runs as one `sh -e` in a scratch folder that has the top folder's files as links.  Lines
# that start the build or the tests again (make), need root (apt-get, sudo) or a network (git) are
# left out, but a goal named after make must exist.
use strict;
use warnings;
use Cwd qw(getcwd);
use File::Path qw(remove_tree);
use lib 'tests/tools';
use TestKit;
use Transcript;

my $top = getcwd;

sub place {
	my ($n) = @_;
	my $dir = scratch("readme.$n");
	remove_tree($dir, { keep_root => 1 });
	for my $entry (glob("$top/*")) {
		my ($name) = $entry =~ m{([^/]+)$};
		$entry = $build if $name eq 'build';
		symlink $entry, "$dir/$name" or die "$dir/$name: $!\n";
	}
	return $dir;
}

sub check_block {
	my ($file, $n, $block) = @_;
	my (@commands, @results);
	for my $line (@{ $block->{lines} }) {
		if ($line =~ /^make\s+(?:[A-Z]+=\S*\s+)*([a-z][\w-]*)/) {
			my $r = run(cmd => [ 'make', '-n', $1 ], timeout => 120);
			push @results, $r->{status} eq 'exit 0' ? ok("$file: make $1") : fail_with("$file: make $1", $r->{err});
		}
		push @commands, $line unless $line =~ /^(make|sudo|apt-get|apt|git|cd)\b/;
	}
	return @results unless grep { /\S/ && !/^#/ } @commands;
	my $title = "$file block $n";
	my $dir = place($file =~ tr{/}{-}r . ".$n");
	splice @commands, -1, 0, 'echo @@; echo @@ >&2' if $block->{shown};
	my $r = run(cmd => [ 'sh', '-ec', "cd '$dir'\n" . join "\n", @commands ], timeout => 200);
	remove_tree($dir) if $r->{status} eq 'exit 0';
	return @results, fail_with($title, "$r->{status}\n$r->{err}" . join "\n", @commands) if $r->{status} ne 'exit 0';
	s/.*^@@\n//ms for @$r{qw(out err)};
	return @results, ok($title), $block->{shown} ? prints_as_shown($file, $block, $title, $r) : ();
}

my @jobs;
for my $file (grep { -e } 'README.md', 'examples/README.md', 'devrt/sim/gpu/README.md') {
	my $n = 0;
	for my $block (transcript($file)) {
		$n++;
		my $number = $n;
		push @jobs, sub { check_block($file, $number, $block) };
	}
}
tap(@jobs);
