/* From nothing: who one is, whom one knows, a new match. */
import {$, make} from "./show/elements.js";
import {BASE, get, post} from "./api.js";
import {lockButton} from "./unlock.js";

export async function showBegin(tell) {
  const me = await get("/api/me");
  if (me.locked) throw Object.assign(new Error(`the identity of ${me.name} is locked`), {http: 423, fault: {}});
  $("begin").replaceChildren(...(me.name ? [newMatch(me, tell), myself(me), others(me)] : [identity(tell)]));
  $("begin").hidden = false;
  if (location.hash === "#people" && $("people")) $("people").scrollIntoView();
}
function field(label, input, note) {
  return make("label", {class: "field"}, make("span", {text: label}), input, note ? make("small", {text: note}) : "");
}
function form(title, button, submit, tell, ...inside) {
  const go = make("button", {type: "submit", class: "main", text: button});
  const box = make("form", {class: "card"}, make("h2", {text: title}), ...inside, go);
  box.addEventListener("submit", async event => {
    event.preventDefault();
    go.disabled = true;
    try { await submit(box); } catch (fault) { tell(fault); } finally { go.disabled = false; }
  });
  return box;
}
function identity(tell) {
  const name = make("input", {required: "", maxlength: 64, autocomplete: "off"}), address = make("input", {type: "email", autocomplete: "off"});
  const passphrase = make("input", {type: "password", autocomplete: "new-password"});
  const again = make("input", {type: "password", autocomplete: "new-password"});
  return form("Who are you?", "This is me", async box => {
    if (passphrase.value !== again.value) throw Object.assign(new Error("the two passphrases differ"), {fault: {}});
    const made = await post("/api/identity", {name: name.value, address: address.value, passphrase: passphrase.value});
    const on = make("button", {type: "button", class: "main", text: "I have written them down"});
    on.addEventListener("click", () => showBegin(tell).catch(tell));
    box.replaceWith(make("section", {class: "card"}, make("h2", {text: "Your recovery words"}),
      make("p", {text: "Whoever has these words is you. Write them on paper: they bring you back if this disk is lost."}),
      make("ol", {class: "words"}, ...made.words.map(word => make("li", {text: word}))), on));
  }, tell, field("What others call you", name), field("Your mail address", address, "only if you play by mail; never in a game's record"),
     field("A passphrase", passphrase, "keeps your keys locked on this disk; none if the disk is yours alone"), field("The passphrase again", again));
}
function myself(me) {
  const card = make("textarea", {readonly: "", rows: 3, "aria-label": "Your card"});
  card.value = me.card;
  return make("section", {class: "card", id: "people", tabindex: "-1"}, make("h2", {text: `You: ${me.name}`}),
    make("p", {text: me.address || "no mail address"}),
    make("p", {class: "soft", text: "Your card, for whoever makes a match. Copy it into a mail or a file:"}), card, me.guarded ? lockButton() : "");
}
function others(me) {
  return make("section", {class: "card"}, make("h2", {text: "People you know"}),
    ...(me.people.length ? me.people.map(one => make("p", {text: `${one.name}${one.address ? `, ${one.address}` : ""}`})) : [make("p", {text: "Nobody yet."})]),
    make("p", {class: "soft", text: "Drop somebody's card on this page, or open it as a file, to know them."}));
}
function choice(option) {
  const select = make("select", {}, ...option.choices.map(one => make("option", {value: one, text: one})));
  select.value = option.default;
  return select;
}
function newMatch(me, tell) {
  const game = make("select", {}, ...me.games.map(one => make("option", {value: one.name, text: one.title})));
  const inside = make("div", {class: "inside"}), dice = make("p", {class: "soft", id: "dice", "aria-live": "polite"});
  const chosen = {options: new Map(), seats: new Map()};
  const show = () => {
    const one = me.games.find(it => it.name === game.value);
    chosen.options.clear();
    chosen.seats.clear();
    const parts = [make("p", {text: one.about})];
    for (const option of one.scenarios) { const it = choice(option); chosen.options.set(option.name, [it, option]); parts.push(field(option.name, it, option.text)); }
    if (one.seats.length > 1) for (const seat of one.seats) {
      const who = make("select", {}, make("option", {value: "me", text: `me (${me.name})`}), ...me.people.map(it => make("option", {value: it.id, text: it.name})));
      chosen.seats.set(seat, who);
      who.addEventListener("change", () => { dice.textContent = diceOf(chosen); });
      parts.push(field(`Who plays ${seat.replaceAll("_", " ")}`, who));
    }
    dice.textContent = diceOf(chosen);
    parts.push(dice);
    const more = make("details", {}, make("summary", {text: "Options"}));
    for (const option of one.options) { const it = choice(option); chosen.options.set(option.name, [it, option]); more.append(field(option.name, it, option.text)); }
    if (one.options.length) parts.push(more);
    inside.replaceChildren(...parts);
  };
  game.addEventListener("change", show);
  show();
  return form("A new match", "Begin", async () => {
    const options = {}, people = {};
    for (const [name, [it, option]] of chosen.options) if (it.value !== option.default) options[name] = it.value;
    for (const [seat, who] of chosen.seats) people[seat] = who.value;
    const made = await post("/api/new", {game: game.value, people, options});
    location.href = `${BASE}/m/${encodeURIComponent(made.game)}`;
  }, tell, field("Game", game), inside);
}
const diceOf = chosen => [...chosen.seats.values()].some(who => who.value !== "me")
  ? "Dice come from all players together: nobody can choose or foresee them."
  : "All seats are yours, and so are the dice: every report says first that they are self-rolled. Who wants to prove that he did not choose them plays with somebody else.";
