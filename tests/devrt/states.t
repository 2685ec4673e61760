#!/usr/bin/perl
# The state table at the head of devrt/host/map.c: what each construct does to the references and the copies of a range
# that is absent, storage, listed or there for ever.
use strict;
use warnings;
use lib 'tests/tools';
use TestKit;

my $dir = scratch('states');

# A construct, and what DEVRT_INFO has to say of it: copies (>, <), and references of ranges as they come, are and go.
my @steps = (
	[ 'target enter data map(to: x)', 'listed: new', '+x1 >x' ],
	[ 'target map(tofrom: x)', 'listed: counted', '=x2' ],
	[ 'target map(present, to: x)', 'listed: present', '=x2' ],
	[ 'target map(always, tofrom: x)', 'listed: always', '=x2 >x <x' ],
	[ 'target update to(x)', 'listed: update', '>x' ],
	[ 'target exit data map(from: x)', 'listed: the last', '<x -x0' ],
	[ 'target exit data map(from: x)', 'absent: nothing', '' ],
	[ 'target update from(x)', 'absent: no update', '' ],
	[ 'target map(tofrom: g)', 'forever: nothing', '=gfor' ],
	[ 'target map(always, tofrom: g)', 'forever: always', '=gfor >g <g' ],
	[ 'target exit data map(delete: g)', 'forever: no delete', '' ],
	[ 'target enter data map(to: s.p[0:4])', 'storage: new', '+s.p[0:4]1 >s.p[0:4] +s.p1' ],
	[ 'target update to(s.p)', 'storage: no update', '' ],
	[ 'target map(tofrom: s.p)', 'storage: listed, and storage again', '=s.p2 >s.p <s.p' ],
	[ 'target exit data map(delete: s.p[0:4])', 'storage: gone', '-s.p[0:4]0 -s.p0' ],
);

sub program {
	my $text = "#include <stdio.h>\n#pragma omp declare target\nint g;\n#pragma omp end declare target\n"
		. "int v[4];\nstruct { int n; int *p; } s = { 4, v };\nint main(void)\n{\n\tint x = 1;\n\n";
	for my $i (0 .. $#steps) {
		my $body = $steps[$i][0] =~ /^target map/ ? "\t{ }\n" : '';
		$text .= "\tfprintf(stderr, \"step $i\\n\");\n\t#pragma omp $steps[$i][0]\n$body";
	}
	return "$text\treturn 0;\n}\n";
}

# Lines of DEVRT_INFO as in the table above.
sub events {
	my @events;
	for (split /\n/, $_[0]) {
		push @events, ">$1" if /copy to device: '(.*?)'/;
		push @events, "<$1" if /copy from device: '(.*?)'/;
		push @events, "+$2$1" if /\bmap: .* references (\w+) '(.*?)'/;
		push @events, "-$2$1" if /\bunmap: .* references (\w+) '(.*?)'/;
		push @events, "=$2$1" if /is present: .* references (\w+).* '(.*?)'(?: at|$)/;
	}
	return "@events";
}

spew("$dir/states.c", program());
my $built = run(cmd => [ minicc(), '-arch=sm_70', '-fno-device-unused-maps', "$dir/states.c", '-o', "$dir/states" ]);
die $built->{err} if $built->{status} ne 'exit 0';
my $r = run(cmd => ["$dir/states"], env => { DEVRT_DEVICE => 'sim:v100', DEVRT_INFO => 42 });
my (undef, @said) = split /^step \d+\n/m, $r->{err};
tap(
	sub { $r->{status} eq 'exit 0' ? ok('it ends well') : fail_with('it ends well', "$r->{status}\n$r->{err}") },
	map { my $i = $_; sub {
		my ($construct, $name, $want) = @{ $steps[$i] };
		my $got = events($said[$i] // '');
		return $got eq $want ? ok("$name: $construct") : fail_with("$name: $construct", "got: $got\nwanted: $want");
	} } 0 .. $#steps,
);
