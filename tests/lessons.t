#!/usr/bin/perl
# Lessons: each runs (its results agree with the host's, and what it claims holds), and so does each
# command in a ```sh block of its README.md.
#
# A command runs by itself, in the top folder.  One marked "# error" must fail, with a message; others
# must not.  make -C LESSON is the lesson itself.  ONLY=name tests one lesson.
use strict;
use warnings;
use lib 'tests/tools';
use TestKit;

my @lessons = grep { !$ENV{ONLY} || m{/\Q$ENV{ONLY}\E$} } map { s{/Makefile$}{}r } sort glob 'lessons/*/Makefile';

# A lesson whose output has no row that ran would prove nothing.
sub lesson {
	my ($dir) = @_;
	my $r = run(cmd => [ 'make', '-s', '-C', $dir, 'BUILT=1' ], env => { MAKEFLAGS => '' }, timeout => 300);
	return fail_with("make -C $dir", "$r->{status}\n$r->{out}$r->{err}") if $r->{status} ne 'exit 0'
		|| $r->{out} !~ /^holds: /m || $r->{out} =~ /^NO LONGER HOLDS/m;
	return ok("make -C $dir");
}

sub command {
	my ($file, $line) = @_;
	my $fails = $line =~ s/\s+# error$//;
	(my $b = $line) =~ s{\bbuild/bin/}{$B/bin/}g;
	my $r = run(cmd => [ 'sh', '-c', $b ], timeout => 120);
	my $good = $fails ? $r->{status} eq 'exit 1' && $r->{err} ne '' : $r->{status} eq 'exit 0';
	return $good ? ok("$file: $line") : fail_with("$file: $line", "$r->{status}\n$r->{err}");
}

# Commands build on each other, so those of a lesson run in one job.
sub readme {
	my ($file) = @_;
	return map { command($file, $_) } grep { !/^make / } commands($file);
}

# Every lesson has its line in the map, and the map leads to nothing else.
sub listed {
	my @links = sort map { "lessons/$_" } slurp('lessons/README.md') =~ m{\]\((\w[\w-]*)/README\.md\)}g;
	my @all = sort map { s{/Makefile$}{}r } glob 'lessons/*/Makefile';
	return "@links" eq "@all" ? ok('lessons/README.md lists all lessons')
		: fail_with('lessons/README.md lists all lessons', "@links\n@all");
}

# No link leads nowhere.
sub links {
	my @bad;
	for my $file ('lessons/README.md', map { "$_/README.md" } @lessons) {
		my ($dir) = $file =~ m{(.*)/};
		push @bad, map { "$file: $_" } grep { !/^https?:/ && !-e "$dir/$_" }
			slurp($file) =~ /\]\(([^)#]+)(?:#[^)]*)?\)/g;
	}
	return @bad ? fail_with('links', join "\n", @bad) : ok('links');
}

tap(\&listed, \&links, sub { readme('lessons/README.md') },
	map { my $dir = $_; (sub { lesson($dir) }, sub { readme("$dir/README.md") }) } @lessons);
