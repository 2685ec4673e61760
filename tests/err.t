#!/usr/bin/perl
# Error tests: tests/err/*.c, programs that minicc must reject, and tests/sim/err/*.ptx, texts that the
# simulator must not load.
#
# Each states the messages that it gets, in order, as "// error: LINE:COL: text" (also warning:),
# or has a .err file with all that minicc prints on stderr.  minicc or ptxsim must print those and no
# others, end with status 1 and leave no output.  "// args: FLAGS" adds options.  ONLY=name runs one test.
use strict;
use warnings;
use lib 'tests/tools';
use TestKit;

my $dir = scratch('err');

# The messages of a run as "kind: line:col: text", without source lines and carets.
sub messages {
	my ($file, $err) = @_;
	my @found;
	for my $line (split /\n/, $err) {
		push @found, "$3: $1:$2: $4"
			if $line =~ /^\Q$file\E:(\d+):(\d+): (?:fatal )?(error|warning): (.*)$/;
	}
	return join '', map { "$_\n" } @found;
}

sub stated {
	my ($file) = @_;
	my @stated;
	for my $line (split /\n/, slurp($file)) {
		push @stated, "$1: $2" if $line =~ m{^// (error|warning): (.*?)\s*$};
	}
	return join '', map { "$_\n" } @stated;
}

sub reject {
	my ($file, $name) = @_;
	my $out = "$dir/$name.ptx";
	unlink $out;
	my @args = map { split ' ' } @{ directives($file)->{args} // [] };
	my $r = run(cmd => $file =~ /ptx$/ ? [ "$B/bin/ptxsim", @args, '--list', $file ]
		: [ minicc(), '-S', @args, '-o', $out, $file ]);
	return fail_with($name, "$r->{status}, not exit 1\n$r->{err}") if $r->{status} ne 'exit 1';
	return fail_with($name, 'left an output file behind') if -e $out;
	(my $golden = $file) =~ s/\.\w+$/.err/;
	my ($want, $got) = -e $golden ? (slurp($golden), $r->{err})
		: (stated($file), messages($file, $r->{err}));
	return fail_with($name, 'the test states no message') if $want eq '';
	return $want eq $got ? ok($name) : fail_with($name, "expected:\n${want}got:\n$got\n$r->{err}");
}

my @jobs;
for my $file (sort glob 'tests/err/*.c tests/sim/err/*.ptx') {
	my ($name) = $file =~ m{([^/]+)\.\w+$};
	next if $ENV{ONLY} && $ENV{ONLY} ne $name;
	push @jobs, sub { reject($file, $name) };
}
tap(@jobs);
