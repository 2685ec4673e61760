#!/usr/bin/perl
# minicc -compare: what the columns are, refusals, figures, messages, and every example under every
# scheme.  What the view looks like, character by character: tests/view/text_test.c.
use strict;
use warnings;
use lib 'tests/tools';
use TestKit;

my $dir = scratch('compare');
my %plain = (PTXAS => '', COLUMNS => 100);

sub compare {
	my (@args) = @_;
	return run(cmd => [ minicc(), @args ], env => \%plain);
}

# A refusal stands at the head of its column and at its line; the other column has code there.
sub refused {
	my $r = compare('-compare=jumptable,inspector', 'tests/view/refused.c', '-compare-width=160');
	my ($line) = slurp('tests/view/refused.c') =~ /\A(.*?)n \+= 2/s;
	my $n = 1 + ($line =~ tr/\n//);
	return $r->{out} =~ /\| refused \(line $n\): the sequential code/ &&
		$r->{out} =~ /^$n +n \+= 2;.*\| +\S.*\| \^ refused because of this$/m &&
		$r->{out} =~ /^ +PTX lines +\| \d+ +\| -$/m ? ok('a refusal') : fail_with('a refusal', $r->{out} . $r->{err});
}

# The titles of the columns of the first block.
sub titles {
	my ($out) = @_;
	my ($head) = $out =~ /^( {5}\S+\.[ch]\s*\|.*)$/m or return '';
	my (undef, @titles) = split /\s*\|\s*/, $head;
	return join ' & ', @titles;
}

sub columns {
	my ($name, $want, @args) = @_;
	my $r = compare(@args, 'examples/fig12.c', '-compare-width=400');
	my $got = titles($r->{out});
	return $got eq $want ? ok($name) : fail_with($name, "want $want\ngot $got\n$r->{err}");
}

# No line is wider than asked for; every scheme is a column; each block has its figures.
sub example {
	my ($file) = @_;
	my $name = "$file -compare=all";
	my $r = run(cmd => [ minicc(), '-compare=all', '-compare-width=120', $file ], env => { PTXAS => '' });
	return fail_with($name, $r->{err}) if $r->{status} ne 'exit 0' || $r->{err} ne '';
	for my $scheme (grep { $_ ne 'serial' } schemes()) {
		return fail_with($name, "no column $scheme") unless $r->{out} =~ /\| \Q$scheme\E\b/;
	}
	return fail_with($name, 'no figures') unless $r->{out} =~ /^ +virtual registers +\| /m;
	utf8::decode($r->{out});
	for my $line (split /\n/, $r->{out}) {
		return fail_with($name, "too wide: $line") if length $line > 120;
	}
	return ok($name);
}

# Control characters of the source must not reach the terminal.
sub escapes {
	my $file = "$dir/escape.c";
	spew($file, "int main(void) {\n#pragma omp target\n{ /* \e[31m \a */ }\nreturn 0; }\n");
	my $r = compare('-compare=spmd', $file);
	return $r->{out} =~ m{/\* \?\[31m \? \*/} && $r->{out} !~ /[\e\a]/ ? ok('control characters')
		: fail_with('control characters', $r->{out} . $r->{err});
}

sub machine {
	my $name = 'figures of ptxas';
	my $found = run(cmd => [ 'sh', 'tests/tools/get-ptxas', '--no-fetch' ]);
	return skip($name, 'no ptxas 11') if $found->{status} ne 'exit 0';
	chomp(my $ptxas = $found->{out});
	my $r = run(cmd => [ minicc(), '-compare=jumptable', '-arch=sm_35,sm_70', 'examples/fig12.c' ],
		env => { PTXAS => $ptxas, COLUMNS => 120 });
	my ($main) = $r->{out} =~ /^(compute_on_device.*)/ms;
	return fail_with($name, $r->{out} . $r->{err})
		unless ($main // '') =~ /registers \(ptxas\) +\| [1-9]\d+ +\| [1-9]\d+\n +instructions \(ptxas\) +\| [1-9]\d+ +\| [1-9]\d+\n/;
	$r = run(cmd => [ minicc(), '-compare=jumptable', '-code=sm_70', 'examples/fig12.c' ],
		env => { PTXAS => $ptxas, COLUMNS => 200 });
	my $shown = $r->{out} =~ m{ \| // CONTROL_LOOP: barrier\.sync 0;\n.* \| B[-0-5]{6} R[-0-5] W[-0-5] [-Y] S\d\d [^\n]* BAR\.SYNC 0x0 ;}s
		&& $r->{out} !~ /\| +barrier\.sync|\| \.weak/;
	return (ok($name), $shown ? ok('machine code as text') : fail_with('machine code as text', $r->{out} . $r->{err}));
}

sub message {
	my ($want, @args) = @_;
	my $r = compare(@args);
	return $r->{status} eq 'exit 1' && index($r->{err}, $want) >= 0 ? ok("message: $want")
		: fail_with("message: $want", "$r->{status}\n$r->{err}");
}

my $file = 'examples/fig12.c';
spew("$dir/host.c", "int main(void) { return 0; }\n");
tap(
	\&refused,
	sub { columns('two schemes', 'ifmaster & jumptable', '-compare=ifmaster,jumptable') },
	sub { columns('two architectures', 'jumptable sm_35 & jumptable sm_70', '-compare=jumptable', '-arch=sm_35,sm_70') },
	sub { columns('two sets of options', 'jumptable:-O0 & jumptable', '-compare=jumptable:-O0,jumptable') },
	sub { columns('options for all', 'generic:-fno-devirtualize & generic:-arch=sm_90',
		'-compare=generic:-fno-devirtualize,generic:-arch=sm_90') },
	sub { columns('the chosen scheme', 'auto: spmd & switch', '-compare=auto,switch') },
	\&escapes,
	\&machine,
	sub { message("unknown scheme 'nosuch'", '-compare=spmd,nosuch', $file) },
	sub { message("'-run' in -compare=", '-compare=spmd:-run', $file) },
	sub { message('-compare=: a column without a name', '-compare=spmd,,switch', $file) },
	sub { message('-compare= needs a list', '-compare=', $file) },
	sub { message('-compare-width= needs a number', '-compare=spmd', '-compare-width=9', $file) },
	sub { message('has no target region', '-compare=spmd', "$dir/host.c") },
	(map { my $f = $_; sub { example($f) } } sort glob 'examples/*.c'),
);
