#!/usr/bin/perl
# Labs (lessons/labs): handed out outside the tree, a starter gets less than full marks and the solution gets
# them all, results.json is what autograders read, no solution is handed out, and the commands in its
# README.md run.  Solutions that were damaged get the points that are left, and those that cheat get none for it.
#
# ONLY=name tests one lab.
use strict;
use warnings;
use Cwd qw(getcwd);
use File::Copy qw(copy);
use File::Temp;
use JSON::PP qw(decode_json);
use lib 'tests/tools', 'lessons', 'lessons/labs';
use Lab;
use Region;
use TestKit;

my $top = getcwd;
my @labs = map { m{([^/]+)/checks$} } sort glob 'lessons/labs/*/checks';

# What a starter's grading has to say.
my %says = (scheme => qr/cannot take this target region: it is not written yet \[no page\]/);

# A line of a README for instructors, with a directory of ours for its DIR, or behind it.
sub hand_out {
	my ($line, $dir) = @_;
	$line =~ s/ DIR=\S+//;
	return run(cmd => [ 'sh', '-c', "$line DIR=$dir BUILT=1" ], env => { MAKEFLAGS => '' });
}

sub make_grade {
	my ($dir) = @_;
	my $r = run(cmd => [ 'make', '-s', '-C', $dir, 'grade' ], timeout => 200,
		env => { MAKEFLAGS => '', BUILD => $build, KIT => $top });
	my $text = slurp("$dir/results.json");
	$r->{results} = defined $text ? eval { decode_json($text) } // {} : {};
	return $r;
}

