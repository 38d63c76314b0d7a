/* Notices of the desktop, if they are allowed: when something is asked of the person that was not asked before. */
import {make} from "./show/elements.js";
import {en} from "./en.js";
import {BASE, get} from "./api.js";

const there = () => "Notification" in window;
export const areOn = () => there() && Notification.permission === "granted";
let asked = null;  // what was asked when it was looked last, by match

export function noticeSwitch() {  // what turns them on; nothing where there are none
  if (!there()) return "";
  const said = make("span", {class: "soft", role: "status"}), button = make("button", {type: "button", text: en("tell_me_on_the_desktop")});
  const show = () => {
    button.hidden = areOn();
    said.textContent = areOn() ? en("you_are_told_on_the")
      : Notification.permission === "denied" ? en("this_browser_does_not_allow") : "";
  };
  button.addEventListener("click", async () => { await Notification.requestPermission(); show(); begin(); });
  show();
  return make("p", {class: "row"}, button, said);
}
export function begin() { if (areOn()) notice(); }
export async function notice() {  // of each match that has become one's move since the last look, if nobody looks at the page
  if (!areOn()) return;
  let entries;
  try { entries = await get("/api/matches"); } catch (gone) { return; }
  const now = new Map(entries.filter(one => one.state === "move").map(one => [one.game, one.line]));
  const before = asked;
  asked = now;
  if (!before || !document.hidden) return;
  for (const one of entries) if (now.has(one.game) && before.get(one.game) !== one.line) {
    const told = new Notification(en("your_move_in", {title: one.title}), {body: one.line, tag: one.game});
    told.addEventListener("click", () => { focus(); location.href = `${BASE}/m/${encodeURIComponent(one.game)}`; });
  }
}
