#!/usr/bin/perl
# minicc -html: the page itself, and, where chromium is installed, the page in a browser: what a click,
# the mouse and keys light up, dark and light, markup in the source, paper.  $CHROMIUM names another one.
# tests/tools/Browser.pm drives it.
use strict;
use warnings;
use lib 'tests/tools';
use TestKit;
use Browser;
use Cwd qw(abs_path);
use JSON::PP qw(decode_json);

my $dir = scratch('html');

sub page {
	my ($name, @args) = @_;
	my $file = "$dir/$name.html";
	my $r = run(cmd => [ minicc(), "-html=$file", @args ], env => { PTXAS => '' });
	return ($r->{status} eq 'exit 0' && $r->{err} eq '' && $r->{out} eq '' ? $file : undef, $r->{err} . $r->{out});
}

# ---- without a browser ----

# Nothing from outside, tags in balance, every column and region there.
sub check_page {
	my ($source) = @_;
	my $name = "page of $source";
	my ($base) = $source =~ m{([^/]+)\.c$};
	my ($file, $why) = page($base, $source);
	return fail_with($name, $why) if !$file;
	my $html = slurp($file);
	return fail_with($name, 'no policy') if $html !~ /default-src 'none'/;
	return fail_with($name, "loads $&") if $html =~ /\b(?:src|href)="(?!#|data:)[^"]*"|url\((?!#)[^)]*\)|\@import/;
	for my $tag (qw(section div details svg h2 h3 dl)) {
		my ($open, $close) = (scalar(() = $html =~ /<$tag[ >]/g), scalar(() = $html =~ m{</$tag>}g));
		return fail_with($name, "$open <$tag>, $close </$tag>") if $open != $close;
	}
	for my $scheme (grep { $_ ne 'serial' } schemes()) {
		return fail_with($name, "no column $scheme") if $html !~ m{<h3>\Q$scheme\E</h3>};
	}
	return ok($name);
}

# A header's region (a program's test of itself) is the last everywhere: a line on a terminal, folded in the page.
sub aside {
	my $name = 'a region of a header';
	my $r = run(cmd => [ minicc(), "-html=$dir/aside.html", '-compare=jumptable', 'examples/fig1.c' ]);
	return fail_with($name, "text beside the page: $r->{out}") if $r->{out} ne '';
	$r = run(cmd => [ minicc(), "-html=$dir/aside.html", '-compare=jumptable', '-o', '-', 'examples/fig1.c' ]);
	my $line = "verdict_l20: target region, lines 20 to 21 of examples/verdict.h; only -html= shows it\n";
	return fail_with($name, $r->{out}) if $r->{out} !~ /\Amain_l.*\n\n\Q$line\E\z/s || $r->{out} =~ /verdict_l20.*verdict_l20/s;
	$r = run(cmd => [ minicc(), '-Rpass=scheme', '-S', '-o', '/dev/null', 'examples/fig1.c' ]);
	return fail_with($name, $r->{err}) if $r->{err} !~ /\Aexamples\/fig1\.c:\d+:\d+: remark: .*^examples\/verdict\.h:\d+:\d+: remark: /ms;
	return slurp("$dir/aside.html") =~ m{<section id="r0"><h2>main_l.*<section id="r1"><details class="aside"><summary><h2>verdict_l20}s ?
		ok($name) : fail_with($name, 'not last, or not folded');
}

