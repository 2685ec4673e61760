# What solutions of the lessons' exercises are made of.
#
#	exercise 14, 1, 'what the answer says', sub { ...; return right(CONDITION, what was found) };
#
# registers one; tests/solutions.t runs them all, in the top folder.  edited() is a lesson's program after some changes,
# figure() what the simulator counts, says() what a program prints.  Not for students: take this folder out of the
# tree that they get.
package Solution;
use strict;
use warnings;
use Exporter 'import';
use lib 'lessons', 'tests/tools';
use Measure;
use TestKit;

our @EXPORT = qw(exercise edited figure says compiled right);

our @exercises;
my $dir = scratch('solutions');

sub exercise {
	my ($lesson, $number, $answer, $check) = @_;
	push @exercises, { lesson => $lesson, number => $number, answer => $answer, check => $check };
}

# A copy of a program in which each text has become another; every one of them must be there.
sub edited {
	my ($program, @changes) = @_;
	my $text = slurp($program);
	while (my ($from, $to) = splice @changes, 0, 2) {
		my $at = index $text, $from;
		die "$program has no '$from'\n" if $at < 0;
		substr($text, $at, length $from) = $to;
	}
	my $file = "$dir/$$." . $program =~ s{.*/}{}r;
	spew($file, $text);
	return $file;
}

# All figures of a run, as Measure.pm has them.
sub figure {
	my ($program, $how, $device, @args) = @_;
	my %env = @args && ref $args[0] ? %{ shift @args } : ();
	return measure({ program => $program, how => "$how:-Iexamples", device => $device, args => \@args, env => \%env });
}

sub compiled {
	my ($program, @options) = @_;
	my $exe = "$dir/$$.exe";
	my $r = run(cmd => [ minicc(), '-Iexamples', @options, $program, '-o', $exe ]);
	return $r->{status} eq 'exit 0' ? $exe : die $r->{err};
}

# What a program prints on a device, stdout and stderr.
sub says {
	my ($exe, $env, @args) = @_;
	my $r = run(cmd => [ $exe, @args ], env => $env);
	return "$r->{out}$r->{err}";
}

# '' when the answer is right, else what was found instead.
sub right {
	my ($good, @found) = @_;
	return $good ? '' : join(' ', 'found', map { $_ // 'nothing' } @found);
}

1;
