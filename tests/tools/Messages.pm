# The messages of the compiler: as its sources have them, as minicc/messages/*.txt explain them, and as
# error tests get them.  For tests/messages.t, which wants the three to agree, and tests/tools/messages,
# which makes the pages of `minicc --explain` and the manual of them.
package Messages;
use strict;
use warnings;
use Exporter 'import';
use lib 'tests/tools';
use TestKit qw(slurp sources);

our @EXPORT = qw(messages runtime_messages check_messages message_pattern shown topics stated example);

# Which argument of these functions is the format of a message, and what they put around it.
my %compiler = (
	diag_error => [2], diag_fatal => [2], diag_warn => [3], diag_warn_once => [3], diag_warn_extra => [3], parse_error => [2],
	driver_error => [0], complain => [1], error_at => [2],
	redeclared => [3],
);
my %simulator = (
	diag_error => [2], bad => [3, q('%s': )], parse_error => [1, 'expected ', ', found %s'],
	parse_name => [1, 'expected ', ', found %s'], fault => [4], stop => [2], die => [1],
	bad_address => [7, '%s %u bytes at %s address 0x%llx ', '%s'],
	refuse => [2, '%s: cannot launch: ', ' %llu, at most %llu'], api_say => [0], sim_reason => [1], ERROR => [1], too_long => [1],
);
my $token = qr/"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])+'|[(){},]|[^"'(){},]+/;
my $filled = qr/%[.*\d]*(?:l|ll|z)?[sducxg]/;

# The texts in the format of the call that begins here; literals side by side are one text.
sub texts {
	my ($source, $which) = @_;
	my ($depth, $argument, $text, @texts) = (1, 0, '');
	while ($depth && $$source =~ /\G($token)/gc) {
		my $t = $1;
		$depth += $t =~ /^[({]/ ? 1 : $t =~ /^[)}]/ ? -1 : 0;
		if ($argument == $which && $t =~ /^"(.*)"$/s) {
			$text .= $1;
		} elsif ($t =~ /\S/) {
			push @texts, $text;
			$text = '';
		}
		$argument++ if $t eq ',' && $depth == 1;
	}
	return @texts, $text;
}

