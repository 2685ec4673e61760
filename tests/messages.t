#!/usr/bin/perl
# Every message of the compiler has a test: each text that the sources hand to diag_error and its
# like stands in a test's expected output, word for word, with anything for what it fills in (%s).
# Tests of the driver match parts of messages; for them a stretch of the text is enough.
#
# A text named here wants a test: a line "// error: LINE:COL: text" in err/, parse/err/ or omp/err/,
# or a pattern in driver/.
use strict;
use warnings;
use lib 'tests/tools';
use TestKit;
use Messages;

# What cannot be provoked from outside.
my %untestable = map { $_ => 1 } (
	'out of memory',
	q(the device library has no '%s'),              # ptxgen asks for names that are there
	q(cannot run '%s': %s), q(cannot read '%s': %s),        # taken away while we run
	'the program is too large (over %d tokens)',            # takes minutes to write
);

sub slurp_all { return join "\n", map { slurp($_) } @_ }

my $stated = slurp_all(glob('tests/err/* tests/*/err/* tests/parse/accept/* tests/check/*.c'))
	. slurp_all(glob('minicc/explain/*.txt tests/*.t tests/*/*.t tests/*/*.c'));
my $driver = slurp_all(grep { $_ ne 'tests/messages.t' } glob('tests/*.t tests/driver/*.t')) =~ s/\\//gr;

# Some stretch of the text, not across what is filled in, is in a driver's test.
sub stretch {
	my ($text) = @_;
	for my $piece (split /%(?:\.\*)?(?:l|ll|z)?[sducx]/, $text) {
		for my $at (0 .. length($piece) - 12) {
			return 1 if index($driver, substr($piece, $at, 12)) >= 0;
		}
	}
	return 0;
}

sub tested {
	my ($text) = @_;
	my $pattern = message_pattern($text);
	return $untestable{$text} || $stated =~ /$pattern/ || stretch($text);
}

my %texts = messages();
my @untested = grep { !tested($_) } sort keys %texts;
tap(sub { @untested ? fail_with('messages', join "\n", map { "$texts{$_}: $_" } @untested)
	: ok(keys(%texts) . ' messages are tested') });
