#!/usr/bin/perl
# Labs (lessons/labs): handed out outside the tree, a starter gets less than full marks and the solution gets
# them all, results.json is what autograders read, no solution is handed out, and the commands in its
# README.md run.  Solutions that were damaged get the points that are left.
#
# ONLY=name tests one lab.
use strict;
use warnings;
use Cwd qw(getcwd);
use File::Copy qw(copy);
use File::Temp qw(tempdir);
use JSON::PP qw(decode_json);
use lib 'tests/tools';
use TestKit;

my $top = getcwd;
my @labs = map { m{([^/]+)/checks$} } sort glob 'lessons/labs/*/checks';

# What a starter's grading has to say.
my %says = (scheme => qr/cannot take this target region: it is not written yet \[no page\]/);

# A line of a README for instructors, with a directory of ours for its DIR, or behind it.
sub hand_out {
	my ($line, $dir) = @_;
	$line =~ s/ DIR=\S+//;
	return run(cmd => [ 'sh', '-c', "$line DIR=$dir BUILT=1" ], env => { MAKEFLAGS => '' });
}

sub make_grade {
	my ($dir) = @_;
	my $r = run(cmd => [ 'make', '-s', '-C', $dir, 'grade' ], timeout => 200,
		env => { MAKEFLAGS => '', BUILD => $build });
	my $text = slurp("$dir/results.json");
	$r->{results} = defined $text ? eval { decode_json($text) } // {} : {};
	return $r;
}

