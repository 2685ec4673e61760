# The checks of labs: what may stand in a file lessons/labs/NAME/checks, and how each kind is graded.
#
# A check is a paragraph of "key: value" lines, # begins a comment; the first key is its kind:
#
#   run: PROGRAM        it ends with status 0 under every one of schemes: and devices:; with check: LIST also
#                       under DEVRT_CHECK, without a finding.  finds: TEXT asks for a finding instead, prints: TEXT
#                       for status 1 and that on standard output
#   wrong: NAME         answers.txt has NAME = NUMBER, the results that program: says are wrong on devices:
#   field: NAME         answers.txt has NAME = NUMBER, which is which: (stall, sets, waits or sum) of the instruction at:
#                       ADDRESS of listing:, as nvdisasm -hex prints machine code for sm_70; to: ADDRESS ends a sum
#   count: PROGRAM      claim: FIGURE OP NUMBER, or OP [NUMBER *] starter: what the simulator counts under
#                       scheme: on device:, against a number, the starter or, by its name, another scheme
#                       (figures: Measure.pm's)
#   answer: NAME        answers.txt has NAME = NUMBER, which is figure: of program:, within: PERCENT (0)
#   remarks: PROGRAM    what minicc says with options: matches says: and does not match silent:
#   region: FILE        what stands between its marks may be pasted into the starter, and nothing else is compiled
#                       (Region.pm); may: clauses NAME..., more barriers, one barrier less, one line moved, one construct
#                       (with STATEMENTS; that stay, whose arrays nothing else of the code names)
#   ptx: FILE.ptx       its kernel: leaves the same in memory, with the same arguments:, as the kernel like: PROGRAM
#                       has under scheme:, whose environment like-more: adds; on devices:, with grid:, block: and
#                       check: as ptxsim takes them; =any in arguments: are numbers that nobody knows before.
#                       written: NUMBER REGEX: it stands there so often.  barriers: yes, as many executed as by like:,
#                       and not many more accesses to memory, so that all threads work
#   scheme: FILE.c      it defines struct scheme scheme_BASENAME, and the kit's compiler builds with a row for it,
#                       before = NAME's of answers.txt; checks behind this one use it for that scheme
#   order: SCHEME       minicc lists it behind after: and ahead of before:
#
# Each has name: and points:.  Others: options: (of minicc), args: (of the program), leaderboard: NAME (a count);
# required: yes, what comes behind for the same file counts only when this check passes.
# A program is the student's, or KIT/path.  Counts are deterministic.  Not for real GPUs.
package Lab;
use strict;
use warnings;
use Exporter 'import';
use Measure;
use Region;
use TestKit;

our @EXPORT = qw(checks grade);

my $largest = 100_000;  # bytes of a submitted file
my $patience = $ENV{LAB_PATIENCE} // 6;        # seconds for a run that takes half a second: run() waits five times as long
my $budget = 90;        # seconds for all runs of a submission together, which take three

my %kind = (
	run => \&check_run,
	count => \&check_count,
	answer => \&check_answer,
	wrong => \&check_wrong,
	field => \&check_field,
	remarks => \&check_remarks,
	region => \&check_region,
	ptx => \&check_ptx,
	scheme => \&check_scheme,
	order => \&check_order,
);

# The paragraphs of a file of checks, as hashes with kind and file beside their keys.
sub checks {
	my ($file) = @_;
	my @checks;
	for my $paragraph (split /\n\s*\n/, slurp($file) =~ s/^#[^\n]*\n//mgr) {
		my (%c, $first);
		for my $line (grep { /\S/ } split /\n/, $paragraph) {
			my ($key, $value) = $line =~ /^([a-z][\w-]*):\s*(.*?)\s*$/ or die "$file: '$line' is not 'key: value'\n";
			$first //= $key;
			$c{$key} = $value;
		}
		next if !$first;
		$kind{$first} && $c{name} && $c{points} or die "$file: a check '$first' needs a known kind, name: and points:\n";
		push @checks, { %c, kind => $first, file => $c{$first} };
	}
	return @checks;
}

# Why a check fails, or ''.
sub grade {
	my ($g, $c) = @_;
	my $why = eval { $kind{ $c->{kind} }->($g, $c) } // $@;
	return $why =~ s/\n+$//r;
}

