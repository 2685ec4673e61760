// What the page does: lines that serve the same source line light up together.  A line's key is its
// data-s, FILE:LINE; hovering lights up, a click or the keyboard chooses (and scrolls the others to it).
'use strict';
(function () {
	const all = (selector, root) => Array.from((root || document).querySelectorAll(selector));
	const status = document.getElementById('status'), keys = document.getElementById('keys');
	const serving = document.body.classList.contains('serving');	// edit.js has the source
	let chosen = null;		// { section, key }
	let different = false;		// differences between two columns are marked
	let counting = true;		// counts stand beside lines

	const tell = (what, key) => document.dispatchEvent(new CustomEvent(what, { detail: key }));

	const sectionOf = (e) => e.closest('section');
	const withKey = (section, key) => all('[data-s]', section).filter((e) => e.dataset.s === key);
	const lineOf = (key) => Number(key.split(':')[1]);

	function light(section, key) {
		all('.on').forEach((e) => e.classList.remove('on'));
		tell('lit', key);
		if (!section || !key)
			return;
		withKey(section, key).forEach((e) => e.classList.add('on'));
		if (sourceFile(section) === key.split(':')[0])
			all('.node', section).forEach((n) =>
				n.classList.toggle('on', n.dataset.lines.split(' ').includes(key.split(':')[1])));
	}

	const sourceFile = (section) => {
		const first = section.querySelector('.source [data-s]');
		return first ? first.dataset.s.split(':')[0] : '';
	};

	// Scrolls a pane of lines, never the page, so that the line is in its middle third.
	function reveal(line) {
		const box = line.closest('.lines');
		if (!box)
			return;
		const top = line.getBoundingClientRect().top - box.getBoundingClientRect().top;
		if (top < box.clientHeight * 0.1 || top > box.clientHeight * 0.85)
			box.scrollTop += top - box.clientHeight / 3;
	}

	function describe(section, key) {
		const parts = all('.column', section).filter((c) => !c.hidden).map((c) =>
			c.querySelector('h3').textContent + ' ' + withKey(c, key).filter((e) => !e.closest('.machine')).length);
		return 'line ' + lineOf(key) + ': ' + parts.join(', ');
	}

	// FROM is the element that was clicked: it stays where it is, the other panes follow.
	function choose(section, key, from) {
		all('.chosen').forEach((e) => e.classList.remove('chosen'));
		chosen = section && key ? { section, key } : null;
		light(section, key);
		status.textContent = chosen ? describe(section, key) : '';
		if (!chosen)
			return;
		all('.lines', section).forEach((box) => {
			const line = withKey(box, key)[0];
			if (line && !(from && box.contains(from)))
				reveal(line);
		});
		section.querySelectorAll('.aside').forEach((d) => { d.open = true; });
		const source = section.querySelector('.source .code[data-s="' + key + '"]');
		if (source)
			source.classList.add('chosen');
		if (!serving)
			history.replaceState(null, '', '#' + section.id + '=' + key);
		tell('chosen', key);
	}

	// A line of the source outside the page's main part was chosen.
	document.addEventListener('line', (event) => {
		const line = document.querySelector('.column [data-s="' + event.detail + '"]');
		choose(line && sectionOf(line), event.detail, null);
	});

	function step(by) {
		const section = chosen ? chosen.section : document.querySelector('section');
		const lines = all('.source .code', section);
		const at = chosen ? lines.findIndex((e) => e.dataset.s === chosen.key) : by > 0 ? -1 : lines.length;
		const next = lines[Math.min(Math.max(at + by, 0), lines.length - 1)];
		if (next)
			choose(section, next.dataset.s, null);
	}

	// The next run of lines of the chosen key in every column.
	function nextPiece(by) {
		if (!chosen)
			return;
		all('.column > .lines', chosen.section).forEach((box) => {
			const heads = withKey(box, chosen.key).filter((e) =>
				!e.previousElementSibling || e.previousElementSibling.dataset.s !== chosen.key);
			if (heads.length === 0)
				return;
			const at = (Number(box.dataset.piece || 0) + by + heads.length) % heads.length;
			box.dataset.piece = at;
			box.scrollTop += heads[at].getBoundingClientRect().top - box.getBoundingClientRect().top - box.clientHeight / 3;
		});
	}

	function region(by) {
		const sections = all('section'), at = chosen ? sections.indexOf(chosen.section) : 0;
		const next = sections[Math.min(Math.max(at + by, 0), sections.length - 1)];
		const line = next.querySelector('.source .code');
		next.scrollIntoView();
		if (line)
			choose(next, line.dataset.s, null);
	}

	function fold(selector) {
		const folds = all(selector), open = folds.every((d) => d.open);
		folds.forEach((d) => { d.open = !open; });
	}

	function showColumn(i, on) {
		all('.column[data-column="' + i + '"]').forEach((c) => { c.hidden = !on; });
		all('nav input[data-column="' + i + '"]').forEach((c) => { c.checked = on; });
		compareAll();
		all('main section').forEach(counts.putBesideSource);
	}

	function theme() {
		const root = document.documentElement;
		const dark = root.dataset.theme ? root.dataset.theme === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches;
		root.dataset.theme = dark ? 'light' : 'dark';
	}

	const actions = [
		[['ArrowDown', 'j'], 'next line of the source', () => step(1)],
		[['ArrowUp', 'k'], 'line before', () => step(-1)],
		[['ArrowRight', 'l'], 'next piece of its PTX', () => nextPiece(1)],
		[['ArrowLeft', 'h'], 'piece before', () => nextPiece(-1)],
		[[']'], 'next region', () => region(1)],
		[['['], 'region before', () => region(-1)],
		[['1', '2', '3', '4', '5', '6', '7', '8', '9'], 'show or hide a column', (key) => {
			const box = document.querySelector('nav input[data-column="' + (Number(key) - 1) + '"]');
			if (box)
				showColumn(Number(key) - 1, !box.checked);
		}],
		[['c'], 'show or hide what the run counted at each line', counted],
		[['d'], 'what only one of two columns has', differ],
		[['g'], 'open or close the control flow', () => fold('.flows')],
		[['m'], 'open or close the machine code', () => fold('.machine')],
		[['t'], 'dark or light', theme],
		[['Escape'], 'nothing chosen', () => choose(null, null)],
		[['?'], 'these keys', () => keys.showModal()],
	];

	document.addEventListener('keydown', (event) => {
		if (event.ctrlKey || event.altKey || event.metaKey || keys.open || /^(INPUT|SELECT|TEXTAREA)$/.test(event.target.tagName))
			return;
		const action = actions.find((a) => a[0].includes(event.key));
		if (!action)
			return;
		event.preventDefault();
		action[2](event.key);
	});

	document.addEventListener('mouseover', (event) => {
		const line = event.target.closest('[data-s]');
		if (line)
			light(sectionOf(line), line.dataset.s);
		else if (chosen)
			light(chosen.section, chosen.key);
		else
			light(null, null);
	});

	document.addEventListener('click', (event) => {
		const line = event.target.closest('[data-s]'), node = event.target.closest('.node');
		if (line && !getSelection().toString()) {
			choose(sectionOf(line), line.dataset.s, line);
			status.append(...[line.title, event.target.title].filter((t, i, l) => t && l.indexOf(t) === i).map((t) => '\n' + t));	// a finger cannot hover
		}
		else if (node && node.dataset.lines)
			choose(sectionOf(node), sourceFile(sectionOf(node)) + ':' + node.dataset.lines.split(' ')[0], null);
	});

	document.addEventListener('change', (event) => {
		if (event.target.matches('nav input'))
			showColumn(event.target.dataset.column, event.target.checked);
	});
	document.addEventListener('click', (event) => {
		if (event.target.id === 'theme')
			theme();
		else if (event.target.id === 'differ')
			differ();
		else if (event.target.id === 'counts')
			counted();
		else if (event.target.dataset.go)
			visit(event.target.dataset.go);
		else if (event.target.id === 'help')
			keys.showModal();
	});
	keys.addEventListener('click', () => keys.close());

	const table = document.createElement('table');
	actions.forEach((a) => {
		const row = table.insertRow(), names = a[0].length > 2 ? [a[0][0], a[0][a[0].length - 1]] : a[0];
		const cell = row.insertCell();
		names.forEach((n, i) => {
			const kbd = document.createElement('kbd');
			kbd.textContent = n.replace('Arrow', '');
			cell.append(i ? (a[0].length > 2 ? ' to ' : ' or ') : '', kbd);
		});
		row.insertCell().textContent = a[1];
	});
	keys.append(table);

	// What the simulator counted for a region's kernels.
	function stats(list) {
		const data = document.getElementById('stats' + list.closest('.column').dataset.column);
		const names = list.dataset.kernels.split(' ');
		const add = (name, value, help) => {
			const row = document.createElement('div'), dt = document.createElement('dt'), dd = document.createElement('dd');
			dt.textContent = name;
			row.title = help || '';
			dd.textContent = typeof value === 'number' ? value.toLocaleString('en-US') : value;
			row.append(dt, dd);
			list.append(row);
		};
		JSON.parse(data.textContent).kernels.filter((k) => names.includes(k.name)).forEach((k) => {
			const c = k.counters;
			add('device', k.device);
			if (names.length > 1)
				add('entry', k.name);
			add('launches', k.launches);
			add('grid', k.grid[0] + ' × ' + k.block[0]);
			add('cycles', k.cycles, "of the multiprocessors' clock, all launches together");
			add('microseconds', k.microseconds);
			add('machine instructions', c.machine_instructions, 'issued, each for a warp');
			add('barriers passed', c.barriers, 'by teams: one counts when the last warp of a team is there');
			add('branches', c.branches, 'executed, each by a warp');
			add('of them diverged', c.diverged, 'some lanes went one way, some the other');
			add('shared bytes moved', c.shared_bytes, 'between registers and shared memory');
			add('DRAM bytes', c.dram_read + c.dram_written, 'read and written past the L2 cache');
		});
	}

	// C in its colours, a pane at a time, as a comment may go over lines.
	function colour(pane) {
		const lines = all('.l', pane), texts = lines.map((l) => l.lastChild.nodeType === Node.TEXT_NODE ? l.lastChild.data : '');
		colourC(texts.join('\n')).forEach((parts, i) => texts[i] && lines[i].lastChild.replaceWith(...parts));
	}

	// ---- what two columns have in common ----

	// A line without what only numbers tell apart: registers, labels.
	const plain = (line) => counts.textOf(line).replace(/(%[A-Za-z_]+)\d*(\$\d+)?/g, '$1').replace(/\$B\d+/g, '$B').replace(/(\w)\$\d+/g, '$1').trim();

	// Which lines are in both lists, in the same order, as many as can be: pairs of places.
	function common(a, b) {
		const best = Array.from({ length: a.length + 1 }, () => new Uint16Array(b.length + 1)), both = [];
		for (let i = a.length - 1; i >= 0; i--)
			for (let k = b.length - 1; k >= 0; k--)
				best[i][k] = a[i] === b[k] ? best[i + 1][k + 1] + 1 : Math.max(best[i + 1][k], best[i][k + 1]);
		for (let i = 0, k = 0; i < a.length && k < b.length;)
			if (a[i] === b[k])
				both.push([i++, k++]);
			else if (best[i + 1][k] >= best[i][k + 1])
				i++;
			else
				k++;
		return both;
	}

	// Marks, source line by source line, what only one of the first two columns has.
	function compare(section) {
		const panes = all('.column', section).filter((c) => !c.hidden && !c.classList.contains('refusing')).slice(0, 2).map((c) => c.querySelector('.lines'));
		all('.only', section).forEach((l) => l.classList.remove('only'));
		if (!different || panes.length < 2)
			return;
		const lists = panes.map((p) => {
			const of = new Map();
			all('.l[data-s]:not(.decl)', p).forEach((l) => of.set(l.dataset.s, [...of.get(l.dataset.s) || [], l]));
			return of;
		});
		new Set([...lists[0].keys(), ...lists[1].keys()]).forEach((key) => {
			const [a, b] = lists.map((of) => of.get(key) || []), both = common(a.map(plain), b.map(plain));
			a.filter((l, i) => !both.some((p) => p[0] === i)).concat(b.filter((l, i) => !both.some((p) => p[1] === i)))
				.forEach((l) => l.classList.add('only'));
		});
	}

	function compareAll() {
		all('main section').forEach(compare);
		all('#differ').forEach((b) => b.setAttribute('aria-pressed', different));
	}

	function differ() {
		different = !different;
		compareAll();
		status.textContent = different ? document.querySelectorAll('.only').length + ' lines are in one of two columns only' : '';
	}

	// Opens the first such fold and scrolls to it.
	function visit(selector) {
		const fold = document.querySelector(selector);
		fold.open = true;
		fold.scrollIntoView();
		const stepper = fold.querySelector('.stepper');
		if (stepper)				// whose keys it then has
			stepper.focus({ preventScroll: true });
	}

	function showCounts() {
		document.documentElement.dataset.counts = counting ? 'on' : 'off';
		all('#counts').forEach((b) => b.setAttribute('aria-pressed', counting));
	}

	function counted() {
		counting = !counting;
		showCounts();
	}

	// The main part of the page is there, or is another one.
	function fresh() {
		all('.stats').forEach(stats);
		all('.source .lines').forEach(colour);
		all('.timelines').forEach(drawTimelines);
		all('main section').forEach(counts.putBesidePtx);
		all('main section').forEach(counts.putBesideSource);
		showCounts();
		compareAll();
		if (chosen && !chosen.section.isConnected)
			chosen = null;
	}
	fresh();
	document.addEventListener('fresh', fresh);

	// A link names a region, and may name what to choose in it: #r0=0:27
	function fromHash() {
		const found = /^#(r\d+)(?:=(\d+:\d+))?$/.exec(location.hash);
		const section = found && document.getElementById(found[1]);
		if (!section)
			return;
		all('.aside', section).forEach((d) => { d.open = true; });
		section.scrollIntoView();
		if (found[2])
			choose(section, found[2], null);
	}
	fromHash();
	window.addEventListener('hashchange', fromHash);
}());
