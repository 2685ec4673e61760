#!/usr/bin/perl
# Lessons: each runs (its results agree with the host's, and what it claims holds), and so does each
# command in a ```sh block of its README.md, or in a comment in front of a table.  What it prints is compared, digit by
# digit: a ```text block behind it, or the table, shows it (tools/Transcript.pm), and a command that is not the last of its
# block, or has no such block, must print nothing.
#
# A command runs by itself, in the top folder.  One marked "# error" must fail, with a message; others
# must not.  make -C LESSON is the lesson itself, in its own page; elsewhere, and for make lessons, it is asked what it
# would do.  A page tables.md beside it has what the lesson prints, whole; it is run once for both.  So is sbatch about a
# job array (slurm.t has a cluster).  ONLY=name tests one lesson or page.  BLESS=1 (make
# lessons-update) writes what is printed now into the pages: look at the difference before you keep it.
use strict;
use warnings;
use File::Path qw(remove_tree);
use lib 'tests/tools', 'lessons';
use Measure;
use TestKit;
use Transcript;

delete $ENV{FULL};
my @lessons = grep { wanted($_) } map { s{/Makefile$}{}r } sort glob 'lessons/*/Makefile';
# Pages about lessons; students have the first only.
my @guides = grep { wanted($_) && -e } map { "lessons/$_" } qw(README.md INSTRUCTORS.md solutions/exam.md);

sub wanted { return !$ENV{ONLY} || $_[0] =~ m{/\Q$ENV{ONLY}\E$} }

# What is printed, compared with what the page shows.  Registers are ptxas', so without it nothing is compared.
sub shown {
	my ($file, $block, $name, $r, $last) = @_;
	if (!$last || !$block->{shown}) {
		return "$r->{out}$r->{err}" eq '' ? () : fail_with("$name prints nothing, as nothing is shown", "$r->{out}$r->{err}");
	}
	return skip("$name prints what the page shows", 'no ptxas') if !ptxas();
	return prints_as_shown($file, $block, $name, $r);
}

# A sweep says how far it is.
sub without_progress {
	my ($r) = @_;
	$r->{err} =~ s{^\[\d+/\d+\] .*\n}{}mg;
	return $r;
}

# make, with goals and variables as the page has them, and nothing built.  Two pages of a lesson show the same run.
my %made;

sub make {
	my ($line, %env) = @_;
	return $made{$line} if $made{$line};
	my $r = run(cmd => [ 'sh', '-c', "exec $line -s BUILT=1" ], env => { MAKEFLAGS => '', %env }, timeout => 600);
	without_progress($r);
	$made{$line} = { %$r } if !%env && $line =~ m{^make -C lessons/\d};
	return $r;
}

# A lesson whose output has no claim that holds would prove nothing.
sub lesson {
	my ($line) = @_;
	my $r = make($line);
	return ($r, $r->{status} eq 'exit 0' && $r->{out} =~ /^holds: /m && $r->{out} !~ /^NO LONGER HOLDS/m);
}

