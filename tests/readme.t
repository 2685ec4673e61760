#!/usr/bin/perl
# Every command in a ```sh block of the pages below runs; where a ```text block follows, it is what the last one prints
# (tools/Transcript.pm; BLESS=1 writes it anew).  Their links lead somewhere, the files and names of README's trails
# exist, and its picture is the one that its commands draw.
#
# A page's blocks run one after the other, each as one `sh -e` in a scratch folder that has the top folder's files as links.  Lines
# that start the build or the tests again (make), need root (apt-get, sudo) or a network (git) are
# left out, but a goal named after make must exist.
use strict;
use warnings;
use Cwd qw(getcwd);
use File::Path qw(remove_tree);
use lib 'tests/tools';
use TestKit;
use Transcript;

my $top = getcwd;

sub place {
	my ($n) = @_;
	my $dir = scratch("readme.$n");
	remove_tree($dir, { keep_root => 1 });
	for my $entry (glob("$top/*")) {
		my ($name) = $entry =~ m{([^/]+)$};
		$entry = $build if $name eq 'build';
		symlink $entry, "$dir/$name" or die "$dir/$name: $!\n";
	}
	return $dir;
}

sub check_block {
	my ($file, $n, $block) = @_;
	my (@commands, @results);
	for my $line (@{ $block->{lines} }) {
		if ($line =~ /^make\s+(?:[A-Z]+=\S*\s+)*([a-z][\w-]*)/) {
			my $r = run(cmd => [ 'make', '-n', $1 ], timeout => 120);
			push @results, $r->{status} eq 'exit 0' ? ok("$file: make $1") : fail_with("$file: make $1", $r->{err});
		}
		push @commands, $line unless $line =~ /^(make|sudo|apt-get|apt|git|cd)\b/;
	}
	return @results unless grep { /\S/ && !/^#/ } @commands;
	my $title = "$file block $n";
	my $dir = place($file =~ tr{/}{-}r . ".$n");
	splice @commands, -1, 0, 'echo @@; echo @@ >&2' if $block->{shown};
	my $r = run(cmd => [ 'sh', '-ec', "cd '$dir'\n" . join "\n", @commands ], timeout => 200);
	remove_tree($dir) if $r->{status} eq 'exit 0';
	return @results, fail_with($title, "$r->{status}\n$r->{err}" . join "\n", @commands) if $r->{status} ne 'exit 0';
	s/.*^@@\n//ms for @$r{qw(out err)};
	return @results, ok($title), $block->{shown} ? prints_as_shown($file, $block, $title, $r) : ();
}

my @pages = ('README.md', 'examples/README.md', 'devrt/sim/gpu/README.md');

sub page {
	my ($file) = @_;
	my $n = 0;
	return map { check_block($file, ++$n, $_) } transcript($file);
}

# What a link of a page names is there, and so is the heading behind its '#'.
sub links {
	my ($file) = @_;
	my ($dir) = $file =~ m{^(.*/)} ? $1 : '';
	my @bad;
	for my $link (slurp($file) =~ /\]\(([^)\s]+)\)/g) {
		my ($path, $heading) = $link =~ /^([^#]*)(?:#(.*))?$/;
		my $target = $path eq '' ? $file : "$dir$path";
		push @bad, $link if !-e $target;
		push @bad, $link if defined $heading && !grep { lc(s/[^\w\- ]//gr =~ tr/ /-/r) eq $heading } slurp($target) =~ /^#+ (.*)$/mg;
	}
	return @bad ? fail_with("$file: links", "@bad") : ok("$file: links");
}

# A row of a trail: | `FILE` | `NAME`, `NAME` | what is to be seen |.
sub trails {
	my ($section) = slurp('README.md') =~ /^## Three trails[^\n]*\n(.*?)^## /ms;
	my (@bad, $rows);
	for my $row (split /\n/, $section // '') {
		my ($file, $names) = $row =~ /^\| `([^`]+)` \|([^|]*)\|/ or next;
		my $text = slurp($file) // '';
		push @bad, $file if $text eq '';
		push @bad, map { "$file: $_" } grep { $text !~ /(?<!\w)\Q$_\E(?!\w)/ } $names =~ /`([^`]+)`/g;
		$rows++;
	}
	return $rows && !@bad ? ok('README.md: files and names of the trails') : fail_with('README.md: files and names of the trails', join "\n", @bad);
}

sub picture {
	my ($drawn, $shown) = (slurp("$build/hello.svg") // '', 'examples/hello.svg');
	my ($cycles) = $drawn =~ /data-cycles="(\d+)"/;
	spew($shown, $drawn) if $ENV{BLESS};
	return fail_with("README.md: what it says of $shown", "it goes over $cycles cycles")
		if slurp('README.md') !~ /over $cycles cycles[^]]*\]\(\Q$shown\E\)/;
	return $drawn ne '' && $drawn eq slurp($shown) ? ok("README.md: $shown is what is drawn")
		: fail_with("README.md: $shown is what is drawn", 'make lessons-update writes it');
}

# The version is one in the compiler, its manual page and the list of releases.
sub version {
	my ($said) = run(cmd => [ minicc(), '--version' ])->{out} =~ /^minicc (\d+\.\d+):/ or return fail_with('--version');
	my ($manual) = slurp('minicc/minicc.1') =~ /^\.TH .*"minicc ([\d.]+)"/m;
	my ($newest) = slurp('minicc/CHANGELOG.md') =~ /^## (\S+), \d{4}-\d\d-\d\d$/m;
	return $said eq $manual && $said eq $newest ? ok("version $said") : fail_with('version', "$said, $manual, $newest");
}

tap(
	sub { (page('README.md'), picture()) },
	\&version,
	(map { my $file = $_; sub { page($file) } } @pages[ 1 .. $#pages ]),
	sub { map { links($_) } @pages, 'tests/README.md', glob 'minicc/*.md' },
	\&trails,
);
