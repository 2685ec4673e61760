# The messages of the compiler as its sources have them: for tests/messages.t, which wants a test for
# each, and tests/tools/messages, which writes the manual of them.
package Messages;
use strict;
use warnings;
use Exporter 'import';
use lib 'tests/tools';
use TestKit qw(slurp);

our @EXPORT = qw(messages message_pattern);

my $calls = qr/\b(?:diag_(?:error|warn|warn_extra|fatal)|parse_error|driver_error|complain|refuse)\s*\(/;
my $token = qr/"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])+'|[()]|[^"'()]+/;

# The texts in a call's arguments; literals side by side are one text.
sub texts {
	my ($source) = @_;
	my @texts;
	while ($source =~ /$calls/g) {
		my ($depth, $text) = (1, '');
		while ($depth && $source =~ /\G($token)/gc) {
			my $t = $1;
			$depth += $t eq '(' ? 1 : $t eq ')' ? -1 : 0;
			if ($t =~ /^"(.*)"$/s) {
				$text .= $1;
			} elsif ($t =~ /\S/) {
				push @texts, $text;
				$text = '';
			}
		}
		push @texts, $text;
	}
	return grep { / / && !/^-W/ && !/\[%s\]/ } map { s/\\(["\\])/$1/gr } @texts;
}

# As a pattern: what printf fills in is anything on the line.
sub message_pattern {
	my ($text) = @_;
	return join '[^\n]*?', map { quotemeta } split /%(?:\.\*)?(?:l|ll|z)?[sducx]/, $text, -1;
}

# text => file
sub messages {
	my %files;
	for my $file (glob 'minicc/*.c ptxgen/*.c ptxgen/pass/*.c') {     # schemes: explain.t
		$files{$_} //= $file for texts(slurp($file));
	}
	return %files;
}

1;
