#!/usr/bin/perl
# Every message of compiler, runtime and simulator has a page of the manual, and something that gets it.
#
# A page: an entry in minicc/messages/*.txt, which is the message (or several, or one with some of
# what it fills in), below it, indented, the clause that it is about ("minicc" for rules of ours), and
# one to three sentences on what it means and what to change.
#
# What gets it: a line "// error: LINE:COL: text" in an error test, word for word, with anything for
# what it fills in (%s); or in the entry "$ minicc …", a command, about program.c or program.ptx
# ("| …") if it needs one.  Each command is run, and must end in one of the entry's messages.  Or "= …", a
# program of one line, which must get its message and no other: every page's example has one mistake.  Where
# no command can, "! tests/…" names the test that injects the fault; the text must be in it.
use strict;
use warnings;
use lib 'tests/tools';
use TestKit;
use Messages;

my $source = qr/^(?:minicc|GNU\ C|POSIX|(?:C11|C23|OpenMP\ 5\.2|PTX\ ISA|CUDA)\ .*)$/x;
my $running = 'Running the program';
my $checks = 'Checks of the simulator';

my %texts = messages();
my %topics = map { my ($title, @entries) = @$_; $title => \@entries } topics();
my @all = map { @$_ } values %topics;
my @entries = map { @{ $topics{$_} } } grep { $_ ne $running && $_ ne $checks } sort keys %topics;
my @stated = stated();

my %case;    # each entry is held against each text

sub is_case_of {
	my ($message, $text) = @_;
	my $case = $case{$text} //= do { my $pattern = message_pattern($text); qr/^$pattern$/ };
	return $message =~ $case;
}