# text => file, of the calls of these functions in the files.
sub called {
	my ($formats, @files) = @_;
	my $call = join '|', keys %$formats;
	my %files;
	for my $file (@files) {
		my $source = slurp($file);
		while ($source =~ /\b($call)\s*\(/g) {
			my ($which, $before, $after) = (@{ $formats->{$1} }, '', '');
			for (grep { /[a-z]/ } texts(\$source, $which)) {
				my $text = $before . s/\\(["\\])/$1/gr =~ s/%%/%/gr . $after;
				$files{$text} //= $file if $text =~ / / && $text !~ /\[%s\]/;
			}
		}
	}
	return %files;
}

# What is printed or logged in one go: "%s: error: text", or the message of a launch.
sub logged {
	my %files;
	for my $file ('minicc/base/arena.c', sources('devrt/sim')) {
		my $source = slurp($file) =~ s/"\n\s*"//gr;
		$files{/ $/ ? "$_%s" : $_} = $file for grep { / / }
			$source =~ /"(?:[^"]*: )?(?:fatal error|error|warning): ((?:[^"\\]|\\[^n])+)/g,
			$source =~ /sim_log_printf\(&result->message, "([^"]*)"/g;
	}
	return %files;
}

# text => file.  Messages that name a page of their own, "[%s]", are those of tests/explain.t.
sub messages {
	return (called(\%compiler, sources(qw(minicc ptxgen))),
		called(\%simulator, sources('devrt/sim')), logged());
}

# [texts] of what the simulator's checks write about a finding, in pieces.
sub check_messages {
	return grep { /[a-z].* [a-z]/ && grep { length >= 12 } split /…/, shown($_) }
		map { s/\\n"/"/gr =~ s/"\n\s*"//gr =~ /"((?:\\.|[^"\\\n])*)"/g }
		map { slurp("devrt/sim/check/$_.c") } qw(bounds host init map order race sync);
}

# function => [texts] of what ends a running program: libdevrt writes a message in pieces.
sub runtime_messages {
	my %pieces;
	for (split /\n\}\n/, slurp('devrt/host/message.c')) {
		my ($function) = /\bvoid\s(\w+)\(/ or next;
		while (/\bf(?:printf|puts)\(((?:stderr,\s*)?(?:"(?:\\.|[^"\\])*"\s*)+)/g) {
			my $text = join '', $1 =~ /"((?:\\.|[^"\\])*)"/g;
			push @{ $pieces{$function} }, $text =~ s/\\n$//r;
		}
	}
	return %pieces;
}

# As a pattern: what printf fills in is anything on the line.
sub message_pattern {
	my ($text) = @_;
	return join '[^\n]*?', map { quotemeta } split $filled, $text, -1;
}

# For readers.
sub shown {
	my ($text) = @_;
	return $text =~ s/$filled/…/gr;
}

# An entry: the messages that it explains, where the rule comes from, what it says, commands that get
# them ("$ …"), the program that the commands are about ("| …"), a test that does where none can ("! …");
# and programs of a line ("= …"), the first for the first message, "=" alone where that has another example.
sub entry {
	my ($block) = @_;
	my @lines = split /\n/, $block;
	my @messages = grep { /^\S/ } @lines;
	my ($source, @text) = map { s/^\t//r } grep { /^\t/ } @lines;
	my ($test) = map { /^! (.*)/ ? $1 : () } @text;
	return { messages => \@messages, source => $source // '', test => $test,
		ones => [ map { /^= ?(.*)/ ? $1 : () } @text ],
		commands => [ map { /^\$ (.*)/ ? $1 : () } @text ],
		program => join('', map { /^\| ?(.*)/ ? "$1\n" : () } @text),
		text => join "\n", grep { !/^(?:[\$!] |[|=])/ } @text };
}

# [title, entry, entry …] of each file.
sub topics {
	return map {
		my ($title, @blocks) = split /\n\n+/, slurp($_);
		[ $title, map { entry($_) } @blocks ];
	} sort glob 'minicc/messages/*.txt';
}

# [file, line, column, "kind: text"] of every message that the error tests state.
sub stated {
	my @stated;
	for my $file (glob 'tests/err/*.c tests/*/err/*.c tests/sim/err/*.ptx') {
		for (split /\n/, slurp($file)) {
			push @stated, [ $file, $2, $3, "$1: $4" ] if m{^// (error|warning): (\d+):(\d+): (.*?)\s*$};
		}
	}
	for my $golden (glob 'tests/err/*.err tests/*/err/*.err') {
		my $path = $golden =~ s/err$/c/r;
		my $file = $path =~ s{.*/}{}r;
		for (split /\n/, slurp($golden)) {
			push @stated, [ $path, $1, $2, "$3: $4" ]
				if /^\Q$file\E:(\d+):(\d+): (?:fatal )?(error|warning): (.*)/;
		}
	}
	return @stated;
}

# The lines around the mistake, and the caret under it; nothing where the line has other mistakes, too.
sub excerpt {
	my ($file, $line, $column, $message, $mistakes) = @_;
	my @lines = split /\n/, slurp($file);
	return undef if $mistakes > 1;
	my $text = $lines[$line - 1] // '';
	my $before = $line > 1 && $lines[$line - 2] =~ /^\s*#pragma omp|\\$/ ? "$lines[$line - 2]\n" : '';
	(my $under = substr($text . ' ' x $column, 0, $column - 1)) =~ s/[^\t]/ /g;
	return undef if "$before$text" =~ /[^\t\n -~]/ || length $text > 120;
	return "$before$text\n$under^\n$message\n";
}

# What gets the message TEXT: of the error tests the one with the shortest line, else the bare message.
sub example {
	my ($text, @stated) = @_;
	my $pattern = message_pattern($text);
	my @got = grep { $_->[3] =~ /^\w+: $pattern(?: \[(?:-Werror, )?-W[\w-]+\])?$/ } @stated;
	my %mistakes;
	$mistakes{"$_->[0]:$_->[1]"}++ for @stated;
	my ($shortest) = sort { length $a <=> length $b } grep { defined }
		map { excerpt(@$_, $mistakes{"$_->[0]:$_->[1]"}) } @got;
	return $shortest // (@got ? "$got[0][3]\n" : undef);
}

1;
