/* One match: asks for its state, paints the board, and gives each part of the page what it shows. */
import {$, make} from "./show/elements.js";
import {addPart, steps, tables} from "./show/tables.js";
import {paintAll} from "./show/paints.js";
import {setAt} from "./show/shown.js";
import {board, showBoard} from "./show/board.js";
import {handle, lookAt, refit, whole, zoom} from "./show/camera.js";
import {openFans} from "./show/fans.js";
import {namePlaces, placeKey} from "./show/places.js";
import {PAINT, showBeside} from "./show/beside.js";
import {PAGE, get, post} from "./api.js";
import {clearOrder, compose, orderNow, pause} from "./composer.js";
import {openBeside, showRest} from "./beside.js";
import {held, letBe} from "./focus.js";
import {openDecided, showDecided} from "./decided.js";
import {openPapers, showPapers} from "./papers.js";
import {openWhatIf, showWhatIf} from "./whatif.js";
import {comeBack} from "./sight.js";
import {showDrafts} from "./drafts.js";
import {showQuestion} from "./question.js";
import {showSince, showStanding, showTurn} from "./told.js";

const match = {game: "", seat: "", state: null, done: null, act: null, asking: null, again: false, anew: false, painted: "", acting: null, goesUp: false};  // acting: what was pressed, until the table has answered

export function openMatch(game, tell) {
  match.game = game;
  match.act = tell;
  for (const part of Object.keys(PAINT)) $("beside").append(make("div", {id: `part-${part}`, class: "part"}));
  $("match").hidden = false;
  document.body.classList.add("playing");
  handle();
  openFans();
  openDecided(game, ask, change);
  openBeside(game, change);
  openPapers(game, change);
  openWhatIf(game, ask);
  $("zoom-in").addEventListener("click", () => zoom(1.4));
  $("zoom-out").addEventListener("click", () => zoom(1 / 1.4));
  $("zoom-fit").addEventListener("click", whole);
  addEventListener("keydown", event => {
    const place = event.target.closest && event.target.closest(".places [data-place]");
    if (place && placeKey(event, place)) event.preventDefault();
  });
  return look(true);
}
export const positionNow = () => ({game: match.game, seat: match.state ? match.state.seat : "", at: match.state ? match.state.at : "", text: $("order").value});
export function look(fresh = false) {  // one request at a time; what is asked meanwhile is asked once more behind it
  match.anew = match.anew || fresh;
  if (match.asking) { match.again = true; return match.asking; }
  match.asking = lookNow().finally(() => {
    match.asking = null;
    if (!match.again) return null;
    match.again = false;
    return look();  // whoever asked hears of it if that goes wrong
  });
  return match.asking;
}
async function lookNow() {
  const query = new URLSearchParams({page: PAGE, seat: match.seat});
  if (match.anew) query.set("fresh", "1");
  match.anew = false;
  const lost = fault => { match.anew = true; throw fault; };  // with it, maybe, what was told of the board
  const state = await get(`/api/m/${encodeURIComponent(match.game)}?${query}`).catch(lost);
  await match.acting;  // else an order that is just being drafted would look like one that was begun
  const isFirst = !match.state, isNew = isFirst || match.state.round !== state.round || match.state.drafts.length !== state.drafts.length;
  match.state = state;
  if (state.fresh) forget();
  addPart(state.part);
  paintAll(state.fresh);
  setAt(steps.length - 1);
  const step = steps[steps.length - 1];
  if (!isPainted(state)) held(() => paint(state, step, isFirst, isNew), $("turn"));  // else what a finger is on stays where it is
  if (match.goesUp) goUp();
}
function paint(state, step, isFirst, isNew) {
  showBoard(step.scene);
  namePlaces();
  showBeside(step.scene);
  $("more").hidden = false;
  if (isFirst) { refit(); lookAt(step); if (innerWidth < 900) whole(); } else if (isNew) { comeBack(); lookAt(step); }
  $("title").textContent = state.title;
  $("when").textContent = state.when;
  const question = state.questions.find(one => one.seat === state.seat);  // nobody answers for a seat with another's eyes
  showTurn(state, seat => { match.seat = seat; look(true); }, what => match.act(what));
  showStanding(state, step.scene.scores || []);
  nameTab(state);
  showSince(state);
  showQuestion(question);
  showDrafts(state, match.done, what => match.act(what));
  compose(state, question);
  showDecided(state);
  showRest(state);
  showPapers(state);
  showWhatIf(state);
  document.body.dataset.at = state.at;  // the position that is seen
}
function nameTab(state) {  // whose move it is, and in which match, where only the tab is seen
  const isMine = !state.result && (state.questions.length || state.drafts.length), [awaited] = state.result ? [] : state.awaited;
  document.title = `${isMine ? "● " : ""}${state.title}: ${isMine || !awaited ? $("turn").querySelector("h2").textContent : awaited}`;
}
function isPainted(state) {
  const [step, before] = [steps[steps.length - 1], steps[steps.length - 2]], painted = match.painted;
  match.painted = JSON.stringify([Object.assign({}, state, {part: null, fresh: false}), match.done]);
  return !state.fresh && before && painted === match.painted && Object.keys(step.scene).every(name => step.scene[name] === before.scene[name]);
}
function forget() {  // the table tells the board of this page from the beginning
  for (const name of Object.keys(tables)) tables[name].length = 0;
  steps.length = 0;
  board.number = null;
}
export async function act(what, n = 0) {
  const order = what === "draft" ? orderNow() : {n};
  pause();
  const doing = doNow(what, order);
  match.acting = doing.catch(() => {});
  await doing;
  await look();
}
function goUp() {  // first of all: what is to be sent, what happened
  match.goesUp = false;
  $("scroll").scrollTop = 0;
  if (document.activeElement === document.body) $("turn").focus({preventScroll: true});  // the button that was pressed is gone
  letBe();
}
async function doNow(what, order) {
  match.done = await post(`/api/m/${encodeURIComponent(match.game)}/${what}`, {at: match.state.at, ...order});
  const left = orderNow();
  if (what === "draft" && left.text === order.text && left.seat === order.seat) clearOrder();  // else the next one was begun before this was answered
  match.seat = "";  // on with whoever is asked now
  match.goesUp = true;
}
const ask = (what, asked) =>
  post(`/api/m/${encodeURIComponent(match.game)}/${what}`, {at: match.state.at, seat: match.state.seat, ...asked});
async function change(what, asked) {  // something beside the order in progress, which stays
  try {
    match.done = await ask(what, asked);
  } catch (fault) {
    if (fault.http === 409 && !fault.fault.rule) look().catch(() => {});
    throw fault;
  }
  await look();
  return match.done;
}
