/* A new match: the game, its options in words, who plays what; what is still missing is said before it can begin. */
import {make} from "./show/elements.js";
import {en} from "./en.js";
import {post} from "./api.js";
import {goOn} from "./handing.js";

const ANSWERS = {true: en("yes"), false: en("no")};
const kept = {game: "", options: {}, seats: {}};  // what was chosen, for when the page is made anew below it

export function field(label, input, note) {
  return make("label", {class: "field"}, make("span", {text: label}), input, note ? make("small", {text: note}) : "");
}
export function form(title, button, submit, tell, ...inside) {
  const go = make("button", {type: "submit", class: "main", text: button});
  const box = make("form", {class: "card"}, make("h2", {text: title}), ...inside, go);
  box.addEventListener("submit", async event => {
    event.preventDefault();
    go.disabled = true;
    try { await submit(box); } catch (fault) { tell(fault); } finally { go.disabled = false; }
  });
  return box;
}
const spaced = words => words.replaceAll("_", " ");
const valueOf = option => kept.options[option.name] || option.default;
function selected(choices, value, called = []) {
  const select = make("select", {}, ...choices.map((one, i) => make("option", {value: one, text: called[i] || ANSWERS[one] || spaced(one)})));
  select.value = value;
  return select;
}
function inputs(option) {  // what it is set by: one choice, words, or a sign for each of its things
  const {choices, things, signs, called} = option, value = valueOf(option);
  if (things.length) return things.map((thing, i) => [thing, selected(signs, value[i])]);
  if (choices.length) return [["", selected(choices, choices.includes(value) ? value : option.default, called)]];
  return [["", make("input", {value, maxlength: 64, autocomplete: "off", spellcheck: "false"})]];
}
function choice(option, changed) {
  const those = inputs(option), name = spaced(option.name), why = make("small", {class: "why"});
  for (const [, input] of those) input.addEventListener("change", () => { kept.options[option.name] = those.map(([, one]) => one.value.trim()).join(""); changed(); });
  const box = make("fieldset", {class: "option"}, ...(option.things.length
    ? [make("div", {class: "field"}, make("span", {text: name}), make("small", {text: option.text})), make("div", {class: "things"}, ...those.map(([thing, input]) => field(thing, input)))]
    : [field(name, those[0][1], option.text)]), why);
  return {option, box, why};
}
const or = choices => choices.map(spaced).join(en("or"));
function showWhether(rows) {  // what matters only with another option cannot be set before that is chosen, and says so
  const all = new Map(rows.map(row => [row.option.name, row.option]));
  const lacking = ({only_with: wanted}) => Object.entries(wanted).find(([name, choices]) => all.has(name) && !choices.includes(valueOf(all.get(name))));
  for (const {option, box, why} of rows) {
    const found = lacking(option);
    box.disabled = Boolean(found);
    why.textContent = "";
    if (!found) continue;
    const [name, choices] = found, rest = all.get(name).choices.filter(one => !choices.includes(one));
    why.textContent = rest.length === 1 ? en("option_waits_for_another", {option: spaced(name), choice: or(rest)}) : en("option_waits", {option: spaced(name), choice: or(choices)});
  }
  return rows.filter(row => !row.box.disabled).map(row => row.option);
}
export function newMatch(me, tell) {
  const game = make("select", {}, ...me.games.map(one => make("option", {value: one.name, text: one.title})));
  if (kept.game) game.value = kept.game;
  const about = make("p"), titles = make("div", {class: "inside"}), more = make("details"), seats = make("div", {class: "inside"});
  const dice = make("p", {class: "soft", id: "dice", "aria-live": "polite"}), missing = make("p", {class: "alarm", id: "missing", role: "status"});
  let chosen = new Map(), asked = 0, fault = "", rows = [];
  const chairs = those => {
    chosen = new Map();
    const lone = those.length === 1;
    seats.replaceChildren(...(lone ? [] : those.map((one, i) => {
      const who = make("select", {}, make("option", {value: "", text: en("choose")}), make("option", {value: "me", text: en("me", {name: me.name})}), ...me.people.map(it => make("option", {value: it.id, text: it.name})));
      who.value = one.id in kept.seats ? kept.seats[one.id] : i ? "" : "me";
      chosen.set(one, who);
      who.addEventListener("change", () => { kept.seats[one.id] = who.value; say(); });
      return field(en("who_plays", {seat: one.name}), who);
    })));
    say();
  };
  const say = () => {
    const open = [...chosen].filter(([, who]) => !who.value).map(([one]) => one.name), others = [...chosen.values()].some(who => who.value && who.value !== "me");
    missing.textContent = fault || (open.length ? en("say_who_plays", {seats: open.join(", ")}) + (me.people.length ? "" : ` ${en("nobody_is_known_here")}`) : "");
    dice.textContent = open.length ? "" : others ? en("dice_come_from_all_players") : en("all_seats_are_yours_and");
    box.querySelector("[type=submit]").disabled = Boolean(open.length || fault);
  };
  const options = () => {
    const found = {};
    for (const option of showWhether(rows)) if (valueOf(option) !== option.default) found[option.name] = valueOf(option);
    return found;
  };
  const ask = async () => {  // which seats there are with these options
    const n = ++asked;
    try {
      const those = await post("/api/seats", {game: game.value, options: options()});
      if (n !== asked) return;
      fault = "";
      chairs(those);
    } catch (refused) { if (n === asked) { fault = refused.message; say(); } }
  };
  const show = () => {
    const one = me.games.find(it => it.name === game.value);
    fault = "";
    about.textContent = one.about;
    const scenarios = one.scenarios.map(it => choice(it, ask)), others = one.options.map(it => choice(it, ask));
    rows = [...scenarios, ...others];
    titles.replaceChildren(...scenarios.map(it => it.box));
    more.replaceChildren(make("summary", {text: en("options")}), ...others.map(it => it.box));
    more.hidden = !one.options.length;
    chairs(one.seats);
    if (Object.keys(options()).length) ask();
  };
  const box = form(en("a_new_match"), en("begin"), async () => {
    const people = {};
    for (const [one, who] of chosen) people[one.id] = who.value;
    goOn(await post("/api/new", {game: game.value, people, options: options()}));
  }, tell, field(en("game"), game), about, titles, seats, dice, more, missing);
  game.addEventListener("change", () => { Object.assign(kept, {game: game.value, options: {}, seats: {}}); show(); });
  show();
  return box;
}
