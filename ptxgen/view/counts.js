// What a simulated run counted at each instruction (lines.h): how often warps executed it, for how many lanes,
// and the cycles that it took them.  It stands beside the PTX, and in sum beside the source.
'use strict';
const counts = (function () {
	const MOST_CELLS = 2;		// columns that are beside the source
	const all = (selector, root) => Array.from(root.querySelectorAll(selector));
	const ofColumn = new WeakMap();	// what functionsOf found

	// A line's text without what stands beside it.
	const textOf = (line) => Array.from(line.childNodes).filter((n) => n.nodeName !== 'EM').map((n) => n.textContent).join('');
	const same = (text) => text.trim().replace(/\s*;[^]*$/, '').replace(/\s+/g, ' ');

	const none = () => ({ warps: 0, threads: 0, lanes: 0, diverged: 0, own: 0, waited: {} });
	const cyclesOf = (c) => c.own + Object.values(c.waited).reduce((a, b) => a + b, 0);

	// An instruction's, of another kernel or launch.
	function add(to, c) {
		['warps', 'lanes', 'diverged', 'own'].forEach((n) => { to[n] += c[n] || 0; });
		Object.entries(c.waited || {}).forEach(([why, n]) => { to.waited[why] = (to.waited[why] || 0) + n; });
	}

	// A source line was executed as often as the instruction of it that was executed most.
	function addToLine(to, c) {
		const [warps, lanes] = c.lanes > to.lanes || (c.lanes === to.lanes && c.warps > to.warps) ? [c.warps, c.lanes] : [to.warps, to.lanes];
		add(to, c);
		Object.assign(to, { warps, lanes });
	}

	// In four characters at most.
	const short = (n) => n < 9999.5 ? String(Math.round(n)) : n < 999500 ? Math.round(n / 1e3) + 'k' : n < 9.95e6 ? (n / 1e6).toFixed(1) + 'M' :
		n < 999.5e6 ? Math.round(n / 1e6) + 'M' : Math.round(n / 1e9) + 'G';
	const full = (n) => Math.round(n).toLocaleString('en-US');
	const average = (c) => (c.lanes / c.warps).toFixed(c.lanes % c.warps ? 1 : 0);

	function explain(c, line) {
		const why = Object.entries(c.waited).sort((a, b) => b[1] - a[1]).map(([name, n]) => name + ' ' + full(n));
		return (line ? 'most often executed instruction: ' : 'executed ') + full(c.warps) + '× by a warp, with ' + average(c) + ' of 32 lanes on average, ' +
			full(c.lanes) + '× by threads' + (c.diverged ? '; lanes of a warp parted here ' + full(c.diverged) + '×' : '') + '; ' +
			full(cyclesOf(c)) + ' cycles of warps' + (why.length ? ', waiting: ' + why.join(', ') : '');
	}

	function note(text, title, share, parted) {
		const e = document.createElement('em');
		e.className = parted ? 'count parted' : 'count';
		e.textContent = text;
		e.title = title;
		e.style.setProperty('--share', 100 * share + '%');
		return e;
	}

	// The instructions of each function, with the sums of all kernels of a column.
	function functionsOf(column) {
		const list = column.querySelector('.stats'), data = list && document.getElementById('stats' + column.dataset.column);
		const names = list ? list.dataset.kernels.split(' ') : [], found = new Map();
		(data ? JSON.parse(data.textContent).kernels : []).filter((k) => names.includes(k.name)).forEach((k) => (k.functions || []).forEach((f) => {
			const code = found.get(f.name) || f.code.map((c) => Object.assign(none(), { text: same(c.text), file: c.file, line: c.line }));
			if (code.length === f.code.length)
				f.code.forEach((c, i) => add(code[i], c));
			found.set(f.name, code);
		}));
		return found;
	}

	// The counts of a function's lines: in both, instructions have one order.  Nothing where they differ.
	function match(lines, code) {
		const pairs = [];
		lines.forEach((line) => {
			if (pairs.length < code.length && same(textOf(line)) === code[pairs.length].text)
				pairs.push([line, code[pairs.length]]);
		});
		return pairs.length === code.length ? pairs : [];
	}

	// What ran, and whose PTX is not there: an entry for other launches, or machine code.
	function sayWhich(column, functions, shown) {
		const names = [...functions].filter(([f, code]) => !shown.has(f) || /^\/\*/.test((code[0] || {}).text)).map(([f, code]) =>
			shown.has(f) ? 'machine code of ' + f : f);
		all('.elsewhere', column).forEach((e) => e.remove());
		if (!names.length)
			return;
		const e = document.createElement('p');
		e.className = 'when elsewhere';
		e.textContent = 'This run executed ' + names.join(', ') + ', not the PTX shown here: what it did is counted beside the source.';
		column.querySelector('.profile summary').after(e);
	}

	function putBesidePtx(section) {
		all('.column', section).forEach((column) => {
			const functions = functionsOf(column), pane = column.querySelector('.lines'), lines = new Map();
			let name = '';
			ofColumn.set(column, functions);
			if (!pane || !functions.size)
				return;
			all('.l', pane).forEach((line) => {
				name = line.dataset.f || name;
				lines.set(name, (lines.get(name) || []).concat(line));
			});
			const pairs = [...lines].flatMap(([f, list]) => match(list, functions.get(f) || []));
			const most = Math.max(1, ...pairs.map((p) => cyclesOf(p[1])));
			pairs.forEach(([line, c]) => {
				line.classList.toggle('never', c.warps === 0);
				line.prepend(c.warps ? note(short(c.warps) + '× ' + average(c) + ' ' + short(cyclesOf(c)), explain(c), cyclesOf(c) / most, c.diverged) :
					note('never', 'no warp came here', 0));
			});
			pane.classList.toggle('counted', pairs.length > 0);
			sayWhich(column, functions, lines);
		});
	}

	// Of each line of the source, by its key, what each column has: { title, column, counts }.
	function bySource(root) {
		const found = new Map();
		const files = all('#files li', document).map((e) => e.textContent);
		all('.column', root).forEach((column) => [...(ofColumn.get(column) || new Map()).values()].flat().filter((c) => c.warps && c.line).forEach((c) => {
			const key = files.indexOf(c.file) + ':' + c.line, cells = found.get(key) || [];
			let cell = cells.find((x) => x.column === column.dataset.column);
			if (!cell)
				cells.push(cell = { title: column.querySelector('h3').textContent, column: column.dataset.column, counts: none() });
			addToLine(cell.counts, c);
			found.set(key, cells);
		}));
		return found;
	}

	// What bySource found about one line, in words.
	const explainLine = (cells) => cells.map((c) => c.title + ': ' + explain(c.counts, true)).join('\n');

	// The columns that are beside the source, of those that have counts: { title, column, most }.
	function chooseColumns(root, found) {
		const shown = all('.column', root).filter((c) => !c.hidden && (ofColumn.get(c) || new Map()).size).map((c) => c.dataset.column);
		return [...new Set(shown)].slice(0, MOST_CELLS).map((column) => {
			const cells = [...found.values()].flat().filter((c) => c.column === column);
			return { column, title: cells.length ? cells[0].title : '', most: Math.max(1, ...cells.map((c) => cyclesOf(c.counts))) };
		});
	}

	// What stands beside one line: for each column how often threads executed it, and cycles.
	function cellsOf(columns, cells) {
		return columns.map(({ column, most }) => {
			const c = ((cells || []).find((cell) => cell.column === column) || {}).counts;
			return c ? note(short(c.lanes) + ' ' + short(cyclesOf(c)), explainLine(cells), cyclesOf(c) / most, c.diverged) : note('', '', 0);
		});
	}

	function putBesideSource(section) {
		const pane = section.querySelector('.source .lines'), hint = document.createElement('span');
		const found = bySource(section), columns = chooseColumns(section, found);
		if (!pane)
			return;
		all('.source em.count, .cells-about', section).forEach((e) => e.remove());
		pane.classList.toggle('counted', columns.length > 0);
		pane.style.setProperty('--cells', columns.length);
		if (!columns.length)
			return;
		hint.className = 'cells-about';
		hint.textContent = ' Beside them, for ' + columns.map((c) => c.title).join(', ') + ': how often threads executed the line, and cycles of warps.';
		section.querySelector('.source .about').append(hint);
		all('.l', pane).forEach((line) => line.prepend(...cellsOf(columns, found.get(line.dataset.s))));
	}

	return { textOf, putBesidePtx, putBesideSource, bySource, chooseColumns, cellsOf, explainLine };
}());
