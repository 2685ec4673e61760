#!/usr/bin/perl
# Every message of the compiler has a test, and a page of the manual; libdevrt's messages have pages.
#
# A test: each text that the sources hand to diag_error and its like stands in a test's expected
# output, word for word, with anything for what it fills in (%s).  Tests of the driver match parts of
# messages; for them a stretch of the text is enough.  A text named here wants a line
# "// error: LINE:COL: text" in err/, parse/err/ or omp/err/, or a pattern in driver/.
#
# A page: an entry in minicc/messages/*.txt, which is the message (or several, or one with some of
# what it fills in), below it, indented, the clause that it is about ("minicc" for rules of ours), one
# to three sentences on what it means and what to change, and where no error test shows it "$ minicc …",
# a command that gets it, about program.c ("| …") if it needs one.
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
	# what the parser has refused before
	q(goto '%s' crosses the border of an OpenMP construct), '%s leaves an OpenMP construct',
	'return leaves an OpenMP construct', q('%s' is not available here in device code),
);

# Failures of the machine around minicc, and limits whose programs are pages long, have no example.
my $no_example = qr/^(?:cannot\ (?:read|run|write\ to|make|ask)|host\ compiler|the\ runtime
	|.*by\ signal|.*too\ (?:large|deeply|many\ macro)|.*does\ not\ end|.*more\ than\ %d|too\ few\ arguments\ in\ call)/x;

my $source = qr/^(?:minicc|GNU\ C|POSIX|(?:C11|C23|OpenMP\ 5\.2|PTX\ ISA|CUDA)\ .*)$/x;
my $running = 'Running the program';

my %texts = messages();
my @entries = map { my ($title, @of) = @$_; $title eq $running ? () : @of } topics();
my ($runtime) = map { my ($title, @of) = @$_; $title eq $running ? \@of : () } topics();
my @stated = stated();

sub slurp_all { return join "\n", map { slurp($_) } @_ }

my $outputs = slurp_all(glob('tests/err/* tests/*/err/* tests/parse/accept/* tests/check/*.c'))
	. slurp_all(glob('minicc/explain/*.txt tests/*.t tests/*/*.t tests/*/*.c'));
my $driver = slurp_all(grep { $_ ne 'tests/messages.t' } glob('tests/*.t tests/driver/*.t')) =~ s/\\//gr;

# Some stretch of the text, not across what is filled in, is in a driver's test.
sub stretch {
	my ($text) = @_;
	for my $piece (split /…/, shown($text)) {
		for my $at (0 .. length($piece) - 12) {
			return 1 if index($driver, substr($piece, $at, 12)) >= 0;
		}
	}
	return 0;
}

sub tested {
	my ($text) = @_;
	my $pattern = message_pattern($text);
	return $untestable{$text} || $outputs =~ /$pattern/ || stretch($text);
}

sub is_case_of {
	my ($message, $text) = @_;
	my $pattern = message_pattern($text);
	return $message =~ /^$pattern$/;
}

sub check {
	my ($name, @wrong) = @_;
	return @wrong ? fail_with($name, join "\n", @wrong) : ok($name);
}

sub have_tests {
	return check(keys(%texts) . ' messages are tested',
		map { "$texts{$_}: $_" } grep { !tested($_) } sort keys %texts);
}

sub have_pages {
	my @explained = map { @{ $_->{messages} } } @entries;
	return check('every message has an entry in minicc/messages',
		map { "$texts{$_}: $_" } grep { my $text = $_; !grep { is_case_of($_, $text) } @explained }
			sort keys %texts);
}

sub have_messages {
	my @lost;
	for my $entry (@entries) {
		push @lost, grep { my $said = $_; !grep { is_case_of($said, $_) } keys %texts } @{ $entry->{messages} };
	}
	return check('every entry has its message in the sources', @lost);
}

sub are_whole {
	return check('every entry has a source and sentences', map { $_->{messages}[0] // 'an empty entry' }
		grep { !@{ $_->{messages} } || $_->{source} !~ $source || $_->{text} !~ /^.{20}.*[.?;)\]]$/s } @entries);
}

