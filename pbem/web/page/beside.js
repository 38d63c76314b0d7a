/* Beside play: what all may agree on, deadlines and leave, remarks, giving up a seat, taking back what was sent. */
import {$, make} from "./show/elements.js";
import {en} from "./en.js";
import {get} from "./api.js";
import {told} from "./decided.js";
import {held} from "./focus.js";
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
  held(() => paint(found));
}
function paint(found) {
  $("clock").replaceChildren(...found.clock.map(line => make("p", {class: "soft", text: line})));
  $("offers").replaceChildren(...(found.offers.length ? found.offers.map(offer) : [make("p", {class: "soft", text: en("nothing")})]));
  $("remarks").replaceChildren(...found.remarks.map(one => make("li", {}, make("b", {text: `${called(one.seat)}: `}), one.text, make("span", {class: "rule", text: en("round", {round: one.round})}))));
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
  const agree = button(en("agree"), () => act("agree", {n: one.number})), refuse = button(en("do_not_agree"), () => act("refuse", {n: one.number}));
  for (const [name, it] of Object.entries({agree, refuse})) it.dataset.answer = `${one.number} ${name}`;
  return make("div", {class: "note"}, make("p", {text: one.what}), one.needed ? make("p", {class: "soft", text: en("needed", {needed: one.needed})}) : "",
              one.mine ? make("p", {class: "soft", text: en("you_have_agreed")}) : make("p", {class: "row"}, agree, refuse));
}
const field = (label, input) => make("label", {class: "field"}, make("span", {text: label}), input);
function build(found) {
  const round = make("input", {type: "number", min: 1, max: Math.max(1, found.rounds), value: Math.max(1, found.rounds - 1)});
  const end = make("select", {}, make("option", {value: "draw", text: en("a_draw")}), ...found.players.map(one => make("option", {value: one, text: en("won_by", {seat: called(one)})})));
  $("propose").append(field(en("go_back_to_the_position"), round), button(en("propose_it"), () => act("propose", {text: `takeback ${round.value}`})),
    field(en("end_the_match"), end), button(en("propose_it"), () => act("propose", {text: `result ${end.value}`})),
    button(en("take_back_my_last_answers"), () => act("takeback", {})));
  const words = make("input", {maxlength: 2000, autocomplete: "off"});
  $("speak").append(field(en("a_remark"), words), make("p", {class: "row"}, button(en("say_it_to_all"), async () => { if (await act("note", {text: words.value})) words.value = ""; })));
  const day = make("input", {type: "date"});
  $("away").append(field(en("away_until_the_end_of"), day), button(en("announce_it"), () => act("away", {text: day.value || "no day"})), button(en("i_am_back"), () => act("away", {text: ""})));
  const word = make("input", {autocomplete: "off", autocapitalize: "off"});
  $("resign").append(field(en("it_cannot_be_taken_back"), word),
    button(en("give_up_my_seat"), async () => { if (await act("resign", {text: word.value})) word.value = ""; }, "main"));
}
