#!/usr/bin/perl
# The rooms of the code: README.md's table names every folder with C sources, and a file includes
# headers of its own room and of those that the table's last column lists.  A header is named with
# its room ("ir/graph.h"); internal.h is for its room and the rooms inside it.  Files that comments name exist.
use strict;
use warnings;
use lib 'tests/tools';
use TestKit;

my @roots = qw(minicc ptxgen devrt/sim);
my %may;        # room => { name of a room it may include => 1 }
for (slurp('README.md') =~ /^## The rooms\n(.*?)^## /ms ? split /\n/, $1 : ()) {
	my ($rooms, $names) = /^\| (`.*?) \|.*\|([^|]*)\|$/ or next;
	my %names = map { $_ => 1 } $names =~ /`([^`]+)`/g;
	$may{$_} = \%names for $rooms =~ /`([^`]+)`/g;
}

# The short name of a room: as includes have it.
sub short { $_[0] =~ s{^(?:minicc|ptxgen|devrt/sim|devrt)/}{}r }
sub folder { $_[0] =~ m{^(.*)/} ? $1 : '.' }

# The file that an #include of FILE means, if it is one of ours.
sub included {
	my ($file, $name) = @_;
	my ($found) = grep { -e } map { "$_/$name" } @roots, folder($file);
	return $found;
}

# What is wrong with the includes of FILE.
sub wrong {
	my ($file) = @_;
	my ($room, @wrong) = folder($file);
	for my $name (slurp($file) =~ /^\s*#\s*include "([^"]+\.h)"/mg) {
		my $found = included($file, $name) // next;
		my $its = folder($found);
		push @wrong, "$file: \"$name\" without its room" if $name !~ m{/} && $its =~ m{/.*/|^\w+/\w+} && !grep { $its eq $_ } @roots;
		push @wrong, "$file: $name is not for $room" if $name =~ m{/internal\.h$} && "$room/" !~ m{^\Q$its\E/};
		push @wrong, "$file: $room may not include $name" if $its ne $room && !$may{$room}{ short($its) };
	}
	return @wrong;
}

# The files that comments of FILE name and nobody has: not of the tree, the system's or CUDA's, nor a pattern.
my %there = map { my $p = $_; map { my $q = $p; $p =~ s{^[^/]+/}{}; $q => 1 } 0 .. tr{/}{} } qw(omp.h), map { glob }
	map { ("$_/*.*", "$_/*/*.*", "$_/*/*/*.*", "$_/*/*/*/*.*") } qw(minicc ptxgen devrt tests lessons examples);
my %foreign = map { $_ => 1 } qw(cuda.h cuda_device_runtime_api.h driver_types.h fenv.h file.c);

sub stale {
	my ($file) = @_;
	my @comments = slurp($file) =~ m{/\*.*?\*/|//[^\n]*}gs;
	my @names = map { m{(?<![\w./<-])([\w/-]*\w\.(?:c|h|def|t))\b}g } @comments;
	my @bad = map { "$file: no $_" } grep { !$there{$_} && !$foreign{$_} && !m{^[a-z]\.|[A-Z]} } @names;
	push @bad, map { "$file: a line begins with '$_'" } map { m{\n( \*[A-Za-z]\w*)}g } @comments;
	return @bad;
}

my @files = map { sources($_), map { glob } "$_/*.h $_/*/*.h $_/*/*/*.h" } @roots;
@files = grep { !m{^minicc/include/} } @files;
my %rooms = map { folder($_) => 1 } @files;
tap(
	sub {
		my @unnamed = grep { !$may{$_} } sort keys %rooms;
		return @unnamed ? fail_with('every room is in the table', "@unnamed") : ok('every room is in the table');
	},
	sub {
		my @empty = grep { !-d } sort keys %may;
		return @empty ? fail_with('every room of the table exists', "@empty") : ok('every room of the table exists');
	},
	sub {
		my @stale = map { stale($_) } @files, map { glob } qw(minicc/*/*.def ptxgen/*.def ptxgen/*/*.def devrt/host/* devrt/device/*.[ch] devrt/include/*);
		return @stale ? fail_with('files that comments name exist', join "\n", @stale) : ok('files that comments name exist');
	},
	map { my $room = $_; sub {
		my @wrong = map { wrong($_) } grep { folder($_) eq $room } @files;
		return @wrong ? fail_with("includes of $room", join "\n", @wrong) : ok("includes of $room");
	} } sort keys %rooms,
);
