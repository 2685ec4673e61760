#!/usr/bin/perl
# libdevrt under ThreadSanitizer: its tests with several threads, and those of mapping, built with its
# sources.  The simulator is not looked into.
use strict;
use warnings;
use lib 'tests/tools';
use TestKit;
use Cwd 'getcwd';

my $dir = scratch('races');
my $top = getcwd();
my $cc = $ENV{CC} // 'cc';
my @flags = qw(-std=c11 -D_GNU_SOURCE -g -O1 -fsanitize=thread -I. -Iminicc -Idevrt/include -Itests -Itests/devrt);

# ThreadSanitizer wants the program's addresses where they are without randomisation.
sub start {
	my ($program) = @_;
	my @same = run(cmd => [ 'setarch', '-R', 'true' ])->{status} eq 'exit 0' ? qw(setarch -R) : ();
	return run(cmd => [ @same, $program ], timeout => 120, env => { TEST_LIBDIR => "$top/build/lib",
		TSAN_OPTIONS => 'exitcode=66', SEQUENCES => 8 }); # model_test's
}

# Whether it is there, and finds a race.
sub finds_races {
	spew("$dir/race.c", <<'END');
#include <pthread.h>
int n;
void *add(void *p) { n++; return p; }
int main(void) { pthread_t t; pthread_create(&t, 0, add, 0); n++; pthread_join(t, 0); return 0; }
END
	my $r = run(cmd => [ $cc, @flags, '-pthread', "$dir/race.c", '-o', "$dir/race" ]);
	return $r->{status} eq 'exit 0' && start("$dir/race")->{status} eq 'exit 66';
}

sub build_library {
	my @sources = grep { !m{/access\.c$} } glob 'devrt/host/*.c'; # it has the sanitizer's own functions
	for my $source (@sources) {
		my ($name) = $source =~ m{(\w+)\.c$};
		my $r = run(cmd => [ $cc, @flags, '-c', $source, '-o', "$dir/$name.o" ]);
		die "$source: $r->{status}\n$r->{err}" if $r->{status} ne 'exit 0';
	}
}

sub try_test {
	my ($name) = @_;
	my $r = run(cmd => [ $cc, @flags, "tests/devrt/$name.c", glob("$dir/*.o"), '-o', "$dir/$name", '-pthread',
		'-lm', '-ldl' ]);
	return fail_with("$name.c compiles", $r->{err}) if $r->{status} ne 'exit 0';
	$r = start("$dir/$name");
	return $r->{status} eq 'exit 0' ? ok("$name.c without a race")
		: fail_with("$name.c without a race", "$r->{status}\n$r->{out}$r->{err}");
}

if (!finds_races()) {
	tap(sub { skip('libdevrt without a race', 'no ThreadSanitizer here') });
	exit;
}
build_library();
tap(map { my $name = $_; sub { try_test($name) } } qw(parts_test model_test task_test map_test runtime_test bulk_test pack_test));
