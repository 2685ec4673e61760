#!/usr/bin/perl
# Lessons: each runs (its results agree with the host's, and what it claims holds), and so does each
# command in a ```sh block of its README.md; where a ```text block follows, it is what the last command prints
# (tools/Transcript.pm).
#
# A command runs by itself, in the top folder.  One marked "# error" must fail, with a message; others
# must not.  make -C LESSON is the lesson itself.  ONLY=name tests one lesson.  BLESS=1 writes what is printed now
# into the pages: look at the difference before you keep it.
use strict;
use warnings;
use lib 'tests/tools', 'lessons';
use Measure;
use TestKit;
use Transcript;

my @lessons = grep { !$ENV{ONLY} || m{/\Q$ENV{ONLY}\E$} } map { s{/Makefile$}{}r } sort glob 'lessons/*/Makefile';

# What is printed, compared with what the page shows.  Registers are ptxas', so without it nothing is compared.
sub shown {
	my ($file, $block, $name, $r) = @_;
	return () if !$block->{shown};
	return skip("$name prints what the page shows", 'no ptxas') if !ptxas();
	return prints_as_shown($file, $block, $name, $r);
}

# A lesson whose output has no row that ran would prove nothing.
sub lesson {
	my ($dir, $more) = @_;
	my $r = run(cmd => [ 'sh', '-c', "exec make -s -C $dir BUILT=1 $more" ], env => { MAKEFLAGS => '' }, timeout => 300);
	return ($r, fail_with("make -C $dir $more", "$r->{status}\n$r->{out}$r->{err}")) if $r->{status} ne 'exit 0'
		|| $r->{out} !~ /^holds: /m || $r->{out} =~ /^NO LONGER HOLDS/m;
	return ($r, ok("make -C $dir $more" =~ s/ $//r));
}

sub command {
	my ($file, $line) = @_;
	my $fails = $line =~ s/\s+# error$//;
	(my $b = $line) =~ s{\bbuild/bin/}{$B/bin/}g;
	my $r = run(cmd => [ 'sh', '-c', $b ], timeout => 120);
	my $good = $fails ? $r->{status} eq 'exit 1' && $r->{err} ne '' : $r->{status} eq 'exit 0';
	return ($r, $good ? ok("$file: $line") : fail_with("$file: $line", "$r->{status}\n$r->{err}"));
}

# One command of a page, and whether it prints what is shown.  make is run only for the page's own lesson.
sub step {
	my ($file, $block, $k) = @_;
	my $line = $block->{commands}[$k];
	my ($r, @results);
	if ($line !~ /^make /) { ($r, @results) = command($file, $line) }
	elsif ($line =~ m{^make -C (lessons/\S+)\s*(.*)} && "$1/README.md" eq $file && $2 !~ /slurm|FULL/) {
		($r, @results) = lesson($1, $2);
		$r->{err} = '';         # how far the sweep is
	} else { return () }
	return (@results, $k == $#{ $block->{commands} } ? shown($file, $block, "$file: $line", $r) : ());
}

# Commands build on each other, so those of a lesson run in one job.
sub readme {
	my ($file) = @_;
	return map { my $block = $_; map { step($file, $block, $_) } 0 .. $#{ $block->{commands} } } transcript($file);
}

# The page must show how the lesson is run.
sub runs {
	my ($dir) = @_;
	my @own = grep { $_ eq "make -C $dir" } commands("$dir/README.md");
	return @own == 1 ? () : fail_with("$dir/README.md says make -C $dir");
}

# Every lesson has its line in the map, and the map leads to nothing else.
sub listed {
	my @links = sort map { "lessons/$_" } slurp('lessons/README.md') =~ m{\]\((\w[\w-]*)/README\.md\)}g;
	my %links = map { $_ => 1 } @links;
	my @all = sort map { s{/Makefile$}{}r } glob 'lessons/*/Makefile';
	return join(' ', sort keys %links) eq "@all" ? ok('lessons/README.md lists all lessons')
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
	map { my $dir = $_; sub { (runs($dir), readme("$dir/README.md")) } } @lessons);
