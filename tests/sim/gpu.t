#!/usr/bin/perl
# The GPUs that the simulator can be: one file each in devrt/sim/gpu/, and whoever lists or takes them has them from there.
# Each runs a program on its newest image; each number has a mark of trust; README and manual page name all of them; a
# user's own file is taken wherever a name is; and a name or a file that is wrong is an error that says what is known.
use strict;
use warnings;
use lib 'tests/tools';
use TestKit;

my $dir = scratch('gpu');
my $gpus = 'devrt/sim/gpu';
my $listed = run(cmd => [ "$B/bin/ptxsim", '--devices' ])->{out};
my %listed = map { /^(\S+)\s+(\d+)\.(\d)  (.*)$/ ? ($1 => [ "$2$3", $4 ]) : () } split /\n/, $listed;
my @names = sort keys %listed;

sub check {
	my ($name, $holds, $text) = @_;
	return $holds ? ok($name) : fail_with($name, $text);
}

my $exe = "$dir/program";
my $made = run(cmd => [ minicc(), 'examples/matvec.c', '-lm', '-o', $exe ]);
die $made->{err} if $made->{status} ne 'exit 0';

# What the program says on such a device, and the figures of the run.
sub on {
	my ($device) = @_;
	my $r = run(cmd => [$exe], timeout => 60, env => { DEVRT_DEVICE => $device, DEVRT_STATS => "$dir/stats.$$.json",
		OMP_TARGET_OFFLOAD => 'MANDATORY' });
	my $json = -e "$dir/stats.$$.json" ? slurp("$dir/stats.$$.json") : '';
	unlink "$dir/stats.$$.json";
	return ($r, $json);
}

sub cycles { $_[0] =~ /"cycles": (\d+)/ ? $1 : 0 }

sub runs {
	my ($name) = @_;
	my ($r, $json) = on("sim:$name");
	return check("$name runs a program, and its report names it", $r->{out} =~ /ok \(device/
		&& $json =~ /"name": "\Q$name\E"/ && $json =~ /weakest/ && cycles($json) > 100, "$r->{err}$r->{out}$json");
}

# A remark has a letter of trust as a word, says whose value it is, or names a source that stands for a mark.
sub marks {
	my ($name) = @_;
	my @bare = grep { !/^(?:#|$|like |gpu_name |weakest)/ && !/# .*\b(?:[MSCFDRG]|as op|GPA)\b/ }
		split /\n/, slurp("$gpus/$name.gpu");
	return check("each number of $name has a mark", !@bare, join "\n", @bare);
}

# What reports say of the model's error is what the last look at the judged kernels gave.
sub judged {
	my $looks = slurp('tests/baseline/judge.looks.tsv');
	my ($ptx, $machine) = map { ($looks =~ /\t$_: \d+ rows, mean error (\d+) %/g)[-1] } 'PTX', 'machine code';
	my %error = slurp("$gpus/h200.gpu") =~ /^judged_(ptx|machine) = (\d+)/mg;
	return check('h200.gpu has the error of the last look', $ptx == $error{ptx} && $machine == $error{machine},
		"looks: $ptx $machine; h200.gpu: $error{ptx} $error{machine}");
}

sub documented {
	my ($file, $pattern) = @_;
	my %there = map { $_ => 1 } slurp($file) =~ /$pattern/g;
	my @lost = grep { !$there{$_} } @names;
	my @unknown = grep { !$listed{$_} } sort keys %there;
	return check("$file names all of them and no other", !@lost && !@unknown, "not there: @lost; unknown: @unknown");
}

# A copy of a whole file is the same machine under another name, at another clock, too.
sub own_file {
	spew("$dir/mine.gpu", slurp("$gpus/v100.gpu"));
	my @results;
	for my $clock ('', '@1000') {
		my ($copy) = (on("sim:./$dir/mine.gpu$clock"))[1];
		my ($original) = (on("sim:v100$clock"))[1];
		push @results, check("a copy of v100.gpu$clock has the V100's times",
			cycles($copy) && $copy =~ s/"mine"/"v100"/gr eq $original, $copy);
	}
	spew("$dir/few.gpu", "like = v100\ngpu_name = Four SMs\nsms = 4  # G\n");
	my ($r, $json) = on("sim:k40,sim:./$dir/few.gpu");
	push @results, check('beside another device', $r->{out} =~ /ok \(device/, $r->{err});
	my ($few, $all) = map { cycles((on($_))[1]) } "sim:./$dir/few.gpu", 'sim:v100';
	return (@results, check('with fewer SMs a program takes longer', $few > 2 * $all, "$few $all"));
}

sub refused {
	my ($what, $text, @expected) = @_;
	spew("$dir/wrong.$$.gpu", $text) if defined $text;
	my $device = defined $text ? "./$dir/wrong.$$.gpu" : $what;
	my ($r) = on("sim:$device");
	my $p = run(cmd => [ "$B/bin/ptxsim", "--device=$device", 'tests/baseline/fig12.nvcc-11.8.sm_35.ptx', 'k' ]);
	my $shown = join "\n", $r->{err}, $p->{err};
	return check("$what is refused", $r->{status} eq 'exit 1' && $p->{status} eq 'exit 2'
		&& !grep({ index($r->{err}, $_) < 0 || index($p->{err}, $_) < 0 } @expected), $shown);
}

tap(sub { check('ptxsim lists one GPU for each file', "@names" eq join(' ', map { m{([^/]+)\.gpu$} } sort glob "$gpus/*.gpu"),
		$listed) },
	(map { my $name = $_; (sub { runs($name) }, sub { marks($name) }) } @names),
	sub { documented('README.md', qr/`sim:([a-z]+\d+)`/) },
	sub { documented('minicc/minicc.1', qr/sim:([a-z]+\d+)\b/) },
	\&judged,
	\&own_file,
	sub { refused('v101', undef, "'v101'", join ', ', @names) },
	sub { refused('./none.gpu', undef, './none.gpu') },
	sub { refused('v100@99999', undef, '100 to 5000') },
	sub { refused('an unknown key', "like = v100\ngpu_name = x\ncolour = red\n", '.gpu:3:1: error: ', "'colour'") },
	sub { refused('a number that is none', "like = v100\ngpu_name = x\nsms = many\n", '.gpu:3:7: error: ') },
	sub { refused('no SMs', "like = v100\ngpu_name = x\nsms = 0\n", '.gpu:3:7: error: ') },
	sub { refused('a file without most keys', "sms = 1\n", "'gpu_name = ...'") });
