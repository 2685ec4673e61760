// Help with reading PTX, on pages and in the stepper: what the operation under the mouse does, with the PTX
// ISA's section, and where the register under it is defined (written) and used in the same function.
'use strict';
(function () {
	const operations = {
		'9.7.1': { add: 'sum', sub: 'difference', mul: 'product', mad: 'product and sum', div: 'quotient', rem: 'remainder', abs: 'absolute value',
			neg: 'negation', min: 'the smaller one', max: 'the larger one', popc: 'how many bits are set', clz: 'how many zeros lead',
			bfind: 'position of the highest bit', brev: 'bits in reverse order', bfe: 'takes a field of bits out', bfi: 'puts a field of bits in',
			fns: 'position of the nth set bit' },
		'9.7.2': { addc: 'sum and the carry of the sum before', subc: 'difference less the borrow of the one before', madc: 'product and sum with carry' },
		'9.7.3': { fma: 'product and sum, rounded once', rcp: 'reciprocal', sqrt: 'square root', rsqrt: 'reciprocal of the square root', sin: 'sine',
			cos: 'cosine', lg2: 'logarithm to base 2', ex2: 'power of 2', tanh: 'hyperbolic tangent', copysign: 'one number with the sign of another',
			testp: 'is it a number of this kind?' },
		'9.7.6': { setp: 'compares, and sets a predicate', set: 'compares, and sets a register', selp: 'one of two values, chosen by a predicate',
			slct: 'one of two values, chosen by the sign of a third' },
		'9.7.8': { and: 'both bits', or: 'either bit', xor: 'bits that differ', not: 'all bits inverted', lop3: 'any function of three bits',
			shl: 'shift to the left', shr: 'shift to the right', shf: 'shift of two registers as one', prmt: 'bytes in another order' },
		'9.7.9': { mov: 'copies a value, or takes an address', cvt: 'converts between types', cvta: 'an address of one state space as a generic one, or back',
			isspacep: 'does an address lie in this state space?', ld: 'loads from memory', ldu: 'loads what is the same for all lanes',
			st: 'stores to memory', prefetch: 'brings memory into a cache', shfl: 'reads a register of another lane of the warp' },
		'9.7.12': { bra: 'goes on at a label; under a predicate lanes may part here', brx: 'goes on at the label that a table has in this place',
			call: 'calls a function', ret: 'returns to the caller; in a kernel the thread ends', exit: 'ends the thread' },
		'9.7.13': { bar: 'waits for the warps of the team; bar.warp.sync: for lanes of the warp', barrier: 'waits until all warps of the team are there',
			membar: 'writes before it are seen before those behind it', fence: 'writes before it are seen before those behind it',
			atom: 'changes memory in one piece, and returns what was there', red: 'changes memory in one piece', vote: 'asks all lanes of the warp',
			match: 'which lanes have the same value?', activemask: 'which lanes run together now?', redux: 'sum, minimum… of all lanes of the warp' },
		'9.7.19': { trap: 'ends the kernel with an error', brkpt: 'stops for a debugger', nanosleep: 'waits for so many nanoseconds', pmevent: 'counts an event' },
	};
	const modifiers = { global: 'memory of the whole GPU', shared: 'memory of the team', local: 'memory of the thread', param: 'arguments',
		const: 'memory that no kernel changes', nc: 'by the read-only path', wide: 'with a result of twice the width', lo: 'lower half', hi: 'upper half',
		rn: 'to the nearest', rz: 'towards zero', volatile: 'never left out', idx: 'by number', bfly: 'from the lane whose number differs in these bits',
		down: 'from a lane further on', ballot: 'a bit for each lane', cta: 'for the team', gpu: 'for the whole GPU', sys: 'for host and GPU', sc: 'in one order for all',
		cas: 'if it holds an expected value', uni: 'no lanes part' };
	const special = { tid: "the thread's number in its team", ntid: 'threads of a team', ctaid: "the team's number", nctaid: 'teams of the grid',
		laneid: "the thread's number in its warp", warpid: "the warp's number", lanemask_lt: 'a bit for each lane before this one',
		lanemask_le: 'a bit for each lane up to this one', lanemask_gt: 'a bit for each lane behind this one', lanemask_ge: 'a bit for each lane from this one on',
		lanemask_eq: "this lane's bit", smid: 'the multiprocessor', clock: 'cycles', clock64: 'cycles', globaltimer: 'nanoseconds',
		dynamic_smem_size: 'bytes of shared memory that the launch asked for', gridid: 'the launch' };
	const instruction = /^\s*(?:@!?%[\w$.]+\s+)?([a-z]\w*)((?:\.[\w:]+)*)(?=[\s;])/;
	const register = /%[A-Za-z_][\w$]*(?:\.[xyz])?/g;

	// What an instruction does: "ld.global.nc: loads from memory; …", or ''.
	function help(text) {
		const found = instruction.exec(text);
		const section = found && Object.keys(operations).find((s) => Object.hasOwn(operations[s], found[1]));
		if (!section)
			return '';
		const notes = found[2].split('.').filter((m) => Object.hasOwn(modifiers, m)).map((m) => m + ': ' + modifiers[m]);
		const read = (text.match(register) || []).map((r) => r.slice(1).replace(/\.[xyz]$/, '')).filter((r) => Object.hasOwn(special, r));
		return found[1] + found[2] + ': ' + [operations[section][found[1]], ...notes, ...read.map((r) => '%' + r + ': ' + special[r] +
			' (chapter 10)')].join('; ') + ' [PTX ISA ' + (section === '9.7.1' && /\.f(32|64)/.test(found[2]) ? '9.7.3' : section) + ']';
	}

	// Is the register that begins at this place of the line its destination?
	function isDefined(text, at) {
		const found = instruction.exec(text);
		return found !== null && at > found[0].length - 1 && !/^(st|red|bra|brx|bar|barrier|ret|exit|prefetch|trap)$/.test(found[1]) &&
			/^\s*(\{\s*(%[\w$]+,\s*)*|\(\s*|(%[\w$]+\|)?)$/.test(text.slice(found[0].length, at));
	}

	if (typeof document === 'undefined') {
		module.exports = { help, isDefined, operations };
		return;
	}

	// Registers become elements when the mouse first comes to a pane.
	function prepare(pane) {
		pane.dataset.ready = 'yes';
		pane.querySelectorAll('.l').forEach((line) => {
			const node = line.lastChild, text = node && node.nodeType === Node.TEXT_NODE ? node.data : '', parts = [];
			let done = 0;
			if (!instruction.test(text))
				return;
			for (const found of text.matchAll(register)) {
				const e = document.createElement('span');
				e.className = isDefined(text, found.index) ? 'reg def' : 'reg';
				e.textContent = found[0];
				parts.push(text.slice(done, found.index), e);
				done = found.index + found[0].length;
			}
			node.replaceWith(...parts, text.slice(done));
			line.title = help(text);
		});
	}

	// Lines of the same function: panes have one after the other.
	function around(line) {
		const begins = (l) => /^\s*\.(visible|weak|extern|entry|func)\b/.test(l.textContent), lines = [line];
		for (let l = line; !begins(l) && (l = l.previousElementSibling);)
			lines.push(l);
		for (let l = line.nextElementSibling; l && !begins(l); l = l.nextElementSibling)
			lines.push(l);
		return lines;
	}

	document.addEventListener('mouseover', (event) => {
		const pane = event.target.closest('.column > .lines, .step-ptx');
		document.querySelectorAll('.reg.lit').forEach((r) => r.classList.remove('lit'));
		if (!pane)
			return;
		if (!pane.dataset.ready)
			prepare(pane);
		const name = event.target.classList.contains('reg') && event.target.textContent;
		if (name)
			around(event.target.closest('.l')).forEach((l) => l.querySelectorAll('.reg').forEach((r) =>
				r.classList.toggle('lit', r.textContent === name)));
	});
}());
