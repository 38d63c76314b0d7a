/* The data that stand in the page: tables of what repeats, and the steps with the scene after each. */
const NOTHING = -1;
const read = id => JSON.parse($(id).textContent);
const match = read("match");
const tables = {texts: [], drawings: [], counters: [], clusters: [], rows: [], boards: []};
const text = number => tables.texts[number];
const steps = [];
let ended = 0;  // how many steps the play has; what follows was disclosed later
for (const id of ["data-play", "data-after"]) {
  const part = read(id);
  for (const name of Object.keys(tables)) for (const value of part.tables[name]) tables[name].push(value);
  unfold(part.frames);
  if (id === "data-play") ended = steps.length;
}
function unfold(frames) {
  for (const frame of frames) {
    const before = steps.length ? steps[steps.length - 1].scene : {looks: [], names: [], clusters: new Map(), holders: new Map()};
    const scene = Object.assign({}, before);
    for (const name of ["board", "turn", "phase", "looks", "names", "awaited", "tracks", "boxes", "cards", "pools", "columns",
                        "notes", "legend", "target", "scores", "arrows"]) if (name in frame) scene[name] = frame[name];
    for (const name of ["clusters", "holders"]) if (name in frame) {
      scene[name] = new Map(before[name]);
      for (const [place, number] of frame[name]) {
        if (number === NOTHING) scene[name].delete(place); else scene[name].set(place, number);
      }
    }
    if (!("round" in frame)) frame.round = steps[steps.length - 1].round + 1;
    const changes = {};
    for (const name of ["clusters", "holders"]) if (name in frame) changes[name] = frame[name].map(one => text(one[0]));
    steps.push(Object.assign(frame, {scene, changes, at: steps.length}));
  }
}
const row = number => number === undefined ? [] : tables.rows[number];
const drawn = [];
const drawing = number => (drawn[number] || (drawn[number] = parsed(tables.drawings[number]))).cloneNode(true);
const factions = new Map(), places = new Map();
function readBoard(board) {
  factions.clear();
  places.clear();
  for (const [id, name, fill, ink] of board.factions) factions.set(text(id), {name: text(name), fill, ink});
  for (const [id, name] of board.places) places.set(text(id), text(name));
}
const nameOf = seat => (factions.get(seat) || {name: seat}).name || seat;
const placeName = id => places.get(id) || id;
function badge(seat) {
  const faction = factions.get(seat);
  return make("b", Object.assign({class: "badge", text: nameOf(seat)}, faction && {paint: [faction.fill, faction.ink]}));
}