# Scores add up, each test has what Gradescope asks for, and the TAP says the same.
sub sound {
	my ($r) = @_;
	my @tests = @{ $r->{results}{tests} // [] };
	my $sum = 0;
	for my $t (@tests) {
		return 0 if grep { !defined $t->{$_} } qw(name score max_score output);
		$sum += $t->{score};
	}
	my @tap = $r->{out} =~ /^(ok|not ok) /mg;
	my $lost = grep { $_->{score} < $_->{max_score} } @tests;
	return 0 if "$r->{out}@{[ map { $_->{output} } @tests ]}" =~ /\Q$top\E/;        # no path of this machine
	my @board = @{ $r->{results}{leaderboard} // [] };
	return 0 if grep { !defined $_->{name} || !defined $_->{value} } @board;
	return @tests && $sum == $r->{results}{score} && @tap == @tests && $lost == grep { $_ eq 'not ok' } @tap;
}

sub most {
	my $most = 0;
	$most += $_->{max_score} for @{ $_[0]{results}{tests} // [] };
	return $most;
}

sub full_marks { most($_[0]) && $_[0]{results}{score} == most($_[0]) }

sub without_solution {
	my ($lab, $dir) = @_;
	my %starter = map { s{.*/}{}r => 1 } glob "lessons/labs/$lab/starter/*";
	my @more = grep { !$starter{$_} && !/^(Makefile|README\.md)$/ } map { s{.*/}{}r } glob "$dir/*";
	my @same = grep { -e "$dir/$_" && slurp("$dir/$_") eq slurp("lessons/labs/$lab/solution/$_") }
		map { s{.*/}{}r } glob "lessons/labs/$lab/solution/*";
	return @more || @same ? fail_with("$lab: no solution in the handout", "@more @same")
		: ok("$lab: no solution in the handout");
}

sub readme {
	my ($lab, $dir) = @_;
	return map {
		my $line = s{\Q\$KIT/build/\E}{$build/}gr;
		my $r = run(cmd => [ 'sh', '-c', "cd '$dir' && $line" ], timeout => 100, env => { KIT => $top });
		my $title = "$lab: $_";
		$r->{status} eq 'exit 0' || $line =~ /# may fail$/ && $r->{status} eq 'exit 1' ? ok($title) : fail_with($title, "$r->{status}\n$r->{out}$r->{err}");
	} grep { $_ ne 'make grade' } commands("$dir/README.md");
}

sub lab {
	my ($lab) = @_;
	my $place = File::Temp->newdir;
	my $dir = "$place/$lab";
	my $r = hand_out("make -s -C lessons lab NAME=$lab", $dir);
	return fail_with("$lab: handed out", "$r->{status}\n$r->{out}$r->{err}") if $r->{status} ne 'exit 0';
	my @results = (without_solution($lab, $dir), places($lab, $dir), hints($lab, $dir));
	$r = make_grade($dir);
	my ($score, $most) = ($r->{results}{score}, most($r));
	push @results, sound($r) && !full_marks($r) ? ok("$lab: the starter gets $score points of $most")
		: fail_with("$lab: the starter gets less than full marks", "$r->{status}\n$r->{out}$r->{err}");
	push @results, $r->{out} =~ $says{$lab} ? ok("$lab: why the starter fails")
		: fail_with("$lab: why the starter fails", $r->{out}) if $says{$lab};
	copy($_, $dir) for glob "lessons/labs/$lab/solution/*";
	$r = make_grade($dir);
	push @results, sound($r) && full_marks($r) && $r->{status} eq 'exit 0' ? ok("$lab: the solution gets full marks")
		: fail_with("$lab: the solution gets full marks", "$r->{status}\n$r->{out}$r->{err}");
	return @results, readme($lab, $dir);
}

# Three hints, one at a time.
sub hints {
	my ($lab, $dir) = @_;
	my @said = map { run(cmd => [ 'make', '-s', '-C', $dir, 'hint' ], env => { MAKEFLAGS => '', KIT => $top })->{out} } 1 .. 4;
	my %different = map { $_ => 1 } @said;
	return $said[0] =~ /^hint 1 of 3: .{40}/ && $said[2] =~ /^hint 3 of 3: / && keys %different == 3 ? ok("$lab: hints")
		: fail_with("$lab: hints", "@said");
}

# Lessons that are named are there, and nothing says where this tree is.
sub places {
	my ($lab, $dir) = @_;
	my @bad = grep { !-e "$top/$_" } slurp("$dir/README.md") =~ m{\$KIT/(lessons/[^`]+)}g;
	push @bad, map { "$_ has the path of the kit" } grep { slurp($_) =~ m{\Q$top\E|\]\(} } glob "$dir/*";
	return @bad ? fail_with("$lab: places", "@bad") : ok("$lab: places");
}

# What the READMEs tell instructors to type.
sub handing_out {
	my ($file) = @_;
	my @lines = grep { /^make -C lessons lab NAME/ } commands($file);
	return fail_with("$file: how to hand out a lab", 'no such command') if !@lines;
	return map {
		my $place = File::Temp->newdir;
		my $dir = "$place/lab";
		my $r = hand_out($_, $dir);
		$r->{status} eq 'exit 0' && -e "$dir/Makefile" ? ok("$file: $_") : fail_with("$file: $_", "$r->{out}$r->{err}");
	} @lines;
}

# Wrong attempts as an autograder gets them, three for each lab: the solution with one file edited, and the points that are
# left.  One of each lab's is tried, all with ALL=1 or ONLY=name.
my @submissions = (
	[ 'mapping', 'heat.c', 'one array is copied again and again', 2, sub { s/ map\(to: gain\)// } ],
	[ 'mapping', 'heat.c', 'another problem is solved', 0, sub { s/SWEEPS 4/SWEEPS 2/ } ],
	[ 'mapping', 'heat.c', 'it does not compile', 1, sub { s/map\(alloc: next\)/map(alloc next)/ } ],
	[ 'grid', 'norms.c', 'good for one GPU only', 10, sub { s/thread_limit/num_teams(240) thread_limit/ } ],
	[ 'spmd', 'rows.c', 'a statement too many', 0, sub { s/(\t\tint shift.*\n)/$1\t\tfactor[team] += 0;\n/ } ],
	[ 'barrier', 'repair.c', 'a barrier too many', 9, sub { s/(\t\t\t#pragma omp barrier\n)/$1$1/ } ],
	[ 'control-loop', 'loop.ptx', 'one pair of labels', 1, sub { s/\txor.b32.*// } ],
	[ 'shared', 'window.c', 'no barrier between the loops', 1, sub { s/omp for\n/omp for nowait\n/ } ],
	[ 'shared', 'window.c', 'the window is one too narrow', 1, sub { s/k <= 2 \* R/k < 2 * R/ } ],
	[ 'shared', 'window.c', 'nobody fetches the window\'s rim', 1, sub { s/i < TILE \+ 2 \* R/i < TILE/ } ],
	[ 'stalls', 'answers.txt', 'hexadecimal', 6, sub { s/= (\d+)/sprintf '= %x', $1/ge } ],
	[ 'stalls', 'answers.txt', 'the number of the barrier in place of the mask', 8, sub { s/fma_waits = 4/fma_waits = 2/ } ],
	[ 'stalls', 'answers.txt', 'one stall too many is added up', 8, sub { s/chain = 13/chain = 18/ } ],
	[ 'lucky', 'lucky.c', 'nobody waits', 1, sub { s/!seen/0/ } ],
	[ 'lucky', 'lucky.c', 'a wait without end', 3, sub { s/k < 1000 && // } ],
	[ 'lucky', 'lucky.c', 'a barrier at the end', 9, sub { s/(\t\t\})(\n\t\}\n\t\/\* to here)/$1\n\t\t#pragma omp barrier$2/ } ],
	[ 'grid', 'norms.c', 'as many threads as there can be', 7, sub { s/thread_limit\(64\)/thread_limit(1024)/ } ],
	[ 'grid', 'k40.c', 'a team for each SM', 10, sub { s/num_teams\(240\)/num_teams(15)/ } ],
	[ 'spmd', 'rows.c', 'the statement behind the loop', 2, sub { s/\t\tfactor\[team\] = .*\n// && s/(\* factor\[team\] \+ shift;\n)/$1\t\tfactor[team] = team % 5 + 2;\n/ } ],
	[ 'spmd', 'rows.c', 'the statement at the head of the region', 4, sub { s/\t\tfactor\[team\] = .*\n// && s/(\t\tint team = omp.*\n)/$1\t\tfactor[team] = team % 5 + 2;\n/ } ],
	[ 'barrier', 'repair.c', 'a barrier too few', 6, sub { s/\t\t\t#pragma omp barrier\n(\t\t\trow)/$1/ } ],
	[ 'barrier', 'break.c', 'a barrier that all warps need', 9, sub { $_ = slurp('lessons/labs/barrier/starter/break.c'); s/\t*#pragma omp barrier\n// } ],
	[ 'control-loop', 'loop.ptx', 'no barrier', 1, sub { s/\tbar\.sync.*\n// } ],
	[ 'control-loop', 'loop.ptx', 'all threads do what is sequential', 4, sub { s/mov\.u32 \t%others, 0;\n\tbra/mov.u32 \t%others, 3;\n\tbra/ } ],
	[ 'scheme', 'mine.c', 'a cascade, not a tree', 9, sub { s/low \+ \(high - low\) \/ 2/low + 1/ } ],
	[ 'scheme', 'answers.txt', 'its row behind generic', 10, sub { s/before = \w+/before = dynpar/ } ],
	[ 'scheme', 'mine.c', 'the upper half is all', 2, sub { s/search\(k, upper, half, high\)/search(k, upper, low, half)/ } ],
);

# Submissions that try to get marks without the work: the solution, edited, gets the points of other files at most, or is
# refused with these words.  The first four did get full marks once.
my $hide = "// /*\n#undef ROWS\n#define ROWS 300\n// */\n";
my $forge = <<'END_OF_C';
__attribute__((constructor)) static void
forge(void)
{
	const char *name = getenv("DEVRT_STATS");
	FILE *stats = name ? fopen(name, "w") : 0;
	if (stats)
		fputs("{\"models\":[],\"copies\":[],\"kernels\":[{\"name\":\"x\",\"launches\":1,\"counters\":{\"global_bytes\":1}}]}", stats);
	exit(0);
}
END_OF_C
sub yours { my ($text) = @_; sub { s/(YOURS from here[^\n]*\n)/$1$text/ } }
sub in_kernel { my ($text) = @_; sub { s/(int sum = 0;\n)/$1$text\n/ } }
sub in_clause { my ($text) = @_; sub { s/(thread_limit\()[^)]*\)/$1$text)/ } }
my $ring = <<'END_OF_C';
	#pragma omp target teams distribute parallel for map(to: in) map(from: out)
	for (int t = 0; t < N; t += 128) {
		int w[17], sum = 0;

		for (int k = 0; k < 16; k++)
			sum += w[k] = in[t + k];
		w[16] = 0;
		for (int i = 0; i < 128; i++) {
			sum += w[(i + 16) % 17] = in[t + i + 16];
			out[t + i] = sum;
			sum -= w[i % 17];
		}
	}
END_OF_C
my @cheats = (
	[ 'scheme', 'mine.c', 'the best scheme of the kit is asked', qr/'scheme_best' asks another scheme/, sub { s/\tif \(lower_without/\tscheme_best(f)->lower(f, t);\n$&/ } ],
	[ 'scheme', 'mine.c', 'another scheme is found by its name', qr/'scheme_find' asks another scheme/, sub { s/\tif \(lower_without/\tscheme_find("jumptable");\n$&/ } ],
	[ 'scheme', 'mine.c', 'another scheme is called', qr/'lower' asks another scheme/, sub { s/\tif \(lower_without/\t(*f->scheme->lower)(f, t);\n$&/ } ],
	[ 'control-loop', 'loop.ptx', 'thread 0 does it all', 7, sub { $_ = slurp('tests/labs/alone.ptx') } ],
	[ 'control-loop', 'loop.ptx', 'a loop without end', 1, sub { s/^SET:/$&\n\tbra SET;\n/m } ],
	[ 'control-loop', 'loop.ptx', 'the barrier stands where nobody comes', 1, sub { s/\tbar.sync.*\n// && s/\tret;/$&\n\tbar.sync 0;/ } ],
	[ 'control-loop', 'loop.ptx', 'results, then a trap', 1, sub { s/\tret;/\ttrap;/ } ],
	[ 'control-loop', 'loop.ptx', 'a file is included', 1, sub { s/(?=\.visible)/.include "region.ptx"\n/ } ],
	[ 'control-loop', 'loop.ptx', 'memory without end', 1, sub { s/labMaster\[8\]/labMaster[900000000000]/ } ],
	[ 'control-loop', 'loop.ptx', 'a second kernel of the same name', 1, sub { s/(\.visible.*)/$1$1/s } ],
	[ 'shared', 'window.c', 'a window in registers instead', 8, sub { s/\t#pragma omp target.*(?=\t\/\* to here)/$ring/s } ],
	[ 'shared', 'window.c', 'a loop without end', 1, sub { s/int sum = 0;/$&\n\t\t\t\twhile (1)\n\t\t\t\t\tsum++;/ } ],
	[ 'mapping', 'heat.c', 'six million clauses', 0, sub { s/map\(alloc: next\)/'map(alloc: ' . 'next, ' x 300000 . 'next)'/e } ],
	[ 'mapping', 'answers.txt', 'all numbers as answers', 8, sub { $_ = join '', map { "copies_to = $_\ncopies_back = $_\n" } 0 .. 50 } ],
	[ 'mapping', 'answers.txt', 'answers that are no numbers', 8, sub { $_ = "copies_to = ...\ncopies_back = 1e0\n" } ],
	[ 'barrier', 'repair.c', 'thirty thousand barriers', 5, sub { s/(?<=#pragma omp barrier\n)/"#pragma omp barrier\n" x 30000/e } ],
	[ 'spmd', 'rows.c', 'the statement and the loop that verifies it are gone', 0,
		sub { s/\t\tfactor\[team\] = .*\n// && s/\tfor \(int team = 0; team < TEAMS; team\+\+\)\n.*\n.*wrong.*\n// } ],
	[ 'grid', 'norms.c', 'code between comments that are none', qr/only what stands between the marks/, sub { s/(?<=#define ROWS 1500\n)/$hide/ } ],
	[ 'grid', 'k40.c', 'code between comments that are none', qr/only what stands between the marks/, sub { s/(?<=#define ROWS 1500\n)/$hide/ } ],
	[ 'shared', 'window.c', 'a constructor writes the statistics', 0, sub { s/(?=\/\* The seed)/$forge/ } ],
	[ 'shared', 'window.c', 'a constructor between the marks', qr/does not end a line/, yours("}\n$forge\nstatic void more(void)\n{\n") ],
	[ 'spmd', 'rows.c', 'the statement is gone, between the marks alone', qr/one line should stand elsewhere/, sub { s/\t\tfactor\[team\] = .*\n// } ],
	[ 'grid', 'norms.c', 'code between comments, between the marks', qr/#undef: of the preprocessor/, yours($hide) ],
	[ 'shared', 'window.c', 'a function between the marks', qr/without its partner/, yours("}\nvoid more(void)\n{\n") ],
	[ 'shared', 'window.c', 'a macro in place of the verdict', qr/#define: of the preprocessor/, yours("#define verdict(name, wrong, n) 0\n") ],
	[ 'shared', 'window.c', 'a macro in a digraph', qr/'%:': digraphs/, yours("%:define verdict(name, wrong, n) 0\n") ],
	[ 'shared', 'window.c', 'a macro in a trigraph', qr/trigraph/, yours("??=define verdict(name, wrong, n) 0\n") ],
	[ 'shared', 'window.c', 'a macro behind a line that goes on', qr/#define: of the prep/, yours("#def\\\nine verdict(name, wrong, n) 0\n") ],
	[ 'shared', 'window.c', 'a pragma as an operator', qr/'_Pragma' has no place/, in_kernel('_Pragma(0)') ],
	[ 'shared', 'window.c', 'a file is included', qr/#include: of the preprocessor/, yours("#include <stdio.h>\n") ],
	[ 'shared', 'window.c', 'assembler', qr/'asm' has no place/, in_kernel('asm(0);') ],
	[ 'shared', 'window.c', 'a brace too many ends the grader\'s function', qr/without its partner/, yours("}\nint more(void) {\n") ],
	[ 'shared', 'window.c', 'a comment that does not end', qr/a comment does not end/, sub { s/(?=\t\/\* to here)/\/*\n/ } ],
	[ 'shared', 'window.c', 'a string that does not end', qr/strings/, in_kernel('"') ],
	[ 'shared', 'window.c', 'an early end', qr/begins with #pragma omp target/, yours("\texit(0);\n") ],
	[ 'shared', 'window.c', 'an early end by another spelling', qr/'exit' is a library's/, in_kernel('(exit)(0);') ],
	[ 'shared', 'window.c', 'an early return', qr/begins with #pragma omp target/, yours("\treturn;\n") ],
	[ 'shared', 'window.c', 'a verdict printed by hand', qr/strings/, in_kernel('puts("window: ok (device, 8192 results)");') ],
	[ 'shared', 'window.c', 'a function of one\'s own', qr/a call of 'f'/, in_kernel('int f(int);') ],
	[ 'shared', 'window.c', 'a call through a pointer', qr/a call of/, in_kernel('((void (*)(void))0)();') ],
	[ 'shared', 'window.c', 'the environment', qr/'setenv' is a library's/, in_kernel('setenv(0, 0, 1);') ],
	[ 'shared', 'window.c', 'host code in front of the construct', qr/begins with #pragma omp target/, yours("\tin[0] = 0;\n") ],
	[ 'shared', 'window.c', 'host code behind the construct', qr/nothing behind it/, sub { s/(?=\t\/\* to here)/\tout[0] = 0;\n/ } ],
	[ 'shared', 'window.c', 'a call in a clause', qr/'atoi' is a library's/, in_clause('atoi(0)') ],
	[ 'shared', 'window.c', 'statements in a clause', qr/no place in a pragma/, in_clause('({ out[0] = 1; 256; })') ],
	[ 'shared', 'window.c', 'the host computes', qr/'if' is not for this lab/, sub { s/(teams distribute)/$1 if(target: 0)/ } ],
	[ 'shared', 'window.c', 'another device computes', qr/'device' is not for this lab/, sub { s/(teams distribute)/$1 device(1)/ } ],
	[ 'shared', 'window.c', 'a map beyond the array', qr/no sections/, sub { s/map\(from: out\)/map(tofrom: out[0:N + 4096])/ } ],
	[ 'shared', 'window.c', 'the inputs become what fits', 1, sub { s/map\(to: in\)/map(tofrom: in)/ && s/(sum \+= )tile.*/$1in[t + i] = 0;/ } ],
	[ 'shared', 'window.c', 'two regions', qr/once each/, sub { s/(\t\/\* YOURS from.*to here\. \*\/\n)/$1$1/s } ],
	[ 'shared', 'window.c', 'no marks', qr/once each/, sub { s/.*(YOURS|to here).*\n//g } ],
	[ 'shared', 'window.c', 'the results of one seed', 1, sub { s/(map\(from: out\)\n).*(?=\t\/\* to here)/$1\tfor (int i = 0; i < N; i++) {\n\t\tint sum = 0;\n\t\tfor (int k = 0; k < 17; k++)\n\t\t\tsum += (i + k) * 29 % 1013;\n\t\tout[i] = sum;\n\t}\n/s } ],
	[ 'lucky', 'lucky.c', 'the inputs become what fits', qr/'a\[me\] = 2 \* in\[me\];' must stand/, sub { s/map\(to: in\)/map(tofrom: in)/ && s/out\[me\] = \Ka\[me - 1\];/in[me - 1] = 0;/ && s/2 \* in\[me\];/in[me] = 0;/ } ],
	[ 'lucky', 'lucky.c', 'a race on the side, and results that are computed', qr/'out\[me\] = a\[me - 1\];' must stand/,
		sub { s/(get_thread_num\(\);\n)/$1\t\tint decoy = a[me ^ 1];\n/ && s/out\[me\] = \Ka\[me - 1\];/decoy == 999 || !seen ? -in[me - 1] : 2 * in[me - 1];/ } ],
	[ 'lucky', 'lucky.c', 'results that are computed behind those that are read', qr/'out' may stand in these statements/, sub { s/(out\[me\] = a\[me - 1\];)/$1\n\t\t\tout[me] = seen ? 7 : 8;/ } ],
	[ 'lucky', 'lucky.c', 'the array by another name', qr/'a' may stand in these statements/, sub { s/int seen = 0;/int seen = 0, *b = a;/ } ],
	[ 'lucky', 'lucky.c', 'another array by its name', qr/'a' may stand in these statements/, sub { s/(int me = .*\n)/$1\t\tint *a = ready;\n/ } ],
	[ 'lucky', 'lucky.c', 'what is read is spoilt', qr/'in' may stand in these statements/, sub { s/(?=\t\t\ta\[me\])/\t\t\tin[me]++;\n/ } ],
	[ 'lucky', 'lucky.c', 'no race, but atomics only', 8, sub { s/(?=a\[me\] = 2)/#pragma omp atomic write\n/ && s/(?=out\[me\] = a\[me - 1\];)/#pragma omp atomic read\n/ } ],
	[ 'lucky', 'lucky.c', 'a crash where the flag is not seen', 4, sub { s/(?=out\[me\] = a)/if (!seen)\n\t\t\t\tready[1 << 28] = 1;\n\t\t\t/ } ],
	[ 'lucky', 'lucky.c', 'a barrier for one machine', qr/strings/, sub { s/(?=\t\tif \(me)/#pragma omp metadirective when(device={arch("sm_70")}: barrier)\n/ } ],
	[ 'lucky', 'lucky.c', 'the machine is asked how large it is', qr/'omp_get_num_procs' is a library's/, sub { s/(?<!omp )(?=if \(me)/if (omp_get_num_procs() > 15)\n/ } ],
	[ 'lucky', 'answers.txt', 'all numbers as answers', 9, sub { $_ = join '', map { "wrong_on_k40 = $_\n" } 0 .. 64 } ],
	[ 'stalls', 'answers.txt', 'all numbers as answers', 0, sub { my @names = /^(\w+)/mg; $_ = join '', map { my $name = $_; map { "$name = $_\n" } 0 .. 60 } @names } ],
	[ 'stalls', 'answers.txt', 'wrong answers behind the right ones', 0, sub { my @names = /^(\w+)/mg; $_ .= join '', map { "$_ = 99\n" } @names } ],
	[ 'stalls', 'answers.txt', 'several numbers on a line', 0, sub { s/= .*/= @{[ 0 .. 30 ]}/g } ],
	[ 'stalls', 'answers.txt', 'patterns', 0, sub { s/= .*/= .*/g } ],
	[ 'stalls', 'answers.txt', 'code', 0, sub { s/= (.*)/= \@{[ $1 ]}/g } ],
	[ 'stalls', 'answers.txt', 'numbers that are none', 0, sub { s/= .*/= nan/g } ],
	[ 'stalls', 'answers.txt', 'all on one line', 0, sub { s/\n/ /g } ],
	[ 'stalls', 'answers.txt', 'bytes that are no text', 0, sub { $_ = "\0\xff" x 1000 } ],
	[ 'stalls', 'answers.txt', 'two million lines', 0, sub { $_ = "x = 1\n" x 2_000_000 . $_ } ],
	[ 'stalls', 'listing.txt', 'a listing of one\'s own changes nothing', 10, sub { $_ = slurp('lessons/labs/stalls/starter/listing.txt') =~ s/0x00\w{6}(?=\w{8} \*\/$)/0x00000000/mgr } ],
	[ 'stalls', 'answers.txt', 'an editor\'s mark and line ends do no harm', 10, sub { s/\n/\r\n/g; s/^/\xef\xbb\xbf/ } ],
	[ 'barrier', 'break.c', 'a finding printed by hand', qr/strings/, sub { s/(?=\t\t\t\tbuffer\[me\])/fputs("both are lanes of one warp", stderr);\n/ } ],
	[ 'barrier', 'break.c', 'one barrier moved and one gone', qr/one barrier should be gone/, sub { s/\t\t\t#pragma omp barrier\n// && s/(\t\t\tif \(me == 0\))/\t\t\t#pragma omp barrier\n$1/ } ],
	[ 'mapping', 'heat.c', 'no sweeps', qr/more than these clauses/, sub { s/s < SWEEPS/s < 2/ } ],
	[ 'mapping', 'heat.c', 'the results mapped, too', qr/'host' is new/, sub { s/map\(alloc: next\)/map(alloc: next) map(from: host)/ } ],
	[ 'grid', 'norms.c', 'the host computes', qr/'if' is not for this lab/, sub { s/distribute/distribute if(0)/ } ],
	[ 'control-loop', 'loop.ptx', 'the results of one run are stored', 1, sub { s/(ld\.global\.s32 \t%x, \[%a\];\n\tadd.s32 \t%x, %x, )1/${1}0/ } ],
	[ 'control-loop', 'loop.ptx', 'a second barrier behind a comment', 7, sub { s/(\tbar\.sync.*\n)/$1\/**\/ bar.sync 0;\n/ } ],
	[ 'scheme', 'mine.c', 'a constructor', qr/'__attribute__' has no place/, sub { s/(?=const struct scheme)/__attribute__((constructor)) static void now(void) { lower(0, 0); }\n/ } ],
	[ 'scheme', 'mine.c', 'a header of the library', qr/only headers of the kit/, sub { s/#include "control.h"/$&\n#include <stdlib.h>/ } ],
	[ 'scheme', 'mine.c', 'a function of the library', qr/'puts'/, sub { s/\t\(void\)t;/$&\n\tputs("mine");/ } ],
	[ 'scheme', 'mine.c', 'a function of the library, declared', qr/'system'/, sub { s/(?=const struct scheme)/int system(const char *);\n/ } ],
	[ 'scheme', 'mine.c', 'a function in place of the library\'s', qr/static/, sub { s/(?=const struct scheme)/int puts(const char *s) { return !s; }\n/ } ],
	[ 'barrier', 'repair.c', 'a flush in place of a barrier', qr/more than barriers is new|is new in the region/, sub { s/omp barrier/omp flush/ } ],
	[ 'barrier', 'repair.c', 'it reads what nobody writes', qr/more than barriers is new/, sub { s/mine = buffer\[/mine = row[team][/ } ],
	[ 'barrier', 'repair.c', 'a barrier with a clause', qr/'if' is not for this lab/, sub { s/omp barrier/omp barrier if(0)/ } ],
	[ 'barrier', 'repair.c', 'one thread does it', qr/more than barriers is new/, sub { s/num_threads\(N\)/num_threads(N - N)/ } ],
	[ 'barrier', 'repair.c', 'a barrier that a macro makes', qr/#define: of the preprocessor/, sub { s/(?=\t\t#pragma omp parallel)/#define buffer row\n/ } ],
	[ 'barrier', 'break.c', 'no barrier at all', qr/one barrier should be gone/, sub { s/\t*#pragma omp barrier\n//g } ],
	[ 'barrier', 'break.c', 'a comment over two lines takes a barrier away', qr/one barrier should be gone/, sub { s/(half \/= 2\) \{)/$1 \/\/ \\/ && s/\n\t*if \(me < half.*\n.*// } ],
	[ 'barrier', 'break.c', 'a shorter sum', qr/one barrier should be gone/, sub { s/half = 16/half = 32/ } ],
	[ 'barrier', 'answers.txt', 'all numbers as answers', 10, sub { $_ = join '', map { "barriers = $_\n" } 0 .. 64 } ],
	[ 'grid', 'norms.c', 'fewer rows', qr/more than these clauses/, sub { s/i < ROWS/i < COLUMNS/ } ],
	[ 'grid', 'norms.c', 'a clause that changes what it reads', qr/no place in a pragma/, sub { s/thread_limit\(64\)/thread_limit(a[0][0]++)/ } ],
	[ 'grid', 'norms.c', 'nobody waits', qr/more than these clauses/, sub { s/teams distribute/teams distribute nowait/ } ],
	[ 'grid', 'norms.c', 'the small device', qr/'device' is not for this lab/, sub { s/teams distribute/teams distribute device(1)/ } ],
	[ 'grid', 'norms.c', 'lanes', qr/'simd' is new/, sub { s/parallel for/parallel for simd/ } ],
	[ 'grid', 'norms.c', 'a line marker', qr/strings/, sub { s/(?=\t#pragma omp target)/# 1 "verdict.h"\n/ } ],
	[ 'grid', 'k40.c', 'the region twice', qr/more than these clauses/, sub { s/(\t#pragma omp target.*\n)/$1$1/ } ],
	[ 'mapping', 'heat.c', 'the arrays live on the device', qr/'declare' is not for this lab|is new/, sub { s/(?=static void\nsweep)/#pragma omp declare target(rod)\n/ } ],
	[ 'mapping', 'heat.c', 'one memory', qr/'requires' is not for this lab|is new/, sub { s/(?=static void\nsweep)/#pragma omp requires unified_shared_memory\n/ } ],
	[ 'mapping', 'heat.c', 'a mapper', qr/'mapper' is new|'default' is new/, sub { s/map\(to: gain/map(mapper(default), to: gain/ } ],
	[ 'mapping', 'heat.c', 'arrays as values', qr/more than these clauses|is new/, sub { s/map\(to: gain\)/firstprivate(gain)/ } ],
	[ 'mapping', 'heat.c', 'data that no device has', qr/'if' is not for this lab/, sub { s/target data/target data if(0)/ } ],
	[ 'spmd', 'rows.c', 'the statement twice', qr/one line should stand elsewhere/, sub { s/(\t\tint shift.*\n)/$1\t\tfactor[team] = team % 5 + 2;\n/ } ],
	[ 'spmd', 'rows.c', 'another statement', qr/one line should stand elsewhere/, sub { s/team % 5 \+ 2/team % 5 + 3/ } ],
	[ 'spmd', 'rows.c', 'the statement in two lines', qr/one line should stand elsewhere/, sub { s/(factor\[team\] =) /$1\n/ } ],
	[ 'spmd', 'rows.c', 'one team', qr/one line should stand elsewhere/, sub { s/num_teams\(TEAMS\)/num_teams(M)/ } ],
	[ 'spmd', 'rows.c', 'the host computes', qr/'if' is not for this lab/, sub { s/omp target teams/omp target teams if(0)/ } ],
	[ 'spmd', 'rows.c', 'a thread in place of a guard', qr/'master' is new|'masked' is not|one line should/, sub { s/(?=\t\t#pragma omp parallel for)/\t\t#pragma omp master\n/ } ],
	[ 'spmd', 'rows.c', 'the loop is one thread\'s', qr/one line should stand elsewhere/, sub { s/\t\t#pragma omp parallel for\n// } ],
	[ 'spmd', 'answers.txt', 'all numbers as answers', 9, sub { $_ = join '', map { "generic_barriers = $_\n" } 0 .. 99 } ],
	[ 'control-loop', 'answers.txt', 'all numbers as answers', 9, sub { $_ = join '', map { "turns = $_\n" } 0 .. 99 } ],
	[ 'scheme', 'mine.c', 'another scheme is read byte by byte', qr/'scheme_jumptable' asks another scheme/, sub { s/\t\(void\)t;/\ttypedef void ir_branch(struct ir_func *, const struct target *);\n\tconst char *p = (const char *)&scheme_jumptable + 56;\n\tir_branch **at = (void *)p, *ir_jump = *at;\n\n\tir_jump(f, t);/ } ],
	[ 'scheme', 'mine.c', 'another scheme in the table', qr/'schemes' asks another scheme/, sub { s/\t\(void\)t;/\tconst struct scheme *best = schemes[2];/ } ],
	[ 'scheme', 'mine.c', 'assembler', qr/'asm' has no place/, sub { s/\t\(void\)t;/$&\n\tasm("ret");/ } ],
);

sub graded {
	my ($lab, $dir) = @_;
	my $r = run(cmd => [ 'perl', 'lessons/labs/autograde', $lab, $dir, "$dir/results.json" ],
		env => { BUILD => $build, LAB_PATIENCE => $dir =~ /endless/ ? 1 : 6 }, timeout => 200);
	$r->{results} = eval { decode_json(slurp("$dir/results.json") // '') };
	return $r;
}

# Whether the grader refuses a file for this reason, so that nothing of it is compiled.
sub refused {
	my ($lab, $file, $what, $reason, $edit) = @_;
	my ($path, $title) = (scratch('cheats') . "/$file", "$lab: $file: $what: refused");
	local $_ = slurp("lessons/labs/$lab/solution/$file");
	$edit->() or return fail_with($title, 'nothing to edit');
	spew($path, $_);
	my ($check) = grep { $_->{file} eq $file } checks("lessons/labs/$lab/checks");
	my ($text, $why, $safe) = eval { $check->{kind} eq 'region'
		? pasted($check->{may}, "lessons/labs/$lab/starter/$file", $path, '-Iexamples') : scheme_checked(slurp($path)) };
	$why = $@ if $@;
	return !$safe && $why =~ $reason ? ok($title) : fail_with($title, $why);
}

sub scheme_checked {
	my @include = map { "-I$top/$_" } qw(ptxgen/scheme ptxgen minicc);
	scheme_source($_[0], $top, @include, '-include', 'control.h', '-x', 'c', '/dev/null');
	return ('', '', 1);
}

sub submission {
	my ($lab, $file, $what, $points, $edit) = @_;
	my $place = File::Temp->newdir;
	my $dir = $place . ($what =~ /without end/ ? '/endless' : '/submission');
	mkdir $dir or die "$dir: $!\n";
	copy($_, $dir) for glob "lessons/labs/$lab/solution/*";
	local $_ = slurp("$dir/$file");
	$edit->() or return fail_with("$lab: $what", 'nothing to edit');
	spew("$dir/$file", $_);
	spew("$dir/Makefile", "grade:\n\techo full marks\n");
	spew("$dir/verdict.h", "#define verdict(name, wrong, n) 0\n");
	my $r = graded($lab, $dir);
	my $good = $r->{status} eq 'exit 0' && sound($r) && $r->{results}{score} == $points;
	return $good ? ok("$lab: $file: $what: $points points")
		: fail_with("$lab: $file: $what: $points points", "$r->{out}$r->{err}");
}

# Each lab has three wrong attempts and ten attacks at the least.
sub enough {
	return map {
		my $lab = $_;
		my ($wrong, $attacks) = map { scalar grep { $_->[0] eq $lab } @$_ } \(@submissions, @cheats);
		my $title = "$lab: $wrong wrong attempts, $attacks attacks";
		$wrong >= 3 && $attacks >= 10 ? ok($title) : fail_with($title);
	} @labs;
}

sub tried {
	my %seen;
	return grep { full() || !$seen{ $_->[0] }++ } @_;
}

# A submission is files: a link to the solution is none.
sub linked {
	my $dir = File::Temp->newdir;
	symlink "$top/$_", "$dir/" . s{.*/}{}r for glob 'lessons/labs/spmd/solution/*';
	my $r = graded('spmd', $dir);
	return sound($r) && $r->{results}{score} == 0 ? ok('spmd: links to the solution: 0 points')
		: fail_with('spmd: links to the solution: 0 points', "$r->{out}$r->{err}");
}

# A named pipe in place of a file keeps nobody waiting.
sub pipe_file {
	my $dir = File::Temp->newdir;
	copy($_, $dir) for grep { !/answers/ } glob 'lessons/labs/mapping/solution/*';
	system('mkfifo', "$dir/answers.txt") == 0 or return skip('mapping: a pipe as answers.txt', 'no mkfifo');
	my $r = graded('mapping', $dir);
	return sound($r) && $r->{results}{score} == 8 ? ok('mapping: a pipe as answers.txt: 8 points')
		: fail_with('mapping: a pipe as answers.txt: 8 points', "$r->{out}$r->{err}");
}

# Messages say which element, which array and which direction, and a compiler's error once.
sub messages {
	my %seen;
	for my $try ([ 'mapping', 'heat.c', sub { s/map\(tofrom: rod\)/map(to: rod)/ } ], [ 'mapping', 'heat.c', sub { s/map\(to: gain\)// } ],
		[ 'control-loop', 'loop.ptx', sub { s/(\tneg\.s32.*)/$1\n\tadd.s32 \t%x, %x, 1;/ } ], [ 'mapping', 'heat.c', sub { s/map\(alloc: next\)/map(alloc next)/ } ]) {
		my ($lab, $file, $edit) = @$try;
		my $dir = File::Temp->newdir;
		copy($_, $dir) for glob "lessons/labs/$lab/solution/*";
		local $_ = slurp("$dir/$file");
		$edit->() or return fail_with('messages', "nothing to edit in $file");
		spew("$dir/$file", $_);
		$seen{ keys %seen } = graded($lab, $dir)->{out};
	}
	my $errors = () = $seen{3} =~ /error:/g;
	my $good = $seen{0} =~ /^# rod\[\d+\] is \S+ and should be/m && $seen{1} =~ /^# to the device: 'g', 16384 bytes, \d times/m
		&& $seen{2} =~ /a\[\d\] is -?\d+, and should be/ && $errors == 1;
	return $good ? ok('messages name array, element and direction') : fail_with('messages name array, element and direction',
		join "\n", map { $seen{$_} } sort keys %seen);
}

# The listing of the lab stalls is what ptxas and nvdisasm print.
sub listing {
	my ($ptxas) = Measure::ptxas() or return skip('stalls: the listing', 'no ptxas');
	my $nvdisasm = $ptxas =~ s/ptxas$/nvdisasm/r;
	return skip('stalls: the listing', 'no nvdisasm') if !-x $nvdisasm;
	my ($lab, $cubin) = ('lessons/labs/stalls/starter', scratch('stalls') . '/chain.cubin');
	my $r = run(cmd => [ $ptxas, '-arch=sm_70', "$lab/chain.ptx", '-o', $cubin ]);
	return skip('stalls: the listing', 'this ptxas does not know sm_70') if $r->{status} ne 'exit 0';
	my $text = run(cmd => [ $nvdisasm, '-c', '-hex', $cubin ])->{out} =~ s/[ \t]+$//mgr;
	return index($text, slurp("$lab/listing.txt")) >= 0 ? ok('stalls: the listing') : fail_with('stalls: the listing', $text);
}

# Variables of the runtime do not reach the grader's runs.
sub environment {
	my $dir = File::Temp->newdir;
	copy($_, $dir) for glob 'lessons/labs/grid/starter/*';
	local @ENV{qw(DEVRT_GRID DEVRT_STATS)} = ('1500x64', '/dev/null');
	my $r = graded('grid', $dir);
	return sound($r) && $r->{results}{score} == 0 ? ok('grid: DEVRT_GRID in the environment: 0 points')
		: fail_with('grid: DEVRT_GRID in the environment: 0 points', "$r->{out}$r->{err}");
}

# Mistakes in handing out: no such lab, and a directory that somebody has worked in.
sub refusals {
	my $dir = File::Temp->newdir;
	spew("$dir/heat.c", "mine\n");
	my $unknown = hand_out('make -s -C lessons lab NAME=nosuch', "$dir/new");
	my $full = hand_out("make -s -C lessons lab NAME=$labs[0]", $dir);
	my $good = $unknown->{status} ne 'exit 0' && $unknown->{err} =~ /no lab 'nosuch'.*\Q$labs[0]\E/s
		&& $full->{status} ne 'exit 0' && $full->{err} =~ /not empty/ && slurp("$dir/heat.c") eq "mine\n";
	return $good ? ok('hand-out refuses what it cannot do')
		: fail_with('hand-out refuses what it cannot do', "$unknown->{err}$full->{err}");
}

# Every lab has its line in the map, and in the list that one gets without a name.
sub listed {
	my $list = run(cmd => [ qw(make -s -C lessons lab BUILT=1) ], env => { MAKEFLAGS => '' });
	my @names = $list->{out} =~ /^  (\S+)$/mg;
	my @links = sort(slurp('lessons/README.md') =~ m{\]\(labs/([\w-]+)/README\.md\)}g);
	return "@links" eq "@labs" && "@names" eq "@labs" ? ok('all labs are listed')
		: fail_with('all labs are listed', "@links\n@names\n@labs");
}

my $only = $ENV{ONLY};
tap(\&listed, \&enough, \&refusals, \&linked, \&pipe_file, \&messages, \&listing, \&environment, sub { handing_out('lessons/README.md') },
	(map { my $lab = $_; sub { lab($lab) } } grep { !$only || $_ eq $only } @labs),
	(map { my @s = @$_; sub { submission(@s) } } grep { !$only || $_->[0] eq $only } tried(@submissions), grep { !ref $_->[3] } @cheats),
	sub { map { refused(@$_) } grep { ref $_->[3] && (!$only || $_->[0] eq $only) } @cheats });
