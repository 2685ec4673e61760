// What a recording (steps.h) says of each moment: where the lanes of each warp are, who waits at which
// barrier, what is in shared memory and in registers.  A moment is the number of steps that have been
// done.  Nothing here knows the page: tests/replay.js runs it alone.
'use strict';

const REGION = /^(SEQ|PAR|MASTER)/;	// labels of what a program says, not of the coordination around it
const ARRIVES = -1, PASSES_BY = -2, LET_GO = -3;
const bitsOf = (mask) => Array.from({ length: 32 }, (_, i) => i).filter((i) => mask >>> i & 1);

// The value of each lane of a mask, by lane: see steps.h.
function laneValues(value, mask) {
	const lanes = bitsOf(mask), out = {};
	const sum = typeof value === 'string' && /^(\d+)([+-]\d+)$/.exec(value);
	lanes.forEach((lane, i) => {
		if (Array.isArray(value))
			out[lane] = value[i];
		else if (sum)
			out[lane] = Number(sum[1]) + Number(sum[2]) * (lane - lanes[0]);
		else if (typeof value === 'string' && value[0] === '&')
			out[lane] = parseInt(value.slice(1), 16) >>> lane & 1;
		else
			out[lane] = value;
	});
	return out;
}

class Replay {
	constructor(record) {
		this.record = record;
		this.length = record.steps.length;
		this.warps = Math.ceil(record.threads / 32);
		this.code = [];		// of all functions, by the instruction's number
		record.functions.forEach((f, number) => this.addFunction(f, number));
		this.time = new Float64Array(this.length);
		this.ofWarp = Array.from({ length: this.warps }, () => []);
		this.lanes = Array(this.warps).fill(0);		// all that each warp has
		this.barrierSteps = [];
		record.steps.forEach((s, i) => {
			this.time[i] = (i ? this.time[i - 1] : 0) + s[0];
			s[3] >>>= 0;
			if (s[4] && s[4].g !== undefined)
				s[4].g >>>= 0;
			this.ofWarp[s[1]].push(i);
			this.lanes[s[1]] = (this.lanes[s[1]] | s[3]) >>> 0;
			if (s[2] >= LET_GO && s[2] < 0)
				this.barrierSteps.push(i);
		});
		this.waits = this.ofWarp.map((list) => this.findWaits(list));
		this.cells = { done: 0, at: new Map() };
		this.marks = this.findMarks();
	}

	// Regions begin at labels that a person can read; where functions are regions, their names say so.
	addFunction(f, number) {
		let label = number ? f.name.replace(/^.*\$(?=(SEQ|PAR)_)/, '') : '', line = 0;
		f.code.forEach((c) => {
			for (; line <= c[0]; line++) {
				const found = /^([A-Za-z_]\w*):/.exec(f.text[line]);
				label = found ? found[1] : label;
			}
			this.code.push({ fn: number, line: c[0], file: c[1], source: c[2], label, regs: c.slice(3),
				text: (f.text[c[0]] || '').trim() });
		});
	}

	instruction(step) {
		return this.code[this.record.steps[step][2]];
	}

	// Steps before which one may want to stop (line, region), or after which (shared, barrier).
	findMarks() {
		const marks = { step: [], line: [], region: [], shared: [], barrier: [] }, last = [];
		const named = this.named = this.record.steps.some((s) => s[2] >= 0 && REGION.test(this.code[s[2]].label));
		const memory = new Map();
		this.record.steps.forEach((s, i) => {
			const code = this.code[s[2]], before = last[s[1]] || {};
			marks.step[i] = true;
			marks.barrier[i] = !code;
			marks.shared[i] = this.store(memory, i);
			marks.line[i] = Boolean(code && code.source && (code.source !== before.source || code.file !== before.file));
			marks.region[i] = Boolean(code && code.label !== before.label && (!named || REGION.test(code.label)));
			if (code)
				last[s[1]] = { label: code.label, source: code.source || before.source, file: code.file };
		});
		return marks;
	}

	// When lanes of a warp wait at a barrier: { from, to, lanes, id, code } in steps; to: Infinity, nobody let them go.
	findWaits(list) {
		const waits = [];
		list.forEach((i) => {
			const [, , what, lanes, effect] = this.record.steps[i];
			if (what === ARRIVES)
				waits.push({ from: i, to: Infinity, lanes, id: effect.b, number: effect.i, code: this.code[effect.i] });
			else if (what === LET_GO)
				waits.filter((w) => w.to === Infinity && w.lanes & lanes).forEach((w) => { w.to = i; });
		});
		return waits;
	}

