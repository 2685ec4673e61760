// minicc -serve's page: the text that is edited goes to the server with what the menus say, and its
// answer becomes messages beside the text and the main part of the page.  Nothing is written to disk
// but by "save".  A request that is overtaken by typing is given up, and the server ends its compiler.
'use strict';
(function () {
	const PAUSE = 150;		// milliseconds without a key before it is compiled
	const at = (id) => document.getElementById(id);
	const all = (selector, root) => Array.from((root || document).querySelectorAll(selector));
	const area = document.querySelector('textarea'), paper = document.querySelector('.text pre'), box = document.querySelector('.text');
	const news = at('news'), state = at('state'), list = at('messages');
	const file = document.querySelector('h1').textContent;
	let stamp = '', saved = '', crlf = false;	// of the file, as it was read
	let messages = [], coded = new Set();		// lines that have device code
	let counted = new Map(), columns = [];		// what a run counted at each line (counts.js)
	let running = null, timer = 0, seen = false, saving = Promise.resolve(), way = '-profile';

	// ---- the server ----

	async function ask(name, options) {
		const answer = await fetch(name, options);
		return { good: answer.ok, text: await answer.text() };
	}

	const lastly = (text) => crlf ? text.replace(/\n/g, '\r\n') : text;
	const modified = () => area.value !== saved;

	async function read() {
		const answer = await fetch('text'), bytes = new Uint8Array(await answer.arrayBuffer());
		const text = new TextDecoder().decode(bytes), end = text.indexOf('\n');
		if (!answer.ok)
			return tell(text);
		stamp = text.slice(0, end);
		crlf = text.includes('\r\n');
		area.readOnly = text.includes('\ufffd');
		if (area.readOnly)
			tell('This file is not UTF-8: it is shown, not edited.');
		const caret = seen ? area.selectionStart : 0;
		area.value = text.slice(end + 1).replace(/\r\n/g, '\n');
		area.setSelectionRange(caret, caret);
		saved = area.value;
		edited();
	}

	const save = () => { saving = saving.then(saveNow); };

	async function saveNow() {
		if (!modified())
			return;
		const text = area.value, answer = await ask('save', { method: 'POST', body: stamp + '\n' + lastly(text) });
		if (!answer.good)
			return tell('Not saved: ' + answer.text + '.', ['take what is on disk', read]);
		stamp = answer.text;
		saved = text;
		edited(true);
	}

	// A browser has few connections for one server: tabs that nobody sees leave them to others.
	const seenAgain = () => new Promise((go) => document.hidden ? document.addEventListener('visibilitychange', go, { once: true }) : go());

	// Waits for the file to change, for ever; who edits decides.
	async function watch() {
		for (let known = stamp;;) {
			await seenAgain();
			try {
				known = (await ask('change?' + known)).text;
			} catch (e) {
				tell('minicc has ended' + (modified() ? '; what is here is not saved.' : '.'));
				return;
			}
			await saving;
			if (known !== stamp && !modified())
				await read();
			else if (known !== stamp)
				tell('The file has changed on disk.', ['take what is there', read], ['keep what is here', () => { stamp = known; }]);
		}
	}

	function tell(text, ...choices) {
		news.replaceChildren(text + ' ');
		choices.forEach(([name, go]) => {
			const button = document.createElement('button');
			button.type = 'button';
			button.textContent = name;
			button.addEventListener('click', () => { news.hidden = true; go(); });
			news.append(button, ' ');
		});
		news.hidden = false;
	}

	// ---- what the menus say ----

	function words(how) {
		const one = (id) => at(id).value, columns = [one('first'), one('second')].filter((c) => c).join(',');
		const boxes = all('#options input[data-word]').filter((b) => b.checked !== 'off' in b.dataset).map((b) => b.dataset.word);
		const args = (one('arguments').match(/'[^']*'|"[^"]*"|[^\s'"]\S*/g) || []).map((a) => 'ARG=' + encodeURIComponent(a.replace(/^(['"])(.*)\1$/, '$2')));
		return [one('device') && 'DEVRT_DEVICE=' + one('device'), 'DEVRT_CHECK=' + one('check'), one('info') && 'DEVRT_INFO=' + one('info'),
			'-compare=' + columns, '-arch=' + one('arch'), ...boxes, one('simd'), ...one('more').split(/\s+/),
			how === '-profile' && !at('timed').checked ? '-profile=run' : how, ...how ? args : []].filter((w) => w).join(' ');
	}

	// ---- compile and run ----

	// HOW: '' to compile, '-profile' or '-profile=steps' to run, too; what that gives is brought into view
	// when it was ASKED for.
	async function compile(how, asked) {
		clearTimeout(timer);
		if (running)
			running.abort();
		const mine = running = new AbortController(), begun = performance.now();
		state.textContent = how ? 'running…' : 'compiling…';
		state.className = '';
		try {
			const text = area.value, answer = await ask(how ? 'run' : 'view', { method: 'POST', body: words(how) + '\n' + text, signal: mine.signal });
			running = null;
			show(answer, text);
			state.textContent = (answer.good ? how ? 'ran in ' : 'compiled in ' : 'failed after ') + Math.round(performance.now() - begun) + ' ms';
			state.classList.toggle('failed', !answer.good);
			const result = asked && document.querySelector(how === '-profile' ? 'main .profile' : 'main .steps');
			if (result)
				result.scrollIntoView({ block: how === '-profile' ? 'nearest' : 'start' });
		} catch (e) {
			if (!mine.signal.aborted) {
				state.textContent = 'no answer';
				state.className = 'failed';
			}
		}
	}

	const again = () => compile(at('always').checked ? way : '');

	function run(how) {
		way = how;
		compile(how, true);
	}

	function later() {
		clearTimeout(timer);
		timer = setTimeout(again, PAUSE);
	}

	function show(answer, text) {
		const page = answer.good ? ('\n' + answer.text).lastIndexOf('\n<!DOCTYPE html>') : -1, said = page < 0 ? answer.text : answer.text.slice(0, page);
		messages = parse(said);
		if (page >= 0)
			take(new DOMParser().parseFromString(answer.text.slice(page), 'text/html'));
		else
			coded.clear(), counted.clear();	// they are of other lines by now
		messages.unshift(...page >= 0 ? findings() : []);
		document.querySelector('main').classList.toggle('stale', page < 0);
		putMessages();
		draw();
	}

	// Panes and folds stay as they were: they are known by their place in the page.
	function take(page) {
		const main = document.querySelector('main'), other = page.querySelector('main');
		const folds = '.flows, .machine, .profile, .timelines, .steps, .aside', key = (e, i) => e.className + i;
		const open = new Map(all(folds, main).map((d, i) => [key(d, i), d.open]));
		const scrolled = all('.lines', main).map((l) => [l.scrollTop, l.scrollLeft]), [top, left] = [main.scrollTop, main.scrollLeft];
		if (!seen)				// what one came for is text
			all('.flows', other).forEach((d) => { d.open = false; });
		all(folds, other).forEach((d, i) => { if (open.has(key(d, i))) d.open = open.get(key(d, i)); });
		main.replaceChildren(...other.childNodes);
		document.querySelector('nav').replaceChildren(...page.querySelector('nav').childNodes);
		document.dispatchEvent(new Event('fresh'));
		all('.lines', main).forEach((l, i) => { if (scrolled[i]) [l.scrollTop, l.scrollLeft] = scrolled[i]; });
		[main.scrollTop, main.scrollLeft] = [top, left];
		counted = counts.bySource(main);
		columns = counts.chooseColumns(main, counted);
		box.classList.toggle('counted', columns.length > 0);
		box.style.setProperty('--cells', columns.length);
		coded = new Set(all('.column [data-s^="0:"]', main).map((e) => Number(e.dataset.s.slice(2))));
		if (!seen && coded.size)
			box.scrollTop = (Math.min(...coded) - 3) * parseFloat(getComputedStyle(paper).lineHeight);
		seen = true;
	}

	// ---- messages ----

	// FILE:LINE:COL: KIND: TEXT, then lines with the place and, below the caret, what to write there.
	function parse(said) {
		const found = [];
		let before = [];			// "In file included from …"
		said.split('\n').forEach((line) => {
			const m = /^(.*?):(\d+):(\d+): (error|warning|remark|note): (.*)$/.exec(line), own = /^minicc: (error|warning): (.*)$/.exec(line);
			if (/^(In file included |  +)from /.test(line))
				before.push(line);
			else if (m)
				found.push({ file: m[1], line: Number(m[2]), col: Number(m[3]), kind: m[4], text: m[5], before: before.splice(0), more: [] });
			else if (own)
				found.push({ file: '', line: 0, col: 0, kind: own[1], text: own[2], more: [] });
			else if (line && found.length)
				found[found.length - 1].more.push(line);
			else if (line)
				found.push({ file: '', line: 0, col: 0, kind: 'error', text: line, more: [] });
		});
		found.forEach((m) => { m.fix = m.more.length > 2 && /^\s*\^$/.test(m.more[1]) ? m.more[2].trim() : ''; });
		return found;
	}

	// What the simulator found in the program that ran, once, though each column's run says it.
	function findings() {
		const found = [];
		let last = null;
		all('main .output').map((o) => o.textContent).join('\n').split('\n').forEach((line) => {
			const m = /^(.*?):(\d+):(?:(\d+):)? (race|bounds|init|sync|map|error|note|kernel)\b:? ?(.*)$/.exec(line);
			if (m && m[4] === 'note' && last)
				last.more.push(line);
			else if (m && m[4] !== 'note')
				found.push(last = { file: m[1], line: Number(m[2]), col: Number(m[3]) || 1, kind: 'error', more: [], fix: '',
					text: (m[4] === 'error' ? '' : m[4] + (m[4] === 'kernel' ? ' ' : ': ')) + m[5] });
			else
				last = null;
		});
		const what = (m) => m.line + /^\w*/.exec(m.text)[0] + (/'.*?'/.exec(m.text) || '');	// who did it is another one under each scheme
		return found.filter((m, i) => found.findIndex((o) => what(o) === what(m)) === i);
	}

	function putMessages() {
		list.replaceChildren(...messages.filter((m) => m.kind !== 'remark' || m.file === file).map((m) => {
			const item = document.createElement('li'), kind = document.createElement('b'), more = document.createElement('pre');
			item.className = m.kind;
			kind.textContent = (m.file && m.file !== file ? m.file + ':' : '') + (m.line ? m.line + ': ' : '') + m.kind + ': ';
			more.textContent = [...m.before || [], ...m.more].join('\n');
			item.append(kind, m.text, ...m.more.length && m.kind !== 'remark' ? [more] : []);
			item.addEventListener('click', () => m.file === file && goTo(m.line, m.col));
			return item;
		}));
	}

	// ---- the text ----

	const gravity = ['error', 'warning', 'remark', 'note'];

	function edited(quiet) {
		at('save').disabled = !modified();
		document.title = (modified() ? '* ' : '') + file;
		draw();
		if (!quiet)
			later();
	}

	// The coloured text behind the one that is typed; messages stand behind their line.
	function draw() {
		const lines = colourC(area.value);
		paper.replaceChildren(...lines.map((parts, i) => {
			const line = document.createElement('div'), mine = messages.filter((m) => m.file === file && m.line === i + 1);
			const worst = gravity.find((g) => mine.some((m) => m.kind === g));
			line.append(...parts);
			if (counted.has('0:' + (i + 1)))
				line.append(...counts.cellsOf(columns, counted.get('0:' + (i + 1))).map((cell, k) => { cell.style.setProperty('--cell', k); return cell; }));
			if (coded.has(i + 1)) {
				line.className = 'code';
				line.style.setProperty('--h', (i + 1) * 137 % 360);
			}
			if (worst === 'error' || worst === 'warning') {
				line.classList.add(worst);
				line.append(...mine.filter((m) => m.kind === worst).slice(0, 1).map((m) => {
					const note = document.createElement('em');
					note.className = worst;
					note.textContent = m.text + (m.fix ? ' · write ' + m.fix : '');
					return note;
				}));
			}
			return line;
		}));
		choose();
	}

	const lineOfCaret = () => area.value.slice(0, area.selectionStart).split('\n').length;

	// view.js lights up the PTX of a line, and says which line the mouse is on.
	const choose = () => document.dispatchEvent(new CustomEvent('line', { detail: '0:' + lineOfCaret() }));

	function light(key) {
		const line = /^0:/.test(key || '') && paper.children[Number(key.slice(2)) - 1];
		all('.on', paper).forEach((e) => e.classList.remove('on'));
		if (line)
			line.classList.add('on');
	}

	function reveal(pane, line) {
		const top = line.getBoundingClientRect().top - pane.getBoundingClientRect().top;
		if (top < pane.clientHeight * 0.1 || top > pane.clientHeight * 0.85)
			pane.scrollTop += top - pane.clientHeight / 3;
	}

	function goTo(line, col) {
		const before = area.value.split('\n').slice(0, line - 1).reduce((n, l) => n + l.length + 1, 0);
		area.focus();
		area.setSelectionRange(before + Math.max(col - 1, 0), before + Math.max(col - 1, 0));
		const place = paper.children[line - 1];
		if (place)
			reveal(box, place);
		choose();
	}

	// ---- events ----

	area.addEventListener('input', () => { counted.clear(); edited(); });
	area.addEventListener('mousemove', (event) => {		// the text lies over its counts
		const line = Math.floor((event.clientY - paper.getBoundingClientRect().top - parseFloat(getComputedStyle(paper).paddingTop)) /
			parseFloat(getComputedStyle(paper).lineHeight)), title = counts.explainLine(counted.get('0:' + (line + 1)) || []);
		if (area.title !== title)
			area.title = title;
	});
	area.addEventListener('keyup', choose);
	area.addEventListener('click', choose);
	area.addEventListener('keydown', (event) => {
		if (event.key === 'Tab' && !event.shiftKey && !event.ctrlKey && !event.altKey) {
			event.preventDefault();
			document.execCommand('insertText', false, '\t');
		} else if (event.key === 'Escape') {
			area.blur();		// then Tab leaves the text
		}
	});
	document.addEventListener('keydown', (event) => {
		if (!(event.ctrlKey || event.metaKey))
			return;
		if (event.key === 's') {
			event.preventDefault();
			save();
		} else if (event.key === 'Enter') {
			event.preventDefault();
			run('-profile');
		}
	});
	document.addEventListener('lit', (event) => light(event.detail));
	document.addEventListener('chosen', (event) => {
		if (document.activeElement !== area && /^0:/.test(event.detail))
			goTo(Number(event.detail.slice(2)), 1);
	});
	at('choices').addEventListener('submit', (event) => event.preventDefault());
	at('choices').addEventListener('change', again);
	at('run').addEventListener('click', () => run('-profile'));
	at('steps').addEventListener('click', () => run('-profile=steps'));
	at('save').addEventListener('click', save);
	window.addEventListener('beforeunload', (event) => {
		if (modified())
			event.preventDefault();
	});

	read().then(watch);
}());
