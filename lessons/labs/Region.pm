# The part of a submission that counts, read as C reads it, and what may stand there.
#
# A starter marks the student's region with two lines of comment, "YOURS from here" and "to here".  Only what stands
# between them goes into the grader's program, which is the starter: of the student's host code nothing is compiled.
# pasted() returns that program; judge() says what is wrong with a region; scheme_source() with a scheme's file, which
# is linked into a compiler.  Neither is a sandbox: they let through few things, by name.
package Region;
use strict;
use warnings;
use Exporter 'import';
use TestKit;

our @EXPORT = qw(pasted judge scheme_source);

my %keyword = map { $_ => 1 } qw(break case char const continue default do double else enum float for if int long
	short signed sizeof static struct switch unsigned void while);
my %type = map { $_ => 1 } qw(char const double float int long short signed unsigned void);
my %device_call = map { $_ => 1 } qw(omp_get_team_num omp_get_num_teams omp_get_thread_num omp_get_num_threads);
my %modifier = map { $_ => 1 } qw(to from tofrom alloc release always static dynamic guided auto);
my %clause = map { $_ => 1 } qw(map firstprivate private shared default num_teams thread_limit num_threads collapse
	schedule dist_schedule reduction allocate allocator nowait simdlen safelen omp_pteam_mem_alloc);
my %directive = map { $_ => 1 } qw(target data teams distribute parallel for simd barrier atomic critical single master
	allocate flush read write);

