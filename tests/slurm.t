#!/usr/bin/perl
# A lesson's sweep, and a job of MPI, on a Slurm cluster: one node, this machine, started here and ended here.
#
# Needs slurmctld, slurmd and sbatch (Debian: slurm-wlm), and nothing of their configuration: the cluster has its own, in
# its own folder, on ports that were free, and asks nobody who he is (auth/none).  Skipped where they are not installed
# or do not start.  How job arrays are made is sweep.t's.
use strict;
use warnings;
use lib 'tests/tools';
use TestKit;
use Cwd qw(abs_path);
use File::Path qw(make_path remove_tree);
use IO::Socket::INET;
use Sys::Hostname qw(hostname);
use Time::HiRes qw(sleep);

$ENV{PATH} .= ':/usr/sbin:/sbin';
my $place = abs_path(scratch('slurm'));
my @daemons;

sub check {
	my ($name, $good, $why) = @_;
	return $good ? ok($name) : fail_with($name, $why // '');
}

sub missing { return grep { my $p = $_; !grep { -x "$_/$p" } split /:/, $ENV{PATH} } qw(slurmctld slurmd sbatch sinfo) }

sub free_port {
	my $s = IO::Socket::INET->new(Listen => 1, LocalAddr => '127.0.0.1') or die "no port: $!\n";
	return $s->sockport;
}

sub configuration {
	my $host = hostname() =~ s/\..*//r;
	my ($control, $node, $user, $cpus) = (free_port(), free_port(), scalar getpwuid($<), `nproc` + 0);
	return <<"CONF";
ClusterName=lessons
SlurmctldHost=$host(127.0.0.1)
SlurmctldPort=$control
SlurmdPort=$node
SlurmUser=$user
SlurmdUser=$user
AuthType=auth/none
CredType=cred/none
MailProg=/bin/true
MpiDefault=none
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SwitchType=switch/none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
AccountingStorageType=accounting_storage/none
JobAcctGatherType=jobacct_gather/none
SchedulerParameters=sched_interval=1,batch_sched_delay=0
ReturnToService=2
StateSaveLocation=$place/state
SlurmdSpoolDir=$place/spool
SlurmctldPidFile=$place/slurmctld.pid
SlurmdPidFile=$place/slurmd.pid
NodeName=$host NodeAddr=127.0.0.1 CPUs=$cpus State=UNKNOWN
PartitionName=debug Nodes=$host Default=YES MaxTime=INFINITE State=UP
CONF
}

sub daemon {
	my ($name) = @_;
	my $pid = fork // die "fork: $!\n";
	if (!$pid) {
		open STDIN, '<', '/dev/null';
		open STDOUT, '>', "$place/$name.log" or die;
		open STDERR, '>&', \*STDOUT;
		exec 'timeout', 500, $name, '-D';       # in case nobody is left to end it
		exit 127;
	}
	push @daemons, $pid;
}

# '' when the node is there, else what was said.
sub start {
	remove_tree($place, { keep_root => 1 });
	make_path("$place/state", "$place/spool");
	spew("$place/slurm.conf", configuration());
	$ENV{SLURM_CONF} = "$place/slurm.conf";
	daemon($_) for qw(slurmctld slurmd);
	for (1 .. 100) {
		return '' if run(cmd => [qw(sinfo -h -o %T)], timeout => 5)->{out} =~ /^idle$/m;
		sleep 0.2;
	}
	return join ' ', map { (slurp("$place/$_.log") // '') =~ /(.*)\n\z/ ? "$_: $1" : () } qw(slurmctld slurmd);
}

sub stop {
	kill 'TERM', @daemons;
	waitpid $_, 0 for splice @daemons;
}

# A command that must go well, with results in a folder of the test's own.
sub in_lesson {
	my (@more) = @_;
	return run(cmd => [ 'make', '-s', '-C', 'lessons/01-offloading', 'BUILT=1', @more ], timeout => 200,
		env => { MAKEFLAGS => '', SCRATCH => $place, BUILD => $B });
}

sub a_lesson {
	my $r = in_lesson('slurm', 'SBATCH=sbatch --wait', 'TASKS=3');
	my $dir = "$place/sweeps/01-offloading";
	my @results = glob "$dir/*.json";
	my @logs = glob "$dir/slurm-*_*.log";
	my $again = in_lesson('slurm');
	my $table = in_lesson();
	return (check('a lesson on a cluster: eight points in three tasks', $r->{status} eq 'exit 0' && @results == 8 && @logs == 3
			&& $r->{out} =~ /^Submitted batch job \d+$/m, "$r->{status} $r->{out} $r->{err} @results @logs"),
		check('and none again', $again->{out} =~ /nothing is missing/, $again->{out}),
		check('its table is then printed from them', $table->{status} eq 'exit 0' && $table->{out} =~ /^holds: /m
			&& $table->{err} !~ /\[\d/, "$table->{out}$table->{err}"));
}

# A job that is cancelled leaves what is done, and the next one goes on.
sub cancelled {
	my $dir = "$place/cancelled";
	make_path($dir);
	spew("$dir/points", "quick\techo 1\nslow\techo half; test -e $dir/go || sleep 60; echo 2\n");
	my @submit = ('make', '-s', '-f', 'lessons/sweep.mk', "SWEEP=$dir", 'slurm');
	my %env = (MAKEFLAGS => '');
	my $r = run(cmd => \@submit, env => \%env);
	my ($job) = $r->{out} =~ /batch job (\d+)/;
	for (1 .. 100) { last if -e "$dir/quick.json" && glob "$dir/slow.json.*"; sleep 0.2 }
	run(cmd => [ 'scancel', $job // 0 ]);
	for (1 .. 100) { last if run(cmd => [qw(squeue -h)])->{out} eq ''; sleep 0.2 }
	my @between = map { s{.*/}{}r } glob "$dir/*.json*";
	spew("$dir/go", '');
	my $on = run(cmd => [ @submit, 'SBATCH=sbatch --wait' ], env => \%env, timeout => 100);
	return (check('cancelled, it keeps what is done and nothing by halves', "@between" eq 'quick.json', "@between $r->{err}"),
		check('and goes on', $on->{out} =~ /1 points in 1 tasks/ && (slurp("$dir/slow.json") // '') eq "half\n2\n", "$on->{out} $on->{err}"));
}

# The job of the page about several hosts: two ranks, here both on the one node.
sub ranks {
	my $name = 'two ranks of MPI in a job';
	my ($no) = grep { my $p = $_; !grep { -x "$_/$p" } split /:/, $ENV{PATH} } qw(mpicc mpirun);
	return skip($name, "no $no") if $no;
	my $page = 'lessons/17-devices/hosts.md';
	my ($compile) = slurp($page) =~ /^(build\S+minicc .*ranks)$/m or die "$page has no command that compiles\n";
	my ($job) = slurp($page) =~ /```text\n(#!.*?)```/s or die "$page has no job\n";
	my $r = run(cmd => [ 'sh', '-c', $compile =~ s{\bbuild/}{$B/}gr ], timeout => 60);
	return fail_with($name, $r->{err}) if $r->{status} ne 'exit 0';
	spew("$place/job.sh", $job =~ s{\bbuild/}{$B/}gr);
	$r = run(cmd => [ qw(sbatch --wait --nodes=1 --ntasks-per-node=2 --overcommit -o), "$place/job.out", "$place/job.sh" ], timeout => 100,
		env => { OMPI_ALLOW_RUN_AS_ROOT => 1, OMPI_ALLOW_RUN_AS_ROOT_CONFIRM => 1, OMPI_MCA_rmaps_base_oversubscribe => 1, TMPDIR => '/tmp' });
	my $out = slurp("$place/job.out") // '';
	return check($name, $r->{status} eq 'exit 0' && $out =~ /^2 ranks, 1 devices on the first host: 0 of \d+ cells wrong$/m, "$r->{err}$out");
}

sub all {
	my @missing = missing();
	return skip('sweeps on a Slurm cluster', "there is no @missing") if @missing;
	my @results = eval {
		my $why = start();
		$why eq '' ? (ranks(), a_lesson(), cancelled()) : skip('sweeps on a Slurm cluster', "it does not start: $why");
	};
	push @results, fail_with('sweeps on a Slurm cluster', $@) if $@;
	stop();
	return @results;
}

tap(\&all);
