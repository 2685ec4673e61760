// What replay.js makes of the recordings of steps.t's kernel `meet`, whole (first argument) and hung (second).
'use strict';
const assert = require('assert'), fs = require('fs');
const { Replay, Together, laneValues } = require('../../devrt/sim/steps/replay.js');
const load = (i) => new Replay(JSON.parse(fs.readFileSync(process.argv[i])));
const done = load(2), hung = load(3);
const after = (r, text, warp) => 1 + r.record.steps.findIndex((s) => s[1] === warp && s[2] >= 0 && r.code[s[2]].text.startsWith(text));

// values of lanes
assert.deepStrictEqual(laneValues('4096+8', 0b1010), { 1: 4096, 3: 4112 });
assert.deepStrictEqual(laneValues('&2', 3), { 0: 0, 1: 1 });
assert.deepStrictEqual(laneValues([5, 7], 0b101), { 0: 5, 2: 7 });
assert.deepStrictEqual(laneValues('0xffffffffffffffff', 1), { 0: '0xffffffffffffffff' });

// at the beginning all lanes are at the first instruction, and nothing has been written
assert.strictEqual(done.warps, 2);
assert.deepStrictEqual(done.groups(1, 0).map((g) => [g.lanes, g.code.text]), [[0xffffffff, 'mov.u32 %r1, %tid.x;']]);
assert.strictEqual(done.memory(0).size, 0);

// shared memory: forwards, and back again
const stored = after(done, '@%p1 st.shared', 0);
assert.strictEqual(done.memory(stored).get(0).value, 42);
assert.strictEqual(done.nameOf(0), 'cell');
assert.strictEqual(done.nameOf(done.record.shared[1].addr + 8), 'row + 8');
assert.strictEqual(done.memory(stored - 1).get(0), undefined);
assert.strictEqual(done.memory(done.length).size, 65);
assert.strictEqual(done.memory(done.length).get(done.record.shared[1].addr + 4 * 63).value, 63);

// registers: of all lanes, and a predicate
const regs = done.registers(1, after(done, 'setp.eq', 1));
assert.strictEqual(regs.get('%r1').values[31], 63);
assert.strictEqual(regs.get('p:%p1').values[0], 0);
assert.strictEqual([...regs.keys()][0], 'p:%p1');
assert.strictEqual(done.registers(0, after(done, 'ld.shared', 0)).get('%r5').values[7], 42);

// barrier 0: the first to come waits, and when all are there nobody does
const first = done.barrierSteps[0] + 1, who = done.record.steps[first - 1][1];
assert.deepStrictEqual(done.barriers(first).map((b) => [b.id, b.expected, b.warps.map((w) => w.warp)]), [[0, 64, [who]]]);
assert.strictEqual(done.groups(who, first)[0].barrier, 0);
assert.strictEqual(done.groups(who, first)[0].code.text, 'barrier.sync 0;');
done.barrierSteps.filter((i) => done.record.steps[i][2] === -1).forEach((i) =>
	assert.match(done.groups(done.record.steps[i][1], i + 1)[0].code.text, /^barrier.sync/));
assert.deepStrictEqual(done.barriers(done.length), []);
assert.deepStrictEqual(done.groups(0, done.length), []);

// a hang: warp 0 is for ever at barrier 1, the other has ended
assert.deepStrictEqual(hung.groups(0, hung.length).map((g) => [g.barrier, g.code.text]), [[1, 'barrier.sync 1, 64;']]);
assert.deepStrictEqual(hung.groups(1, hung.length), []);
assert.deepStrictEqual(hung.barriers(hung.length).map((b) => [b.id, b.warps.length]), [[1, 1]]);

// counts: each issue once, and each cycle of a warp
const sum = (list) => list.reduce((a, b) => a + b, 0), counts = done.counts();
assert.strictEqual(sum(counts.map((c) => c.times)), done.record.steps.filter((s) => s[2] >= 0).length);
assert.strictEqual(sum(counts.map((c) => c.cycles)), sum(done.ofWarp.map((l) => done.time[l[l.length - 1]] - done.time[l[0]])));
const stored42 = counts[done.code.findIndex((c) => c.text.startsWith('@%p1 st.shared'))];
assert.deepStrictEqual([stored42.times, stored42.lanes], [2, 1]);
assert.ok(counts.some((c) => c.stalls.barrier > 0));

// two on one axis: in order of time, and each mark is found forwards and backwards
const both = new Together([done, hung]);
assert.strictEqual(both.length, done.length + hung.length);
for (let p = 1, t = 0; p <= both.length; t = both.time(p++))
	assert.ok(both.time(p) >= t);
assert.strictEqual(both.time(both.at(both.end)), both.end);
assert.deepStrictEqual(both.moments(both.length), [done.length, hung.length]);
for (const kind of ['step', 'line', 'shared', 'barrier', 'region']) {
	const there = [], back = [];
	for (let p = 0; (p = both.next(p, kind, 1)) < both.length;)
		there.push(p);
	for (let p = both.length; (p = both.next(p, kind, -1)) > 0;)
		back.unshift(p);
	assert.deepStrictEqual(back, there, kind);
	assert.ok(kind === 'line' || there.length > 0, kind);
}
// one warp alone
const p = both.next(0, 'barrier', 1, 1, 1);
assert.deepStrictEqual([both.order[p - 1][0], hung.record.steps[both.order[p - 1][1]][1]], [1, 1]);

// ptx.js: every operation that we write has its help, and a destination is known as such
const { help, isDefined } = require('../../devrt/sim/steps/ptx.js');
fs.readdirSync('tests/golden').filter((f) => f.endsWith('.ptx')).forEach((f) =>
	fs.readFileSync('tests/golden/' + f, 'utf8').split('\n').filter((t) => /^\t[^.\/$]*;$/.test(t)).forEach((t) =>
		assert.match(help(t), /^\w[\w.]*: .*PTX ISA/, f + ': ' + t)));
assert.match(help('\tmov.u32 \t%r1, %tid.x;'), /%tid: the thread's number in its team/);
assert.match(help('\tadd.s32 \t%r1, %r2, %r3;'), /\[PTX ISA 9\.7\.1\]$/);
assert.match(help('\tadd.rn.f64 \t%fd1, %fd2, %fd3;'), /\[PTX ISA 9\.7\.3\]$/);
assert.strictEqual(help('SEQ_REG1:'), '');
const defined = (text) => [...text.matchAll(/%\w+/g)].filter((m) => isDefined(text, m.index)).map((m) => m[0]).join(' ');
assert.strictEqual(defined('\t@%p1 ld.global.b32 \t%r1, [%rd1];'), '%r1');
assert.strictEqual(defined('\tld.global.v2.b32 {%r1, %r2}, [%rd1];'), '%r1 %r2');
assert.strictEqual(defined('\tsetp.eq.s32 %p1|%p2, %r3, %r4;'), '%p1 %p2');
assert.strictEqual(defined('\tst.shared.b32 [%r1], %r2;'), '');
assert.strictEqual(defined('\tadd.s32 %r1, %r2, %r3;'), '%r1');
