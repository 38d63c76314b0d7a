/* The page: tabs, keys, the mouse on the board, the start. */
const TABS = ["summary", "story", "beside", "legend"];
const isNarrow = () => innerWidth < 980;  // one column: the summary stands above the board
function tab(name) {
  for (const one of TABS) {
    $(`tab-${one}`).setAttribute("aria-selected", String(one === name));
    $(one).classList.toggle("open", one === name);
  }
  document.body.dataset.tab = name;
  if (at >= 0) showStory();
}
const KEYS = {
  ArrowLeft: "event-back", ArrowRight: "event-on", ArrowUp: "phase-back", ArrowDown: "phase-on",
  PageUp: "turn-back", PageDown: "turn-on", Home: "first", End: "last", ",": "headline-back", ".": "headline-on",
};
function key(event) {
  if (event.ctrlKey || event.metaKey || event.altKey || /^(TEXTAREA|SELECT)$/.test(event.target.tagName)) return;
  if (event.key === " ") {
    if (/^(BUTTON|A)$/.test(event.target.tagName)) return;
    play();
  } else if (event.key in KEYS) { stop(); moves[KEYS[event.key]](); }
  else if (event.key === "+" || event.key === "=") zoom(1.4);
  else if (event.key === "-") zoom(1 / 1.4);
  else if (event.key === "0") zoom(0);
  else return;
  event.preventDefault();
}
function pan() {
  let from = null, moved = false;
  view.addEventListener("pointerdown", event => {
    if (event.pointerType !== "mouse" || event.button) return;
    from = [event.clientX + view.scrollLeft, event.clientY + view.scrollTop];
    moved = false;
  });
  addEventListener("pointermove", event => {
    if (!from) return;
    const x = from[0] - event.clientX, y = from[1] - event.clientY;
    if (!moved && Math.abs(x - view.scrollLeft) + Math.abs(y - view.scrollTop) < 5) return;
    moved = true;
    view.scrollLeft = x;
    view.scrollTop = y;
  });
  addEventListener("pointerup", () => { from = null; });
  view.addEventListener("click", event => {
    const group = moved ? null : event.target.closest("[data-place]");
    if (moved) { moved = false; return; }
    here = group ? group.getAttribute("data-place") : null;
    showHere();
  });
}
function start() {
  theme(false);
  $("viewer").textContent = {public: "as everybody may see it", auditor: "with full knowledge"}[match.viewer] || "";
  $("now").append(make("div", {id: "step"}), make("div", {id: "here"}),
    make("label", {id: "comment", class: "soft"}, "Your comment on this step, kept in this browser only",
         make("textarea", {id: "own", rows: 2, maxlength: 4000})));
  for (const part of Object.keys(PAINT)) $("beside").append(make("div", {id: `part-${part}`, class: "part"}));
  slider.max = String(steps.length - 1);
  readBoard(tables.boards[steps[0].scene.board]);
  if (isMine) $("viewer").append("as seen by ", badge(match.viewer));
  for (const option of $("seat").options) option.textContent = nameOf(option.value);
  $("seat").parentElement.hidden = isMine || match.seats.length === 1;
  $("since").textContent = isMine ? "Since my last move" : "Since the last move";
  $("since").title = "Back to the last move before this step; from the beginning: the last of all";
  steps.forEach((step, i) => { if (isTurn(i)) turns.append(make("option", {value: i, text: turnName(text(step.scene.turn)) || "The beginning"})); });
  openComments();
  tellStory();
  tellSummary();
  markComments();
  for (const [id, move] of Object.entries(moves)) $(id).addEventListener("click", () => { stop(); move(); });
  $("play").addEventListener("click", play);
  $("since").addEventListener("click", () => { stop(); since(); });
  $("theme").addEventListener("click", () => theme(true));
  $("zoom-in").addEventListener("click", () => zoom(1.4));
  $("zoom-out").addEventListener("click", () => zoom(1 / 1.4));
  $("zoom-fit").addEventListener("click", () => zoom(0));
  slider.addEventListener("input", () => { stop(); go(Number(slider.value)); });
  turns.addEventListener("change", () => { stop(); go(Number(turns.value)); });
  for (const name of TABS) $(`tab-${name}`).addEventListener("click", () => tab(name));
  $("own").addEventListener("input", keepComment);
  addEventListener("hashchange", () => { stop(); toRound(); });
  addEventListener("keydown", key);
  for (const button of document.querySelectorAll("button, select")) button.addEventListener(
    button.tagName === "SELECT" ? "change" : "click", event => { if (event.detail || button.tagName === "SELECT") button.blur(); });
  pan();
  tab(isOver && !location.hash ? "summary" : "story");
  fitPhone();
  if (!toRound()) go(isOver ? 0 : steps.length - 1, true);
  if (typeof ResizeObserver === "function") new ResizeObserver(fit).observe(view); else addEventListener("resize", fit);
  phone.addEventListener("change", fitPhone);
  document.body.dataset.ready = "yes";
}
start();
