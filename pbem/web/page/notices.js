/* Notices of the desktop, if they are allowed: when something is asked of the person that was not asked before. */
import {make} from "./show/elements.js";
import {BASE, get} from "./api.js";

const there = () => "Notification" in window;
export const areOn = () => there() && Notification.permission === "granted";
let asked = null;  // what was asked when it was looked last, by match

export function noticeSwitch() {  // what turns them on; nothing where there are none
  if (!there()) return "";
  const said = make("span", {class: "soft", role: "status"}), button = make("button", {type: "button", text: "Tell me on the desktop when it is my move"});
  const show = () => {
    button.hidden = areOn();
    said.textContent = areOn() ? "You are told on the desktop when it is your move, while a page of the table is open."
      : Notification.permission === "denied" ? "This browser does not allow notices of this page." : "";
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
    const told = new Notification(`Your move: ${one.title}`, {body: one.line, tag: one.game});
    told.addEventListener("click", () => { focus(); location.href = `${BASE}/m/${encodeURIComponent(one.game)}`; });
  }
}