# What sbatch would get: a script that sh can read, with a task for each point or as many as asked for.
sub array {
	my ($line) = @_;
	my ($lesson) = $line =~ m{-C lessons/(\S+)};
	my $scratch = scratch('array');
	unlink glob "$scratch/sweeps/$lesson/*.json";
	my $r = make("$line SBATCH='sh -n'", SCRATCH => $scratch);
	my $points = () = (slurp("$scratch/sweeps/$lesson/points") // '') =~ /\n/g;
	my ($tasks) = $line =~ /TASKS=(\d+)/;
	$tasks //= $points;
	my $good = $r->{status} eq 'exit 0' && $points && $r->{out} eq "$scratch/sweeps/$lesson: $points points in $tasks tasks\n"
		&& slurp("$scratch/sweeps/$lesson/job.sh") =~ /^#SBATCH --array=1-$tasks$/m;
	return ($good ? { out => '', err => $r->{err} } : $r, $good);
}

# Lessons are run by their own pages; elsewhere, whether make would.
sub would {
	my ($line) = @_;
	my $r = make("$line -n", SCRATCH => scratch('would'));
	my @all = $line =~ m{-C (lessons/\S+)} ? $1 : map { s{/Makefile}{}r } glob 'lessons/*/Makefile';
	my @not = grep { $r->{out} !~ m{perl \Q$_\E/table} } @all;
	return @not ? ($r, 0) : ({ out => '', err => '' }, 1);
}

# A handout or a student's tree wants an empty folder: one of ours in place of the page's.
sub lab {
	my ($line) = @_;
	my $dir = scratch("handout.$$");
	remove_tree($dir);
	my $theirs = $line =~ s/DIR=(\S+)/DIR=$dir/ ? $1 : '';
	my $r = make($line);
	remove_tree($dir);
	$r->{out} =~ s/\Q$dir\E/$theirs/g;
	return ($r, $r->{status} eq 'exit 0');
}

# Any other command.
sub command {
	my ($line) = @_;
	my $fails = $line =~ s/\s+# error$//;
	$line =~ s{\bbuild/bin/}{$B/bin/}g;
	my $r = $line =~ /^make / ? make($line) : without_progress(run(cmd => [ 'sh', '-c', $line ], timeout => 120));
	return ($r, $fails ? $r->{status} eq 'exit 1' && $r->{err} ne '' : $r->{status} eq 'exit 0');
}

# Tables that take the longest are made with ALL=1 (TestKit's `full`), and otherwise only would be.
my %long = map { ("lessons/$_/README.md" => 1, "lessons/$_/tables.md" => 1) } qw(02-dynamic-parallelism 05-control-loop 10-grid 11-simd 12-generic-cost
	13-kernels 15-miniapp 18-hydro 19-transport);

# What runs a line of a page.
sub way {
	my ($file, $line) = @_;
	return \&array if $line =~ /^make .*\bslurm\b/;
	return \&would if $line =~ /^make .*lessons$/;
	return \&lab if $line =~ /^make (.* lab|student-tree)\b/;
	return \&command if $line !~ m{^make .*-C (lessons/\d\S+)};
	return $file =~ m{^\Q$1\E/(README|tables)\.md$} ? \&lesson : \&would;
}

# One command of a page, and whether it prints what is shown.
sub step {
	my ($file, $block, $k) = @_;
	my $line = $block->{commands}[$k];
	my $way = way($file, $line);
	my $sampled = $way == \&lesson && $long{$file} && !full();
	return skip("$file: $line", 'takes long: ALL=1') if $long{$file} && !full() && $line =~ /-beside$/;
	my ($r, $good) = ($sampled ? \&would : $way)->($line);
	my $name = "$file: $line";
	return fail_with($name, "$r->{status}\n$r->{out}$r->{err}") if !$good;
	return (ok($name), skip("$name prints what the page shows", 'takes long: ALL=1')) if $sampled;
	return (ok($name), shown($file, $block, $name, $r, $k == $#{ $block->{commands} }));
}

# Commands build on each other, so those of a lesson run in one job.
sub readme {
	my ($file) = @_;
	return map { my $block = $_; map { step($file, $block, $_) } 0 .. $#{ $block->{commands} } } transcript($file);
}

# Every page has the same parts, in their order.
sub parts {
	my ($dir) = @_;
	my $page = slurp("$dir/README.md");
	my @parts = $page =~ /^(\*\*The question\.|\*\*The (?:paper|source)\.|## Do|## Look at|## Notice|## Exercises|## On today's GPUs)/mg;
	my $all = "**The question. **The paper. ## Do ## Look at ## Notice ## Exercises ## On today's GPUs";
	my @bad = "@parts" =~ s/source/paper/r eq $all ? () : "@parts";
	push @bad, 'the head does not say what one can do afterwards, what one must know, how long it takes'
		if $page !~ /^\*You can afterwards\*\s.*\*You\s+need\*\s.*\*Time:\*\s.*^## Do/ms;
	push @bad, 'no picture in front of the first step' if $page !~ /^!\[[^\]]+\]\(figure\.svg\)\n.*^## Do/ms;
	return @bad ? fail_with("$dir has its parts", "@bad") : ok("$dir has its parts");
}

# A reader answers a question before an output is unfolded: some paragraph between the last block and this one asks.
sub asks {
	my ($dir) = @_;
	my @bad;
	my ($do) = slurp("$dir/README.md") =~ /^## Do\n(.*?)^## Look at/ms;
	my ($before) = '';
	for my $part (split /^(<details>.*?^<\/details>\n)/ms, $do) {
		push @bad, $part =~ /<summary>(.*?)</ if $part =~ /^<details>/ && $before !~ /\?/;
		$before = $part if $part !~ /^\s*$/;
	}
	my $n = () = $do =~ /^<details>/mg;
	return @bad || $n < 2 ? fail_with("$dir asks before it shows", join "\n", "$n folded", @bad) : ok("$dir asks before it shows");
}

# Each exercise has its level and three hints.
sub hints {
	my ($dir) = @_;
	my ($part) = slurp("$dir/README.md") =~ /^## Exercises\n(.*?)(?=^## )/ms;
	my @bad;
	while ($part =~ /^(\d+)\. (.*?)(?=^\d+\. |\z)/msg) {
		my ($k, $text) = ($1, $2);
		my @hints = $text =~ m{^   <details><summary>hint (\d)</summary>.+</details>$}mg;
		push @bad, "exercise $k" if $text !~ /^\*\((easy|middle|hard)\)\* / || "@hints" ne '1 2 3';
	}
	return @bad ? fail_with("$dir: levels and hints", @bad) : ok("$dir: levels and hints");
}

# Each lesson ends with the next one, in the order of lessons/README.md.
sub order {
	my ($table) = slurp('lessons/README.md') =~ /^(\|.*?)\n\n/ms;
	my @all = $table =~ m{\]\((\w[\w-]*)/README\.md\)}g;
	my @bad;
	for my $i (0 .. $#all - 1) {
		my ($next) = slurp("lessons/$all[$i]/README.md") =~ m{^\*\*Next:\*\* \[lesson \w+\]\(\.\./([\w-]+)/README\.md\)$}m;
		push @bad, "$all[$i]: " . ($next // 'nothing') if ($next // '') ne $all[ $i + 1 ];
	}
	return @bad ? fail_with('each lesson leads to the next', @bad) : ok('each lesson leads to the next');
}

# The pictures in the texts are those that lessons/pictures draws.
sub pictures {
	my $r = run(cmd => [ $^X, 'lessons/pictures', $ENV{BLESS} ? () : '-check' ], timeout => 120);
	return $r->{status} eq 'exit 0' ? ok('the pictures are what lessons/pictures draws')
		: fail_with('the pictures are what lessons/pictures draws', "$r->{out}$r->{err}");
}

# A chart that a lesson draws is named in its text: build/lesson05-k40.svg stands for the V100's, too.
sub charts {
	my @unnamed = grep {
		my ($lesson, $first) = (m{^(lessons/[^/]+)/}, slurp($_) =~ m{^plot: (build/\S+)}m);
		defined $first && index(slurp("$lesson/README.md"), $first) < 0;
	} glob 'lessons/*/tables.md';
	return @unnamed ? fail_with('lessons name the charts that they draw', "@unnamed") : ok('lessons name the charts that they draw');
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
	for my $file (@guides, grep { -e } map { ("$_/README.md", "$_/tables.md") } @lessons) {
		my ($dir) = $file =~ m{(.*)/};
		push @bad, map { "$file: $_" } grep { !/^https?:/ && !-e "$dir/$_" }
			slurp($file) =~ /\]\(([^)#]+)(?:#[^)]*)?\)/g;
	}
	return @bad ? fail_with('links', join "\n", @bad) : ok('links');
}

tap(\&listed, \&links, \&order, \&pictures, \&charts, map({ my $page = $_; sub { readme($page) } } @guides),
	map { my $dir = $_; sub {
		(parts($dir), runs($dir), asks($dir), hints($dir), map { readme($_) } grep { -e } "$dir/README.md", "$dir/tables.md")
	} } @lessons);