sub have_examples {
	my @bare;
	for my $entry (@entries) {
		push @bare, grep { !$entry->{command} && !$untestable{$_} && !/$no_example/ && !example($_, @stated) }
			@{ $entry->{messages} };
	}
	return check('every entry has an example', @bare);
}

# Some stretch of TEXT that nothing fills in stands in ALL; the device is named by a function of its own.
sub has_stretch {
	my ($all, $text) = @_;
	return grep { length > 7 && index($all, $_) >= 0 } split /…/, shown($text =~ s/device %d \(%s\)/%s/r);
}

sub runtime_has_pages {
	my %pieces = runtime_messages();
	my @messages = map { @{ $_->{messages} } } @$runtime;
	my $said = join "\n", map { shown($_) } @messages;
	my $sources = join "\n", map { shown(join '', @$_) } values %pieces;
	my @unexplained = grep { my $of = $_; !grep { has_stretch($said, $_) } @{ $pieces{$of} } }
		grep { /^devrt_/ && "@{ $pieces{$_} }" =~ /[a-z]{3}/ } sort keys %pieces;
	return check('messages of libdevrt have pages', @unexplained, grep { !has_stretch($sources, $_) } @messages);
}

my @commands = grep { $_->{command} } @entries, @$runtime;

# A command of an entry is run in a folder where a.c, b.c and main.c have target regions and none.c has not.
sub folder {
	my ($n) = @_;
	my $dir = scratch("messages/$n");
	spew("$dir/$_.c", "int $_(void)\n{\n\tint n = 0;\n\t#pragma omp target map(tofrom: n)\n\tn++;\n\treturn n;\n}\n")
		for qw(a b main);
	spew("$dir/none.c", "int none;\n");
	spew("$dir/program.c", $commands[$n]{program});
	return $dir;
}

sub command {
	my ($entry, $n) = @_;
	my $r = run(cmd => [ 'sh', '-c', 'minicc() { "$0" "$@"; }; cd "$1" && eval "$2"', minicc_path(), folder($n),
		$entry->{command} ]);
	my $pattern = message_pattern($entry->{messages}[0]);
	return $r->{status} ne 'exit 0' && $r->{err} =~ /^[^ ]*: (?:fatal )?error: $pattern$/m ? ok($entry->{command})
		: fail_with($entry->{command}, "$r->{status}\n$r->{err}");
}

sub minicc_path {
	require Cwd;
	return Cwd::abs_path(minicc());
}

sub explained {
	my ($what, $page) = @_;
	my $r = run(cmd => [ minicc(), '--explain', $what ]);
	return $r->{status} eq 'exit 0' && $r->{out} =~ $page ? ok("--explain $what")
		: fail_with("--explain $what", "$r->{status}\n$r->{out}$r->{err}");
}

tap(\&have_tests, \&have_pages, \&have_messages, \&are_whole, \&have_examples,
	\&runtime_has_pages,
	(map { my $n = $_; sub { command($commands[$n], $n) } } 0 .. $#commands),
	sub { explained(q(a.c:3:4: error: 'foo' undeclared), qr/\A'…' undeclared\n\n.*C11 6\.5\.1p2\n/s) },
	sub { explained(q(a.c:3:4: warning: division by zero [-Wdiv-by-zero]), qr/\Adivision by zero\n\n/) },
	sub { explained(q(a.c:1:9: error: expected ';' before 'int'), qr/\Aexpected ';' before …\n\n/) },
	sub { explained(q(scheme 'x' cannot take this target region: y [MC201]), qr/\AMC201: /) },
	sub { explained('UNDECLARED; did', qr/\A'…' undeclared; did you mean '…'\?\n\n.*\^\n/s) },
	sub { explained('canonical form', qr/\A(?:loop of '…' is not in canonical form[^\n]*\n){5,}\z/) },
	sub { explained('messages', qr/^no input files\n.*^'…' undeclared\n/ms) },
);
