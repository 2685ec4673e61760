#!/usr/bin/perl
# Remarks and refusals have identifiers, each with a page (minicc/explain/ID.txt, minicc --explain ID).
# A page's "Example: minicc WORDS" is compiled and must produce the identifier; its "Changed:" must
# not, and compile; "Not with:" is the example again with words that silence it; "See also:" names lessons.
use strict;
use warnings;
use lib 'tests/tools';
use TestKit;

my $dir = scratch('explain');
my @pages = map { m{(MC\d+)\.txt$} } sort glob 'minicc/explain/*.txt';

# The identifiers that messages carry, by the sources: "[MC101]" in a remark's format, "MC201" alone.
my (%used, @bare);
for my $file (sources(qw(minicc ptxgen))) {
	my $text = slurp($file);
	$used{$_} = $file for $text =~ /"[^"\n]*\b(MC\d\d\d)\b[^"\n]*"/g;
	# every remark's format, and every reason of a refusal, has its identifier
	push @bare, "$file: $1" while $text =~ /diag_remark\(((?:(?!\[MC\d+\]|\[%s\]).)*?)\);/gs;
	next if $file !~ m{^ptxgen/scheme/};
	my ($reasons, $ids) = (scalar(() = $text =~ /(?:why->|\.)reason =/g),
		scalar(() = $text =~ /(?:why->|\.)id =/g));
	push @bare, "$file: $reasons reasons, $ids identifiers" if $reasons != $ids;
}
@bare = grep { !m{^minicc/base/diag\.c} } @bare;

# The words and the indented text behind a heading.
sub part {
	my ($page, $heading) = @_;
	my ($words, $text) = $page =~ /^\Q$heading\E: minicc ([^\n]*)\n(?:\n((?:    [^\n]*\n|\n)+))?/m or return;
	$text =~ s/^    //mg if defined $text;
	return ([ split ' ', $words ], $text);
}

sub compile {
	my ($id, $words, $text) = @_;
	spew("$dir/$id.c", $text);
	my $r = run(cmd => [ minicc(), @$words, '-o', "$dir/$id.out", "$dir/$id.c" ]);
	return ($r, $r->{err} =~ /\[\Q$id\E\]/ ? 1 : 0);
}

sub page {
	my ($id) = @_;
	my $r = run(cmd => [ minicc(), '--explain', $id ]);
	my $text = slurp("minicc/explain/$id.txt");
	return fail_with("--explain $id", "$r->{status}\n$r->{out}$r->{err}")
		if $r->{status} ne 'exit 0' || $r->{out} ne $text || $text !~ /^$id: \S.*\n\n/;
	my @results = ok("--explain $id");
	my ($words, $example) = part($text, 'Example');
	return (@results, fail_with("$id: no example")) if !$example;
	my ($got, $said) = compile($id, $words, $example);
	push @results, $said ? ok("$id: the example") : fail_with("$id: the example", "$got->{status}\n$got->{err}");
	my ($changed, $program) = part($text, 'Changed');
	if (!$changed) {
		($changed) = part($text, 'Not with');
		$program = $example;
	}
	return @results if !$changed;
	($got, $said) = compile($id, $changed, $program);
	push @results, !$said && $got->{status} eq 'exit 0' ? ok("$id: what to change")
		: fail_with("$id: what to change", "$got->{status}\n$got->{err}");
	return @results;
}

# The lessons that a page sends its reader to.
sub lessons_of {
	my ($id) = @_;
	return map { split /, /, $_ } slurp("minicc/explain/$id.txt") =~ /^See also: (.*)$/mg;
}

sub see_also {
	my @links = map { lessons_of($_) } @pages;
	my @bad = grep { !m{^lessons/[\w-]+$} || !-e "$_/README.md" } @links;
	return check('"See also" leads to lessons', @links > 0 && !@bad, "@bad");
}

sub check {
	my ($name, $good, $why) = @_;
	return $good ? ok($name) : fail_with($name, $why);
}

sub explain {
	my (@words) = @_;
	return run(cmd => [ minicc(), @words ]);
}

tap(
	sub { check('every identifier has a page', !grep({ !-e "minicc/explain/$_.txt" } keys %used), join ' ', sort keys %used) },
	sub { check('every page has its message', !grep({ !$used{$_} } @pages), "@pages") },
	sub { check('every remark and refusal has an identifier', !@bare, join "\n", @bare) },
	\&see_also,
	sub { check('lower case and brackets', scalar(explain('--explain=[mc101]')->{out} =~ /^MC101: /), '') },
	sub { my $r = explain('--explain', 'list'); check('list', $r->{out} =~ /^MC101: .*^MC201: /ms && $r->{out} !~ /\n\n/, $r->{out}) },
	sub { my $r = explain('--explain', 'MC999'); check('an unknown one', $r->{status} eq 'exit 1' && $r->{err} =~ /'MC999'.*^MC101: /ms, $r->{err}) },
	(map { my $pasted = $_; sub { my $r = explain('--explain', $pasted);
		check($pasted, $r->{status} eq 'exit 0' && $r->{out} =~ /^target region .*CUDA_ERROR_ILLEGAL_ADDRESS/s, $r->{out}) } }
		'CUDA_ERROR_ILLEGAL_ADDRESS', 'cuCtxSynchronize: CUDA_ERROR_ILLEGAL_ADDRESS (700)'),
	sub { my $r = explain('--explain', 'CUDA_ERROR_NONE_SUCH'); check('an unknown error', $r->{status} eq 'exit 1', $r->{out}) },
	(map { my $id = $_; sub { page($id) } } @pages),
);
