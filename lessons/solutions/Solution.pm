# What solutions of the lessons' exercises are made of.
#
#	exercise 14, 1, 'what the answer says', sub { ...; return right(CONDITION, what was found) };
#
# registers one; tests/solutions.t runs them all, in the top folder.  A check returns '' when the answer is right, else
# what was found, or a reference to the reason why it cannot be tried here.  edited() and patched() are a lesson's program
# after some changes, figure() what the simulator counts, says() what a program prints.  Answers in words are in discussion.md.
# Not for students: take this folder out of the tree that they get.
package Solution;
use strict;
use warnings;
use Exporter 'import';
use lib 'lessons', 'tests/tools';
use Measure;
use TestKit;

our @EXPORT = qw(exercise edited patched written figure compiled ptx says counted simulated machine_code linked_with right);

our @exercises;
my $dir = scratch('solutions');
my $files = 0;

sub exercise {
	my ($lesson, $number, $answer, $check) = @_;
	push @exercises, { lesson => $lesson, number => $number, answer => $answer, check => $check };
}

# A file with this text, under a name of its own.
sub written {
	my ($name, $text) = @_;
	my $file = "$dir/$$." . ++$files . ".$name";
	spew($file, $text);
	return $file;
}

# A copy of a program in which each text has become another, in their order; every one of them must be there.
sub edited {
	my ($program, @changes) = @_;
	my $text = slurp($program);
	while (my ($from, $to) = splice @changes, 0, 2) {
		my $at = index $text, $from;
		die "$program has no '$from'\n" if $at < 0;
		substr($text, $at, length $from) = $to;
	}
	return written($program =~ s{.*/}{}r, $text);
}

# A copy of a program with the changes of a diff that lies here, "15.1.diff".  A hunk is found by its lines, not by their
# numbers, so the program may change elsewhere.
sub patched {
	my ($program, $diff) = @_;
	my ($text, $from) = (slurp($program), 0);
	for my $hunk (slurp("lessons/solutions/$diff") =~ /^@@[^\n]*\n((?:[ +-][^\n]*\n)+)/mg) {
		my $old = $hunk =~ s/^\+[^\n]*\n//mgr =~ s/^.//mgr;
		my $new = $hunk =~ s/^-[^\n]*\n//mgr =~ s/^.//mgr;
		my $at = index $text, $old, $from;
		die "$program has no\n$old" if $at < 0;
		substr($text, $at, length $old) = $new;
		$from = $at + length $new;
	}
	return written($program =~ s{.*/}{}r, $text);
}

# All figures of a run, as Measure.pm has them.
sub figure {
	my ($program, $how, $device, @args) = @_;
	my %env = @args && ref $args[0] ? %{ shift @args } : ();
	return measure({ program => $program, how => "$how:-Iexamples", device => $device, args => \@args, env => \%env });
}

sub compiled {
	my ($program, @options) = @_;
	my $exe = "$dir/$$." . ++$files . '.exe';
	my $r = run(cmd => [ minicc(), '-Iexamples', @options, $program, '-o', $exe ]);
	return $r->{status} eq 'exit 0' ? $exe : die $r->{err};
}

sub ptx {
	my ($program, @options) = @_;
	my $r = run(cmd => [ minicc(), '-Iexamples', @options, '-S', $program, '-o', '-' ]);
	return $r->{status} eq 'exit 0' ? $r->{out} : die $r->{err};
}

# What a program prints on a device, stdout and stderr.
sub says {
	my ($exe, $env, @args) = @_;
	my $r = run(cmd => [ $exe, @args ], env => $env);
	return "$r->{out}$r->{err}";
}

# What a program's kernels count on a device, as figure() has it.
sub counted {
	my ($exe, $env, $device, @args) = @_;
	my $stats = "$dir/$$." . ++$files . '.json';
	my $r = run(cmd => [ $exe, @args ], env => { %$env, DEVRT_DEVICE => "sim:$device", DEVRT_STATS => $stats });
	my %counts = Measure::counts($stats);
	unlink $stats;
	return { %counts, result => $r->{status} eq 'exit 0' ? 'ok' : "$r->{status} $r->{err}" };
}

# What ptxsim finds when it runs the kernel of main, or else the last one, of this PTX with so many threads a team;
# the launch's environment, which is the kernel's last parameter, begins with them.
sub simulated {
	my ($text, $threads, @args) = @_;
	my $file = written('kernel.ptx', $text);
	my ($kernel, $bytes) = run(cmd => [ "$B/bin/ptxsim", '--list', $file ])->{out}
		=~ /^((?:main|compute)\w*)\(.*hex\[(\d+)\]\)/m or die "no kernel\n";
	my $environment = 'hex:' . unpack('H*', pack 'V', $threads) . '00' x ($bytes - 4);
	my @options = grep { /^--/ } @args;
	my $r = run(cmd => [ "$B/bin/ptxsim", '--device=v100', '--check=race', @options, $file, $kernel, grep({ !/^--/ } @args),
		$environment ]);
	return $r->{err};
}

sub machine_code {
	my ($ptxas, $nvdisasm, $program, @options) = @_;
	my $file = written('kernel.ptx', ptx($program, '-arch=sm_70', @options));
	my $r = run(cmd => [ $ptxas, '-arch=sm_70', $file, '-o', "$file.cubin" ]);
	return $r->{status} eq 'exit 0' ? run(cmd => [ $nvdisasm, "$file.cubin" ])->{out} : die $r->{err};
}

# A program with another source in place of one of libdevrt's.
sub linked_with {
	my ($source, $program, @options) = @_;
	my $r = run(cmd => [ host_cc(), '-std=c11', '-D_GNU_SOURCE', '-Wall', '-Wextra', '-Werror', '-O1', '-Iminicc',
		'-Idevrt/include', '-Idevrt/host', '-I.', '-c', $source, '-o', "$source.o" ]);
	die $r->{err} if $r->{status} ne 'exit 0';
	return compiled($program, @options, "$source.o");
}

# '' when the answer is right, else what was found instead.
sub right {
	my ($good, @found) = @_;
	return $good ? '' : join(' ', 'found', map { $_ // 'nothing' } @found);
}

1;
