#!/usr/bin/perl
# minicc -serve: the page and what it asks for, requests that are wrong, clients that are slow or go away, programs
# that never end, fork, or write without end; and the end of the server, with which everything ends.  Where
# chromium is installed, the page in a browser.
use strict;
use warnings;
use lib 'tests/tools';
use TestKit;
use Browser;
use Cwd ();
use IO::Socket::INET;
use POSIX ();
use Time::HiRes qw(sleep time);

my $dir = scratch('serve');

my $source = <<'C';
int
main(void)
{
	int n = 0;
#pragma omp target map(tofrom: n)
	n = 42;
	return n != 42;
}
C

# ---- a server ----

# Starts one on a file; its standard input is a pipe.  Returns { pid, in, out, port, token, file }.
sub serving {
	my ($name, $text, @args) = @_;
	my ($file, $tmp) = ("$dir/$name.c", Cwd::abs_path($dir) . "/$name.tmp");
	spew($file, $text);
	mkdir $tmp;
	unlink glob "$tmp/*";
	pipe my $in, my $to or die;
	pipe my $from, my $out or die;
	my $pid = fork // die "fork: $!\n";
	if ($pid == 0) {
		setpgrp;
		@SIG{qw(INT HUP TERM)} = ('DEFAULT') x 3;    # this script may run under nohup
		open STDIN, '<&', $in or die;
		open STDOUT, '>&', $out or die;
		close $_ for $to, $from, $in, $out;
		@ENV{qw(PTXAS TMPDIR)} = ('', $tmp);
		{ no warnings; exec minicc(), '-serve', @args, $file; }
		POSIX::_exit(127);
	}
	my %s = (pid => $pid, in => $to, out => $from, file => $file, tmp => $tmp);
	close $in;
	close $out;
	my $line = <$from> // '';
	@s{qw(port token)} = $line =~ m{^http://127\.0\.0\.1:(\d+)/([0-9a-f]{32})/$} or die "'$line' is no address\n";
	return \%s;
}

# Ends it by a signal, or by closing its input; returns its status, or 'runs on' after ten seconds.
sub end {
	my ($s, $how) = @_;
	$how ? kill($how, $s->{pid}) : close $s->{in};
	for (1 .. 200) {
		return $? & 127 ? 'signal ' . ($? & 127) : 'exit ' . ($? >> 8) if waitpid($s->{pid}, POSIX::WNOHANG()) == $s->{pid};
		sleep 0.05;
	}
	kill 'KILL', $s->{pid};
	waitpid $s->{pid}, 0;
	return 'runs on';
}

sub connect_to { IO::Socket::INET->new(PeerAddr => '127.0.0.1', PeerPort => $_[0]{port}, Timeout => 10) // die "no connection: $!\n" }

# Sends text, reads the answer to its end: (status, body, head).
sub raw {
	my ($s, $text) = @_;
	my $socket = connect_to($s);
	local $SIG{PIPE} = 'IGNORE';
	print $socket $text;
	$socket->flush;
	my $answer = do { local $/; <$socket> } // '';
	my ($head, $body) = split /\r\n\r\n/, $answer, 2;
	my ($status) = ($head // '') =~ m{^HTTP/1\.1 (\d{3}) } or return ('none', '', '');
	return ($status, $body // '', $head);
}

sub ask {
	my ($s, $method, $name, $body, @headers) = @_;
	$body //= '';
	return raw($s, join "\r\n", "$method /$s->{token}/$name HTTP/1.1", 'Host: 127.0.0.1', 'Content-Length: ' . length $body, @headers, '', $body);
}

# Programs that this server has built and that run: their files are in its folder for temporary files.
sub running {
	my ($s) = @_;
	return grep { (slurp("$_/cmdline") // '') =~ m{^\Q$s->{tmp}\E/minicc-} } glob '/proc/[0-9]*';
}

# None of them is left, at most four seconds from now.
sub none_left {
	my ($s) = @_;
	for (1 .. 80) {
		return 1 if !running($s);
		sleep 0.05;
	}
	return 0;
}

my @results;

sub check {
	my ($name, $good, $why) = @_;
	push @results, $good ? ok($name) : fail_with($name, $why // '');
}

# ---- answers ----

sub answers {
	my ($s) = @_;
	my ($status, $page, $head) = ask($s, 'GET', '');
	check('the page', $status eq '200' && $page =~ /<textarea/ && $head =~ m{Content-Type: text/html}, "$status $head");
	check('it loads nothing from elsewhere', $page =~ /default-src 'none'/ && $page !~ /(?:src|href)="(?!#|data:)/);
	($status, my $text) = ask($s, 'GET', 'text');
	my ($stamp, $rest) = split /\n/, $text, 2;
	check('the file and its stamp', $status eq '200' && $rest eq $source, $text);
	($status, my $view) = ask($s, 'POST', 'view', "-compare=jumptable,spmd -arch=sm_70 -Rpass\n$source");
	check('PTX of two schemes, and remarks', $status eq '200' && $view =~ /: remark: / && $view =~ m{<h3>jumptable</h3>.*<h3>spmd</h3>}s, $view);
	(my $edited = $source) =~ s/= 42;/= 43/;
	($status, $view) = ask($s, 'POST', 'view', "\n$edited");
	check('what is sent is compiled, and its errors have their place', $status eq '422' && $view =~ m{serve/answers\.c:7:\d+: error: expected ';'}, "$status $view");
	check('the file is as it was', slurp($s->{file}) eq $source);
	($status, $view) = ask($s, 'POST', 'run', "DEVRT_DEVICE=sim:k40 -arch=sm_35 -compare=jumptable -profile\n$source");
	check('a run on the device asked for', $status eq '200' && $view =~ /"device":\s*"k40"/, "$status $view");
	(my $asks = $source) =~ s/main\(void\)/main(int argc, char **argv)/;
	$asks =~ s/return n != 42;/for (int i = 1; i < argc; i++) __builtin_printf("<%s>", argv[i]);\n\treturn argc;/;
	($status, $view) = ask($s, 'POST', 'run', "-compare=jumptable -profile=run ARG=a%20b ARG=%25&%3C ARG= ARG=%4\n$asks");
	check('arguments of the program; not timed, it has no figures',
		$status eq '200' && $view =~ /&lt;a b&gt;&lt;%&amp;&lt;&gt;&lt;&gt;&lt;%4&gt;/ && $view =~ /ended with status 5/ && $view !~ /id="stats/, "$status $view");
	(my $racy = $source) =~ s/n = 42;/{\n#pragma omp parallel num_threads(64)\n\tn += 1;\n\t}/;
	($status, $view) = ask($s, 'POST', 'run', "-compare=ifmaster -profile DEVRT_CHECK=race DEVRT_INFO=16\n$racy");
	check('checks, and what the runtime says', $status eq '200' && $view =~ m{serve/answers\.c:8: race: } && $view =~ /devrt: device 0: .*launch/, "$status $view");
	for my $word ('-o/tmp/x', '-html=/tmp/x', 'other.c', '-D', '-Wl,x', '@file', '-c', 'DEVRT_TIMELINE=x') {
		($status, $view) = ask($s, 'POST', 'view', "$word\n$source");
		check("'$word' is refused", $status eq '422' && $view =~ m{'\Q$word\E' is not for the page, which takes options of device code, -O, -D, -U and -Rpass, each in one word}, "$status $view");
	}
	($status, my $said) = ask($s, 'POST', 'save', "another stamp\nint x;\n");
	check('what somebody else has changed is not overwritten', $status eq '422' && slurp($s->{file}) eq $source, "$status $said");
	($status, $said) = ask($s, 'POST', 'save', "$stamp\n$edited");
	check('save', $status eq '200' && slurp($s->{file}) eq $edited && $said ne $stamp, "$status $said");
	my $waiting = connect_to($s);
	print $waiting "GET /$s->{token}/change?$said HTTP/1.1\r\n\r\n";
	$waiting->flush;
	sleep 0.5;
	spew($s->{file}, $source);
	my $news = do { local $/; <$waiting> } // '';
	check('news of a change of the file', $news =~ /\r\n\r\n[0-9a-f-]+$/ && $news !~ /\Q$said\E$/, $news);
}

# ---- wrong requests ----

sub wrong {
	my ($s) = @_;
	my $get = "GET /$s->{token}/";
	my @cases = (
		[ 'no HTTP', "hello\r\n\r\n", 400 ],
		[ 'no version', "$get\r\n\r\n", 400 ],
		[ 'a header without a colon', "$get HTTP/1.1\r\nHost\r\n\r\n", 400 ],
		[ 'a NUL', "$get HTTP/1.1\r\nHost: \0\r\n\r\n", 400 ],
		[ 'a length that is none', "$get HTTP/1.1\r\nContent-Length: -1\r\n\r\n", 400 ],
		[ 'a length beyond the limit', "$get HTTP/1.1\r\nContent-Length: 99999999999999999999\r\n\r\n", 413 ],
		[ 'a body in chunks', "$get HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n", 501 ],
		[ 'a head without end', "$get HTTP/1.1\r\n" . 'X: ' . 'x' x 100_000, 431 ],
		[ 'another method', "DELETE /$s->{token}/ HTTP/1.1\r\n\r\n", 405 ],
		[ 'GET of what is for POST', "${get}view HTTP/1.1\r\n\r\n", 405 ],
		[ 'no token', "GET / HTTP/1.1\r\n\r\n", 404 ],
		[ 'another token', 'GET /' . '0' x 32 . "/ HTTP/1.1\r\n\r\n", 404 ],
		[ 'a path', "${get}../../../etc/passwd HTTP/1.1\r\n\r\n", 404 ],
		[ 'the file by its name', "${get}answers.c HTTP/1.1\r\n\r\n", 404 ],
		[ "another host's name", "$get HTTP/1.1\r\nHost: evil.example:80\r\n\r\n", 421 ],
	);
	for my $case (@cases) {
		my ($status) = raw($s, $case->[1]);
		check("$case->[0]: $case->[2]", $status eq $case->[2], "got $status");
	}
	my ($status) = raw($s, "$get HTTP/1.1\r\nHost: localhost:8000\r\n\r\n");
	check('localhost by another port, as through ssh', $status eq '200', $status);
}

# ---- clients ----

# Each with a page before, while and after others do nothing.
sub clients {
	my ($s) = @_;
	my @silent = map { connect_to($s) } 1 .. 10;
	my @half = map { my $c = connect_to($s); print $c "POST /$s->{token}/view HTTP/1.1\r\nContent-Length: 1000\r\n\r\nint"; $c->flush; $c } 1 .. 10;
	my $begun = time;
	my ($status) = ask($s, 'POST', 'view', "\n$source");
	check('clients that send nothing or half a request hold nobody up', $status eq '200' && time - $begun < 9, $status);
	my @deaf = map { my $c = connect_to($s); print $c "GET /$s->{token}/ HTTP/1.1\r\n\r\n"; $c->flush; $c } 1 .. 4;
	my @tabs = map { my $c = connect_to($s); my $body = "-compare=all\n$source"; print $c "POST /$s->{token}/view HTTP/1.1\r\nContent-Length: " . length($body) . "\r\n\r\n$body"; $c->flush; $c } 1 .. 6;
	my @good = grep { local $/; (readline($_) // '') =~ m{^HTTP/1\.1 200 } } @tabs;
	check('more tabs than jobs, all answered', @good == @tabs, scalar @good);
	my @cut = map { connect_to($s) } 1 .. 20;
	close $_ for @cut, @silent, @half, @deaf;
	($status) = ask($s, 'GET', '');
	check('after all of them have gone', $status eq '200', $status);
}

# ---- programs ----

my $program = <<'C';
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
int
main(void)
{
	int n = 0;
#pragma omp target map(tofrom: n)
	n = 1;
	(void)n;
	BODY
}
C

sub program {
	my ($body) = @_;
	return $program =~ s/BODY/$body/r;
}

sub misbehaves {
	my ($s, $name, $body, $want) = @_;
	my $begun = time;
	my ($status, $text) = ask($s, 'POST', 'run', "-compare=ifmaster -profile\n" . program($body));
	check("$name: the page says so", $status eq '200' && $text =~ $want, substr "$status $text", 0, 2000);
	check("$name: it takes its time at most", time - $begun < 40, time - $begun);
}

sub programs {
	my ($s) = @_;
	misbehaves($s, 'a program that never ends', 'for (;;) ;', qr/stopped: the program ran for 5 seconds/);
	misbehaves($s, 'a program that writes without end', 'for (;;) puts("all work and no play"); ', qr/stopped: the program ran for 5 seconds.*more bytes/s);
	misbehaves($s, 'a program that takes all memory', 'for (size_t i = 1; ; i++) { char *p = malloc(1 << 26); if (!p) return 3; p[5] = 1; }', qr/the program ended with status 3/);
	misbehaves($s, 'a program that crashes', 'abort();', qr/the program ended with status 134/);
	misbehaves($s, 'a program that leaves others behind',
		'for (int i = 0; i < 5; i++) if (fork() == 0) { setsid(); if (fork()) _exit(0); for (;;) pause(); } return 0;', qr/Simulated run/);
	check('which end with it', none_left($s));
	POSIX::mkfifo("$s->{tmp}/fifo", 0600) or die;
	my ($status, $text) = ask($s, 'POST', 'view', qq{\n#include "$s->{tmp}/fifo"\n});
	check('a compiler that waits for ever', $status eq '504' && $text =~ /^minicc: error: stopped: the answer took too long$/m, "$status $text");
	($status, $text) = ask($s, 'POST', 'run', "-compare=ifmaster -profile\n" . program('extern int kill(int, int), getppid(void); kill(getppid(), 9);'));
	check('a program that kills the compiler', $status eq '500' && $text =~ /^minicc: error: stopped by signal 9$/m, "$status $text");
	unlink "$s->{tmp}/fifo";
}

# A program that waits for ever, and the connection that waits for it.
sub start_program {
	my ($s) = @_;
	my $body = "-compare=ifmaster -profile\n" . program('for (;;) pause();');
	my $c = connect_to($s);
	print $c "POST /$s->{token}/run HTTP/1.1\r\nContent-Length: " . length($body) . "\r\n\r\n$body";
	$c->flush;
	for (1 .. 100) {
		return $c if running($s);
		sleep 0.05;
	}
	return undef;
}

sub closed {
	my ($s) = @_;
	my $c = start_program($s);
	check('a program runs', $c);
	close $c;
	check('and ends when the browser has closed', none_left($s));
}

# ---- the end ----

sub ends {
	for my $how ('', 'INT', 'TERM', 'HUP', 'KILL') {
		my $s = serving('ends', $source);
		my $c = start_program($s);
		my $name = $how ? "SIG$how" : 'closed input';
		my ($status, $tries) = (end($s, $how), 0);
		check("$name ends the server", $status eq ($how eq 'KILL' ? 'signal 9' : 'exit 0'), $status);
		check("$name ends what it runs", $c && none_left($s));
		sleep 0.05 while $how eq 'KILL' && glob("$s->{tmp}/*") && $tries++ < 40;
		check("$name leaves no file", !glob("$s->{tmp}/*"), join ' ', glob("$s->{tmp}/*"));
	}
}

sub refusals {
	my %cases = ('two sources' => [ "$dir/a.c", "$dir/b.c" ], 'no source' => [], 'an object' => ["$dir/a.o"],
		'standard input' => ['-'], '-run' => [ '-run', "$dir/a.c" ], '-html' => [ '-html=x', "$dir/a.c" ], '-c' => [ '-c', "$dir/a.c" ]);
	for my $name (sort keys %cases) {
		my $r = run(cmd => [ minicc(), '-serve', @{ $cases{$name} } ]);
		check("-serve with $name", $r->{status} eq 'exit 1' && $r->{err} =~ /-serve|no input files/, $r->{err});
	}
}

# ---- a browser ----

sub page {
	my ($b, $s) = @_;
	my $is = sub { my ($name, $expression) = @_; check("browser: $name", $b->until_true($expression), $expression) };
	my $state = q{document.getElementById('state').textContent};
	$b->open_page("http://127.0.0.1:$s->{port}/$s->{token}/");
	$is->('it compiles', "/^compiled/.test($state) && document.querySelectorAll('main .column').length === 2");
	$b->value(q{(() => { const a = document.querySelector('textarea'); a.focus(); a.setSelectionRange(a.value.indexOf('42'), a.value.indexOf('42') + 2); })()});
	$b->call('Input.insertText', text => '4711');
	$is->('and again what is typed', q{document.querySelector('main .column').textContent.includes('4711')});
	$is->('the line is lit in both columns', q{[...document.querySelectorAll('main .column')].every((c) => c.querySelector('.l.on'))});
	check('browser: the file is as it was', slurp($s->{file}) eq $source);
	$b->call('Input.insertText', text => ' (');
	$is->('an error stands at its line', q{document.querySelectorAll('.text pre div')[5].querySelector('em.error')?.textContent.startsWith('expected')});
	$is->('and in the list; what was shown is marked as old', q{document.querySelector('#messages .error') && document.querySelector('main.stale')});
	$b->value(q{document.execCommand('undo')});
	$is->('undone, it is gone', q{!document.querySelector('main.stale') && !document.querySelector('em.error')});
	$b->value(q{document.getElementById('second').value = 'spmd', document.getElementById('second').dispatchEvent(new Event('change', { bubbles: true }))});
	$is->('another scheme from the menu', q{document.querySelectorAll('main h3')[2].textContent === 'spmd'});
	$b->value(q{document.getElementById('run').click()});
	$is->('run: its figures', "/^ran/.test($state) && [...document.querySelectorAll('.stats dt')].some((e) => e.textContent === 'cycles')");
	$is->('what it counted, at its line, for each column', q{[...document.querySelectorAll('.text pre div')[5].querySelectorAll('em.count')].map((e) => /^1 \d+$/.test(e.textContent)).join() === 'true,true'});
	$b->value(q{document.getElementById('steps').click()});
	$is->('run in steps', q{document.querySelector('.stepper')?.stepper});
	$b->value(q{document.getElementById('save').click()});
	$is->('saved', q{document.getElementById('save').disabled});
	check('browser: in the file', slurp($s->{file}) =~ /4711/);
	spew($s->{file}, $source);
	$is->('a change of the file is taken over', q{document.querySelector('textarea').value.includes('42;')});
	$b->value(q{(() => { const a = document.querySelector('textarea'); a.value += String.fromCharCode(10); a.dispatchEvent(new Event('input')); })()});
	spew($s->{file}, $source =~ s/42/43/gr);
	$is->('but not over what was edited', q{!document.getElementById('news').hidden && document.querySelector('textarea').value.includes('42;')});
	$b->value(q{(() => { const a = document.querySelector('textarea'); a.value = a.value.replace('(void)', '(int c, char **v)').replace(/n = [1-9]\d*/, '_Pragma("omp parallel") n += c').replace(/n != \d+/, '__builtin_puts(v[1])');
		document.getElementById('arguments').value = "'two words' 3"; document.getElementById('check').value = 'race'; document.getElementById('timed').checked = false;
		document.getElementById('first').value = 'ifmaster'; a.dispatchEvent(new Event('input')); document.getElementById('run').click(); })()});
	$is->('arguments; a race stands at its line, once', q{document.querySelector('.output')?.textContent.includes('two words') && document.querySelectorAll('#messages .error').length === 1
		&& document.querySelectorAll('.text pre div')[5].querySelector('em.error')?.textContent.startsWith('race: ')});
	$is->('not timed, no counts', q{!document.querySelector('em.count')});
	$b->call('Emulation.setDeviceMetricsOverride', width => 500, height => 900, deviceScaleFactor => 1, mobile => JSON::PP::false);
	$is->('500 pixels are enough', 'document.documentElement.scrollWidth <= 500');
	check('the server ends under its page', end($s, 'TERM') eq 'exit 0');
	$is->('which says so', q{/minicc has ended/.test(document.getElementById('news').textContent)});
}

sub browser {
	return push @results, skip('the page in a browser', 'no chromium') if !Browser->program;
	my $s = serving('page', $source, '-compare=jumptable,ifmaster');
	local $SIG{PIPE} = 'IGNORE';
	my $b = Browser->start(Cwd::abs_path($dir) . "/profile.$$");
	eval { page($b, $s) };
	check('the page in a browser', 0, $@) if $@;
	$b->stop;
	end($s, 'KILL') if kill 0, $s->{pid};
}

# One after the other, each with a server of its own.
sub with {
	my ($name, $part) = @_;
	return sub {
		@results = ();
		my $s = serving($name, $source);
		eval { $part->($s) };
		check($name, 0, $@) if $@;
		my $status = end($s, 'TERM');
		check("$name: the server still ran, and ended", $status eq 'exit 0', $status);
		return @results;
	};
}

sub alone {
	my ($part) = @_;
	return sub {
		@results = ();
		eval { $part->() };
		check('it works', 0, $@) if $@;
		return @results;
	};
}

tap(with('answers', \&answers), with('wrong', \&wrong), with('clients', \&clients), with('programs', \&programs), with('closed', \&closed),
	alone(\&ends), alone(\&refusals), alone(\&browser));
