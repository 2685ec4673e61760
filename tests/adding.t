#!/usr/bin/perl
# minicc/ADDING.md: how to add a scheme, a clause, an instruction, a GPU, a lesson.  The places that it lists for something
# that is there are the files that name it, all of those of the code, and as many as it says; its own examples are put
# where it says, built, and do what it shows.
#
# A place's file is edited in a copy, $dir/PATH, which compilers find before the tree's.  What is compiled is each edited
# file and whatever else counts rows of an edited table; the rest are the tree's objects.  BLESS=1 writes what is printed.
use strict;
use warnings;
use Cwd qw(getcwd);
use File::Path qw(make_path remove_tree);
use lib 'tests/tools';
use TestKit;
use Transcript;

my $top = getcwd;
my $page = 'minicc/ADDING.md';
my ($head, %text) = split /^## (.*)\n/m, slurp($page);
my %shown;
@shown{ map { $_ } slurp($page) =~ /^## (.*)/mg } = transcript($page);

# How code names the thing that a section has for a model, and what is compiled for its example.
my %kind = (
	'A scheme' => { names => sub { qr/\bscheme_$_[0]\b|\bSCHEME\($_[0]\)/ }, compile => 'ptxgen/scheme/table.c', into => 'minicc' },
	'A clause' => { names => sub { qr/\b(?:$_[0]|\U$_[0]\E)\b/ }, compile => 'minicc/{omp/{tables,clause,guess},host/{task,scope}}.c', into => 'minicc' },
	'An instruction' => { names => sub { qr/\b(?:$_[0]|\U$_[0]\E)\b/ }, but => qr{^devrt/sim/code/}, into => 'ptxsim',
		compile => 'devrt/sim/{ptx/{vocab,parse_inst},exec/decode}.c' },
	'A GPU' => {},
	'A lesson' => {},
);

# ---- the places of what is there ----

sub is_code { $_[0] =~ /\.(?:c|h|def|gpu|pl)$|table$/ && $_[0] !~ /^tests/ }

sub places {
	my ($section) = @_;
	my @places = $text{$section} =~ /^\| `([^`]+)` \|/mg;
	my ($model) = $text{$section} =~ /^As `([^`]+)`/m;
	my ($said) = $head =~ /^\| \[\l$section\]\([^)]*\) \| (\d+ \| \d+) \|$/m;
	my $names = $kind{$section}{names} ? $kind{$section}{names}->($model) : qr/\b\Q$model\E\b/;
	my @bad = map { "$_ does not name $model" } grep { join("\n", $_, slurp($_) // '') !~ (is_code($_) ? $names : qr/\b\Q$model\E\b/) } @places;
	my $students = !-d 'lessons/solutions';        # make student-tree
	push @bad, map { "$_ is not there" } grep { !-e && !($students && m{^lessons/solutions/}) } @places;
	my $count = @places . ' | ' . grep { is_code($_) } @places;
	push @bad, "the table says $said, there are $count" if $said ne $count;
	if ($kind{$section}{names}) {
		my %known = map { $_ => 1 } @places;
		my @code = map { glob "$_/*.[ch] $_/*.def $_/*/*.[ch] $_/*/*.def $_/*/*/*.[ch] $_/*/*/*.def" } qw(minicc ptxgen devrt);
		my $but = $kind{$section}{but} // qr/(?!)/;
		push @bad, map { "$_ names $model, too" } grep { !$known{$_} && !/$but/ && slurp($_) =~ s{/\*.*?\*/}{}gsr =~ $names } @code;
	}
	return @bad ? fail_with("$section: places", join "\n", @bad) : ok("$section: places");
}

# ---- the examples ----

# Puts the section's blocks where it says; the files of C that it edited, or a reason.
sub put {
	my ($section, $dir) = @_;
	my @edited;
	while ($text{$section} =~ /^`([^`]+)`, (?:a (new) file|(before|behind) `([^`]+)`):\n\n```\w*\n(.*?)^```/msg) {
		my ($path, $new, $where, $line, $block) = ($1, $2, $3, $4, $5);
		my $old = $new ? '' : slurp(-e "$dir/$path" ? "$dir/$path" : $path) // return "$path is not there";
		my @at = $new ? () : grep { index(($old =~ /^.*$/mg)[$_], $line) >= 0 } 0 .. (() = $old =~ /^.*$/mg) - 1;
		return "$path has '$line' " . @at . ' times' if !$new && @at != 1;
		my @lines = split /^/m, $old;
		splice @lines, $at[0] + ($where eq 'behind'), 0, $block if !$new;
		make_path("$dir/$path" =~ s{/[^/]*$}{}r);
		spew("$dir/$path", $new ? $block : join '', @lines);
		push @edited, $path if $path =~ m{/.*\.c$} && !grep { $_ eq $path } @edited;
	}
	return \@edited;
}

# Builds the program that the section's files belong to; '' or what the compiler says.
sub build {
	my ($kind, $dir, @edited) = @_;
	my ($lib) = grep { -e "$_/libminicc_core.a" } "$B/obj", "$B/lib";
	my @cc = (host_cc(), qw(-std=c11 -D_GNU_SOURCE -Wall -Wextra -Werror -O0 -pthread -ffp-contract=off),
		$lib =~ /obj$/ ? '-fsanitize=address,undefined' : ());
	my @include = map { ("-I$dir/$_", "-I$top/$_") } qw(minicc ptxgen devrt/include devrt/sim .);
	my %edited = map { $_ => 1 } @edited;
	my @objects;
	for my $file (@edited, grep { !$edited{$_} } glob $kind->{compile}) {
		push @objects, "$dir/" . $file =~ s{/}{-}gr . '.o';
		my $r = run(cmd => [ @cc, @include, '-c', -e "$dir/$file" ? "$dir/$file" : $file, '-o', $objects[-1] ]);
		return $r->{err} if $r->{status} ne 'exit 0';
	}
	my %compiled = map { $_ => 1 } @edited, glob $kind->{compile};
	my @rest = $kind->{into} eq 'minicc' ? ("$B/obj/minicc/main.o", "$lib/libminicc_core.a")
		: ((grep { !$compiled{ s{^\Q$B\E/obj/(.*)\.o$}{$1.c}r } } glob("$B/obj/devrt/sim/*/*.o $B/obj/devrt/sim/*.o")), glob 'build/obj/{gpu_texts,step_parts}.o');
	unlink "$dir/bin/$kind->{into}";
	return run(cmd => [ @cc, @objects, @rest, '-lm', '-o', "$dir/bin/$kind->{into}" ])->{err};
}

sub example {
	my ($section) = @_;
	my ($kind, $dir) = ($kind{$section}, scratch('adding' . $section =~ s/.* /./r));
	remove_tree($dir, { keep_root => 1 });
	make_path("$dir/bin", "$dir/lessons");
	my %links = (examples => "$top/examples", tests => "$top/tests", devrt => "$top/devrt", lib => "$build/lib",
		map { $_ => "$build/$_" } qw(bin/minicc bin/ptxsim));
	$links{$_} = "$top/$_" for glob 'lessons/*';
	delete $links{devrt} if $section eq 'An instruction';
	symlink $links{$_}, "$dir/$_" for keys %links;
	my $edited = put($section, $dir);
	return fail_with("$section: its example", $edited) if !ref $edited;
	my $said = $kind->{into} ? build($kind, File::Spec->rel2abs($dir), @$edited) : '';
	return fail_with("$section: its example is built", $said) if $said ne '';
	my $block = $shown{$section};
	my $r = run(cmd => [ 'sh', '-ec', join "\n", "cd '$dir'", @{ $block->{lines} } ], timeout => 120,
		env => { PATH => File::Spec->rel2abs("$dir/bin") . ":$ENV{PATH}", BUILD => $build, BUILT => 1, MAKEFLAGS => '-s --no-print-directory',
			SCRATCH => File::Spec->rel2abs($dir) });
	return fail_with("$section: its example runs", "$r->{status}\n$r->{out}$r->{err}") if $r->{status} ne 'exit 0';
	return (ok("$section: its example runs"), prints_as_shown($page, $block, "$section: its example", $r));
}

my @sections = $head =~ /^\| \[(.*?)\]/mg;
tap(map { my $s = ucfirst; sub { (places($s), example($s)) } } @sections);
