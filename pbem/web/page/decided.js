/* What is decided beforehand: standing orders as switches, each with what it would do now; sets of them. */
import {$, make} from "./show/elements.js";
import {en} from "./en.js";
import {get} from "./api.js";
import {held} from "./focus.js";
import {openFiling, showFiled} from "./filing.js";

const now = {game: "", seat: "", at: "", seen: "", ask: null, rows: new Map()};

export function openDecided(game, ask, change) {  // `ask` only asks, `change` changes the match
  now.game = game;
  now.ask = ask;
  now.change = change;
  $("beforehand").addEventListener("toggle", () => { if ($("beforehand").open) refresh(); });
  openFiling(ask, change);
}
export function showDecided(state) {
  $("beforehand").hidden = !state.seat || Boolean(state.result);
  if (state.seat !== now.seat) { now.rows.clear(); $("presets").replaceChildren(); $("standing").replaceChildren(); now.seen = ""; }
  now.seat = state.seat;
  now.at = state.at;
  if ($("beforehand").open && now.seen !== now.at) refresh();
}
async function refresh() {
  const at = now.seen = now.at;
  const query = new URLSearchParams({seat: now.seat});
  let found;
  try {
    found = await get(`/api/m/${encodeURIComponent(now.game)}/decided?${query}`);
  } catch (fault) {
    $("decided-notes").replaceChildren(...told(fault));
    return;
  }
  if (found.seat !== now.seat || at !== now.seen) return;  // what is newer is on its way
  held(() => paint(found));
}
function paint(found) {
  $("decided-notes").replaceChildren(...found.notes.map(line => make("p", {class: "note", text: line})));
  if (!$("presets").childElementCount) showPresets(found.presets);
  for (const one of found.standing) {
    if (!now.rows.has(one.name)) { now.rows.set(one.name, row(one)); $("standing").append(now.rows.get(one.name).box); }
    now.rows.get(one.name).show(one);
  }
  if (!found.standing.length) $("standing").replaceChildren(make("p", {class: "soft", text: en("this_game_has_no_standing")}));
  showFiled(found);
}
export const told = fault => [...fault.message.split("\n"), fault.fault ? fault.fault.hint : ""].filter(Boolean)
  .map(line => make("p", {class: "alarm", text: line}));

function row(first) {  // built once: what somebody has begun to choose stays, whatever changes meanwhile
  const summary = make("summary"), said = make("div", {role: "status"}), group = make("fieldset");
  const set = make("button", {type: "button", class: "main", text: en("set"), "aria-label": en("set_this_one", {name: first.name})}), ways = new Map();
  let last = first, begun = false;  // somebody has begun to choose, wherever the focus is now
  group.append(make("legend", {text: en("rule", {title: first.title, rules: first.rules.join(", ")})}));
  for (const way of first.ways) {
    const pick = make("input", {type: "radio", name: `standing-${first.name}`, value: way.name});
    const would = make("small"), more = way.takes ? make("input", {placeholder: way.takes, "aria-label": `${way.name}: ${way.takes}`, autocomplete: "off"}) : null;
    const line = make("div", {class: "way"}, make("label", {}, pick, make("span", {}, make("b", {text: way.name}), ` ${way.words}`, would)));
    if (more) { line.append(more); more.addEventListener("input", () => { pick.checked = true; chose(); }); }
    pick.addEventListener("change", () => chose());
    ways.set(way.name, {pick, more, would});
    group.append(line);
  }
  const chosen = () => [...ways].find(([, one]) => one.pick.checked);
  const text = () => { const [name, one] = chosen() || ["ask", {}]; return `${name} ${one.more ? one.more.value : ""}`.trim(); };
  const isDirty = () => text() !== last.set;
  const ready = () => { set.disabled = !isDirty(); };
  const chose = () => { begun = isDirty(); ready(); };
  const put = () => {
    for (const [name, one] of ways) {
      one.pick.checked = last.set === name || Boolean(one.more && last.set.startsWith(`${name} `));
      if (one.more) one.more.value = one.pick.checked ? last.set.slice(name.length + 1) : "";
    }
    ready();
  };
  set.addEventListener("click", async () => {
    const before = last;
    set.disabled = true;
    try {
      await now.change("standing", {text: `${first.name} ${text()}`});
      said.replaceChildren();
      begun = false;
      if (last !== before) put();
    } catch (fault) { said.replaceChildren(...told(fault)); ready(); }
  });
  const show = one => {
    last = one;
    begun = begun && isDirty();
    if (!begun) put();
    summary.replaceChildren(make("span", {text: one.title}), " ", make("b", {class: one.set === "ask" ? "soft" : "yours", text: one.set === "ask" ? en("asks_you") : one.set}),
                            one.asked ? make("small", {text: en("asked_now")}) : "");
    for (const way of one.ways) ways.get(way.name).would.textContent = way.now ? en("now_at_once", {now: way.now}) : "";
    ready();
  };
  const box = make("details", {class: "order"}, summary, group, make("p", {class: "row"}, set), said);
  put();
  return {box, show};
}
function showPresets(presets) {
  if (!presets.length) return;
  const list = make("div", {role: "status"});
  const buttons = presets.map(one => {
    const button = make("button", {type: "button", class: "ready"}, make("span", {text: one.words}), make("small", {text: one.remark}));
    button.addEventListener("click", async () => {
      try { list.replaceChildren(...told_of(one.words, await now.ask("preset", {text: one.words}), list)); } catch (fault) { list.replaceChildren(...told(fault)); }
    });
    return button;
  });
  $("presets").replaceChildren(make("p", {class: "soft", text: en("all_of_them_at_once")}), make("div", {class: "row"}, ...buttons), list);
}
function told_of(name, lines, list) {
  const set = make("button", {type: "button", class: "main", text: en("set_all_of", {name})}), leave = make("button", {type: "button", text: en("leave_it")});
  leave.addEventListener("click", () => list.replaceChildren());
  set.addEventListener("click", async () => {
    try { await now.change("preset/set", {text: name}); list.replaceChildren(); } catch (fault) { list.replaceChildren(...told(fault)); }
  });
  return [make("ul", {}, ...lines.map(one => make("li", {}, make("b", {text: `${one.name}: ${one.choice}`}), ` ${one.words}`,
    one.before === one.choice ? make("small", {text: en("as_it_is")}) : make("small", {text: en("was", {before: one.before})}),
    one.now && one.before !== one.choice ? make("small", {class: "alarm", text: en("asked_now_at_once", {now: one.now})}) : ""))), make("p", {class: "row"}, set, leave)];
}
