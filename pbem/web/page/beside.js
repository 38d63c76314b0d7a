/* Beside play: what all may agree on, deadlines and leave, remarks, giving up a seat, taking back what was sent. */
import {$, make} from "./show/elements.js";
import {get} from "./api.js";
import {told} from "./decided.js";
import {called} from "./told.js";

const now = {game: "", at: "", seen: "", seat: "", change: null, isBuilt: false};

export function openBeside(game, change) {
  now.game = game;
  now.change = change;
  $("rest").addEventListener("toggle", () => { if ($("rest").open) refresh(); });
}
export function showRest(state) {
  now.at = state.at;
  now.seat = state.seat;
  $("rest").hidden = !state.seat;
  if ($("rest").open && now.seen !== now.at) refresh();
}
async function refresh() {
  now.seen = now.at;
  let found;
  try { found = await get(`/api/m/${encodeURIComponent(now.game)}/beside`); } catch (fault) { say(told(fault)); return; }
  if (!now.isBuilt) { build(found); now.isBuilt = true; }
  $("clock").replaceChildren(...found.clock.map(line => make("p", {class: "soft", text: line})));
  $("offers").replaceChildren(...(found.offers.length ? found.offers.map(offer) : [make("p", {class: "soft", text: "Nothing."})]));
  $("remarks").replaceChildren(...found.remarks.map(one => make("li", {}, make("b", {text: `${called(one.seat)}: `}), one.text, make("span", {class: "rule", text: ` (round ${one.round})`}))));
  for (const id of ["propose", "away", "resign"]) $(id).hidden = found.over;
}
const say = lines => $("rest-said").replaceChildren(...lines);
async function act(what, asked) {  // gives whether it was done; what was typed stays if not
  try {
    const done = await now.change(what, asked);
    say(done.told.map(line => make("p", {class: "soft", text: line})));
    return true;
  } catch (fault) { say(told(fault)); return false; }
}
function button(text, press, kind = "") {
  const it = make("button", {type: "button", class: kind, text});
  it.addEventListener("click", async () => { it.disabled = true; await press(); it.disabled = false; });
  return it;
}
function offer(one) {
  const agree = button("Agree", () => act("agree", {n: one.number})), refuse = button("Do not agree", () => act("refuse", {n: one.number}));
  return make("div", {class: "note"}, make("p", {text: one.what}), one.needed ? make("p", {class: "soft", text: `needed: ${one.needed}`}) : "",
              one.mine ? make("p", {class: "soft", text: "You have agreed."}) : make("p", {class: "row"}, agree, refuse));
}
const field = (label, input) => make("label", {class: "field"}, make("span", {text: label}), input);
function build(found) {
  const round = make("input", {type: "number", min: 1, max: Math.max(1, found.rounds), value: Math.max(1, found.rounds - 1)});
  const end = make("select", {}, make("option", {value: "draw", text: "a draw"}), ...found.players.map(one => make("option", {value: one, text: `won by ${called(one)}`})));
  $("propose").append(field("Go back to the position after round", round), button("Propose it", () => act("propose", {text: `takeback ${round.value}`})),
    field("End the match", end), button("Propose it", () => act("propose", {text: `result ${end.value}`})),
    button("Take back my last answers that were sent", () => act("takeback", {})));
  const words = make("input", {maxlength: 2000, autocomplete: "off"});
  $("speak").append(field("A remark", words), make("p", {class: "row"}, button("Say it to all", async () => { if (await act("note", {text: words.value})) words.value = ""; })));
  const day = make("input", {type: "date"});
  $("away").append(field("Away until the end of", day), button("Announce it", () => act("away", {text: day.value || "no day"})), button("I am back", () => act("away", {text: ""})));
  const word = make("input", {autocomplete: "off", autocapitalize: "off"});
  $("resign").append(field("It cannot be taken back. If you mean it, type the word resign", word),
    button("Give up my seat", async () => { if (await act("resign", {text: word.value})) word.value = ""; }, "main"));
}
