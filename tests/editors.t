#!/usr/bin/perl
# What minicc brings for editors, shells and containers (minicc/editors, .devcontainer): the completion
# completes, the highlighters know what golden PTX is made of, a message is a problem, and the steps of the
# Dockerfile can be run.
use strict;
use warnings;
use lib 'tests/tools';
use TestKit;
use JSON::PP;

sub check {
	my ($name, $good, $why) = @_;
	return $good ? ok($name) : fail_with($name, $why // '');
}

# What bash offers behind these words.
sub completions {
	my ($tool, $typed) = @_;
	my $script = '. minicc/editors/minicc.bash; COMP_WORDS=("$1" "$2"); COMP_LINE="$1 $2"; COMP_POINT=${#COMP_LINE}; '
		. '_minicc "$1" "${2##*=}"; printf "%s\n" "${COMPREPLY[@]}"';
	return split /\n/, run(cmd => [ 'bash', '-c', $script, 'bash', "$B/bin/$tool", $typed ])->{out};
}

sub completion {
	return skip('completion', 'no bash') if run(cmd => [ 'bash', '-c', 'complete' ])->{status} ne 'exit 0';
	my @schemes = sort(completions('minicc', '-scheme='));
	my %options = map { $_ => 1 } completions('minicc', '-');
	my %help = map { s/(NAME|LEVEL|WORDS)$//r => 1 } run(cmd => [ minicc(), '--help' ])->{out} =~ /^  +(-[-A-Za-z#]*=?)/mg;
	return (check('schemes are completed', join(' ', grep { $_ ne 'trace' } @schemes) eq join(' ', sort('auto', 'hostseq', schemes())),
			"@schemes"),
		check('options are those of --help', !(grep { !$options{$_} } keys %help) && keys %help > 50,
			join ' ', grep { !$options{$_} } keys %help),
		check('GPUs are completed', (grep { $_ eq 'v100' } completions('ptxsim', '--device=v')) == 1));
}

# The words that a pattern of a highlighter lists: (a|b|c).
sub listed { my ($pattern) = @_; return map { $_ => 1 } split /\\?\|/, $pattern }

sub highlighting {
	my $vim = slurp('minicc/editors/ptx.vim');
	my $vscode = decode_json(slurp('minicc/editors/vscode/ptx.tmLanguage.json'));
	my ($theirs) = map { $_->{match} } grep { $_->{name} eq 'keyword.other' } @{ $vscode->{patterns} };
	my %vim = listed($vim =~ /ptxDirective "\\\.\\\(([^"]*)\\\)\\>"/ ? $1 : '');
	my %vscode = listed($theirs =~ /\\\.\(([^)]*)\)/ ? $1 : '');
	my (%used, @bad);
	$used{$_} = 1 for map { slurp($_) =~ /^\s*\.([a-z_]+)/mg } glob 'tests/golden/*.ptx';
	for my $p (@{ $vscode->{patterns} }) {
		push @bad, "$_: $@" for grep { !eval { qr/$_/ } } grep { defined } @{$p}{qw(match begin end)};
	}
	return (check('the patterns are patterns', !@bad, "@bad"),
		check('Vim knows the directives of golden PTX', keys %used > 8 && !(grep { !$vim{$_} } keys %used), join ' ', grep { !$vim{$_} } keys %used),
		check('VS Code knows them', !(grep { !$vscode{$_} } keys %used), join ' ', grep { !$vscode{$_} } keys %used));
}

sub problems {
	my $package = decode_json(slurp('minicc/editors/vscode/package.json'));
	my $pattern = $package->{contributes}{problemMatchers}[0]{pattern}{regexp};
	my $file = scratch('editors') . '/wrong.c';
	spew($file, "int main(void)\n{\n\t#pragma omp target\n\treturn x;\n}\n");
	my $r = run(cmd => [ minicc(), '-fsyntax-only', $file ]);
	my ($first) = split /\n/, $r->{err};
	return check('a message is a problem', $first =~ /$pattern/ && $1 eq $file && $2 == 4 && $4 eq 'error', $r->{err});
}

# Words of a RUN line of the Dockerfile: packages that there are, targets that make knows.
sub container {
	my @steps = slurp('.devcontainer/Dockerfile') =~ /^RUN (.*)$/mg;
	my ($packages) = map { /apt-get install (.*)/ } @steps;
	my @packages = grep { !/^-/ } split ' ', $packages;
	my @unmade = grep { /^make / && run(cmd => [ 'sh', '-c', s/^make /make -n /r ])->{status} ne 'exit 0' } @steps;
	my $context = decode_json(slurp('.devcontainer/devcontainer.json'))->{build};
	my @results = (check('the Dockerfile makes what can be made', @steps == 4 && !@unmade, "@unmade"),
		check('and is found', -e ".devcontainer/$context->{dockerfile}" && -e ".devcontainer/$context->{context}/Makefile"));
	my @known = grep { run(cmd => [ 'apt-cache', 'show', $_ ])->{out} =~ /^Package: /m } 'base-files', @packages;
	return (@results, skip('its packages', 'no lists of packages')) if !@known;
	return (@results, check('its packages are Debian\'s', @known == @packages + 1, "of @packages: @known"));
}

tap(\&completion, \&highlighting, \&problems, \&container);
