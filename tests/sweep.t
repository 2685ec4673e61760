#!/usr/bin/perl
# Sweeps (lessons/sweep.mk, Sweep.pm): points run side by side, can be stopped and gone on with, and are the same
# list as a job array.
#
# And the lessons' kernels are timed by on-gpu, here on a simulated one.
#
# The points here are small shell commands that keep a record of what ran.  sbatch is a script of ours that runs each
# task of what it is given.
use strict;
use warnings;
use lib 'tests/tools';
use TestKit;
use Cwd qw(getcwd);
use File::Path qw(make_path remove_tree);
use Time::HiRes qw(sleep);

my $top = getcwd;
my $place = scratch('sweep');
remove_tree($place, { keep_root => 1 });

sub check {
	my ($name, $good, $why) = @_;
	return $good ? ok($name) : fail_with($name, $why // '');
}

# A sweep of these points: name => command.  %D in a command is the sweep's folder.
sub sweep_of {
	my ($name, @points) = @_;
	my $dir = "$place/$name";
	make_path($dir);
	my $text = '';
	while (my ($n, $command) = splice @points, 0, 2) { $text .= "$n\t" . ($command =~ s/%D/$dir/gr) . "\n" }
	spew("$dir/points", $text);
	return $dir;
}

sub make_sweep {
	my ($dir, @more) = @_;
	return run(cmd => [ 'make', '-s', '-f', 'lessons/sweep.mk', "SWEEP=$dir", @more ], env => { MAKEFLAGS => '' });
}

sub record { return scalar split /\n/, slurp("$_[0]/record") // '' }
sub results { return join ' ', map { m{([^/]+)\.json$} } sort glob "$_[0]/*.json" }
sub leftovers { return join ' ', grep { !m{/(points|record|todo|job\.sh|[\w-]+\.json)$} } glob "$_[0]/*" }

sub complete {
	my $dir = sweep_of('complete', map { ("p$_" => "echo ran >>%D/record; echo $_") } 1 .. 5);
	my $r = make_sweep($dir, '-j2');
	my $again = make_sweep($dir, '-j2');
	return (check('each point becomes a file', $r->{status} eq 'exit 0' && results($dir) eq 'p1 p2 p3 p4 p5'
			&& slurp("$dir/p3.json") eq "3\n" && !leftovers($dir), "$r->{status} $r->{err} " . leftovers($dir)),
		check("it says how far it is", (() = $r->{err} =~ m{^\[\d/5\] p\d$}mg) == 5 && $r->{err} =~ m{^\[5/5\] p}m, $r->{err}),
		check('nothing runs twice', $again->{status} eq 'exit 0' && record($dir) == 5, record($dir)));
}

sub failure {
	my $dir = sweep_of('failure', good => 'echo 1', bad => 'echo half; exit 3');
	my $r = make_sweep($dir, '-k');
	return check('a command that fails leaves no result', $r->{status} ne 'exit 0' && results($dir) eq 'good'
		&& !leftovers($dir) && $r->{err} =~ /failed: echo half; exit 3/, "$r->{status} $r->{err}");
}

# ^C goes to the whole process group.
sub interrupted {
	my $dir = sweep_of('interrupted', a => 'echo ran >>%D/record; echo 1',
		b => 'echo half; [ -e %D/go ] || { touch %D/waits; sleep 30; }', c => 'echo ran >>%D/record; echo 3');
	my $pid = fork // die "fork: $!\n";
	if (!$pid) {
		setpgrp;
		$SIG{INT} = 'DEFAULT';  # ignored when the tests run in the background
		open STDERR, '>', '/dev/null';
		exec 'make', '-s', '-f', 'lessons/sweep.mk', "SWEEP=$dir";
	}
	for (1 .. 200) { last if -e "$dir/waits"; sleep 0.05 }
	kill 'INT', -$pid;
	waitpid $pid, 0;
	my $stopped = $? != 0;
	unlink "$dir/waits";
	my $between = results($dir);
	my $left = leftovers($dir);
	spew("$dir/go", '');
	my $r = make_sweep($dir);
	unlink "$dir/go";
	return (check('stopped, it keeps what is done and nothing by halves', $stopped && $between eq 'a' && !$left,
			"'$between' '$left'"),
		check('and goes on', $r->{status} eq 'exit 0' && results($dir) eq 'a b c' && record($dir) == 2, $r->{err}));
}

# An sbatch that runs the tasks of the array at once, and says what it was given.
sub fake_sbatch {
	my $bin = "$place/bin";
	make_path($bin);
	spew("$bin/sbatch", <<'SBATCH');
#!/bin/sh
for script; do :; done
echo "sbatch $*"
tasks=$(sed -n 's/^#SBATCH --array=1-//p' "$script")
cd "$(sed -n 's/^#SBATCH --chdir=//p' "$script")" || exit 1
for SLURM_ARRAY_TASK_ID in $(seq "$tasks")
do
	export SLURM_ARRAY_TASK_ID
	echo "task $SLURM_ARRAY_TASK_ID"
	sh "$script" || exit 1
done
SBATCH
	chmod 0755, "$bin/sbatch";
	return "$bin:$ENV{PATH}";
}

sub submit {
	my ($dir, @more) = @_;
	return run(cmd => [ 'make', '-s', '-f', 'lessons/sweep.mk', "SWEEP=$dir", 'slurm', @more ],
		env => { MAKEFLAGS => '', PATH => fake_sbatch() });
}

sub slurm {
	my $dir = sweep_of('slurm', map { ("p$_" => "echo ran >>%D/record; echo $_") } 1 .. 5);
	make_sweep($dir, "$dir/p2.json");
	my $r = submit($dir);
	my $job = slurp("$dir/job.sh") // '';
	my $again = submit($dir);
	return (check('what is missing becomes an array of tasks', $r->{status} eq 'exit 0' && $job =~ /^#SBATCH --array=1-4$/m
			&& $job =~ /\A#!\/bin\/sh\n/ && $r->{out} =~ /^task 4$/m && results($dir) eq 'p1 p2 p3 p4 p5'
			&& record($dir) == 5, "$r->{status} $r->{out} $r->{err} $job"),
		check('which runs where it was submitted', $job =~ /^#SBATCH --chdir=\Q$top\E$/m, $job),
		check('nothing is submitted twice', $again->{out} =~ /nothing is missing/ && $again->{out} !~ /sbatch/, $again->{out}));
}

sub few_tasks {
	my $dir = sweep_of('tasks', map { ("p$_" => "echo ran >>%D/record; echo $_") } 1 .. 7);
	my $r = submit($dir, 'TASKS=3', 'SBATCH=sbatch --partition=debug');
	my $job = slurp("$dir/job.sh") // '';
	return check('TASKS and SBATCH say how', $job =~ /^#SBATCH --array=1-3$/m && record($dir) == 7
		&& $r->{out} =~ /^sbatch --partition=debug /m && results($dir) eq 'p1 p2 p3 p4 p5 p6 p7', "$r->{out} $r->{err}");
}

# A lesson's own list, its results, and what makes them old.
sub lesson {
	my %env = (MAKEFLAGS => '', SCRATCH => $place, BUILD => $B);
	my @make = ('make', '-s', '-j2', '-C', 'lessons/01-offloading', 'BUILT=1');
	my $dir = "$place/sweeps/01-offloading";
	my $r = run(cmd => \@make, env => \%env, timeout => 120);
	my $serial = run(cmd => [ 'perl', 'lessons/01-offloading/table' ], env => \%env);
	my @lines = split /\n/, slurp("$dir/points") // '';
	my $results = () = glob "$dir/*.json";
	utime 0, 0, "$dir/begun";
	run(cmd => [ 'perl', 'lessons/01-offloading/table' ], env => { %env, POINTS => 1 });
	my $old = () = glob "$dir/*.json";
	my ($name, $command) = split /\t/, $lines[0] // '';
	my $point = run(cmd => [ 'sh', '-c', $command // 'false' ], env => \%env);
	return (check('a lesson is a sweep', $r->{status} eq 'exit 0' && @lines == 8 && $results == 8,
			"$r->{status} $results of " . @lines . " $r->{err}"),
		check('its table is the same without make', $serial->{out} eq $r->{out}, $serial->{out}),
		check('results older than the compiler are forgotten', $old == 0, $old),
		check('a point is a command', $point->{out} =~ /"result":"ok"/ && $point->{out} =~ /"cycles":\d/,
			"$point->{out}$point->{err}"));
}

# In full there are more points, or other ones; make -n has a line for each, and sh reads the job array's script.
sub in_full {
	my ($lesson, $points) = @_;
	my @make = ('make', '-s', '-C', "lessons/$lesson", 'BUILT=1', 'FULL=1');
	my %env = (MAKEFLAGS => '', SCRATCH => "$place/full", BUILD => $B);
	my $dir = "$place/full/sweeps/$lesson";
	my $r = run(cmd => [ @make, 'points' ], env => \%env);
	my $plan = run(cmd => [ 'make', '-n', '-f', 'lessons/sweep.mk', "SWEEP=$dir" ], env => { MAKEFLAGS => '' });
	my $would = () = $plan->{out} =~ /^sh lessons\/run-point /mg;
	my $job = run(cmd => [ @make, 'slurm', 'SBATCH=sh -n' ], env => \%env);
	return (check("$lesson in full is $points points", $r->{status} eq 'exit 0' && $would == $points, "$would $r->{err} $plan->{err}"),
		check("and so many tasks", $job->{out} eq "$dir: $points points in $points tasks\n", "$job->{out} $job->{err}"));
}

# What is for a real GPU, on the simulator: a row for each kernel, with a time.
sub on_gpu {
	my $r = run(cmd => [ 'perl', 'lessons/on-gpu', 'sim:v100', 1 ], env => { SCRATCH => $place }, timeout => 120);
	my ($file) = glob "$place/on-gpu/lessons.sim-v100.*.tsv";
	my @rows = grep { !/^#/ } split /\n/, slurp($file // '/dev/null');
	my $timed = grep { (split /\t/)[8] =~ /^\d+\.\d\d$/ && (split /\t/)[8] > 1 } @rows;
	return check('on-gpu has a time for each kernel', $r->{status} eq 'exit 0' && @rows == 8 && $timed == 8,
		"$r->{status} $r->{out} $r->{err} @rows");
}

tap(\&on_gpu, sub { in_full('05-control-loop', 114) }, sub { in_full('08-spmd', 24) }, \&complete, \&failure, \&interrupted, \&slurm, \&few_tasks, \&lesson);
