#!/usr/bin/perl
# make student-tree: what teachers alone should have is not in it, nor the text of any of that under another name; lessons and
# labs are, make can build it, and nothing is overwritten.
use strict;
use warnings;
use Digest::MD5 qw(md5);
use File::Find qw(find);
use File::Temp;
use lib 'tests/tools';
use TestKit;

sub student_tree {
	my ($dir) = @_;
	return run(cmd => [ 'make', '-s', 'student-tree', "DIR=$dir" ], env => { MAKEFLAGS => '' });
}

# All files below a directory, by their names from there.
sub files {
	my ($dir) = @_;
	my @files;
	find({ no_chdir => 1, wanted => sub { push @files, s{^\Q$dir\E/}{}r if -f } }, $dir);
	return sort @files;
}

sub none { my ($title, @bad) = @_; return @bad ? fail_with($title, join "\n", @bad) : ok($title) }

# Files that are a solution under another name.
sub same_text {
	my ($dir, @files) = @_;
	my %solution = map { md5(slurp($_)) => $_ } grep { -f } glob 'lessons/solutions/* lessons/labs/*/solution/*';
	return map { "$_ is " . $solution{ md5(slurp("$dir/$_")) } } grep { $solution{ md5(slurp("$dir/$_")) } } @files;
}

sub tree {
	my $place = File::Temp->newdir;
	my $dir = "$place/kit";
	my $r = student_tree($dir);
	return fail_with('make student-tree', "$r->{status}\n$r->{out}$r->{err}") if $r->{status} ne 'exit 0';
	my @files = files($dir);
	my %there = map { $_ => 1 } @files;
	my @wanted = ('Makefile', 'README.md', 'tests/lessons.t',
		map { glob "lessons/$_" } qw(*/README.md */table labs/*/README.md labs/*/starter/* labs/*/checks));
	my @results = (
		none('no solution, no page for teachers', grep { m{(?:^|/)solutions?[/.]|INSTRUCTORS|labs\.t$|^build/|^\.git/} } @files),
		none('no text of a solution', same_text($dir, @files)),
		none('lessons, labs and their checks are there', grep { !$there{$_} } @wanted),
	);
	$r = run(cmd => [ 'make', '-n', '-C', $dir, 'all' ], env => { MAKEFLAGS => '' });
	push @results, $r->{status} eq 'exit 0' && $r->{out} =~ m{build/bin/minicc} ? ok('make can build it')
		: fail_with('make can build it', "$r->{status}\n$r->{err}");
	$r = student_tree($dir);
	push @results, $r->{status} eq 'exit 2' && $r->{err} =~ /kit is not empty; name another directory/ ? ok('nothing is overwritten')
		: fail_with('nothing is overwritten', "$r->{status}\n$r->{err}");
	return @results;
}

sub nameless {
	my $r = student_tree('');
	return $r->{status} eq 'exit 2' && $r->{err} =~ m{^make student-tree DIR=/where/to$}m ? ok('a directory must be named')
		: fail_with('a directory must be named', "$r->{status}\n$r->{err}");
}

tap(\&tree, \&nameless);
