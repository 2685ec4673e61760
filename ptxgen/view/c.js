// C in colours: colourC(text) returns, for each line, what to put there: strings and <span>s.
'use strict';
const colourC = (function () {
	const keywords = new Set(('break case continue default do else enum extern for goto if inline register restrict return sizeof static struct ' +
		'switch typedef union volatile while const auto _Alignas _Alignof _Atomic _Generic _Static_assert typeof asm').split(' '));
	const types = new Set(('void char short int long float double signed unsigned _Bool bool size_t ptrdiff_t int8_t int16_t int32_t int64_t ' +
		'uint8_t uint16_t uint32_t uint64_t uintptr_t intptr_t FILE').split(' '));
	// A comment, a directive up to its end (with lines that '\' joins), text, number or word.
	const part = /(\/\*[^]*?(?:\*\/|$)|\/\/[^\n]*)|(^[ \t]*#(?:\\\r?\n|\/(?![*\/])|[^\n\/])*)|("(?:\\[^]|[^"\\\n])*"?|'(?:\\[^]|[^'\\\n])*'?)|\b(\d(?:[eEpP][-+]|[\w.])*)|\b([A-Za-z_]\w*)/gm;
	const classes = ['comment', 'directive', 'string', 'number', 'word'];

	function classOf(found) {
		const kind = classes[found.slice(1).findIndex((g) => g !== undefined)];
		if (kind === 'directive')
			return /^\s*#\s*pragma\s+omp\b/.test(found[0]) ? 'c-omp' : 'c-directive';
		if (kind === 'word')
			return keywords.has(found[0]) ? 'c-keyword' : types.has(found[0]) ? 'c-type' : '';
		return 'c-' + kind;
	}

	return (text) => {
		const lines = [[]];
		const add = (piece, name) => piece.split('\n').forEach((line, i) => {
			if (i)
				lines.push([]);
			if (!line)
				return;
			if (!name) {
				lines[lines.length - 1].push(line);
				return;
			}
			const e = document.createElement('span');
			e.className = name;
			e.textContent = line;
			lines[lines.length - 1].push(e);
		});
		let done = 0;
		for (const found of text.matchAll(part)) {
			const name = classOf(found);
			if (!name)
				continue;
			add(text.slice(done, found.index), '');
			add(found[0], name);
			done = found.index + found[0].length;
		}
		add(text.slice(done), '');
		return lines;
	};
}());
