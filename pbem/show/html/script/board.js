/* The board: what of it changed since the step that was shown, and how large it is. */
const CELL = 30, EDGE = 2;
const view = $("view");
const board = {number: null, svg: null, layers: {}, shown: {clusters: new Map(), holders: new Map()}, zoom: 1, size: [1, 1]};

function counter(number, x, y, scale) {
  const [words, picture] = tables.counters[number];
  const group = draw("g", {transform: `translate(${x + EDGE * scale} ${y + EDGE * scale}) scale(${scale})`});
  const title = draw("title");
  title.textContent = text(words);
  group.append(title, drawing(picture));
  return group;
}
function cluster(number) {
  const [place, left, top, columns, scale, line, counters, high, fan] = tables.clusters[number];
  const side = CELL * scale, group = draw("g", {"data-place": text(place)});
  if (line !== NOTHING) {
    const high = Math.ceil(counters.length / columns) * side;
    group.append(drawing(line), draw("rect", {x: left, y: top, width: columns * side, height: high, rx: 4, fill: PAPER,
                                              stroke: INK, "stroke-width": 0.9}));
  }
  const depth = fan ? Math.round((high - side) / fan) : 0;  // in a fan the first lies in front, at the lower left
  counters.forEach((one, i) => {
    const off = Math.min(i, depth) * fan;
    if (fan) group.prepend(counter(one, left + off, top + high - side - off, scale));
    else group.append(counter(one, left + i % columns * side, top + Math.floor(i / columns) * side, scale));
  });
  return group;
}
function holder(number, place) {
  const group = drawing(number);
  group.setAttribute("data-place", text(place));
  return group;
}
function layBoard(number) {
  const kind = tables.boards[number];
  readBoard(kind);
  const [wide, high] = board.size = kind.size;
  board.number = number;
  board.svg = draw("svg", {viewBox: `0 0 ${wide} ${high}`, role: "img", "aria-label": text(kind.title)});
  board.svg.append(draw("rect", {width: wide, height: high, fill: PAPER}), parsed(kind.svg));
  for (const layer of ["looks", "holders", "clusters"]) board.svg.append(board.layers[layer] = draw("g", {class: layer}));
  board.shown = {looks: null, clusters: new Map(), holders: new Map()};
  view.replaceChildren(board.svg);
  fit();
}
function showBoard(scene) {
  if (scene.board !== board.number) layBoard(scene.board);
  for (const [layer, paint] of [["holders", holder], ["clusters", cluster]]) {
    const now = scene[layer], shown = board.shown[layer];
    for (const [place, have] of shown) if (!now.has(place)) { have.node.remove(); shown.delete(place); }
    for (const [place, number] of now) {
      const have = shown.get(place);
      if (have && have.number === number) continue;
      const node = paint(number, place);
      if (have) have.node.replaceWith(node); else board.layers[layer].append(node);
      shown.set(place, {number, node});
    }
  }
  if (board.shown.looks !== scene.looks) {
    board.layers.looks.replaceChildren(...scene.looks.map(drawing));
    board.shown.looks = scene.looks;
  }
}
function fit() {
  const [wide, high] = board.size;
  const isFixed = getComputedStyle(view).getPropertyValue("--fit").trim() === "both";
  const room = isFixed ? Math.min(view.clientWidth, view.clientHeight * wide / high) : view.clientWidth;
  if (!board.svg || room < 10) return;
  board.svg.style.width = `${Math.floor(room * board.zoom)}px`;
  board.svg.style.height = `${Math.floor(room * board.zoom * high / wide)}px`;
}
const phone = matchMedia("(max-width: 640px)");
function fitPhone() {  // there the board is wider than the window, so that it can be read; a wider window shows all of it
  board.zoom = phone.matches ? Math.max(1, 640 / view.clientWidth) : 1;
  fit();
}
function zoom(factor) {
  const x = (view.scrollLeft + view.clientWidth / 2) / view.scrollWidth;
  const y = (view.scrollTop + view.clientHeight / 2) / view.scrollHeight;
  board.zoom = factor ? Math.min(6, Math.max(1, board.zoom * factor)) : 1;
  fit();
  view.scrollLeft = x * view.scrollWidth - view.clientWidth / 2;
  view.scrollTop = y * view.scrollHeight - view.clientHeight / 2;
}
function lookAt() {
  if (!board.layers.looks.firstChild || view.scrollWidth <= view.clientWidth + 1 && view.scrollHeight <= view.clientHeight + 1) return;
  const box = board.layers.looks.getBBox(), scale = board.svg.clientWidth / board.size[0];
  const left = box.x * scale, top = box.y * scale, right = left + box.width * scale, bottom = top + box.height * scale;
  if (left < view.scrollLeft || right > view.scrollLeft + view.clientWidth)
    view.scrollLeft = (left + right - view.clientWidth) / 2;
  if (top < view.scrollTop || bottom > view.scrollTop + view.clientHeight)
    view.scrollTop = (top + bottom - view.clientHeight) / 2;
}