# A text without comments, of the same lines, as C's first phases leave it.  Refused is what two readers could read in
# two ways: the grader's reading must be the compiler's.
sub plain {
	my ($text, $strings) = @_;
	$text =~ s/\r\n/\n/g;
	die "'??' may be a trigraph: not here\n" if $text =~ /\?\?/;
	$text =~ s{((?:[^\n]*\\\n)+[^\n]*)}{ my $l = $1; my $n = $l =~ s/\\\n//g; $l . "\n" x $n }ge;
	die "a '\\' that does not end a line: not here\n" if $text =~ /\\/;
	my $out = '';
	while ($text !~ /\G\z/gc) {
		if ($text =~ m{\G(/\*.*?\*/|//[^\n]*)}gcs) { $out .= $1 =~ s/[^\n\t]/ /gr }
		elsif ($text =~ m{\G/\*}gc) { die "a comment does not end\n" }
		elsif ($strings && $text =~ /\G("[^"\n]*")/gc) { $out .= $1 }
		elsif ($text =~ /\G(["'])/gc) { die "$1: strings and characters have no place here\n" }
		else { $text =~ /\G(.)/gcs; $out .= $1 }
	}
	die "'$1': digraphs have no place here\n" if $out =~ /(<%|%>|<:|:>|%:)/;
	die "a character that is not ASCII stands outside of comments\n" if $out =~ /[^\t\n\x20-\x7e]/;
	return $out;
}

# The lines of a plain text that are not empty, each a list of tokens.
sub lines {
	my ($plain) = @_;
	return grep { @$_ } map {
		[ /"[^"]*"|[A-Za-z_]\w*|\.?\d[\w.]*|\+\+|--|->|<<|>>|&&|\|\||[-+*\/%&|^<>=!]=|[^\s\w]/g ]
	} split /\n/, $plain;
}

sub is_pragma { $_[0][0] eq '#' }
sub text { join ' ', map { @$_ } @_ }
sub names { my %n; $n{$_} = 1 for grep { /^[A-Za-z_]/ } map { @$_ } @_; return \%n }

# Each bracket has its partner in the region, so that nothing reaches out of it.
sub balanced {
	my %open = (')' => '(', ']' => '[', '}' => '{');
	my @open;
	for my $t (map { @$_ } @_) {
		push @open, $t if $t =~ /^[(\[{]$/;
		die "a '$t' without its partner\n" if $open{$t} && (pop(@open) // '') ne $open{$t};
	}
	die "a '$open[-1]' without its partner\n" if @open;
}

# A program's text in three: before, the region, after; undef where the marks are not there once each.
sub parts {
	my ($text) = @_;
	my @parts = split m{^([ \t]*/\* YOURS from here[^\n]*\n|[ \t]*/\* to here\. \*/[ \t]*\n)}m, $text;
	return @parts == 5 && $parts[1] =~ /from/ && $parts[3] !~ /from/ ? ("$parts[0]$parts[1]", $parts[2], "$parts[3]$parts[4]")
		: ();
}

# A pragma's words and clauses: [ name, tokens in its parentheses ] each.
sub clauses {
	my (undef, undef, undef, @tokens) = @{ $_[0] };
	my @clauses;
	while (@tokens) {
		my $name = shift @tokens;
		next if $name eq ',';
		my ($depth, @in) = (0);
		while (@tokens && ($depth || $tokens[0] eq '(')) {
			$depth += $tokens[0] eq '(' ? 1 : $tokens[0] eq ')' ? -1 : 0;
			push @in, shift @tokens;
		}
		push @clauses, [ $name, @in ];
	}
	return @clauses;
}

# Clauses may only say values: what computes in them would do so on the host.
sub pragma {
	my ($line) = @_;
	die "#$line->[1]: of the preprocessor only #pragma omp may stand here\n"
		if ($line->[1] // '') ne 'pragma' || ($line->[2] // '') ne 'omp';
	my ($bad) = grep { /^([{};"]|[-+*\/%&|^<>]?=|\+\+|--)$/ } @$line;
	die "'$bad' has no place in a pragma\n" if defined $bad;
	for (clauses($line)) {
		my ($name, @in) = @$_;
		die "the clause or directive '$name' is not for this lab\n" if !$clause{$name} && (@in ? $name !~ /^(critical|allocate)$/ : !$directive{$name});
	}
}

# Where '(' stands: a call?  A name in front of it, or an expression that is not a cast or the head of a statement.
sub called {
	my ($at, @t) = @_;
	my $before = $at ? $t[ $at - 1 ] : '';
	return $keyword{$before} ? undef : $before if $before =~ /^[A-Za-z_]/;
	return $before if $before eq ']';
	return undef if $before ne ')';
	my $depth = 0;
	for (my $i = $at - 1; $i >= 0; $i--) {
		$depth += $t[$i] eq ')' ? 1 : $t[$i] eq '(' ? -1 : 0;
		next if $depth;
		my @inside = @t[ $i + 1 .. $at - 2 ];
		return undef if ($i && $t[ $i - 1 ] =~ /^(if|for|while|switch)$/) || !grep { !$type{$_} && $_ ne '*' } @inside;
		last;
	}
	return ')';
}

# No name of a library, no reserved name, no call but of these.
sub names_and_calls {
	my ($foreign, $may_call, @lines) = @_;
	for my $name (sort keys %{ names(@lines) }) {
		die "'$name' has no place here\n" if $name =~ /^(_|asm$|typeof$|goto$|extern$)/
			|| $name =~ /^(return|typedef)$/ && !$may_call->{$name};
		die "'$name' is a library's: not here\n" if $foreign->{$name} && !$may_call->{$name} && !$keyword{$name};
	}
	my @t = map { @$_ } @lines;
	for my $at (grep { $t[$_] eq '(' } 0 .. $#t) {
		my $name = called($at, @t) // next;
		die "a call of '$name': only functions of the device may be called\n" if !$may_call->{$name};
	}
}

# Names of functions and macros in the headers that a program includes, by the file that has them.
my %preprocessed;

sub header_names {
	my ($wanted, @cmd) = @_;
	my $text = $preprocessed{"@cmd"} //= run(cmd => [ host_cc(), '-E', '-dD', @cmd ])->{out};
	my (%names, $file);
	for (split /\n/, $text) {
		$file = $1 if /^# \d+ "([^"]*)"/;
		next if !defined $file || !$wanted->($file);
		if (/^#define (\w+)/) { $names{$1} = 1; next }
		$names{$1} = 1 while /\b([A-Za-z_]\w*)\s*\(/g;
		$names{$1} = 1 while /\bextern\b[^;(]*?\b(\w+);/g;
	}
	return \%names;
}

# One construct in braces, that begins with target: nothing else of the region is the host's.
sub construct {
	my ($lines) = @_;
	my @lines = @$lines;
	for (map { clauses($_) } grep { is_pragma($_) } @lines) {
		my ($name, @in) = @$_;
		die "map: whole arrays here, no sections\n" if $name eq 'map' && grep { $_ eq '[' } @in;
	}
	my $first = shift @lines;
	die "the region is one construct that begins with #pragma omp target\n"
		if !$first || !is_pragma($first) || ($first->[3] // '') ne 'target' || ($first->[4] // '') =~ /^(data|enter|exit|update)$/;
	my @t = map { @$_ } grep { !is_pragma($_) } @lines;
	while (@t && $t[0] eq 'for') {
		shift @t;
		my $depth = 0;
		do { my $t = shift @t // ''; $depth += $t eq '(' ? 1 : $t eq ')' ? -1 : 0 } while @t && $depth;
	}
	my $depth = 0;
	my ($end) = grep { $depth += $t[$_] eq '{' ? 1 : $t[$_] eq '}' ? -1 : 0; !$depth } 0 .. $#t;
	die "behind #pragma omp target stands one loop or block in braces, and nothing behind it\n"
		if !@t || $t[0] ne '{' || $end != $#t;
}

sub without_barriers { grep { text($_) ne '# pragma omp barrier' } @_ }

# The lists that one line less can be.
sub one_less {
	my @lines = @_;
	return map { my $k = $_; [ $lines[$k], @lines[ grep { $_ != $k } 0 .. $#lines ] ] } 0 .. $#lines;
}

# Pragmas without the clauses that may differ, and the code.
sub but_clauses {
	my ($names, @lines) = @_;
	my %free = map { $_ => 1 } split ' ', $names;
	return join "\n", map { my $l = $_;
		is_pragma($l) ? text(@$l > 3 ? map { $free{ $_->[0] } ? () : $_ } clauses($l) : $l) : text($l) } @lines;
}

# What may differ from the starter's region: why it does too much, or ''.
my @rules = (
	[ qr/clauses (.*)/ => sub {
		my ($was, $now, $names) = @_;
		return but_clauses($names, @$was) eq but_clauses($names, @$now) ? '' : "more than these clauses has changed: $names" } ],
	[ qr/more barriers/ => sub {
		my ($was, $now) = @_;
		my @rest = without_barriers(@$now);
		return join("\n", map { text($_) } @rest) eq join("\n", map { text($_) } @$was) ? '' : 'more than barriers is new, or something is gone' } ],
	[ qr/one barrier less/ => sub {
		my ($was, $now) = @_;
		my $text = join "\n", map { text($_) } @$now;
		my @good = grep { my ($gone, @rest) = @$_; text($gone) eq '# pragma omp barrier' && join("\n", map { text($_) } @rest) eq $text }
			one_less(@$was);
		return @good ? '' : 'one barrier should be gone, and all else as it was' } ],
	[ qr/one line moved/ => sub {
		my ($was, $now) = @_;
		my %left = map { join("\n", map { text($_) } @$_) => 1 } one_less(@$was);
		return (grep { $left{ join "\n", map { text($_) } @$_ } } one_less(@$now)) && @$was == @$now ? ''
			: 'one line should stand elsewhere, and all else as it was' } ],
	[ qr/one construct(?: with (.*))?/ => sub {
		my ($was, $now, $kept) = @_;
		return defined $kept ? kept($kept, @$now) : '' } ],
);

# Whether these statements stand in the code once each, and the arrays that they name nowhere else.
sub kept {
	my ($kept, @lines) = @_;
	my $text = text([ '' ], (grep { !is_pragma($_) } @lines), [ '' ]);
	for my $statement (split /(?<=;) /, $kept) {
		my $tokens = text(lines($statement));
		return "'$statement' must stand there once" if 1 != (() = $text =~ / \Q$tokens\E(?= )/g);
		$text =~ s/ \Q$tokens\E(?= )/ ;/;
	}
	my ($more) = grep { $text =~ / \Q$_\E / } $kept =~ /(\w+)\[/g;
	return defined $more ? "'$more' may stand in these statements and in clauses only: $kept" : '';
}

# Why a region (the text between the marks) may not stand in place of the starter's, or ''; safe: it may be run all the
# same.
sub judge {
	my ($may, $starter, $region, $foreign) = @_;
	my @was = lines(plain($starter));
	my @now = lines(plain($region));
	balanced(@now);
	my %mine = %{ names(@was) };
	my @pragmas = grep { is_pragma($_) } @now;
	pragma($_) for grep { my $l = text($_); !grep { text($_) eq $l } @was } @pragmas;
	if ($may =~ /^one construct/) {
		construct(\@now);
		my @expressions = map { map { my (undef, @in) = @$_; [ ';', @in ] } clauses($_) } @pragmas;
		names_and_calls($foreign, { %mine, %device_call }, (grep { !is_pragma($_) } @now), @expressions);
	} else {
		my ($new) = grep { !$mine{$_} && !$modifier{$_} && !$clause{$_} && $_ ne 'barrier' && $_ ne 'pragma' && $_ ne 'omp' }
			sort keys %{ names(@now) };
		die "'$new' is new in the region\n" if defined $new;
	}
	my $same = join("\n", map { text($_) } @was) eq join "\n", map { text($_) } @now;
	return ('nothing has changed', 1) if $same;
	for (@rules) {
		my ($regex, $rule) = @$_;
		my ($why) = $may =~ /^$regex$/ ? $rule->(\@was, \@now, $1) : next;
		return ($why, $why eq '');
	}
	die "may: $may\n";
}

# The grader's program with the submission's region: its text, why that may not be (or ''), whether it may be run.
sub pasted {
	my ($may, $starter, $submission, @cc) = @_;
	my ($before, $was, $after) = parts(slurp($starter)) or die "$starter has no marks\n";
	my ($theirs_before, $region, $theirs_after) = parts(slurp($submission) =~ s/\r\n/\n/gr)
		or die "the lines 'YOURS from here' and 'to here' must stand there once each\n";
	my ($why, $safe) = judge($may, $was, $region, header_names(sub { $_[0] =~ /\.h$/ }, @cc, $starter));
	my $bare = sub { join "\n", grep { /\S/ } split /\n/, $_[0] =~ s{/\*.*?\*/}{}gsr =~ s/[ \t]+/ /gr };
	($why, $safe) = ("only what stands between the marks may change", 0) if $why eq '' &&
		($bare->($before) ne $bare->($theirs_before) || $bare->($after) ne $bare->($theirs_after));
	return ($before . plain($region) . $after, $why, $safe);
}

# A scheme's file may call itself, the kit and few functions of the library; dies if it does more.
sub scheme_source {
	my ($text, $kit, @cc) = @_;
	my @lines = lines(plain($text, 1));
	my @code = grep { !is_pragma($_) } @lines;
	for (grep { is_pragma($_) } @lines) {
		my ($name) = text($_) =~ /^# include "([\w.]+)"$/ or die text($_) . ": only headers of the kit may be included\n";
		die "$name is no header of the kit\n" if !grep { -e "$_/$name" } "$kit/ptxgen", "$kit/ptxgen/scheme", "$kit/minicc";
	}
	balanced(@code);
	my $ours = header_names(sub { $_[0] =~ m{^\Q$kit\E/} }, @cc);
	my $theirs = header_names(sub { $_[0] =~ m{^/} && $_[0] !~ m{^\Q$kit\E/} }, @cc);
	my $flat = text(@code);
	my ($balanced, %own) = (qr/(\((?:[^()]++|(?-1))*\))/);
	while ($flat =~ /(\w+) $balanced \{/g) {
		next if $keyword{$1};
		my $name = $1;
		die "$name: a scheme's functions are static\n" if substr($flat, 0, $-[0]) !~ /\bstatic\b[^;{}]*$/;
		$own{$name} = 1;
	}
	my ($lent) = $flat =~ /\b(schemes|scheme_(?!finish\b|mine\b)\w+)\b|(?:->|\.) (lower)\b(?! =)/ ? $1 // $2 : undef;
	die "'$lent' asks another scheme: write your own\n" if defined $lent;
	my @fine = qw(bool true false NULL memcpy memset memcmp strcmp strlen assert return typedef);
	names_and_calls($theirs, { %$ours, %own, map { $_ => 1 } @fine }, @code);
}

1;
