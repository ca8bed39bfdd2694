// The player graph: hover, select, drag, zoom, search, filter. It moves the picture that the page
// already holds; positions come from the data, nothing is computed but pixels.
"use strict";
(() => {
  const svg = document.getElementById("player-graph");
  if (!svg) return;
  const data = JSON.parse(document.getElementById("report-data").textContent);
  const byId = (id) => document.getElementById(id);
  const told = byId("graph-told");
  const panel = byId("person");
  const faint = svg.querySelector(".faint");
  const near = svg.querySelector(".near");
  const home = svg.viewBox.baseVal;
  const base = { width: home.width, height: home.height };

  const nodes = data.nodes.map((node, index) => ({
    name: node[0], raw: node[1] || node[0], x: node[2], y: node[3], hands: node[4], rates: node[5],
    index,
    element: svg.querySelector(`[data-node="${index}"]`), edges: [], shown: true,
  }));
  const edges = data.edges.map(([a, b, bits, hands, tier, finding, scheme], index) => {
    const edge = { a: nodes[a], b: nodes[b], bits, hands, tier, finding, scheme, shown: true };
    edge.element = svg.querySelector(`[data-edge="${index}"]`);
    edge.a.edges.push(edge);
    edge.b.edges.push(edge);
    return edge;
  });
  for (const node of nodes) {
    node.label = node.element.querySelector("text");
    node.top = Math.max(-Infinity, ...node.edges.filter((e) => e.tier).map((e) => e.bits));
    node.flagged = node.edges.some((edge) => edge.tier);
  }
  const ranked = [...nodes].sort((a, b) => b.top - a.top || b.hands - a.hands || a.index - b.index);

  let zoom = 1, left = 0, top = 0, width = base.width, height = base.height;
  let chosen = null, hovered = null;

  const px = (node) => node.x * (width / base.width) * zoom + left;
  const py = (node) => node.y * (height / base.height) * zoom + top;
  const line = (e) => `M${px(e.a).toFixed(1)} ${py(e.a).toFixed(1)}`
    + `L${px(e.b).toFixed(1)} ${py(e.b).toFixed(1)}`;

  function place() {
    for (const node of nodes) {
      node.element.setAttribute("transform", `translate(${px(node).toFixed(1)} ${py(node).toFixed(1)})`);
    }
    for (const edge of edges) if (edge.element) edge.element.setAttribute("d", line(edge));
    faint.setAttribute("d", edges.filter((e) => !e.element && e.shown).map(line).join(""));
    light();
  }

  // Labels: the most suspicious first, none over another; the chosen player's group always.
  function label(lit) {
    const dots = nodes.filter((node) => node.shown && (lit.has(node) || node.flagged));
    const taken = dots.map((node) => [px(node) - 6, py(node) - 6, px(node) + 6, py(node) + 6]);
    const wanted = (node) => lit.has(node) || node.flagged || zoom > 2.2 || nodes.length <= 60;
    const list = [...lit, ...ranked.filter((node) => !lit.has(node))];
    for (const node of list) {
      const x = px(node), y = py(node);
      const wide = node.label.textContent.length * 6.6;
      const flip = x + 16 + wide > width && x - 16 - wide > 0; // no room to the right of the dot
      const box = flip ? [x - 16 - wide, y - 9, x - 7, y + 7] : [x + 7, y - 9, x + 16 + wide, y + 7];
      const free = node.shown && wanted(node) && box[0] < width && box[2] > 0 && y > 0 && y < height
        && !taken.some((t) => box[0] < t[2] && box[2] > t[0] && box[1] < t[3] && box[3] > t[1]);
      const must = node === chosen || node === hovered;
      node.label.style.display = free || must ? "inline" : "none";
      node.label.setAttribute("x", flip ? "-11" : "11");
      node.label.setAttribute("text-anchor", flip ? "end" : "start");
      if (free || must) taken.push(box);
    }
  }

  function light() {
    const focus = hovered || chosen;
    const lit = new Set();
    const around = focus ? focus.edges.filter((edge) => edge.shown) : [];
    if (focus) lit.add(focus);
    [...around].sort((a, b) => b.bits - a.bits).forEach((e) => { lit.add(e.a); lit.add(e.b); });
    svg.classList.toggle("dim", Boolean(focus));
    for (const node of nodes) {
      node.element.classList.toggle("lit", lit.has(node));
      node.element.classList.toggle("found", node === chosen);
    }
    for (const edge of edges) {
      if (edge.element) edge.element.classList.toggle("lit", around.includes(edge));
    }
    near.setAttribute("d", around.filter((e) => !e.element).map(line).join(""));
    label(lit);
  }

  function fit() {
    const box = svg.getBoundingClientRect();
    width = Math.max(200, box.width);
    height = Math.max(200, box.height);
    svg.setAttribute("viewBox", `0 0 ${width} ${height}`);
    place();
  }

  function zoomAt(factor, x, y) {
    const next = Math.min(12, Math.max(0.5, zoom * factor));
    left = x - (x - left) * (next / zoom);
    top = y - (y - top) * (next / zoom);
    zoom = next;
    place();
  }

  function reset() { zoom = 1; left = 0; top = 0; place(); }

  // The panel: who, and the pairs with most evidence; buttons walk on from player to player.
  function item(edge, node) {
    const other = edge.a === node ? edge.b : edge.a;
    const li = document.createElement("li");
    const go = document.createElement("button");
    go.type = "button";
    go.className = "text";
    go.textContent = other.name;
    go.addEventListener("click", () => choose(other, true));
    const facts = `: ${edge.bits.toFixed(1).replace("-", "−")} bits in ${edge.hands} shared hands`;
    li.append(go, facts);
    if (edge.finding) {
      const link = document.createElement("a");
      link.href = `#${edge.finding}`;
      link.textContent = `${edge.scheme}, ${edge.tier}`;
      li.append(" (", link, ")");
    } else {
      li.append(", not a finding");
    }
    return li;
  }

  function describe(node) {
    panel.replaceChildren();
    panel.hidden = !node;
    if (!node) return;
    const title = document.createElement("strong");
    title.textContent = node.name;
    const list = document.createElement("ul");
    const most = [...node.edges].sort((a, b) => b.bits - a.bits);
    list.append(...most.slice(0, 8).map((edge) => item(edge, node)));
    const facts = document.createElement("div");
    const more = most.length > 8 ? `, the ${8} with most evidence shown` : "";
    const rates = node.rates ? `; ${node.rates}` : "";
    facts.textContent = `${node.hands} hands${rates}; ${most.length} pairs drawn${more}`;
    const close = document.createElement("button");
    close.type = "button";
    close.textContent = "Close";
    close.addEventListener("click", () => { choose(null, false); byId("find-player").focus(); });
    panel.append(title, facts, list, close);
  }

  function choose(node, centre) {
    chosen = node;
    hovered = null;
    describe(node);
    if (node && centre) {
      zoom = Math.max(zoom, 1.6);
      left += width / 2 - px(node);
      top += height / 2 - py(node);
    }
    place();
  }

  // Search: the whole name first, then any part of it; the raw name counts too, as pasted.
  // A field drops line ends and people drop outer blanks, so both sides do.
  const plain = (text) => text.replace(/[\r\n]/g, "").trim().toLowerCase();
  function matches(text) {
    const wanted = plain(text);
    if (!wanted) return [];
    const whole = nodes.filter((n) => [n.name, n.raw].some((s) => plain(s) === wanted));
    if (whole.length) return whole;
    return nodes.filter((n) => [n.name, n.raw].some((s) => plain(s).includes(wanted)));
  }

  function search(enter) {
    const field = byId("find-player");
    const hits = matches(field.value);
    if (!field.value.trim()) { told.textContent = ""; if (chosen) choose(null, false); return; }
    told.textContent = hits.length === 0 ? "no player matches"
      : hits.length === 1 ? `found ${hits[0].name}`
        : `${hits.length} players match; Enter shows the next`;
    if (hits.length === 1) choose(hits[0], true);
    else if (enter && hits.length) choose(hits[(hits.indexOf(chosen) + 1) % hits.length], true);
  }

  function filter() {
    const tiers = new Set([...document.querySelectorAll("[data-pick-tier]")]
      .filter((box) => box.checked).map((box) => box.dataset.pickTier));
    const least = Number(byId("least-bits").value);
    const only = byId("only-linked").checked;
    byId("least-bits-told").textContent = `${least} bits`.replace("-", "−");
    for (const edge of edges) {
      edge.shown = tiers.has(edge.tier) && edge.bits >= least;
      if (edge.element) edge.element.style.display = edge.shown ? "" : "none";
    }
    for (const node of nodes) {
      node.shown = !only || node.edges.some((edge) => edge.shown);
      node.element.style.display = node.shown ? "" : "none";
    }
    const lines = edges.filter((edge) => edge.shown).length;
    const people = nodes.filter((node) => node.shown).length;
    told.textContent = `${people} players and ${lines} pairs drawn`;
    place();
  }

  // Pointers: one drags a player or the whole picture, two pinch.
  const pointers = new Map();
  let dragged = null, moved = false, spread = 0;
  const nodeOf = (event) => {
    const element = event.target.closest("[data-node]");
    return element ? nodes[Number(element.dataset.node)] : null;
  };
  const at = (event) => {
    const box = svg.getBoundingClientRect();
    return [event.clientX - box.left, event.clientY - box.top];
  };

  svg.addEventListener("pointerdown", (event) => {
    pointers.set(event.pointerId, [event.clientX, event.clientY]);
    dragged = nodeOf(event);
    moved = false;
    spread = 0;
    svg.setPointerCapture(event.pointerId);
    svg.classList.add("moving");
  });
  svg.addEventListener("pointermove", (event) => {
    const last = pointers.get(event.pointerId);
    if (!last) return;
    const dx = event.clientX - last[0], dy = event.clientY - last[1];
    pointers.set(event.pointerId, [event.clientX, event.clientY]);
    if (pointers.size === 2) return pinch();
    if (!moved && Math.hypot(dx, dy) < 2) { pointers.set(event.pointerId, last); return undefined; }
    moved = true;
    if (dragged) {
      dragged.x += dx / (width / base.width) / zoom;
      dragged.y += dy / (height / base.height) / zoom;
    } else {
      left += dx;
      top += dy;
    }
    return place();
  });
  function pinch() {
    const [a, b] = [...pointers.values()];
    const now = Math.hypot(a[0] - b[0], a[1] - b[1]);
    const box = svg.getBoundingClientRect();
    moved = true;
    if (spread) zoomAt(now / spread, (a[0] + b[0]) / 2 - box.left, (a[1] + b[1]) / 2 - box.top);
    spread = now;
  }
  function release(event) {
    pointers.delete(event.pointerId);
    svg.classList.remove("moving");
    if (event.type === "pointerup" && !moved) choose(dragged === chosen ? null : dragged, false);
    dragged = null;
  }
  svg.addEventListener("pointerup", release);
  svg.addEventListener("pointercancel", release);
  svg.addEventListener("pointerover", (event) => {
    const node = nodeOf(event);
    if (node !== hovered && !pointers.size) { hovered = node; light(); }
  });
  svg.addEventListener("pointerleave", () => { if (!pointers.size) { hovered = null; light(); } });
  // The wheel scrolls the page until the graph is in use, so nobody is trapped in it.
  svg.addEventListener("wheel", (event) => {
    if (!event.ctrlKey && !event.metaKey && document.activeElement !== svg) return;
    event.preventDefault();
    zoomAt(Math.exp(-event.deltaY * 0.0015), ...at(event));
  }, { passive: false });
  svg.addEventListener("keydown", (event) => {
    const step = { ArrowLeft: [60, 0], ArrowRight: [-60, 0], ArrowUp: [0, 60], ArrowDown: [0, -60] };
    if (event.key in step) {
      left += step[event.key][0];
      top += step[event.key][1];
      place();
    } else if (event.key === "+" || event.key === "=") zoomAt(1.3, width / 2, height / 2);
    else if (event.key === "-") zoomAt(1 / 1.3, width / 2, height / 2);
    else if (event.key === "0") reset();
    else if (event.key === "Escape") choose(null, false);
    else return;
    event.preventDefault();
  });

  byId("zoom-in").addEventListener("click", () => zoomAt(1.4, width / 2, height / 2));
  byId("zoom-out").addEventListener("click", () => zoomAt(1 / 1.4, width / 2, height / 2));
  byId("zoom-reset").addEventListener("click", reset);
  byId("find-player").addEventListener("input", () => search(false));
  byId("find-player").addEventListener("keydown", (event) => {
    if (event.key === "Enter") { event.preventDefault(); search(true); }
    if (event.key === "Escape") { event.target.value = ""; search(false); }
  });
  for (const box of document.querySelectorAll("[data-pick-tier], #least-bits, #only-linked")) {
    box.addEventListener("input", filter);
  }
  const names = byId("player-names");
  names.append(...nodes.map((node) => Object.assign(document.createElement("option"), { value: node.name })));
  svg.setAttribute("tabindex", "0");
  new ResizeObserver(fit).observe(svg);
  fit();
})();
