// The stepper: what replay.js says of a moment, as a page.  Each .stepper has recordings in script
// elements (data-title: which scheme) and becomes a bar of buttons and a slider, the source, and a column
// for each of two recordings: PTX with the warps where they are, barriers, shared memory, registers.
'use strict';
(function () {
	const MOST_CELLS = 64;		// cells of shared memory that are shown at most

	function make(tag, parent, name, text) {
		const e = document.createElement(tag);
		e.className = name || '';
		if (text !== undefined)
			e.textContent = text;
		if (parent)
			parent.append(e);
		return e;
	}

	// ---- numbers ----

	function number(v) {
		if (typeof v === 'string' && v.startsWith('0x'))
			return String(BigInt.asIntN(64, BigInt(v)));
		return v >= 0xffff0000 && v <= 0xffffffff && Number.isInteger(v) ? String(v - 0x100000000) : String(v);
	}

	const range = (from, to) => from === to ? String(from) : from + '–' + to;

	function rangesText(numbers) {
		const parts = [];
		numbers.forEach((n, i) => {
			if (i && numbers[i - 1] === n - 1)
				parts[parts.length - 1][1] = n;
			else
				parts.push([n, n]);
		});
		return parts.map((p) => range(p[0], p[1])).join(', ');
	}

	const lanesText = (mask) => rangesText(bitsOf(mask));

	// A value for each lane: one for all, runs of equal ones, or that of one lane.
	function valuesText(values, lane) {
		const lanes = Object.keys(values).map(Number), runs = [];
		lanes.forEach((l) => {
			const last = runs[runs.length - 1];
			if (last && last.value === values[l] && last.to === l - 1)
				last.to = l;
			else
				runs.push({ from: l, to: l, value: values[l] });
		});
		const texts = runs.map((r) => 'lane ' + range(r.from, r.to) + ': ' + number(r.value));
		if (runs.length === 1)
			return { short: number(runs[0].value), long: texts[0] };
		const one = values[lane] === undefined ? '–' : number(values[lane]);
		return { short: runs.length <= 3 ? texts.join(', ').replace(/lane /g, '') : one + ' (lane ' + lane + ')',
			long: texts.join('\n') };
	}

	// ---- where warps are ----

	// Puts the numbers of the warps whose lanes are at a line into it: those that wait apart, and with a stroke those
	// of which other lanes go on elsewhere first.  Lights up the lines of warp ABOUT, and returns them.
	function putChips(groupsOfWarps, lineOf, className, about) {
		const chips = new Map(), lit = [];
		groupsOfWarps.forEach((groups, w) => groups.forEach((g, i) => {
			const line = g.code && lineOf(g.code), kind = (g.barrier !== undefined ? 'waits' : '') + (i ? ' part' : '');
			if (!line)
				return;
			const kinds = chips.get(line) || new Map(), chip = kinds.get(kind) || { warps: [], notes: [] };
			if (!chip.warps.includes(w))
				chip.warps.push(w);
			chip.notes.push('warp ' + w + ', lanes ' + lanesText(g.lanes) + (g.barrier !== undefined ? ': waits at barrier ' + g.barrier : ''));
			chips.set(line, kinds.set(kind, chip));
			if (w === about) {
				line.classList.add('on');
				lit[i ? 'push' : 'unshift'](line);
			}
		}));
		chips.forEach((kinds, line) => kinds.forEach((chip, kind) => {
			make('span', line.firstChild, className + ' ' + kind, rangesText(chip.warps) + (/part/.test(kind) ? '′' : '')).title = chip.notes.join('\n');
		}));
		return lit;
	}

	// ---- one recording ----

	class Column {
		constructor(parent, stepper, titles, chosen) {
			this.stepper = stepper;
			this.box = make('div', parent, 'step-column');
			const head = make('h4', this.box);
			this.select = make('select', head);
			titles.forEach((t, i) => { make('option', this.select, '', t).value = i; });
			this.select.value = chosen;
			this.select.setAttribute('aria-label', 'which recording');
			this.select.addEventListener('change', () => stepper.choose());
			this.about = make('small', head);
			this.last = make('p', this.box, 'step-last');
			this.lines = make('div', this.box, 'lines step-ptx');
			this.state = make('div', this.box, 'step-state');
		}

		get chosen() { return Number(this.select.value); }

		load(replay) {
			const r = replay.record;
			this.replay = replay;
			this.about.textContent = ' ' + r.kernel + ', team ' + r.team + ' of ' + r.teams + ', ' + r.threads +
				' threads, ' + r.device + (r.end === 'cut' ? '; cut after ' + replay.length + ' steps' : '') +
				(r.end === 'fault' ? '; the launch failed' : '');
			this.lines.replaceChildren();
			this.line = r.functions.map((f) => f.text.map((t) => {
				if (!t.trim() || /^\s*\.loc\b/.test(t))
					return null;
				const kind = /^[.\w]+:/.test(t) ? ' label' : /^\s*\/\//.test(t) ? ' decl' : /\bbar(rier)?\.|\bBAR\./.test(t) ? ' barrier' :
					/\b(bra|brx\.idx|BRA|BRX|JMP|BRK)\b/.test(t) ? ' branch' : '';
				const line = make('div', this.lines, 'l' + kind);
				make('b', line, 'step-chips');
				make('em', line);
				line.append(t.replace(/^\t/, ''));
				return line;
			}));
			this.showCounts();
		}

		// Beside each line: how often warps came there, lanes on average, cycles; all the launch of this team.
		showCounts() {
			const r = this.replay, counts = r.counts(), most = Math.max(1, ...counts.map((c) => c.cycles));
			this.cycles = new Map();
			counts.forEach((c, i) => {
				const code = r.code[i], line = this.line[code.fn][code.line];
				const key = code.source && r.record.files[code.file].name + ':' + code.source;
				this.cycles.set(key, (this.cycles.get(key) || 0) + c.cycles);
				if (!line || !c.times)
					return;
				const stalls = Object.entries(c.stalls).filter((e) => e[1]).map((e) => e[0] + ' ' + e[1]).join(', ');
				const note = line.children[1];
				note.textContent = c.times + '× ' + (c.lanes / c.times).toFixed(c.lanes % c.times ? 1 : 0) + ' ' + c.cycles;
				note.title = 'executed ' + c.times + ' times by a warp, ' + (c.lanes / c.times).toFixed(1) +
					' lanes on average; warps were held up for ' + c.cycles + ' cycles' + (stalls ? ': ' + stalls : '');
				note.style.setProperty('--share', 100 * c.cycles / most + '%');
			});
		}

		show(moment) {
			const r = this.replay;
			this.groups = Array.from({ length: r.warps }, (_, w) => r.groups(w, moment));
			this.showLast(moment);
			this.showChips();
			this.state.replaceChildren();
			this.showWarps(moment);
			this.showBarriers(moment);
			this.showShared(moment);
			this.showRegisters(moment);
		}

		// What the last step of this recording did.
		showLast(moment) {
			const r = this.replay, s = moment ? r.record.steps[moment - 1] : null;
			if (!s) {
				this.last.textContent = 'nothing has run yet';
				return;
			}
			const what = s[2] === ARRIVES ? 'arrives at barrier ' + s[4].b + ' and waits' :
				s[2] === PASSES_BY ? 'arrives at barrier ' + s[4].b :
					s[2] === LET_GO ? 'goes on behind barrier ' + s[4].b : (r.code[s[2]] || { text: '(another module)' }).text;
			this.last.textContent = 'cycle ' + r.time[moment - 1] + ', warp ' + s[1] + ', ' +
				(s[4] && s[4].g === 0 ? 'no lane' : 'lanes ' + lanesText(s[4] && s[4].g !== undefined ? s[4].g : s[3])) + ': ' + what;
		}

		showChips() {
			this.lines.querySelectorAll('.step-chips').forEach((c) => c.replaceChildren());
			this.lines.querySelectorAll('.on').forEach((l) => l.classList.remove('on'));
			const [first] = putChips(this.groups, (code) => this.line[code.fn][code.line], '', this.stepper.warpOf(this));
			if (first)
				reveal(first, this.lines);
		}

		table(title, heads) {
			const box = make('section', this.state);
			make('h5', box, '', title);
			const table = make('table', box);
			if (heads) {
				const row = table.createTHead().insertRow();
				heads.forEach((h) => make('th', row, '', h));
			}
			return table.createTBody();
		}

		showWarps(moment) {
			const body = this.table('Warps and their lanes'), r = this.replay, s = this.stepper;
			this.groups.forEach((groups, w) => {
				const row = body.insertRow(), name = make('button', row.insertCell(), '', 'warp ' + w);
				name.title = 'follow this warp, or all again';
				name.setAttribute('aria-pressed', String(s.follows(this, w)));
				name.addEventListener('click', () => s.follow(this, w));
				row.classList.toggle('on', w === s.warpOf(this));
				const lanes = make('span', row.insertCell(), 'step-lanes');
				for (let lane = 0; lane < 32; lane++) {
					const k = groups.findIndex((g) => g.lanes >>> lane & 1);
					make('i', lanes, k < 0 ? '' : groups[k].barrier !== undefined ? 'waits' : k ? 'other' : 'active');
				}
				make('td', row, '', groups.length ? groups.map((g) => this.placeText(g, moment)).join('; ') : 'ended');
			});
		}

		placeText(g, moment) {
			const r = this.replay, s = r.record.steps[g.next] || [], at = r.time[g.next];
			const stall = s[4] && s[4].s !== undefined ? r.record.stalls[s[4].s] : '';
			const until = moment && at > r.time[moment - 1] ? ' until ' + at : '';
			const place = !g.code ? '' : g.code.label || (g.code.source ? 'line ' + g.code.source : g.code.text.replace(/\/\/.*/, ''));
			return place + (g.barrier !== undefined ? ', waits at barrier ' + g.barrier :
				stall === 'memory' && until ? ', waits for memory' + until : '');
		}

		showBarriers(moment) {
			const bars = this.replay.barriers(moment);
			if (!bars.length)
				return;
			const body = this.table('Barriers');
			bars.forEach((b) => {
				const row = body.insertRow(), there = new Set(b.warps.map((x) => x.warp));
				make('td', row, '', 'barrier ' + b.id);
				make('td', row, '', there.size + ' of ' + Math.ceil(b.expected / 32) + ' warps wait: ' + rangesText([...there].sort((x, y) => x - y)));
			});
		}

		showShared(moment) {
			const r = this.replay, cells = [...r.memory(moment)].sort((a, b) => a[0] - b[0]);
			if (!r.record.shared.length && !cells.length)
				return;
			const body = this.table('Shared memory', ['cell', 'value', 'written by']);
			cells.sort((a, b) => b[1].step - a[1].step).slice(0, MOST_CELLS).sort((a, b) => a[0] - b[0]).forEach(([addr, c]) => {
				const row = body.insertRow(), name = r.nameOf(addr), meaning = r.meaning(name, c.value);
				make('td', row, '', name);
				make('td', row, 'value', number(c.value) + (meaning ? ' (' + meaning + ')' : ''));
				make('td', row, '', 'warp ' + c.warp + ', cycle ' + r.time[c.step]);
				row.classList.toggle('on', c.step === moment - 1);
			});
			r.record.shared.filter((v) => !cells.some(([a]) => a >= v.addr && a < v.addr + v.bytes)).forEach((v) => {
				const row = body.insertRow();
				make('td', row, '', v.name);
				make('td', row, 'never', 'not yet written');
			});
			if (cells.length > MOST_CELLS)
				make('caption', body.parentNode, '', MOST_CELLS + ' of ' + cells.length + ' cells: those written last');
		}

		showRegisters(moment) {
			const s = this.stepper, warp = s.warpOf(this), box = make('details', this.state);
			box.open = s.registersOpen;
			make('summary', box, '', 'Registers of warp ' + warp);
			box.firstChild.addEventListener('click', (e) => {
				e.preventDefault();
				s.registersOpen = !s.registersOpen;
				s.show();
			});
			if (!box.open)
				return;
			const body = make('table', box).createTBody();
			this.replay.registers(warp, moment).forEach((reg, name) => {
				const row = body.insertRow(), text = valuesText(reg.values, s.lane);
				make('td', row, '', name.replace('p:', ''));
				make('td', row, 'value', text.short).title = text.long;
				row.classList.toggle('on', reg.step === moment - 1);
			});
		}
	}

	// ---- all recordings, one above the other, on one axis of time ----

	const WORK = { sequential: '#e69f00', parallel: '#0072b2', 'coordination': '#cc79a7', memory: '#56b4e9',
		'child kernels': '#009e73', 'waits at a barrier': '#888' };

	function workOf(r, step) {
		const s = r.record.steps[step], code = r.code[s[2]], stall = s[4] && s[4].s !== undefined ? r.record.stalls[s[4].s] : '';
		return s[2] === LET_GO || !code ? 'waits at a barrier' : WORK[stall] ? stall :
			!r.named ? (s[3] & (s[3] - 1) ? 'parallel' : 'sequential') :		// no compiler's kernel: as its lanes say
			/^(SEQ|MASTER)/.test(code.label) ? 'sequential' : /^PAR/.test(code.label) ? 'parallel' : 'coordination';
	}

	class Timelines {
		constructor(parent, stepper, titles) {
			this.stepper = stepper;
			this.box = make('div', parent, 'step-times');
			this.rows = titles.map((title) => {
				const row = make('div', this.box), strip = make('div', row, 'step-strip');
				const name = make('b', row, '', title);
				row.prepend(name);
				strip.addEventListener('click', (e) => {
					const at = strip.getBoundingClientRect();
					stepper.goTo(stepper.together.at((e.clientX - at.left) / at.width * this.end));
				});
				return { row, canvas: make('canvas', strip), cursor: make('i', strip) };
			});
			const legend = make('p', this.box);
			Object.keys(WORK).forEach((name) => {
				make('i', legend).style.background = WORK[name];
				legend.append(name);
			});
		}

		// A line for each warp: thick where it works, thinner where it waits for memory, thin at a barrier.
		draw() {
			const replays = this.rows.map((_, i) => this.stepper.replay(i)), line = 7;
			this.end = Math.max(1, ...replays.map((r) => r.length ? r.time[r.length - 1] : 0));
			replays.forEach((r, i) => {
				const canvas = this.rows[i].canvas, g = canvas.getContext('2d');
				const width = canvas.width = Math.max(200, canvas.parentNode.clientWidth) * (window.devicePixelRatio || 1);
				canvas.height = r.warps * line;
				r.ofWarp.forEach((list, w) => list.forEach((step, k) => {
					const from = r.time[k ? list[k - 1] : step], work = workOf(r, step);
					const thick = work === 'waits at a barrier' ? 1 : work === 'memory' ? 3 : line - 1;
					g.fillStyle = WORK[work];
					g.fillRect(from / this.end * width, w * line + (line - thick) / 2,
						Math.max((r.time[step] - from) / this.end * width, 0.6), thick);
				}));
			});
		}

		show(now) {
			this.rows.forEach((row, i) => {
				row.cursor.style.left = 100 * now / this.end + '%';
				row.row.classList.toggle('on', this.stepper.shown().some((c) => c.chosen === i));
			});
		}
	}

	// Scrolls a pane of lines, never the page.
	function reveal(line, box) {
		const top = line.getBoundingClientRect().top - box.getBoundingClientRect().top;
		if (top < box.clientHeight * 0.1 || top > box.clientHeight * 0.8)
			box.scrollTop += top - box.clientHeight / 3;
	}

	// ---- all of it ----

	const kinds = [
		['step', 'instruction', 'ArrowLeft', 'ArrowRight'],
		['line', 'source line', 'ArrowUp', 'ArrowDown'],
		['shared', 'shared memory', 'M', 'm'],
		['barrier', 'barrier', 'B', 'b'],
		['region', 'region', 'R', 'r'],
	];

	class Stepper {
		constructor(box) {
			const data = [...box.querySelectorAll('script')];
			this.titles = data.map((d) => d.dataset.title || JSON.parse(d.textContent).kernel);
			this.texts = data.map((d) => d.textContent);
			this.loaded = [];
			this.box = box;
			this.position = 0;
			this.lane = 0;
			this.followed = null;		// { column, warp }
			box.tabIndex = 0;
			this.addBar();
			this.times = new Timelines(box, this, this.titles);
			const body = make('div', box, 'step-body');
			this.source = make('div', body, 'lines step-source');
			this.columns = [new Column(body, this, this.titles, 0)];
			if (this.titles.length > 1)
				this.columns.push(new Column(body, this, this.titles.concat('nothing'), 1));
			box.addEventListener('keydown', (e) => this.key(e));
			window.addEventListener('resize', () => this.times.draw());
			this.times.draw();
			this.choose();
		}

		addBar() {
			const bar = make('div', this.box, 'step-bar');
			this.button(bar, '|◀', 'to the beginning (Home)', () => this.goTo(0));
			kinds.forEach(([kind, name, back, on]) => {
				const pair = make('span', bar, 'step-pair');
				this.button(pair, '◀', 'back: ' + name + ' (' + back.replace('Arrow', '') + ')', () => this.step(kind, -1));
				make('span', pair, '', name);
				this.button(pair, '▶', 'on: ' + name + ' (' + on.replace('Arrow', '') + ')', () => this.step(kind, 1));
			});
			this.button(bar, '▶|', 'to the end (End)', () => this.goTo(this.together.length));
			const lane = make('label', bar, '', 'lane '), input = make('input', lane);
			Object.assign(input, { type: 'number', min: 0, max: 31, value: 0 });
			input.addEventListener('input', () => { this.lane = Number(input.value); this.show(); });
			const counts = make('label', bar), box = make('input', counts);
			box.type = 'checkbox';
			counts.append(' counts');
			counts.title = 'how often warps of this team came to a line, lanes on average, cycles that they were held up';
			box.addEventListener('change', () => { this.box.classList.toggle('counting', box.checked); });
			this.slider = make('input', bar, 'step-slider');
			this.slider.type = 'range';
			this.slider.min = 0;
			this.slider.setAttribute('aria-label', 'cycle');
			this.slider.addEventListener('input', () => this.goTo(this.together.at(Number(this.slider.value))));
			this.clock = make('output', bar);
		}

		button(parent, text, title, action) {
			const b = make('button', parent, '', text);
			b.type = 'button';
			b.title = title;
			b.setAttribute('aria-label', title);
			b.addEventListener('click', action);
		}

		shown() { return this.columns.filter((c) => this.texts[c.chosen]); }

		replay(i) {
			this.loaded[i] = this.loaded[i] || new Replay(JSON.parse(this.texts[i]));
			return this.loaded[i];
		}

		// Other recordings are shown: from the same time on.
		choose() {
			const now = this.together ? this.now : 0;
			const shown = this.shown();
			this.columns.forEach((c) => { c.box.classList.toggle('empty', !shown.includes(c)); });
			shown.forEach((c) => c.load(this.replay(c.chosen)));
			this.together = new Together(shown.map((c) => c.replay));
			this.slider.max = this.together.end;
			this.followed = null;
			this.loadSource();
			this.goTo(now ? this.together.at(now) : 0);
		}

		loadSource() {
			this.source.replaceChildren();
			this.sourceLine = new Map();
			const files = new Map();
			this.shown().forEach((c) => c.replay.record.files.forEach((f) => {
				if (!files.has(f.name) || files.get(f.name).lines.length < f.lines.length)
					files.set(f.name, f);
			}));
			files.forEach((f) => {
				if (files.size > 1)
					make('div', this.source, 'gap', f.name);
				f.lines.forEach((text, i) => {
					const line = make('div', this.source, 'l');
					make('b', line, 'step-chips');
					make('em', line, '', this.shown().map((c) => c.cycles.get(f.name + ':' + (f.first + i)) || '·').join(' ')).title =
						'cycles that warps were held up at this line, in each column';
					make('i', line, '', f.first + i);
					line.append(text);
					this.sourceLine.set(f.name + ':' + (f.first + i), line);
				});
			});
			this.source.hidden = this.sourceLine.size === 0;
		}

		goTo(position) {
			this.position = position;
			this.now = this.together.time(position);
			this.show();
		}

		step(kind, by) {
			const f = this.followed;
			this.goTo(this.together.next(this.position, kind, by,
				f ? this.shown().indexOf(f.column) : undefined, f ? f.warp : undefined));
		}

		follows(column, warp) { return Boolean(this.followed && this.followed.column === column && this.followed.warp === warp); }

		follow(column, warp) {
			this.followed = this.follows(column, warp) ? null : { column, warp };
			this.show();
		}

		// The warp that a column is about: the followed one, or that of its next step.
		warpOf(column) {
			if (this.followed && this.followed.column === column)
				return this.followed.warp;
			const steps = column.replay.record.steps, at = Math.min(this.moments[this.shown().indexOf(column)], steps.length - 1);
			return at >= 0 ? steps[at][1] : 0;
		}

		show() {
			const shown = this.shown();
			this.moments = this.together.moments(this.position);
			this.slider.value = this.now;
			this.times.show(this.now);
			this.clock.textContent = 'cycle ' + this.now + ' of ' + this.together.end;
			this.sourceLine.forEach((line) => {
				line.firstChild.replaceChildren();
				line.classList.remove('on');
			});
			shown.forEach((c, i) => {
				c.show(this.moments[i]);
				this.markSource(c, i);
			});
		}

		markSource(column, i) {
			const files = column.replay.record.files;
			const [first] = putChips(column.groups, (code) => this.sourceLine.get((files[code.file] || {}).name + ':' + code.source),
				i ? 'second' : '', this.warpOf(column));
			if (first && !i)
				reveal(first, this.source);
		}

		key(event) {
			if (event.ctrlKey || event.altKey || event.metaKey || /INPUT|SELECT/.test(event.target.tagName))
				return;
			const kind = kinds.find((k) => k.slice(2).includes(event.key));
			if (kind)
				this.step(kind[0], event.key === kind[3] ? 1 : -1);
			else if (event.key === 'Home' || event.key === 'End')
				this.goTo(event.key === 'Home' ? 0 : this.together.length);
			else
				return;
			event.preventDefault();
			event.stopPropagation();
		}
	}

	// What is folded starts when it is opened.
	function start() {
		document.querySelectorAll('.stepper').forEach((box) => {
			if (!box.stepper && !box.closest('details:not([open])'))
				box.stepper = new Stepper(box);
		});
	}
	start();
	document.addEventListener('toggle', start, true);
	document.addEventListener('fresh', start);		// a page's main part is another one
	if (document.body.classList.contains('alone'))
		document.querySelector('.stepper').focus();
}());
