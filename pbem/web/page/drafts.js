/* The drafts and what they bring about, taking the last one back, sending all; what to hand to the others. */
import {$, make} from "./show/elements.js";
import {en} from "./en.js";
import {BASE, get} from "./api.js";
import {called} from "./told.js";
import {isShown} from "./focus.js";

const BOXES = new WeakMap();  // of each thing done, what is said of its packets
const SMALL = matchMedia("(max-width: 499px)");  // there they are one line, and unfold
SMALL.addEventListener("change", () => { if ($("drafted")) $("drafted").open = !SMALL.matches; });
const LONG = 60;  // signs of an order that are always seen
function drafted(one) {  // what it brings about says it best; the words stand behind it
  const words = make("code", {text: one.text});
  if (!one.told.length) return [words];
  const told = one.told.map(line => make("p", {text: line}));
  return one.text.length < LONG ? [words, ...told] : [...told, make("details", {class: "soft"}, make("summary", {text: en("in_words")}), words)];
}
function back(one, number, act) {
  const button = make("button", {type: "button", class: "small away", text: "×", title: en("take_this_one_back"),
                                 "aria-label": en("take_back_draft", {number, words: one.text.slice(0, LONG)})});
  button.addEventListener("click", () => act("undo", number));
  return button;
}
function handOver(game, done) {  // by hand, unless the courier of this home brings it
  if (!BOXES.has(done)) {
    const box = make("div");
    BOXES.set(done, box);
    const links = done.packets.map(name => make("a", {href: `${BASE}/api/m/${encodeURIComponent(game)}/packet/${encodeURIComponent(name)}`, download: name, text: name}));
    get("/api/post").catch(() => ({matches: [], carried: {}})).then(({matches, carried}) => {
      const isCarried = ["here", "elsewhere"].includes(carried.work) && matches.some(one => one.game === game && one.carried);
      box.replaceChildren(...(isCarried ? [make("p", {class: "soft", text: en("your_courier_brings_it")})]
        : links.map(link => make("p", {}, en("send_this_file_to_the"), link)).concat(make("p", {class: "soft"}, make("a", {href: `${BASE}/post`, text: en("so_that_nothing_is_sent")})))));
    });
  }
  return BOXES.get(done);
}
export function showDrafts(state, done, act) {
  if (isShown("drafts", JSON.stringify([state.drafts, state.alone]), done)) return;
  const lines = [];
  if (state.drafts.length) {
    const isOpen = SMALL.matches ? $("drafted")?.open : true, list = make("ol", {}, ...state.drafts.map((one, i) => make("li", {}, back(one, i + 1, act), make("b", {text: `${called(one.seat)} (${one.rule}): `}), ...drafted(one))));
    const undo = make("button", {type: "button", id: "undo", text: en("take_last_back"), title: en("take_the_last_one_back")});
    const send = make("button", {type: "button", id: "send", class: "main", text: state.alone ? en("send_sign", {count: state.drafts.length}) : en("send_sign_and_hand_over", {count: state.drafts.length})});
    undo.addEventListener("click", () => act("undo"));
    send.addEventListener("click", () => act("send"));
    const folded = make("details", {id: "drafted"}, make("summary", {}, make("h3", {text: en("drafts_not_sent", {count: state.drafts.length})})), list);
    folded.open = Boolean(isOpen);
    lines.push(send, undo, folded);
  }
  if (done) {
    for (const line of done.told) lines.push(make("p", {class: "soft", text: line}));
    if (done.packets.length) lines.push(handOver(state.game, done));
  }
  const before = $(state.drafts.length ? "turn" : "since");  // what is to be sent is in sight at once
  if (before.nextElementSibling !== $("drafts")) before.after($("drafts"));
  $("drafts").replaceChildren(...lines);
}
