// The timelines of a region, each scheme's below the other's, on one axis of time and as wide as the page:
// the rectangles of the simulator's drawings (data-svg), drawn anew.
'use strict';
function drawTimelines(box) {
	const LEFT = 70, PLOT = 1040, TOP = 74, ROW = 20;		// as in timeline_svg.c
	const svgSpace = 'http://www.w3.org/2000/svg';
	const make = (tag, parent, name, text) => {
		const e = tag === 'svg' || tag === 'rect' || tag === 'title' ? document.createElementNS(svgSpace, tag) : document.createElement(tag);
		if (name)
			e.setAttribute('class', name);
		if (text !== undefined)
			e.textContent = text;
		parent.append(e);
		return e;
	};
	const read = (div) => {
		const bytes = Uint8Array.from(atob(div.dataset.svg), (c) => c.charCodeAt(0));
		const svg = new DOMParser().parseFromString(new TextDecoder().decode(bytes), 'image/svg+xml').documentElement;
		const of = (e, ...names) => names.map((n) => Number(e.getAttribute(n)));
		return { div, cycles: Number(svg.dataset.cycles), head: svg.querySelector('.head').textContent,
			warps: [...svg.querySelectorAll('.row')].map((t) => t.textContent.replace('warp ', '')),
			spans: [...svg.querySelectorAll('rect')].filter((r) => r.querySelector('title')).map((r) => ({ place: of(r, 'x', 'y', 'width', 'height'),
				fill: r.getAttribute('fill'), title: r.querySelector('title').textContent })),
			keys: [...svg.querySelectorAll('rect + .key')].map((k) => [k.previousElementSibling.getAttribute('fill'), k.textContent]),
			note: svg.querySelector('.head + .key').textContent };		// what the cycles are worth
	};
	const colour = (text) => /^#[0-9a-f]{6}$/.test(text) ? text : 'none';
	const stepFor = (range, most) => [1, 2, 5, 10].map((n) => n * 10 ** Math.max(0, Math.floor(Math.log10(range / most)))).find((n) => range / n <= most) || range;

	const drawn = [...box.querySelectorAll('.timeline')].map(read);
	if (drawn.length === 0) {
		box.remove();
		return;
	}
	const longest = Math.max(1, ...drawn.map((t) => t.cycles));
	drawn.forEach((t) => {
		const head = make('h4', t.div, '', t.div.dataset.title + ' ');
		make('small', head, '', t.head + ', ' + Math.round(t.cycles).toLocaleString('en-US') + ' cycles');
		const names = make('div', t.div, 'warps'), few = Math.ceil(t.warps.length / 16), svg = make('svg', t.div);
		t.warps.forEach((w, i) => make('span', names, '', i % few ? '\u00a0' : 'warp ' + w));
		svg.setAttribute('viewBox', [0, 0, PLOT, t.warps.length * ROW].join(' '));
		svg.setAttribute('preserveAspectRatio', 'none');
		svg.style.height = t.warps.length * (t.warps.length > 8 ? 12 : ROW) + 'px';
		t.spans.forEach((s) => {
			const rect = make('rect', svg), [x, y, width, height] = s.place, scale = t.cycles / longest;
			Object.entries({ x: (x - LEFT) * scale, y: y - TOP, width: width * scale, height }).forEach(([n, v]) => rect.setAttribute(n, v));
			rect.setAttribute('fill', colour(s.fill));
			make('title', rect, '', s.title);
		});
	});
	const ticks = make('div', drawn[drawn.length - 1].div, 'ticks'), narrow = innerWidth < 700, step = stepFor(longest, narrow ? 4 : 8);
	for (let c = 0; c < longest * (narrow ? 0.8 : 0.96); c += step)
		make('span', ticks, '', c.toLocaleString('en-US')).style.left = c / longest * 100 + '%';
	make('span', ticks, '', 'cycles').style.left = '100%';
	const legend = make('p', box, 'legend');
	drawn[0].keys.forEach(([fill, name]) => {
		const key = make('span', legend);
		make('i', key).style.background = colour(fill);
		key.append(name);
	});
	make('p', box, 'legend', drawn[0].note);
}
