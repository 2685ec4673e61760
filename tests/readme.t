#!/usr/bin/perl
# Every command in a ```sh block of README.md and examples/README.md runs.
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

my $top = getcwd;

sub blocks {
	my ($text) = @_;
	return $text =~ /^```sh\n(.*?)^```/msg;
}

sub place {
	my ($n) = @_;
	my $dir = scratch("readme.$n");
	remove_tree($dir, { keep_root => 1 });
	for my $entry (glob("$top/*")) {
		my ($name) = $entry =~ m{([^/]+)$};
		symlink $entry, "$dir/$name" or die "$dir/$name: $!\n";
	}
	return $dir;
}

sub check_block {
	my ($file, $n, $block) = @_;
	my (@commands, @results);
	for my $line (split /\n/, $block =~ s/\\\n//gr) {
		$line =~ s/^\$ //;
		if ($line =~ /^make\s+(?:[A-Z]+=\S*\s+)*([a-z][\w-]*)/) {
			my $r = run(cmd => [ 'make', '-n', $1 ], timeout => 120);
			push @results, $r->{status} eq 'exit 0' ? ok("$file: make $1") : fail_with("$file: make $1", $r->{err});
		}
		push @commands, $line unless $line =~ /^(make|sudo|apt-get|apt|git|cd)\b/;
	}
	return @results unless grep { /\S/ && !/^#/ } @commands;
	my $title = "$file block $n";
	my $dir = place($file =~ tr{/}{-}r . ".$n");
	my $r = run(cmd => [ 'sh', '-ec', "cd '$dir'\n" . join "\n", @commands ], timeout => 200);
	remove_tree($dir) if $r->{status} eq 'exit 0';
	return @results, $r->{status} eq 'exit 0' ? ok($title)
		: fail_with($title, "$r->{status}\n$r->{err}" . join "\n", @commands);
}

my @jobs;
for my $file (grep { -e } 'README.md', 'examples/README.md') {
	my $n = 0;
	for my $block (blocks(slurp($file))) {
		$n++;
		my $number = $n;
		push @jobs, sub { check_block($file, $number, $block) };
	}
}
tap(@jobs);
