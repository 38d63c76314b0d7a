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
function choice(option) {
  const select = make("select", {}, ...option.choices.map((one, i) => make("option", {value: one, text: option.called[i] || ANSWERS[one] || one.replaceAll("_", " ")})));
  const was = kept.options[option.name];
  select.value = option.choices.includes(was) ? was : option.default;
  return field(option.name.replaceAll("_", " "), select, option.text);
}
export function newMatch(me, tell) {
  const game = make("select", {}, ...me.games.map(one => make("option", {value: one.name, text: one.title})));
  if (kept.game) game.value = kept.game;
  const about = make("p"), titles = make("div", {class: "inside"}), more = make("details"), seats = make("div", {class: "inside"});
  const dice = make("p", {class: "soft", id: "dice", "aria-live": "polite"}), missing = make("p", {class: "alarm", id: "missing", role: "status"});
  let chosen = new Map(), asked = 0, fault = "";
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
    const one = me.games.find(it => it.name === game.value), found = {};
    for (const option of [...one.scenarios, ...one.options]) if (option.name in kept.options && kept.options[option.name] !== option.default) found[option.name] = kept.options[option.name];
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
  const row = option => {
    const it = choice(option), select = it.querySelector("select");
    select.addEventListener("change", () => { kept.options[option.name] = select.value; ask(); });
    return it;
  };
  const show = () => {
    const one = me.games.find(it => it.name === game.value);
    fault = "";
    about.textContent = one.about;
    titles.replaceChildren(...one.scenarios.map(row));
    more.replaceChildren(make("summary", {text: en("options")}), ...one.options.map(row));
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