# -profile: statistics and pictures of a run of each column's program; what cannot run says so.
sub profile {
	my $name = '-profile';
	my ($file, $why) = page('profile', '-compare=jumptable,inspector', '-profile', '-o', '/dev/null', 'tests/view/refused.c');
	return fail_with($name, $why) if !$file;
	my $html = slurp($file);
	return fail_with($name, 'no statistics') if $html !~ m{<script type="application/json" id="stats0">(.*?)</script>}s;
	my ($kernel) = grep { $_->{name} =~ /^main_l/ } @{ decode_json($1)->{kernels} };
	return fail_with($name, 'no kernel') if !$kernel || !$kernel->{cycles};
	return fail_with($name, 'no counts of instructions') if !grep { $_->{warps} && $_->{text} =~ /^barrier\.sync/ } map { @{ $_->{code} } } @{ $kernel->{functions} };
	return fail_with($name, 'no timeline') if $html !~ m{<div class="timeline" data-title="jumptable" data-svg="PHN2Zy};
	return fail_with($name, 'no reason') if $html !~ /not run: the scheme refuses a region/;
	my $r = run(cmd => [ minicc(), '-profile', 'examples/fig12.c' ]);
	return fail_with($name, $r->{err}) if $r->{err} !~ /-profile needs -html=FILE/;
	return ok($name);
}

# Machine code in a fold, its lines with the places of the source, behind lines of the PTX.
sub machine {
	my $name = 'machine code';
	my $found = run(cmd => [ 'sh', 'tests/tools/get-ptxas', '--no-fetch' ]);
	return skip($name, 'no ptxas 11') if $found->{status} ne 'exit 0';
	chomp(my $ptxas = $found->{out});
	(my $nvdisasm = $ptxas) =~ s/ptxas$/nvdisasm/;
	return skip($name, 'no nvdisasm') if !-x $nvdisasm;
	my @control = ([ sm_70 => qr/B[-0-5]{6} R[-0-5] W[-0-5] [Y-] S\d\d/ ], [ sm_35 => qr/S\d\d|D  |-  / ]);
	return map { my ($arch, $control) = @$_;
		my $r = run(cmd => [ minicc(), "-html=$dir/machine.html", '-compare=jumptable', "-arch=$arch", '-o', '/dev/null',
			'tests/view/refused.c' ], env => { PTXAS => $ptxas });
		my ($fold) = slurp("$dir/machine.html") =~ m{<details class="machine"><summary>Machine code for $arch</summary>(.*?)</details>}s;
		$r->{status} eq 'exit 0' && ($fold // '') =~ m{<div class="l" data-s="0:14"[^>]*><span class="control">(?:$control)</span> /\*[0-9a-f]{4}\*/ [^<]+</div>}
			&& $fold =~ m{<div class="l origin" data-s="0:14"[^>]*>// SEQ_REG2: [a-z]+\.[^<]+;</div>}
			? ok("$name of $arch") : fail_with("$name of $arch", $r->{err} . ($fold // 'no fold')) } @control;
}

# ---- a browser ----

my $hostile = <<'C';
int
main(void)
{
	int n = 0;	/* <script>document.title = 'run'</script> <img src=x onerror="document.title='run'"> &amp; */
#pragma omp target map(tofrom: n) /* </div></section><b id="injected">&lt; */
	{
#pragma omp parallel
#pragma omp atomic
		n += 1 /* "'<script>alert(1)</script> */;
	}
	return n == 0;
}
C

# The keys of lit lines, and how many of them each column has.
my $lit = q{[...new Set([...document.querySelectorAll('.on[data-s]')].map((e) => e.dataset.s))].join(' ')};
my $columns = q{[...document.querySelectorAll('#r0 .column')].map((c) => c.querySelectorAll('.on').length > 0).join(' ')};
my $chosen = q{[...document.querySelectorAll('.chosen')].map((e) => e.dataset.s).join(' ')};

sub checks {
	my ($b, $plain, $marked, $profile, $aside, $other) = @_;
	my @results;
	my $is = sub {
		my ($name, $got, $want) = @_;
		$got //= 'undefined';
		push @results, $got eq $want ? ok($name) : fail_with($name, "want $want\ngot  $got");
	};
	$b->open_page($plain);
	$is->('nothing is lit at first', $b->value($lit), '');
	$b->mouse('.source [data-s="0:14"]', 0);
	$is->('the mouse on a source line lights up its PTX', $b->value($lit), '0:14');
	$is->('in every column', $b->value($columns), 'true true');
	$b->mouse('.column[data-column="1"] > .lines [data-s="0:13"]', 0);
	$is->('the mouse on PTX lights up its source', $b->value($lit), '0:13');
	$is->('the source line too', $b->value(q{document.querySelector('.source .on').dataset.s}), '0:13');
	$b->mouse('.column[data-column="0"] > .lines [data-s="0:14"]', 1);
	$is->('a click on PTX chooses its source line', $b->value($chosen), '0:14');
	$is->('and is in the address', $b->value('location.hash'), '#r0=0:14');
	$b->mouse('h1', 0);
	$is->('it stays lit', $b->value($lit), '0:14');
	$b->key('ArrowUp');
	$is->('a key goes to the line before that has code', $b->value($chosen), '0:13');
	$b->key('j');
	$is->('and back', $b->value($chosen), '0:14');
	$is->('the page says which line', $b->value(q{document.getElementById('status').textContent.slice(0, 8)}), 'line 14:');
	$b->key('1');
	$is->('a key hides a column', $b->value(q{document.querySelector('.column').hidden + ' ' + document.querySelector('nav input').checked}), 'true false');
	$b->key('1');
	$b->key('g');
	$is->('a key closes the control flow', $b->value(q{document.querySelectorAll('.flows[open]').length}), '0');
	$b->key('g');
	$b->mouse('.flow .node[data-lines~="11"]', 1);
	$is->('a node of the control flow chooses its first line', $b->value(q{document.querySelector('.node.on') !== null && location.hash.startsWith('#r0=0:')}), '1');
	$b->key('Escape');
	$is->('Escape chooses nothing', $b->value($chosen), '');
	my $back = q{getComputedStyle(document.body).backgroundColor};
	my $first = $b->value($back);
	$b->key('t');
	$is->('a key makes it dark or light', $b->value($back) ne $first, '1');
	$b->key('?');
	$is->('a key shows the keys', $b->value(q{document.getElementById('keys').open}), '1');
	$b->open_page("$plain#r0=0:13");
	$is->('an address chooses a line', $b->value($chosen), '0:13');
	$is->('C has colours', $b->value(q{document.querySelector('.source .c-omp').textContent.startsWith('#pragma omp')}), '1');
	$b->key('Escape');
	$b->key('d');
	$is->('a key marks what one of two columns has', $b->value(q{(() => { const c = [...document.querySelectorAll('#r0 .column')].map((c) => [...c.querySelectorAll('.l.only')].map((l) => l.textContent).join());
		return c[0].includes('MASTER') && c[1].includes('labMaster') && !c.some((t) => t.includes('ld.param')); })()}), '1');
	$b->key('d');
	$is->('and does not', $b->value(q{document.querySelector('.only') === null}), '1');
	my $pdf = $b->call('Page.printToPDF', landscape => JSON::PP::true, printBackground => JSON::PP::true)->{data};
	$is->('it prints', substr($pdf, 0, 5), 'JVBER');
	$b->mouse('.column > .lines .barrier', 0);
	$is->('the mouse says what an operation does', $b->value(q{document.querySelector('.column > .lines .barrier').title.startsWith('bar')}), '1');
	$b->mouse('.column > .lines .reg.def', 0);
	$is->('and lights up its register, where it is written and read',
		$b->value(q{(() => { const r = [...document.querySelectorAll('.reg.lit')]; return r.length > 1 && new Set(r.map((e) => e.textContent)).size === 1
			&& r.some((e) => e.classList.contains('def')) && r.some((e) => !e.classList.contains('def')); })()}), '1');
	$b->open_page("$aside#r1");
	$is->('a link opens a folded region and scrolls to it', $b->value(q{document.querySelector('#r1 .aside').open && scrollY > 0}), '1');
	$is->('the timelines of both schemes have one axis', $b->value(q{(() => { const t = [...document.querySelectorAll('#r0 .timeline svg')].map((s) => Math.max(...[...s.querySelectorAll('rect')].map((r) =>
		Number(r.getAttribute('x')) + Number(r.getAttribute('width'))))); return t.length === 2 && Math.max(...t) > 1030 && Math.min(...t) < 1000 && document.querySelectorAll('#r0 .ticks').length === 1; })()}), '1');
	my $cells = q{[...document.querySelectorAll('#r0 .source [data-s="0:45"] em.count')].map((e) => e.textContent).join('|')};
	$is->('what the run counted stands beside the source, for each column', $b->value($cells), '12 12|12 12');
	$is->('and beside every instruction of each column', $b->value(q{[...document.querySelectorAll('#r0 .column')].map((c) => {
		const k = JSON.parse(document.getElementById('stats' + c.dataset.column).textContent).kernels[0];
		return c.querySelectorAll('.lines em.count').length === k.functions[0].code.length; }).join()}), 'true,true');
	my $at = sub { qq{[...document.querySelectorAll('#r0 .column[data-column="$_[0]"] .l')].find((l) => $_[1]).querySelector('em')} };
	my $barrier = $at->(0, q{l.matches('.barrier')});
	$is->('executions, lanes, cycles; what was waited for',
		$b->value("/^144\\u00d7 32 \\d+k?\$/.test($barrier.textContent) && /executed 144\\u00d7 by a warp, with 32 of 32 lanes .* waiting: barrier [\\d,]+/.test($barrier.title)"), '1');
	$is->('where lanes part', $b->value($at->(0, q{/bra\s+CONTROL_LOOP/.test(l.textContent)}) . ".matches('.parted')"), '1');
	$b->mouse('#r0 .column[data-column="0"] .barrier em', 1);
	$is->('a click says it, too, and what the operation does', $b->value(q{/^line 43: .*\nbar.*\[PTX ISA 9\.7\.13\]\nexecuted 144/.test(document.getElementById('status').textContent)}), '1');
	$b->key('Escape');
	$b->key('c');
	$is->('a key hides them', $b->value(q{document.querySelector('.column em.count').offsetWidth}), '0');
	$b->key('c');
	$b->key('1');
	$is->('a hidden column has none beside the source', $b->value($cells), '12 12');
	$b->key('1');
	$is->('as wide as the page', $b->value(q{document.querySelector('#r0 .timelines').offsetWidth > 0.9 * document.body.offsetWidth}), '1');
	$is->('what its cycles are worth is said, as no colour of theirs', $b->value(q{(() => { const p = [...document.querySelectorAll('#r0 .timelines .legend')];
		return p.length === 2 && p[0].querySelectorAll('span').length === 6 && p[1].textContent.startsWith('PTX: error'); })()}), '1');
	$b->call('Emulation.setDeviceMetricsOverride', width => 500, height => 900, deviceScaleFactor => 1, mobile => JSON::PP::false);
	$is->('500 pixels are enough for it', $b->value('document.documentElement.scrollWidth <= 500'), '1');
	$b->call('Emulation.clearDeviceMetricsOverride');
	$b->open_page($other);
	$is->('where another entry ran than the one shown, the page says so', $b->value(q{document.querySelector('#r0 .elsewhere').textContent.includes('executed main_l37, not the PTX shown')}), '1');
	$is->('and its counts are beside the source', $b->value(q{document.querySelector('#r0 .source [data-s="0:45"] em.count').textContent.startsWith('100k ')
		&& !document.querySelector('#r0 .column em.count')}), '1');
	$b->open_page($profile);
	$is->('the simulated run has its figures', $b->value(q{[...document.querySelectorAll('.stats dt')].map((e) => e.textContent).includes('cycles')}), '1');
	$is->('and its picture', $b->value(q{document.querySelectorAll('.step-times canvas').length === 2 && document.querySelector('.step-times canvas').width > 100}), '1');
	$b->mouse('nav [data-go]', 1);
	$is->('a button goes to the stepper', $b->value(q{document.activeElement.matches('.stepper') && scrollY > 0 && Math.abs(document.querySelector('.steps').getBoundingClientRect().top) < 2 + innerHeight / 2}), '1');
	push @results, stepper($b);
	$b->open_page($marked);
	$is->('markup is not run', $b->value('document.title') =~ /hostile\.c/ ? 1 : 0, '1');
	$is->('nor injected', $b->value(q{document.getElementById('injected') === null && document.images.length === 0}), '1');
	$is->('but shown', $b->value(q{document.querySelector('.source').textContent.includes('</div></section><b id="injected">&lt;')}), '1');
	return @results;
}

# The stepper of the page that is open: keys and slider, two schemes in step, and what it shows of them.
sub stepper {
	my ($b) = @_;
	my @results;
	my $is = sub {
		my ($name, $got, $want) = @_;
		$got //= 'undefined';
		push @results, $got eq $want ? ok("stepper: $name") : fail_with("stepper: $name", "want $want\ngot  $got");
	};
	my $of = sub { $b->value("(() => { const box = document.querySelector('.stepper'), s = box.stepper; return $_[0]; })()") };
	my $shown = q{s.shown().map((c) => c.box.textContent)};
	$is->('a recording of each scheme', $of->(q{s.titles.join(' ')}), 'jumptable ifmaster');
	$is->('nothing has run', $of->("$shown.every((t) => t.includes('nothing has run yet'))"), '1');
	$of->('box.focus()');
	$b->key('ArrowRight') for 1 .. 3;
	$is->('a key goes on by an instruction', $of->('s.position'), 3);
	$b->key('ArrowLeft');
	$is->('and back', $of->('s.position'), 2);
	$is->('the warps are at PTX', $of->(q{s.shown().every((c) => c.lines.querySelectorAll('.step-chips span').length > 0)}), '1');
	$is->('and at the source', $of->(q{s.source.querySelectorAll('.step-chips span').length > 0}), '1');
	$b->key('m') for 1 .. 4;
	$is->('to changes of shared memory, by name', $of->(q{/labMaster\d+ \((SEQ|PAR)_REG1\)warp 0/.test(s.columns[0].state.textContent)}), '1');
	$b->key('b');
	$is->('to a barrier', $of->(q{s.shown().some((c) => /(arrives at|goes on behind) barrier 0/.test(c.last.textContent))}), '1');
	$is->('who waits there', $of->(q{(s.goTo(0), s.step('barrier', 1), (/barrier 0\d of \d warps wait: \d/.exec(box.textContent) || [box.textContent])[0])}), 'barrier 01 of 8 warps wait: 0');
	my $here = $of->('s.position');
	$b->key('r');
	$b->key('R') for 1 .. 9;
	$is->('regions, and back to the first', $of->('s.position') < $here, '1');
	$b->key('End');
	$is->('to the end', $of->('s.now === s.together.end && s.position === s.together.length'), '1');
	$is->('where all warps have ended', $of->("$shown.every((t) => /warp 0ended/.test(t))"), '1');
	$of->(q{s.slider.value = Math.floor(s.together.end / 2), s.slider.dispatchEvent(new Event('input'))});
	$is->('the slider is time', $of->('s.now <= s.together.end / 2 && s.now > s.together.end / 4'), '1');
	$is->('the columns are at one time',
		$of->('s.columns.every((c, i) => !(c.replay.time[s.moments[i] - 1] > s.now) && !(c.replay.time[s.moments[i]] <= s.now))'), '1');
	$b->mouse('.step-bar input[type=checkbox]', 1);
	$is->('counts beside each line', $of->(q{[...box.querySelectorAll('.step-ptx em')].some((e) => /^\d+\\u00d7 [\d.]+ \d+$/.test(e.textContent) && e.offsetWidth > 0)}), '1');
	$b->mouse('.step-state summary', 1);
	$is->('registers on demand', $of->(q{[...box.querySelectorAll('.step-state details td')].some((e) => e.textContent.startsWith('%'))}), '1');
	$b->mouse('.step-column button', 1);
	$of->('s.goTo(0)');
	$b->key('ArrowDown') for 1 .. 2;
	$b->call('Emulation.setDeviceMetricsOverride', width => 500, height => 900, deviceScaleFactor => 1, mobile => JSON::PP::false);
	$is->('500 pixels are enough', $b->value('document.documentElement.scrollWidth <= 500'), '1');
	$b->call('Emulation.clearDeviceMetricsOverride');
	$is->('a warp is followed', $of->(q{s.followed.warp + ' ' + s.replay(0).record.steps[s.moments[0]][1]}), '0 0');
	return @results;
}

sub browser {
	return skip('the page in a browser', 'no chromium') if !Browser->program;
	spew("$dir/hostile.c", $hostile);
	my ($plain, $why) = page('plain', '-compare=ifmaster,jumptable', '-o', '/dev/null', 'tests/view/refused.c');
	return fail_with('page', $why) if !$plain;
	my ($marked, $why2) = page('hostile', '-compare=jumptable', '-o', '/dev/null', "$dir/hostile.c");
	return fail_with('page', $why2) if !$marked;
	my ($run, $why3) = page('run', '-compare=jumptable,ifmaster', '-profile=steps', '-o', '/dev/null', 'tests/view/refused.c');
	return fail_with('page', $why3) if !$run;
	my ($aside, $why4) = page('timelines', '-compare=jumptable,ifmaster', '-profile', 'examples/fig4.c');
	return fail_with('page', $why4) if !$aside;
	my ($other, $why5) = page('other', '-compare=spmd', '-profile', 'examples/fig10.c');
	return fail_with('page', $why5) if !$other;
	local $SIG{PIPE} = 'IGNORE';
	my $b = Browser->start(abs_path($dir) . "/profile.$$");
	my @results = eval { checks($b, map { abs_path($_) } $plain, $marked, $run, $aside, $other) };
	push @results, fail_with('the page in a browser', $@) if $@;
	$b->stop;
	return @results;
}

tap((map { my $f = $_; sub { check_page($f) } } sort glob 'examples/*.c'), \&aside, \&machine, \&profile, \&browser);
