# Solutions of lesson 4's exercises that are code or a number (Solution.pm); the others are in discussion.md.
use strict;
use warnings;
use lib 'lessons/solutions';
use Solution;

my $after = "\t\t\t/* back to sequential */\n\t\t\ta[omp_get_team_num()] *= 2;\n\t\t\tif (omp_get_team_num() == 0)\n"
	. "\t\t\t\tteams = omp_get_num_teams();\n";

exercise 4, 1, 'what follows the region, which is then no longer the same for who reads a', sub {
	my $p = edited('examples/fig1.c', $after, '', "/* sequential part */\n", "if (omp_get_team_num() == 0)\n"
		. "\t\t\t\tteams = omp_get_num_teams();\n", 'a[t] != b * 4', 'a[t] != b * 2');
	my $m = figure($p, 'inspector', 'k40');
	return right($m->{result} eq 'ok' && $m->{written_barriers} == 1, $m->{result}, $m->{why});
};

exercise 4, 2, 'nobody can tell who computed it, or when; with a store they can', sub {
	my $end = "/* parallel region 2 */\n\t\t}\n";
	my ($none, $store) = map { figure(edited('examples/fig4.c', $end, "$end\t\t$_\n"), 'inspector', 'k40') }
		'int unused = me * 2;', 'a[me] += me;';
	return right($none->{result} eq 'ok' && $store->{result} eq 'refused' && $store->{why} =~ /writes memory/,
		$none->{result}, $store->{why});
};

1;