	// How many of the warp's steps come before STEP.
	doneBy(warp, step) {
		const list = this.ofWarp[warp];
		let low = 0, high = list.length;
		while (low < high) {
			const middle = (low + high) >> 1;
			if (list[middle] < step)
				low = middle + 1;
			else
				high = middle;
		}
		return low;
	}

	// Where the warp's lanes are: groups { lanes, code, barrier }, the one that goes on first in front.  barrier
	// is that at which they wait, or undefined; next is their next step, if they have one.
	groups(warp, moment) {
		const list = this.ofWarp[warp], found = [], done = this.doneBy(warp, moment);
		const waits = this.waits[warp].filter((w) => w.from < moment && w.to >= moment);
		let left = this.lanes[warp];
		for (let k = done; k < list.length && left; k++) {
			const s = this.record.steps[list[k]], lanes = s[3] & left;
			if (!lanes)
				continue;
			left &= ~lanes;
			const wait = waits.find((w) => w.lanes & lanes);
			found.push({ lanes: lanes >>> 0, next: list[k], barrier: wait && wait.id,
				code: wait ? wait.code : this.code[this.nearest(list, k, 1, lanes)] });
		}
		waits.filter((w) => w.lanes & left).forEach((w) => found.push({ lanes: w.lanes, barrier: w.id, code: w.code }));
		return found;
	}

	// The number of the nearest instruction of these lanes in the warp's list.
	nearest(list, k, by, lanes) {
		for (; k >= 0 && k < list.length; k += by) {
			const s = this.record.steps[list[k]];
			if (s[2] >= 0 && s[3] & lanes)
				return s[2];
		}
		return undefined;
	}

	// The barriers that somebody has reached: { id, expected, warps: [{ warp, lanes, waits }] }.
	barriers(moment) {
		const open = new Map();
		for (const i of this.barrierSteps) {
			if (i >= moment)
				break;
			const [, warp, what, lanes, { b, n }] = this.record.steps[i];
			if (what === LET_GO) {
				open.delete(b);
				continue;
			}
			const bar = open.get(b) || { id: b, expected: n || this.record.threads, warps: [] };
			bar.warps.push({ warp, lanes, waits: what === ARRIVES });
			open.set(b, bar);
		}
		return [...open.values()];
	}

	// ---- shared memory ----

	// Puts what a step writes into cells; whether a value changed.
	store(cells, step) {
		const s = this.record.steps[step], effect = s[4];
		let changed = false;
		((effect && effect.m) || []).forEach(([addr, bytes, value, some]) => {
			const lanes = some !== undefined ? some : effect.g === undefined ? s[3] : effect.g;
			const places = laneValues(addr, lanes), values = laneValues(value, lanes);
			for (const lane in places) {
				const old = cells.get(places[lane]);
				changed = changed || !old || old.value !== values[lane];
				cells.set(places[lane], { bytes, value: values[lane], step,
					warp: s[1], before: old && old.value });
			}
		});
		return changed;
	}

	// What has been written: address to { bytes, value, before, step, warp }.
	memory(moment) {
		if (moment < this.cells.done)
			this.cells = { done: 0, at: new Map() };
		for (; this.cells.done < moment; this.cells.done++)
			this.store(this.cells.at, this.cells.done);
		return this.cells.at;
	}

	// The variable around an address, as in "labMaster[4]"; in bytes, for that is what PTX says.
	nameOf(addr) {
		const v = this.record.shared.find((x) => addr >= x.addr && addr < x.addr + x.bytes);
		return !v ? 'shared + ' + addr : addr === v.addr ? v.name : v.name + ' + ' + (addr - v.addr);
	}

	// A label that a jump table has for the value, or the function at that address: what schemes publish.
	meaning(name, value) {
		const f = this.record.functions.find((x) => x.addr !== undefined && x.addr === value);
		if (f)
			return f.name;
		if (!/^lab/.test(name))
			return '';
		const table = this.record.functions[0].text.find((t) => /\.branchtargets/.test(t));
		return (table && table.replace(/^.*\.branchtargets\s*|;.*$/g, '').split(/,\s*/)[value]) || '';
	}