# A program's path: the grader's with the student's region in it, the kit's, another folder's (the starter's), or a
# submitted file that is no C.
sub place {
	my ($g, $file, $dir) = @_;
	return $file =~ s{^KIT/}{$g->{kit}/}r if $file =~ m{^KIT/};
	return "$dir/$file" if $dir;
	return $g->{pasted}{$file} // die "$file is refused, and not run\n" if exists $g->{pasted}{$file};
	return submitted($file);
}

sub submitted {
	my ($file) = @_;
	-f $file && !-l $file or die "$file is missing\n";
	-s $file <= $largest or die "$file has more than $largest bytes\n";
	return $file;
}

# What a program gets to compute with: no submission knows it before.
sub arguments {
	my ($g, $c) = @_;
	return split ' ', $c->{args} if defined $c->{args};
	return () if $c->{file} =~ m{^KIT/};
	# not a multiple of what the programs divide by: all numbers would be alike
	$g->{seed} = 1 + int rand 100000 while !$g->{seed} || grep { $g->{seed} % $_ == 0 } 11, 97, 101, 1009, 1013;
	return $g->{seed};
}

# A run of something submitted: what did not end once is not run again, nor anything when the time is spent.
sub timed {
	my ($g, $what, @run) = @_;
	die "$what did not end: see above\n" if $g->{endless}{$what};
	die "all runs together take longer than $budget seconds\n" if ($g->{spent} // 0) > $budget;
	my $start = time;
	my $r = run(timeout => $patience, @run);
	$g->{endless}{$what} = $r->{status} eq 'timeout';
	$g->{spent} += time - $start;
	return $r;
}

# Compiles once for each scheme, even what does not compile; dies with the compiler's message.
sub compile {
	my ($g, $c, $path, $scheme) = @_;
	my @cmd = ($g->{with}{$scheme} // $g->{minicc}, "-scheme=$scheme", "-I$g->{kit}/examples", split(' ', $c->{options} // ''), $path);
	my $exe = scratch('programs') . '/' . keys %{ $g->{compiled} };
	my $done = $g->{compiled}{"@cmd"} //= { exe => $exe, result => timed($g, $cmd[0], cmd => [ @cmd, '-o', $exe ]) };
	my $r = $done->{result};
	return $done->{exe} if $r->{status} eq 'exit 0';
	my $before = $g->{broken}{$path}{ $r->{err} }++;
	die "$path does not compile", $before ? ": see above\n" : " with -scheme=$scheme: $r->{status}\n$r->{err}";
}

sub execute {
	my ($g, $c, $path, $scheme, $device, %env) = @_;
	my $exe = compile($g, $c, $path, $scheme);
	return timed($g, $path, cmd => [ $exe, arguments($g, $c) ],
		env => { DEVRT_DEVICE => "sim:$device", OMP_TARGET_OFFLOAD => 'MANDATORY', %env });
}

# What a program copies to the device, or from it: a line for each array.
sub copies {
	my ($g, $c, $path, $way) = @_;
	my $r = execute($g, $c, $path, $c->{scheme} // 'auto', $c->{device} // 'v100', DEVRT_INFO => 32);
	my (%n, @order);
	while ($r->{err} =~ /: copy $way device: '(\w+)[^']*', (\d+) bytes/g) {
		my $key = ($way eq 'to' ? 'to' : 'back from') . " the device: '$1', $2 bytes";
		push @order, $key if !$n{$key}++;
	}
	return join '', map { "$_, $n{$_} time" . ($n{$_} > 1 ? 's' : '') . "\n" } @order;
}

sub check_run {
	my ($g, $c) = @_;
	my $path = place($g, $c->{file});
	for my $scheme (split ' ', $c->{schemes} // 'auto') {
		for my $device (split ' ', $c->{devices} // 'v100') {
			my $r = execute($g, $c, $path, $scheme, $device, $c->{check} ? (DEVRT_CHECK => $c->{check}) : ());
			my $said = "$path, -scheme=$scheme, sim:$device, arguments (@{[ arguments($g, $c) ]}): $r->{status}\n$r->{out}$r->{err}";
			return "$said\nexpected a finding: $c->{finds}" if $c->{finds} && $r->{err} !~ /$c->{finds}/;
			return "$said\nexpected it to end and to print: $c->{prints}"
				if $c->{prints} && ($r->{status} ne 'exit 1' || $r->{out} !~ /$c->{prints}/);
			return $said if !$c->{finds} && !$c->{prints} && $r->{status} ne 'exit 0';
		}
	}
	return '';
}

# What the simulator counts for a program; dies when it does not end well.
sub figure {
	my ($g, $c, $path, $what) = @_;
	my ($scheme, $device) = ($c->{scheme} // 'auto', $c->{device} // 'v100');
	my $file = scratch('stats') . '/run.json';
	unlink $file;
	my $r = execute($g, $c, $path, $scheme, $device, DEVRT_STATS => $file);
	if ($r->{status} ne 'exit 0') {
		my $said = $g->{said}{$path}{ $r->{out} }++ ? "see above\n" : "$r->{out}$r->{err}";
		die "$path, -scheme=$scheme, sim:$device: $r->{status}\n$said";
	}
	my %sum = counts($file);
	die "$path launched no kernel\n" if !$sum{launches};
	return $sum{$what} // 0;
}

sub check_count {
	my ($g, $c) = @_;
	my ($what, $op, $factor, $other, $number) =
		$c->{claim} =~ /^(\w+) (<|<=|=|>=|>) (?:(?:([\d.]+) \* )?([a-z]+)|(\d+))$/ or die "claim: $c->{claim}\n";
	my $path = place($g, $c->{file});
	my $have = $c->{value} = figure($g, $c, $path, $what);
	my $bound = $number // ($factor // 1) * ($other eq 'starter'
		? figure($g, $c, place($g, $c->{file}, "$g->{lab}/starter"), $what)
		: figure($g, { %$c, scheme => $other }, place($g, $c->{file}), $what));
	my $sign = $have <=> $bound;
	my $good = $op eq '=' ? $sign == 0 : $op =~ /=/ && $sign == 0 || $sign == ($op =~ /</ ? -1 : 1);
	my $copied = !$good && $what =~ /^to_(device|host)_/ ? "\n" . copies($g, $c, $path, $1 eq 'host' ? 'from' : 'to') : '';
	return $good ? '' : ($op eq '=' ? "$what: $have is not the number asked for" : "$what: $have, expected $op $bound") . $copied;
}

# What answers.txt says, once.  Some editors put a mark at a file's head that says it is UTF-8.
sub answer {
	my ($name, $kind, $regex) = @_;
	my $text = (slurp('answers.txt') // '') =~ s/^\xef\xbb\xbf//r;
	die "answers.txt has more than one line '$name = ...'\n" if (() = $text =~ /^\s*\Q$name\E\s*[=:]/mg) > 1;
	my ($given) = $text =~ /^\s*\Q$name\E\s*[=:]\s*($regex)\s*$/m;
	return $given // die "answers.txt has no line '$name = $kind'\n";
}

sub check_answer {
	my ($g, $c) = @_;
	my $given = answer($c->{file}, 'NUMBER', qr/[\d.]+/);
	my $is = figure($g, $c, place($g, $c->{program}), $c->{figure});
	my $off = abs($given - $is);
	return $off <= $is * ($c->{within} // 0) / 100 ? '' : "you say $given; the simulator counts another number";
}

sub check_wrong {
	my ($g, $c) = @_;
	my $given = answer($c->{file}, 'NUMBER', qr/\d+/);
	my $r = execute($g, $c, place($g, $c->{program}), 'auto', $c->{devices});
	my ($is) = $r->{out} =~ /FAIL \((\d+) of/ or return "$c->{program} has no wrong results on sim:$c->{devices}";
	return $given == $is ? '' : "you say $given; it is another number";
}

# Address => control fields of each instruction in a listing: bits 105 to 121 of its 128.
sub control_fields {
	my ($file) = @_;
	my %at;
	my $text = slurp($file) // die "$file is missing\n";
	while ($text =~ m{^\s*/\*([0-9a-f]{4})\*/.*?/\* 0x([0-9a-f]{16}) \*/\s*\n\s*/\* 0x([0-9a-f]{8})[0-9a-f]{8} \*/}mg) {
		my $high = hex($3) >> 9;
		$at{ hex $1 } = { stall => $high & 15, sets => $high >> 5 & 7, waits => $high >> 11 & 63 };
	}
	return \%at;
}

sub check_field {
	my ($g, $c) = @_;
	my $given = answer($c->{file}, 'NUMBER', qr/\d+/);
	my $at = control_fields(place($g, $c->{listing}));
	my ($from, $to) = map { hex } $c->{at}, $c->{to} // $c->{at};
	$at->{$from} && $at->{$to} or die "$c->{listing} has no instruction at $c->{at}\n";
	my $is = $c->{which} eq 'sum' ? 0 : $at->{$from}{ $c->{which} };
	if ($c->{which} eq 'sum') { $is += $_->{stall} for map { $at->{$_} } grep { $_ >= $from && $_ <= $to } keys %$at }
	return $given == $is ? '' : "you say $given; the listing says another number";
}

sub check_remarks {
	my ($g, $c) = @_;
	my $path = place($g, $c->{file});
	my $r = run(cmd => [ $g->{minicc}, "-I$g->{kit}/examples",
		split(' ', $c->{options}), qw(-S -o /dev/null), $path ]);
	return "$r->{status}\n$r->{err}" if $r->{status} ne 'exit 0';
	return "minicc $c->{options} should say: $c->{says}\n$r->{err}" if $c->{says} && $r->{err} !~ /$c->{says}/;
	return "minicc $c->{options} says\n$r->{err}" if $c->{silent} && $r->{err} =~ /$c->{silent}/;
	return '';
}

# A kernel of a PTX file on a simulated device: what it prints, and what ptxsim says.
sub simulate {
	my ($g, $c, $device, $file, $kernel, @arguments) = @_;
	my @options = map { defined $c->{$_} ? "--$_=$c->{$_}" : () } qw(grid block check timing);
	return run(timeout => $patience, cmd => [ "$B/bin/ptxsim", "--device=$device", '--max-instructions=1000000', @options, $file, $kernel,
		@arguments ]);
}

# How many barriers a kernel executes, and how many accesses to memory of a warp: a warp with one busy lane has many.
sub executed {
	my ($g, $c, @kernel) = @_;
	my $out = simulate($g, { %$c, check => undef, timing => 'json' }, 'v100', @kernel)->{out};
	return map { $out =~ /"$_": (\d+)/ ? $1 : 'no' } qw(barriers accesses);
}

# The first element in which two outputs of ptxsim differ.
sub first_difference {
	my ($is, $should) = @_;
	my @is = split /\n/, $is;
	for my $line (split /\n/, $should) {
		my ($array, @want) = split /[: ]+/, $line;
		my ($mine) = grep { /^\Q$array\E:/ } @is or return "it leaves no array $array";
		my (undef, @have) = split /[: ]+/, $mine;
		my ($k) = grep { ($have[$_] // '') ne $want[$_] } 0 .. $#want;
		return "$array\[$k] is " . ($have[$k] // 'nothing') . ", and should be $want[$k]" if defined $k;
	}
	return 'it prints something else';
}

# What the compiler's own kernel leaves in memory, and its barriers.
sub reference {
	my ($g, $c, @arguments) = @_;
	my $file = scratch('programs') . '/like.ptx';
	my $path = place($g, $c->{like}, "$g->{lab}/starter");
	my $r = run(cmd => [ $g->{minicc}, "-scheme=$c->{scheme}", '-S', $path, '-o', $file ]);
	die $r->{err} if $r->{status} ne 'exit 0';
	my ($kernel) = slurp($file) =~ /\.entry (\w+)/;
	my @run = ($file, $kernel, @arguments, $c->{'like-more'});
	$r = simulate($g, $c, 'v100', @run);
	die "$c->{like}: $r->{status}\n$r->{err}" if $r->{status} ne 'exit 0';
	return ($r->{out}, $c->{barriers} ? executed($g, $c, @run) : ());
}

sub check_ptx {
	my ($g, $c) = @_;
	my @arguments = split ' ', $c->{arguments} =~ s{\[(\d+)\]=\Kany}{join ',', map { int(rand 5) - 2 } 1 .. $1}ger;
	my $path = place($g, $c->{file});
	my ($same, $barriers, $accesses) = reference($g, $c, @arguments);
	for my $device (split ' ', $c->{devices}) {
		my $r = simulate($g, $c, $device, $path, $c->{kernel}, @arguments);
		return "$path on $device: $r->{status}\n" . substr $r->{err}, 0, 2000 if $r->{status} ne 'exit 0';
		return "$path on $device leaves other numbers in memory than $c->{like}: " . first_difference($r->{out}, $same)
			if $r->{out} ne $same;
	}
	if ($c->{barriers}) {
		my ($n, $m) = executed($g, $c, $path, $c->{kernel}, @arguments);
		return "$path executes $n barriers in all teams together, $c->{like} $barriers" if $n ne $barriers;
		return "$path accesses memory $m times by warps, $c->{like} $accesses times: all threads of a team share a parallel part"
			if $m > 1.5 * $accesses;
	}
	my ($number, $regex) = ($c->{written} // '0 (?!)') =~ /^(\d+) (.*)$/;
	my $n = () = slurp($path) =~ s{/\*.*?\*/|//[^\n]*}{}gsr =~ m{$regex}g;
	return $n == $number ? '' : "$path has $n times $regex; $number would do";
}

# The table of schemes with one row more.
sub scheme_table {
	my ($g, $name) = @_;
	my $before = answer('before', 'SCHEME', qr/\w+/);
	my $table = slurp("$g->{kit}/ptxgen/scheme/schemes.def");
	$table =~ s/^(?=SCHEME\($before\))/SCHEME($name)\n/m or die "ptxgen/scheme/schemes.def has no row SCHEME($before)\n";
	return $table;
}

# The kit's compiler with one scheme more: its file and the table are compiled, the rest is the kit's objects.
sub check_scheme {
	my ($g, $c) = @_;
	my ($name) = $c->{file} =~ /^(\w+)\.c$/;
	my ($dir, $lib) = (scratch('kit'), -e "$B/obj/libminicc_core.a" ? "$B/obj" : "$B/lib");
	my $table = scheme_table($g, $name);
	scratch('kit/bin');
	scratch('kit/scheme');
	spew("$dir/scheme/schemes.def", $table);
	symlink "$B/lib", "$dir/lib" if !-e "$dir/lib";
	my @include = map { "-I$g->{kit}/$_" } '', qw(ptxgen/scheme ptxgen minicc devrt/include);
	scheme_source(slurp(place($g, $c->{file})), $g->{kit}, @include, '-include', 'control.h', '-x', 'c', '/dev/null');
	my @sanitizers = $lib =~ /obj$/ ? '-fsanitize=address,undefined' : ();
	my $r = run(timeout => 120, cmd => [ host_cc(), '-std=c11', '-D_GNU_SOURCE', qw(-Wall -Wextra -O1), @sanitizers,
		"-I$dir", @include, place($g, $c->{file}), "$g->{kit}/ptxgen/scheme/table.c", "$B/obj/minicc/main.o", "$lib/libminicc_core.a", '-lm',
		'-o', "$dir/bin/minicc" ]);
	return "$r->{status}\n$r->{err}" if $r->{status} ne 'exit 0' || $r->{err} =~ /warning:/;
	$g->{with}{$name} = "$dir/bin/minicc";
	$r = run(cmd => [ "$dir/bin/minicc", '-scheme=list' ]);
	return $r->{out} =~ /^$name /m ? '' : "minicc -scheme=list does not know '$name'\n$r->{out}$r->{err}";
}

sub check_order {
	my ($g, $c) = @_;
	my $r = run(cmd => [ $g->{with}{ $c->{file} } // $g->{minicc}, '-scheme=list' ]);
	my @names = $r->{out} =~ /^(\w+)/mg;
	my %at = map { $names[$_] => $_ } 0 .. $#names;
	my ($after, $own, $before) = @at{ $c->{after}, $c->{file}, $c->{before} };
	return defined $own && $after < $own && $own < $before ? '' : "the order is @names; think of what a turn costs";
}

# The grader's program with the student's region in it; nothing of a file that is refused is compiled.
sub check_region {
	my ($g, $c) = @_;
	my $file = $c->{file};
	$g->{pasted}{$file} = undef;
	my ($text, $why, $safe) = pasted($c->{may}, "$g->{lab}/starter/$file", submitted($file), "-I$g->{kit}/examples");
	return "$file: $why" if !$safe;
	$g->{pasted}{$file} = scratch('pasted') . "/$file";
	spew($g->{pasted}{$file}, $text);
	return $why && "$file: $why";
}

1;