# Scores add up, each test has what Gradescope asks for, and the TAP says the same.
sub sound {
	my ($r) = @_;
	my @tests = @{ $r->{results}{tests} // [] };
	my $sum = 0;
	for my $t (@tests) {
		return 0 if grep { !defined $t->{$_} } qw(name score max_score output);
		$sum += $t->{score};
	}
	my @tap = $r->{out} =~ /^(ok|not ok) /mg;
	my $lost = grep { $_->{score} < $_->{max_score} } @tests;
	my @board = @{ $r->{results}{leaderboard} // [] };
	return 0 if grep { !defined $_->{name} || !defined $_->{value} } @board;
	return @tests && $sum == $r->{results}{score} && @tap == @tests && $lost == grep { $_ eq 'not ok' } @tap;
}

sub most {
	my $most = 0;
	$most += $_->{max_score} for @{ $_[0]{results}{tests} // [] };
	return $most;
}

sub full { most($_[0]) && $_[0]{results}{score} == most($_[0]) }

sub without_solution {
	my ($lab, $dir) = @_;
	my %starter = map { s{.*/}{}r => 1 } glob "lessons/labs/$lab/starter/*";
	my @more = grep { !$starter{$_} && !/^(Makefile|README\.md)$/ } map { s{.*/}{}r } glob "$dir/*";
	my @same = grep { -e "$dir/$_" && slurp("$dir/$_") eq slurp("lessons/labs/$lab/solution/$_") }
		map { s{.*/}{}r } glob "lessons/labs/$lab/solution/*";
	return @more || @same ? fail_with("$lab: no solution in the handout", "@more @same")
		: ok("$lab: no solution in the handout");
}

sub readme {
	my ($lab, $dir) = @_;
	return map {
		my $line = s{\Q$top/build/\E}{$build/}gr;
		my $r = run(cmd => [ 'sh', '-c', "cd '$dir' && $line" ], timeout => 100);
		my $title = "$lab: " . s{\Q$top/\E}{}gr;
		$r->{status} eq 'exit 0' ? ok($title) : fail_with($title, "$r->{status}\n$r->{out}$r->{err}");
	} grep { $_ ne 'make grade' } commands("$dir/README.md");
}

sub lab {
	my ($lab) = @_;
	my $dir = tempdir(CLEANUP => 1) . "/$lab";
	my $r = hand_out("make -s -C lessons lab NAME=$lab", $dir);
	return fail_with("$lab: handed out", "$r->{status}\n$r->{out}$r->{err}") if $r->{status} ne 'exit 0';
	my @results = without_solution($lab, $dir);
	$r = make_grade($dir);
	my ($score, $most) = ($r->{results}{score}, most($r));
	push @results, sound($r) && !full($r) ? ok("$lab: the starter gets $score points of $most")
		: fail_with("$lab: the starter gets less than full marks", "$r->{status}\n$r->{out}$r->{err}");
	push @results, $r->{out} =~ $says{$lab} ? ok("$lab: why the starter fails")
		: fail_with("$lab: why the starter fails", $r->{out}) if $says{$lab};
	copy($_, $dir) for glob "lessons/labs/$lab/solution/*";
	$r = make_grade($dir);
	push @results, sound($r) && full($r) && $r->{status} eq 'exit 0' ? ok("$lab: the solution gets full marks")
		: fail_with("$lab: the solution gets full marks", "$r->{status}\n$r->{out}$r->{err}");
	return @results, links($lab, $dir), readme($lab, $dir);
}

# Links to lessons lead somewhere.
sub links {
	my ($lab, $dir) = @_;
	my @dead = grep { !-e } slurp("$dir/README.md") =~ m{\]\((/[^)#]+)}g;
	return @dead ? fail_with("$lab: links", "@dead") : ok("$lab: links");
}

# What the READMEs tell instructors to type.
sub handing_out {
	my ($file) = @_;
	my @lines = grep { /^make -C lessons lab NAME/ } commands($file);
	return fail_with("$file: how to hand out a lab", 'no such command') if !@lines;
	return map {
		my $dir = tempdir(CLEANUP => 1) . '/lab';
		my $r = hand_out($_, $dir);
		$r->{status} eq 'exit 0' && -e "$dir/Makefile" ? ok("$file: $_") : fail_with("$file: $_", "$r->{out}$r->{err}");
	} @lines;
}

# Submissions as an autograder gets them: the solution with one file edited, and the points that are left.
my @submissions = (
	[ 'mapping', 'heat.c', 'one array is copied again and again', 2, sub { s/ map\(to: gain\)// } ],
	[ 'mapping', 'heat.c', 'another problem is solved', 0, sub { s/SWEEPS 4/SWEEPS 2/ } ],
	[ 'mapping', 'heat.c', 'it does not compile', 0, sub { s/return verdict.*// && s/#pragma/#pragma omp/ } ],
	[ 'grid', 'norms.c', 'good for one GPU only', 10, sub { s/thread_limit/num_teams(240) thread_limit/ } ],
	[ 'spmd', 'rows.c', 'a statement too many', 0, sub { s/(\t\tint shift.*\n)/$1\t\tfactor[team] += 0;\n/ } ],
	[ 'barrier', 'repair.c', 'a barrier too many', 9, sub { s/(\t\t\t#pragma omp barrier\n)/$1$1/ } ],
	[ 'control-loop', 'loop.ptx', 'one pair of labels', 1, sub { s/\txor.b32.*// } ],
	[ 'shared', 'window.c', 'no barrier between the loops', 1, sub { s/omp for\n/omp for nowait\n/ } ],
);

sub submission {
	my ($lab, $file, $what, $points, $edit) = @_;
	my $dir = tempdir(CLEANUP => 1);
	copy($_, $dir) for glob "lessons/labs/$lab/solution/*";
	local $_ = slurp("$dir/$file");
	$edit->() or return fail_with("$lab: $what", 'nothing to edit');
	spew("$dir/$file", $_);
	spew("$dir/Makefile", "grade:\n\techo full marks\n");
	my $r = run(cmd => [ 'perl', 'lessons/labs/autograde', $lab, $dir, "$dir/results.json" ],
		env => { BUILD => $build }, timeout => 200);
	$r->{results} = eval { decode_json(slurp("$dir/results.json") // '') };
	my $good = $r->{status} eq 'exit 0' && sound($r) && $r->{results}{score} == $points;
	return $good ? ok("$lab: $what: $points points")
		: fail_with("$lab: $what: $points points", "$r->{out}$r->{err}");
}

# Mistakes in handing out: no such lab, and a directory that somebody has worked in.
sub refusals {
	my $dir = tempdir(CLEANUP => 1);
	spew("$dir/heat.c", "mine\n");
	my $unknown = hand_out('make -s -C lessons lab NAME=nosuch', "$dir/new");
	my $full = hand_out("make -s -C lessons lab NAME=$labs[0]", $dir);
	my $good = $unknown->{status} ne 'exit 0' && $unknown->{err} =~ /no lab 'nosuch'.*\Q$labs[0]\E/s
		&& $full->{status} ne 'exit 0' && $full->{err} =~ /not empty/ && slurp("$dir/heat.c") eq "mine\n";
	return $good ? ok('hand-out refuses what it cannot do')
		: fail_with('hand-out refuses what it cannot do', "$unknown->{err}$full->{err}");
}

# Every lab has its line in the map, and in the list that one gets without a name.
sub listed {
	my $list = run(cmd => [ qw(make -s -C lessons lab BUILT=1) ], env => { MAKEFLAGS => '' });
	my @names = $list->{out} =~ /^  (\S+)$/mg;
	my @links = sort(slurp('lessons/README.md') =~ m{\]\(labs/([\w-]+)/README\.md\)}g);
	return "@links" eq "@labs" && "@names" eq "@labs" ? ok('all labs are listed')
		: fail_with('all labs are listed', "@links\n@names\n@labs");
}

my $only = $ENV{ONLY};
tap(\&listed, \&refusals, sub { handing_out('lessons/README.md') },
	(map { my $lab = $_; sub { lab($lab) } } grep { !$only || $_ eq $only } @labs),
	(map { my @s = @$_; sub { submission(@s) } } grep { !$only || $_->[0] eq $only } @submissions));