sub check {
	my ($name, @wrong) = @_;
	return @wrong ? fail_with($name, join "\n", @wrong) : ok($name);
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

# The longer stretches of the text, between what is filled in, are in the named test.
sub injects {
	my ($file, $message) = @_;
	my $test = slurp($file) =~ s/\\//gr;
	my @stretches = grep { length > 7 } map { s{^[',:; ]+|[',:; ]+$}{}gr } split /…/, shown($message);
	return @stretches && !grep { index($test, $_) < 0 } @stretches;
}

sub have_examples {
	my @bare;
	for my $entry (@all) {
		push @bare, grep { !@{ $entry->{commands} } && !example($_, @stated)
			&& !($entry->{test} && injects($entry->{test}, $_)) } @{ $entry->{messages} };
	}
	return check('every message has an error test, a command or a test that is named', @bare);
}

# Other lines of an error test may have several mistakes: those are not shown.
sub have_programs {
	my @bare;
	for my $entry (map { @{ $topics{$_} } } grep { !/PTX|[Ss]imulator|Running/ } keys %topics) {
		my ($messages, $ones) = @$entry{qw(messages ones)};
		push @bare, map { $messages->[$_] } grep { !$ones->[$_] && !@{ $entry->{commands} } && !$entry->{test}
			&& (example($messages->[$_], @stated) // "\n") =~ /\A.*\n\z/ } 0 .. $#$messages;
	}
	return check('pages of the compiler show a line with one mistake',
		grep { $_ ne 'null character ignored' } @bare);
}

# Some stretch of TEXT that nothing fills in stands in ALL; the device is named by a function of its own.
sub has_stretch {
	my ($all, $text) = @_;
	return grep { length > 7 && index($all, $_) >= 0 } split /…/, shown($text =~ s/device %d \(%s\)/%s/r);
}

sub runtime_has_pages {
	my %pieces = runtime_messages();
	my @messages = map { @{ $_->{messages} } } @{ $topics{$running} };
	my $said = join "\n", map { shown($_) } @messages;
	my $sources = join "\n", map { shown(join '', @$_) } values %pieces;
	my @unexplained = grep { my $of = $_; !grep { has_stretch($said, $_) } @{ $pieces{$of} } }
		grep { /^devrt_/ && "@{ $pieces{$_} }" =~ /[a-z]{3}/ } sort keys %pieces;
	return check('messages of libdevrt have pages', @unexplained, grep { !has_stretch($sources, $_) } @messages);
}

# What a check finds is written in pieces, too.
sub checks_have_pages {
	my @messages = map { @{ $_->{messages} } } @{ $topics{$checks} };
	my $said = join "\n", map { shown($_) } @messages;
	my $sources = join "\n", map { shown($_) } check_messages();
	return check('messages of the checks have pages',
		grep({ !has_stretch($said, $_) } check_messages()), grep { !has_stretch($sources, $_) } @messages);
}

# A program of one line gets its message, and no other.
sub one {
	my ($entry, $k, $n) = @_;
	my ($message, $program) = ($entry->{messages}[$k], $entry->{ones}[$k]);
	my $dir = scratch("messages/one$n");
	spew("$dir/program.c", "$program\n");
	my $r = run(cmd => [ minicc(), '-S', '-o', "$dir/out.ptx", "$dir/program.c" ]);
	my @said = $r->{err} =~ /^.*?:\d+:\d+: ((?:fatal )?(?:error|warning): .*)$/mg;
	return @said == 1 && lines_with($message, $said[0]) ? ok($program) : fail_with($program, "$message\n$r->{err}");
}

my @ones = map { my $entry = $_; map { [ $entry, $_ ] } grep { $entry->{ones}[$_] } 0 .. $#{ $entry->{ones} } } @all;
my @shown = grep { @{ $_->{commands} } } @all;

# The commands of an entry are run in a folder where a.c, b.c and main.c have target regions and none.c has not.
sub folder {
	my ($n) = @_;
	my $dir = scratch("messages/$n");
	spew("$dir/$_.c", "int $_(void)\n{\n\tint n = 0;\n\t#pragma omp target map(tofrom: n)\n\tn++;\n\treturn n;\n}\n")
		for qw(a b main);
	spew("$dir/none.c", "int none;\n");
	spew("$dir/program.$_", $shown[$n]{program}) for qw(c ptx);
	return $dir;
}

# The lines in which MESSAGE stands, alone or behind a place or a name.
sub lines_with {
	my ($message, $err) = @_;
	my $pattern = message_pattern($message);
	return grep { /^(?:.*: )?$pattern(?: \[-W[-\w, ]+\])?$/ } split /\n/, $err;
}

# Each command gets one of the messages, and each message that no error test has comes from one.
sub command {
	my ($entry, $n) = @_;
	my ($dir, %got, @results) = (folder($n));
	for my $command (@{ $entry->{commands} }) {
		if ($command =~ /ulimit -v/ && $B =~ /san$/) {
			return (@results, skip($command, 'a sanitizer needs all of the address space'));
		}
		my $r = run(cmd => [ 'sh', '-c', 'PATH=$0:$PATH; cd "$1" && eval "$2"',
			programs(), $dir, $command ]);
		my %lines = map { $_ => [ lines_with($_, $r->{err}) ] } @{ $entry->{messages} };
		my @said = grep { @{ $lines{$_} } } @{ $entry->{messages} };
		my $warns = grep { /warning: / } map { @$_ } values %lines;
		$got{$_} = 1 for @said;
		push @results, @said && ($warns || $r->{status} ne 'exit 0') ? ok($command)
			: fail_with($command, "$r->{status}\n$r->{err}");
	}
	my @never = grep { !$got{$_} && !example($_, @stated) && !($entry->{test} && injects($entry->{test}, $_)) }
		@{ $entry->{messages} };
	return (@results, map { fail_with("$_: no command gets it") } @never);
}

sub programs {
	require Cwd;
	return Cwd::abs_path("$B/bin");
}

sub explained {
	my ($what, $page) = @_;
	my $r = run(cmd => [ minicc(), '--explain', $what ]);
	return $r->{status} eq 'exit 0' && $r->{out} =~ $page ? ok("--explain $what")
		: fail_with("--explain $what", "$r->{status}\n$r->{out}$r->{err}");
}

tap(\&have_pages, \&have_messages, \&are_whole, \&have_examples, \&have_programs, \&runtime_has_pages, \&checks_have_pages,
	(map { my $n = $_; sub { command($shown[$n], $n) } } 0 .. $#shown),
	(map { my $n = $_; sub { one(@{ $ones[$n] }, $n) } } 0 .. $#ones),
	sub { explained(q(a.c:3:4: error: 'foo' undeclared), qr/\A'…' undeclared\n\n.*C11 6\.5\.1p2\n/s) },
	sub { explained(q(a.c:3:4: warning: division by zero [-Wdiv-by-zero]), qr/\Adivision by zero\n\n/) },
	sub { explained(q(a.c:1:9: error: expected ';' before 'int'), qr/\Aexpected ';' before …\n\n/) },
	sub { explained(q(scheme 'x' cannot take this target region: y [MC201]), qr/\AMC201: /) },
	sub { explained('UNDECLARED; did', qr/\A'…' undeclared; did you mean '…'\?\n\n.*\^\n/s) },
	sub { explained('canonical form', qr/\A(?:loop of '…' is not in canonical form[^\n]*\n){5,}\z/) },
	sub { explained("a.c:5: kernel 'main_l4', team (0,0,0), thread (0,0,0): write to 4 bytes at global address 0x8 "
		. 'is outside every allocation; nothing is allocated', qr/\A.*is outside every allocation….*map clause/s) },
	sub { explained("a.c:9: race: team 0, thread 0 writes 'n' (4 bytes) in PAR_REG1 of kernel 'main_l4'",
		qr/\Arace: .*DEVRT_CHECK=race/s) },
	sub { explained("kernel 'main_l4', team (0,0,0): deadlock: no thread can go on", qr/\Adeadlock: no thread can go on\n/) },
	sub { explained(q(k.ptx:4:2: error: 'add' has 2 operands, expected 3), qr/\A'…' has … operands, expected …/) },
	sub { explained('messages', qr/^no input files\n.*^'…' undeclared\n/ms) },
);