	// ---- counts ----

	// For each instruction { times, lanes, cycles, stalls }: how often a warp of this team executed it, how many
	// lanes did so in all, and how long warps were held up in front of it, by what.
	counts() {
		const of = this.code.map(() => ({ times: 0, lanes: 0, cycles: 0, stalls: {} }));
		this.ofWarp.forEach((list, warp) => list.forEach((i, k) => {
			const [, , what, lanes, effect] = this.record.steps[i], waited = k ? this.time[i] - this.time[list[k - 1]] : 0;
			const wait = what === LET_GO && this.waits[warp].find((w) => w.to === i);
			const c = of[what >= 0 ? what : wait ? wait.number : effect.i];
			if (!c)
				return;
			const why = wait ? 'barrier' : effect && effect.s !== undefined ? this.record.stalls[effect.s] : 'dependence';
			c.cycles += waited;
			c.stalls[why] = (c.stalls[why] || 0) + waited;
			if (what >= 0) {
				c.times++;
				c.lanes += bitsOf(effect && effect.g !== undefined ? effect.g : lanes).length;
			}
		}));
		return of;
	}

	// ---- registers ----

	// Of the function that the warp is in: name to { values by lane, step }, the one written last in front.
	registers(warp, moment) {
		const list = this.ofWarp[warp], done = this.doneBy(warp, moment), written = new Map();
		const here = done ? this.code[this.nearest(list, done - 1, -1, -1)] : undefined;
		for (let k = 0; k < done && here; k++) {
			const s = this.record.steps[list[k]], code = this.code[s[2]];
			if (!code || code.fn !== here.fn || !s[4] || !s[4].r)
				continue;
			const lanes = s[4].g === undefined ? s[3] : s[4].g;
			code.regs.forEach((name, i) => {
				const old = lanes === this.lanes[warp] ? [] : written.get(name) || [];
				written.delete(name);
				written.set(name, old.concat({ value: s[4].r[i], lanes, step: list[k] }));
			});
		}
		return new Map([...written].reverse().map(([name, parts]) => [name, { step: parts[parts.length - 1].step,
			values: Object.assign({}, ...parts.map((p) => laneValues(p.value, p.lanes))) }]));
	}
}

// Several recordings on one axis of time.  A position is a number of steps of all of them.
class Together {
	constructor(replays) {
		this.replays = replays;
		this.order = [];
		const at = replays.map(() => 0);
		for (;;) {
			let best = -1;
			replays.forEach((r, c) => {
				if (at[c] < r.length && (best < 0 || r.time[at[c]] < replays[best].time[at[best]]))
					best = c;
			});
			if (best < 0)
				break;
			this.order.push([best, at[best]++]);
		}
		this.length = this.order.length;
		this.end = Math.max(0, ...replays.map((r) => r.length ? r.time[r.length - 1] : 0));
	}

	// Each recording's moment.
	moments(position) {
		const done = this.replays.map(() => 0);
		for (let i = 0; i < position; i++)
			done[this.order[i][0]]++;
		return done;
	}

	// When the step before POSITION was done.
	time(position) {
		if (!position)
			return 0;
		const [c, step] = this.order[position - 1];
		return this.replays[c].time[step];
	}

	// The last position whose time is not behind T.
	at(t) {
		let low = 0, high = this.length;
		while (low < high) {
			const middle = (low + high + 1) >> 1;
			if (this.time(middle) <= t)
				low = middle;
			else
				high = middle - 1;
		}
		return low;
	}

	// From POSITION to the next mark of a kind ('step', 'line', 'region', 'shared', 'barrier'), by 1 or -1;
	// of this warp of this recording, where they are given.
	next(position, kind, by, column, warp) {
		const after = kind === 'step' || kind === 'shared' || kind === 'barrier' ? 1 : 0;
		for (let p = position + by; p >= 0 && p <= this.length; p += by) {
			const [c, step] = this.order[p - after] || [];
			if (c === undefined)
				return p < 0 ? 0 : p;
			const r = this.replays[c];
			if (r.marks[kind][step] && (warp === undefined || (c === column && r.record.steps[step][1] === warp)))
				return p;
		}
		return by < 0 ? 0 : this.length;
	}
}

if (typeof module !== 'undefined')
	module.exports = { Replay, Together, laneValues };
