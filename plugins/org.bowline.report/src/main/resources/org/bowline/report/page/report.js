/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
'use strict';
(function () {
  const SVG = 'http://www.w3.org/2000/svg';
  const data = JSON.parse(document.getElementById('data').textContent);
  const styles = document.body.dataset.styles.split('|');
  const byId = (id) => document.getElementById(id);
  const all = (selector, root) => Array.from((root || document).querySelectorAll(selector));

  function element(tag, attributes, text) {
    const made = document.createElement(tag);
    Object.entries(attributes || {}).forEach(([name, value]) => made.setAttribute(name, value));
    if (text !== undefined) made.textContent = text;
    return made;
  }

  function drawn(tag, attributes, text) {
    const made = document.createElementNS(SVG, tag);
    Object.entries(attributes || {}).forEach(([name, value]) => made.setAttribute(name, value));
    if (text !== undefined) made.textContent = text;
    return made;
  }

  /* Three digits and a unit, as in all of Bowline's texts. */
  function duration(nanos) {
    const units = ['ns', 'µs', 'ms', 's'];
    let value = nanos, unit = 0;
    while (unit < 3 && Math.abs(Number(value.toPrecision(3))) >= 1000) { value /= 1000; unit++; }
    if (unit === 0) return Math.round(value) + ' ns';
    const digits = Math.floor(Math.log10(Math.abs(Number(value.toPrecision(3))) || 1)) + 1;
    return value.toFixed(Math.max(0, 3 - Math.max(1, digits))) + ' ' + units[unit];
  }

  function percent(share) {
    const value = 100 * share;
    if (value > 0 && value < 0.01) return '< 0.01 %';
    return value.toFixed(value >= 99.95 ? 0 : value >= 9.995 ? 1 : 2) + ' %';
  }

  /* The begin does not fit into a number: it is a text, and an offset is added to its time of day. */
  function timeOfDay(from, offset) {
    const day = 86400n * 1000000000n;
    const nanos = ((BigInt(from) + BigInt(Math.round(offset))) % day + day) % day;
    const seconds = nanos / 1000000000n;
    const two = (n) => String(n).padStart(2, '0');
    return two(seconds / 3600n) + ':' + two(seconds / 60n % 60n) + ':' + two(seconds % 60n) + '.' + String(nanos % 1000000000n).padStart(9, '0');
  }

  const count = (number, thing) => number + ' ' + thing + (number === 1 ? '' : 's');

  all('.script-only').forEach((each) => { each.hidden = false; });

  /* ---- theme ---- */
  (function () {
    const button = byId('theme');
    const themes = ['auto', 'light', 'dark'];
    let now = 'auto';
    function show() {
      if (now === 'auto') document.documentElement.removeAttribute('data-theme');
      else document.documentElement.setAttribute('data-theme', now);
      button.textContent = 'Theme: ' + now;
    }
    button.addEventListener('click', () => { now = themes[(themes.indexOf(now) + 1) % themes.length]; show(); });
    show();
  })();

  /* ---- printing: what is folded is shown ---- */
  let folded = [];
  window.addEventListener('beforeprint', () => { folded = all('details:not([open])'); folded.forEach((each) => { each.open = true; }); });
  window.addEventListener('afterprint', () => { folded.forEach((each) => { each.open = false; }); folded = []; });

  /* ---- threads ---- */
  (function () {
    const table = byId('thread-table');
    if (!table) return;
    const body = table.tBodies[0];
    const filter = byId('thread-filter'), whole = byId('thread-all'), told = byId('thread-count');
    const first = 30;
    const text = new Map();
    Array.from(body.rows).forEach((row) => text.set(row, [0, 1, 2].map((i) => row.cells[i].textContent).join(' ').toLowerCase()));
    function show() {
      const wanted = filter.value.trim().toLowerCase().split(/\s+/).filter((word) => word);
      let matching = 0, shown = 0;
      Array.from(body.rows).forEach((row) => {
        const fits = wanted.every((word) => text.get(row).includes(word));
        const seen = fits && (whole.checked || shown < first);
        matching += fits ? 1 : 0;
        shown += seen ? 1 : 0;
        row.hidden = !seen;
      });
      told.textContent = shown === matching ? count(matching, 'thread') : shown + ' of ' + count(matching, 'thread');
    }
    Array.from(table.tHead.rows[0].cells).forEach((head, column) => {
      if (column === table.tHead.rows[0].cells.length - 1) return;
      const button = element('button', { type: 'button' }, head.textContent);
      head.textContent = '';
      head.append(button);
      button.addEventListener('click', () => {
        const number = head.classList.contains('num');
        const down = head.getAttribute('aria-sort') ? head.getAttribute('aria-sort') === 'ascending' : number;
        all('th', table.tHead).forEach((each) => each.removeAttribute('aria-sort'));
        head.setAttribute('aria-sort', down ? 'descending' : 'ascending');
        const value = (row) => number ? Number(row.cells[column].dataset.v) : row.cells[column].textContent.toLowerCase();
        Array.from(body.rows).map((row, i) => ({ row, i, v: value(row) }))
          .sort((a, b) => ((a.v < b.v ? -1 : a.v > b.v ? 1 : 0) * (down ? -1 : 1)) || a.i - b.i).forEach((each) => body.append(each.row));
        show();
      });
    });
    filter.addEventListener('input', show);
    whole.addEventListener('change', show);
    show();
  })();

  /* ---- wait-for graph ---- */
  (function () {
    const view = byId('graph-view');
    const svg = view && view.querySelector('svg');
    if (!svg) return;
    const details = byId('graph-details');
    const nodes = data.nodes.map((fields, i) => ({ i, name: fields[0], degree: fields[1], rank: fields[2], threads: fields[3] }));
    const edges = data.edges.map((fields, i) => ({ i, source: fields[0], target: fields[1], weight: fields[2], direct: fields[3], waits: fields[4], idle: fields[5] === 1, list: fields[6], heaviest: fields[7], waiting: fields[8], clocks: fields[9] || '' }));
    const knots = data.knots.map((fields) => ({ kind: fields[0], names: fields[1], cost: fields[2], nodes: fields[3], edges: fields[4] }));
    const labels = all('text.share[data-edge]', svg);
    all('g.edge[data-edge]', svg).forEach((group) => { const edge = edges[group.dataset.edge]; edge.group = group; });
    all('g.node[data-node]', svg).forEach((group) => { nodes[group.dataset.node].group = group; });
    labels.forEach((label) => { edges[label.dataset.edge].label = label; });
    svg.querySelectorAll('desc').forEach((each) => each.remove());
    svg.setAttribute('role', 'group');
    view.classList.add('live');
    const range = data.range;

    function edgeWords(edge) {
      return nodes[edge.source].name + (edge.idle ? ' is idle for want of work from ' : nodes[edge.source].threads > 1 ? ' wait for ' : ' waits for ') + nodes[edge.target].name;
    }

    /* How many threads wait while such a wait lasts; nothing of a device's idle time, or if only those behind it are known. */
    const holdsUp = (edge) => edge.idle || !edge.direct ? '' : (edge.weight / edge.direct).toFixed(1);
    function figures(edge) {
      const on = (edge.weight / (range || 1)).toFixed(1), held = holdsUp(edge);
      return (edge.direct ? duration(edge.direct / edge.waiting) + (edge.clocks ? ' ' + edge.clocks + ' by the clocks' : '') + ' (' + percent(range ? edge.direct / edge.waiting / range : 0) + ' of the range' + (edge.waiting > 1 ? ' for the average thread' : '') + ')'
        : (on === '0.0' ? '< 0.1' : on) + (on === '1.0' ? ' thread waits' : ' threads wait') + ' so on average')
        + ', ' + count(edge.waits, edge.idle ? 'request' : 'wait') + (held && held !== '1.0' ? ', each holds up ' + held + ' threads' : '');
    }

    /* Threshold. */
    const slider = byId('graph-slider'), told = byId('graph-threshold'), list = byId('knots'), notes = byId('graph-notes');
    slider.max = String(data.steps.length - 1);
    slider.value = String(Math.max(0, data.steps.findIndex((step) => step[0] === data.threshold)));
    function step() {
      const [threshold, seen, total, hints] = data.steps[Number(slider.value)];
      const words = duration(threshold) + ' (' + percent(range ? threshold / range : 0) + ' of the range)';
      told.textContent = words;
      slider.setAttribute('aria-valuetext', words + ', ' + count(total, 'bottleneck'));
      const inside = new Set(), role = new Map(), members = new Map(), visible = new Set();
      seen.forEach((number, place) => {
        knots[number].edges.forEach((edge) => inside.add(edge));
        knots[number].nodes.forEach((node) => { role.set(node, [knots[number].kind, place + 1]); visible.add(node); });
        members.set(place + 1, knots[number].nodes);
      });
      let dimmed = 0;
      edges.forEach((edge) => {
        edge.visible = edge.heaviest > threshold || inside.has(edge.i);
        if (edge.visible) { visible.add(edge.source); visible.add(edge.target); } else dimmed++;
        edge.group.classList.toggle('off', !edge.visible);
        edge.group.classList.toggle('inside', inside.has(edge.i));
        if (edge.label) edge.label.classList.toggle('off', !edge.visible);
      });
      nodes.forEach((node) => {
        node.visible = visible.has(node.i);
        const is = role.get(node.i);
        node.group.classList.toggle('off', !node.visible);
        node.group.classList.toggle('knot', Boolean(is) && is[0] === 'knot');
        node.group.classList.toggle('sink', Boolean(is) && is[0] === 'sink');
        all('.badge,.badge-text', node.group).forEach((each) => each.remove());
        const own = is ? members.get(is[1]).filter((each) => each === node.i).length : 0;
        node.role = is ? ', ' + (own < node.threads ? own + ' of them ' : '') + (is[0] === 'sink' ? 'sink ' : 'in knot ') + is[1] : '';
        if (is) {
          const box = node.group.querySelector('.shape').getBBox(), words = is[0] + ' ' + is[1], width = words.length * 5.6 + 12;
          node.group.append(drawn('rect', { class: 'badge', x: box.x - 5, y: box.y + box.height - 6, width, height: 15, rx: 7.5 }),
            drawn('text', { class: 'badge-text', x: box.x - 5 + width / 2, y: box.y + box.height + 5, 'text-anchor': 'middle' }, words));
        }
        node.group.setAttribute('aria-label', node.name + node.role + ': ' + node.degree);
      });
      list.textContent = '';
      seen.forEach((number) => {
        const item = element('li');
        item.append(element('b', {}, knots[number].kind), ' ' + knots[number].names + ': ' + knots[number].cost);
        list.append(item);
      });
      if (total > seen.length) list.append(element('li', { class: 'more' }, '… and ' + (total - seen.length) + (total - seen.length === 1 ? ' lighter one' : ' lighter ones')));
      if (total === 0) list.append(element('li', { class: 'more' }, 'None at this threshold.'));
      hints.forEach((hint) => list.append(element('li', { class: 'more' }, hint)));
      const note = all('li', notes).find((each) => each.textContent.startsWith('Dimmed:')) || element('li');
      note.textContent = dimmed ? 'Dimmed: ' + count(dimmed, 'edge') + ' up to the threshold of ' + duration(threshold) + '.' : '';
      notes.append(note);
    }
    slider.addEventListener('input', step);

    /* Details. */
    let picked = null;
    function pick(thing) {
      if (picked) picked.group.classList.remove('picked');
      picked = thing;
      details.textContent = '';
      if (!thing) {
        details.append(element('p', {}, 'Choose a box or an arrow: its waits are told here.'));
        return;
      }
      thing.group.classList.add('picked');
      rove(thing);
      if (thing.source === undefined) nodeDetails(thing); else edgeDetails(thing);
    }
    function table(name, heads, rows) {
      const box = element('div', { class: 'scroll', tabindex: '0', role: 'region', 'aria-label': name }), made = element('table');
      const head = element('tr'), body = element('tbody'), top = element('thead');
      heads.forEach((word) => head.append(element('th', { scope: 'col' }, word)));
      top.append(head);
      rows.forEach((cells) => { const row = element('tr'); cells.forEach((cell) => { const field = element('td', { class: 'nums' }); field.append(cell); row.append(field); }); body.append(row); });
      made.append(top, body);
      box.append(made);
      return box;
    }
    function edgeDetails(edge) {
      details.append(element('h4', {}, edgeWords(edge)));
      details.append(element('p', {}, figures(edge) + '.'));
      if (edge.list.length) {
        const rows = [];
        for (let i = 0; i < edge.list.length; i += 2) {
          const from = timeOfDay(data.from, edge.list[i]), to = timeOfDay(data.from, edge.list[i] + edge.list[i + 1]);
          rows.push([from, duration(edge.list[i + 1]), element('code', {}, '--from ' + from + ' --to ' + to)]);
        }
        details.append(element('p', {}, 'The longest ' + (edge.idle ? 'requests' : 'waits') + ':'), table('The longest waits', ['Begin', 'Length', 'To look at it'], rows));
      } else {
        details.append(element('p', {}, 'It stands for several edges; the reports have them one by one.'));
      }
    }
    function nodeDetails(node) {
      details.append(element('h4', {}, node.name + node.role));
      const links = (of, other, words) => {
        const some = edges.filter(of).sort((a, b) => b.weight - a.weight).slice(0, 8);
        if (!some.length) return;
        details.append(element('p', {}, words), table(words, ['Who', 'Direct', 'Of the range', 'Holds up', 'Waits'], some.map((edge) => {
          const button = element('button', { type: 'button' }, nodes[other(edge)].name);
          button.addEventListener('click', () => pick(edge));
          return [button, duration(edge.direct / edge.waiting), percent(range ? edge.direct / edge.waiting / range : 0), holdsUp(edge) || '–', String(edge.waits)];
        })));
      };
      links((edge) => edge.source === node.i, (edge) => edge.target, 'It waits for');
      links((edge) => edge.target === node.i, (edge) => edge.source, 'Waiting for it');
    }

    /* Keyboard: one stop of Tab; arrows walk. */
    const walkNodes = nodes.slice().sort((a, b) => a.rank - b.rank);
    const walkEdges = edges.slice().sort((a, b) => b.weight - a.weight);
    nodes.concat(edges).forEach((thing) => {
      thing.group.setAttribute('tabindex', '-1');
      thing.group.setAttribute('role', 'button');
      if (thing.source !== undefined) {
        thing.group.setAttribute('aria-label', edgeWords(thing) + ': ' + figures(thing));
        const line = thing.group.querySelector('.line');
        thing.group.append(drawn('path', { class: 'hit', d: line.getAttribute('d') }));
      }
    });
    let stop = null;
    function rove(thing) {
      if (stop) stop.group.setAttribute('tabindex', '-1');
      stop = thing;
      thing.group.setAttribute('tabindex', '0');
    }
    if (walkNodes.length) rove(walkNodes[0]);
    function walk(things, by) {
      const seen = things.filter((thing) => thing.visible);
      if (!seen.length) return;
      const now = seen.indexOf(stop);
      const to = seen[now < 0 ? 0 : (now + by + seen.length) % seen.length];
      rove(to);
      to.group.focus({ preventScroll: true });
      reveal(to);
    }
    function thingOf(target) {
      const group = target.closest('g.node[data-node],g.edge[data-edge]');
      return group && svg.contains(group) ? group.dataset.node !== undefined ? nodes[group.dataset.node] : edges[group.dataset.edge] : null;
    }
    svg.addEventListener('keydown', (event) => {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      const keys = { ArrowRight: () => walk(walkNodes, 1), ArrowLeft: () => walk(walkNodes, -1), ArrowDown: () => walk(walkEdges, 1), ArrowUp: () => walk(walkEdges, -1),
        Enter: () => pick(thingOf(event.target)), ' ': () => pick(thingOf(event.target)), Escape: () => pick(null), '+': () => zoom(0.8), '=': () => zoom(0.8), '-': () => zoom(1.25), '0': fit };
      if (keys[event.key]) { event.preventDefault(); keys[event.key](); }
    });

    /* Pan and zoom by the view box. */
    const full = svg.getAttribute('viewBox').split(' ').map(Number), home = { x: full[0], y: full[1], w: full[2], h: full[3] };
    let box = Object.assign({}, home);
    function apply() {
      svg.setAttribute('viewBox', [box.x, box.y, box.w, box.h].join(' '));
      view.classList.toggle('zoomed', box.w < home.w * 0.98);
    }
    /* As high as the whole graph is at this width, but for what the style sheet allows; on a narrow screen the whole would be too small to read. */
    const isNarrow = () => view.clientWidth / home.w < 0.3;
    function size() { view.style.height = ''; if (!isNarrow()) view.style.height = Math.max(240, Math.min(view.clientHeight, view.clientWidth * home.h / home.w)) + 'px'; }
    window.addEventListener('resize', size);
    size();
    function fit() { box = Object.assign({}, home); apply(); }
    function zoom(factor, x, y) {
      const to = Math.max(home.w / 20, Math.min(home.w * 1.5, box.w * factor)), by = to / box.w;
      const cx = x === undefined ? box.x + box.w / 2 : x, cy = y === undefined ? box.y + box.h / 2 : y;
      box = { x: cx - (cx - box.x) * by, y: cy - (cy - box.y) * by, w: box.w * by, h: box.h * by };
      apply();
    }
    function reveal(thing) {
      const at = thing.group.getBBox(), cx = at.x + at.width / 2, cy = at.y + at.height / 2;
      if (cx < box.x || cx > box.x + box.w || cy < box.y || cy > box.y + box.h) { box.x = cx - box.w / 2; box.y = cy - box.h / 2; apply(); }
    }
    function point(event) {
      const at = new DOMPoint(event.clientX, event.clientY).matrixTransform(svg.getScreenCTM().inverse());
      return { x: at.x, y: at.y };
    }
    byId('graph-in').addEventListener('click', () => zoom(0.75));
    byId('graph-out').addEventListener('click', () => zoom(1.33));
    byId('graph-fit').addEventListener('click', fit);
    view.addEventListener('wheel', (event) => {
      if (!event.ctrlKey && !event.metaKey) return;
      event.preventDefault();
      const at = point(event);
      zoom(Math.exp(event.deltaY * 0.004), at.x, at.y);
    }, { passive: false });
    const down = new Map();
    let moved = false, apart = 0;
    view.addEventListener('pointerdown', (event) => { down.set(event.pointerId, event); moved = false; apart = 0; });
    window.addEventListener('pointermove', (event) => {
      const before = down.get(event.pointerId);
      if (!before) return;
      const others = Array.from(down.values()).filter((each) => each.pointerId !== event.pointerId);
      if (others.length) {
        const now = Math.hypot(event.clientX - others[0].clientX, event.clientY - others[0].clientY);
        const middle = point({ clientX: (event.clientX + others[0].clientX) / 2, clientY: (event.clientY + others[0].clientY) / 2 });
        if (apart && now) zoom(apart / now, middle.x, middle.y);
        apart = now;
        moved = true;
      } else if (moved || Math.hypot(event.clientX - before.clientX, event.clientY - before.clientY) > 4) {
        const a = point(before), b = point(event);
        box.x += a.x - b.x;
        box.y += a.y - b.y;
        moved = true;
        apply();
      } else return;
      down.set(event.pointerId, event);
    });
    const up = (event) => { down.delete(event.pointerId); apart = 0; };
    window.addEventListener('pointerup', up);
    window.addEventListener('pointercancel', up);
    svg.addEventListener('click', (event) => { if (!moved) { const thing = thingOf(event.target); pick(thing && thing.group ? thing : null); } });
    window.addEventListener('beforeprint', fit);

    /* Links of findings and tables. */
    document.addEventListener('click', (event) => {
      const link = event.target.closest('a[data-edge],a[data-node]');
      if (!link) return;
      const thing = link.dataset.edge !== undefined ? edges[link.dataset.edge] : nodes[link.dataset.node];
      pick(thing);
      reveal(thing);
      event.preventDefault();
      byId('graph').scrollIntoView();
      thing.group.focus({ preventScroll: true });
    });
    step();
    pick(null);
    if (isNarrow()) {
      const at = (walkEdges.find((edge) => edge.visible) || walkNodes[0] || { group: svg }).group.getBBox(), w = view.clientWidth / 0.55, h = view.clientHeight / 0.55;
      box = { x: Math.max(0, Math.min(home.w - w, at.x + at.width / 2 - w / 2)), y: Math.max(0, at.y + at.height / 2 - h / 2), w, h };
      svg.setAttribute('viewBox', [box.x, box.y, box.w, box.h].join(' '));
    }
  })();

  /* ---- critical paths ---- */
  data.paths.forEach((path) => {
    const svg = byId(path.id), layer = svg.querySelector('.legs'), axis = svg.querySelector('.axis');
    const controls = document.querySelector('[data-path="' + path.id + '"]'), readout = document.querySelector('[data-readout="' + path.id + '"]');
    const LEFT = 200, RIGHT = 992, BAR = 18, HEIGHTS = [1, .85, .85, .7, .7, .7, .7, .7, .7, .7, .7, .3, .15, 1], LETTERS = 'RWPBTDNVIK??-H';
    const total = path.legs.length / 4, starts = new Float64Array(total + 1);
    for (let i = 0; i < total; i++) starts[i + 1] = starts[i] + path.legs[4 * i + 2];
    let from = 0, to = path.length, cursor = -1;
    const x = (at) => LEFT + (RIGHT - LEFT) * (at - from) / (to - from);
    function legAt(at) {
      let low = 0, high = total - 1;
      while (low < high) { const middle = (low + high + 1) >> 1; if (starts[middle] <= at) low = middle; else high = middle - 1; }
      return low;
    }
    function ticks() {
      axis.textContent = '';
      const least = Math.max(1, (to - from) / 10), power = Math.pow(10, Math.floor(Math.log10(least))), part = least / power - 1e-9;
      const size = power * (part <= 1 ? 1 : part <= 2 ? 2 : part <= 5 ? 5 : 10); // as Ticks.step has it
      for (let at = Math.ceil(from / size) * size; at <= to; at += size) {
        axis.append(drawn('path', { class: 'grid', d: 'M' + x(at).toFixed(1) + ' 18V' + path.height }),
          drawn('text', { x: x(at).toFixed(1), y: 13, 'text-anchor': at === 0 ? 'start' : x(at) > RIGHT - 24 ? 'end' : 'middle' }, plain(at, size)));
      }
    }
    /* Enough digits to tell one tick from the next. */
    function plain(at, size) {
      if (!at) return '0';
      const units = ['ns', 'µs', 'ms', 's'];
      let unit = 0, scale = 1;
      while (unit < 3 && Math.abs(at) / scale >= 999.5) { scale *= 1000; unit++; }
      const digits = Math.max(0, Math.min(9, -Math.floor(Math.log10(size / scale) + 1e-9)));
      return String(Number((at / scale).toFixed(digits))) + ' ' + units[unit];
    }
    function draw() {
      layer.textContent = '';
      ticks();
      const first = legAt(from), pixels = Math.round(RIGHT - LEFT), time = new Map(), within = [], between = [];
      let hops = 0;
      for (let leg = first; leg < total && starts[leg] < to; leg++) {
        const row = path.legs[4 * leg], style = path.legs[4 * leg + 1];
        const a = Math.max(0, x(starts[leg]) - LEFT), b = Math.min(pixels, Math.max(a + 1e-9, x(starts[leg + 1]) - LEFT));
        for (let pixel = Math.floor(a); pixel < b; pixel++) {
          const key = row * 4096 + pixel;
          let slot = time.get(key);
          if (!slot) { slot = new Float64Array(HEIGHTS.length); time.set(key, slot); }
          slot[style] += Math.min(b, pixel + 1) - Math.max(a, pixel);
        }
        if (leg > first && hops < 400) {
          const before = path.legs[4 * (leg - 1)];
          if (before !== row) {
            const other = path.rows[before][1] !== path.rows[row][1], at = x(starts[leg]).toFixed(1), down = before < row;
            (other ? between : within).push('M' + at + ' ' + (path.rows[before][0] + (down ? BAR : 0)) + 'V' + (path.rows[row][0] + (down ? 0 : BAR))
              + (other ? down ? 'l-3 -6m3 6l3 -6' : 'l-3 6m3 -6l3 6' : ''));
            hops++;
          }
        }
      }
      const most = (row, pixel) => {
        const slot = time.get(row * 4096 + pixel);
        if (!slot) return -1;
        let best = 0;
        for (let i = 1; i < slot.length; i++) if (slot[i] > slot[best]) best = i;
        return best;
      };
      path.rows.forEach((row, r) => {
        const shapes = new Map(), letters = [];
        for (let pixel = 0; pixel < pixels;) {
          const style = most(r, pixel);
          let end = pixel + 1;
          while (end < pixels && most(r, end) === style) end++;
          if (style >= 0) {
            const height = BAR * HEIGHTS[style], top = (row[0] + BAR - height).toFixed(1);
            shapes.set(style, (shapes.get(style) || '') + 'M' + (LEFT + pixel) + ' ' + top + 'h' + (end - pixel) + 'v' + height.toFixed(1) + 'h' + (pixel - end) + 'z');
            if (end - pixel >= 16) letters.push(drawn('text', { class: 'letter s' + style, x: LEFT + (pixel + end) / 2, y: (row[0] + BAR - height / 2 + 4).toFixed(1), 'text-anchor': 'middle' }, LETTERS[style]));
          }
          pixel = end;
        }
        shapes.forEach((d, style) => layer.append(drawn('path', { class: 's' + style, d })));
        layer.append(...letters);
      });
      if (hops <= 120) layer.append(drawn('path', { class: 'hop', d: within.join('') }), drawn('path', { class: 'hop between', d: between.join('') }));
      if (cursor >= 0) mark();
    }
    function mark() {
      all('.cursor', layer).forEach((each) => each.remove());
      const row = path.rows[path.legs[4 * cursor]], a = Math.max(LEFT, x(starts[cursor])), b = Math.min(RIGHT, x(starts[cursor + 1]));
      if (b >= LEFT && a <= RIGHT) layer.append(drawn('rect', { class: 'cursor', x: a - 1, y: row[0] - 2, width: Math.max(2, b - a + 2), height: BAR + 4 }));
      const detail = path.details[path.legs[4 * cursor + 3]];
      readout.textContent = timeOfDay(path.from, starts[cursor]) + '  ' + row[3] + ' ' + row[2] + ': ' + styles[path.legs[4 * cursor + 1]] + ' for ' + duration(path.legs[4 * cursor + 2])
        + (detail ? ', ' + detail : '');
    }
    function set(a, b) {
      const length = Math.max(1000, Math.min(path.length, b - a));
      from = Math.max(0, Math.min(path.length - length, a));
      to = from + length;
      draw();
    }
    function zoom(factor, at) {
      const centre = at === undefined ? (from + to) / 2 : at;
      set(centre - (centre - from) * factor, centre + (to - centre) * factor);
    }
    const act = { in: () => zoom(0.5), out: () => zoom(2), left: () => set(from - (to - from) / 3, to - (to - from) / 3), right: () => set(from + (to - from) / 3, to + (to - from) / 3), whole: () => set(0, path.length) };
    controls.addEventListener('click', (event) => { const button = event.target.closest('button'); if (button) act[button.dataset.do](); });
    const outer = svg.parentNode;
    svg.classList.add('live');
    function go(by) {
      cursor = Math.max(0, Math.min(total - 1, cursor < 0 ? legAt(from) : cursor + by));
      if (starts[cursor] < from || starts[cursor] >= to) set(starts[cursor] - (to - from) / 2, starts[cursor] + (to - from) / 2);
      mark();
    }
    outer.addEventListener('keydown', (event) => {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      const keys = { ArrowRight: () => go(1), ArrowLeft: () => go(-1), w: act.in, W: act.in, s: act.out, S: act.out, a: act.left, A: act.left, d: act.right, D: act.right, '+': act.in, '-': act.out, '0': act.whole };
      if (keys[event.key]) { event.preventDefault(); keys[event.key](); }
    });
    const time = (event) => {
      const at = new DOMPoint(event.clientX, event.clientY).matrixTransform(svg.getScreenCTM().inverse());
      return at.x < LEFT || at.x > RIGHT ? -1 : from + (at.x - LEFT) / (RIGHT - LEFT) * (to - from);
    };
    let drag = null;
    svg.addEventListener('pointerdown', (event) => { const at = time(event); if (at >= 0 && event.pointerType === 'mouse') drag = at; });
    svg.addEventListener('pointermove', (event) => {
      const at = time(event);
      if (at < 0) return;
      if (drag !== null && event.buttons) { if (Math.abs(at - drag) > (to - from) / 300) { set(from + drag - at, to + drag - at); } return; }
      drag = null;
      cursor = legAt(at);
      mark();
    });
    window.addEventListener('pointerup', () => { drag = null; });
    svg.addEventListener('wheel', (event) => {
      const at = time(event);
      if (at < 0 || !event.ctrlKey && !event.metaKey) return;
      event.preventDefault();
      zoom(Math.exp(event.deltaY * 0.004), at);
    }, { passive: false });
  });
})();
