/* What has the keyboard: it keeps it where the page is made anew under it, and stays in sight where the page moves. */
import {$} from "./show/elements.js";

const HIGH = 40;  // px of what is in focus that must be seen of a high one
let last = null;  // what was in focus, where it stood, whether it was seen: until the page moves or somebody scrolls

export function openFocus() {
  const seen = new ResizeObserver(stay);
  for (const one of document.querySelectorAll("main, #bar, #scroll, #scroll > *, #dock")) seen.observe(one);
  addEventListener("resize", stay);
  document.addEventListener("scroll", stay, true);
  document.addEventListener("focusin", event => { last = {...measured(event.target), isSeen: true}; });  // the browser brings it into sight, maybe later
}
function measured(one) {  // where it stands in what scrolls, wherever that is scrolled to; the window upon it
  const box = one.getBoundingClientRect();
  let top = 0, bottom = innerHeight, stands = box.top;
  for (let outer = one.parentElement; outer; outer = outer.parentElement) {
    stands += outer.scrollTop;
    if (outer === document.documentElement || !["auto", "scroll"].includes(getComputedStyle(outer).overflowY)) continue;
    const view = outer.getBoundingClientRect();
    [top, bottom] = [Math.max(top, view.top), Math.min(bottom, view.bottom)];
  }
  const middle = box.top + Math.min(box.height, HIGH) / 2;
  return {one, lies: [stands, box.height, top, bottom].map(Math.round).join(), isSeen: middle > top && middle < bottom};
}
function stay() {  // who scrolls moves nothing but the window: then what is out of sight is meant to be so
  const one = document.activeElement, was = last;
  if (!one || one === document.body || one.closest("#view")) { last = null; return; }
  last = measured(one);
  if (!was || was.one !== one || !was.isSeen || last.isSeen || was.lies === last.lies) return;
  one.scrollIntoView({block: "nearest"});
  last = measured(one);
}
export function letBe() {  // the page was scrolled on purpose: what that put out of sight stays there
  const one = document.activeElement;
  last = one && one !== document.body ? measured(one) : null;
}
const shown = new Map();
export function isShown(part, ...what) {  // whether a part of the page shows just this: then it is not made anew, and what was opened there stays so
  const before = shown.get(part);
  shown.set(part, what);
  return Boolean(before) && what.every((one, i) => one === before[i]);
}
const nameOf = one => one.dataset.place || one.dataset.answer || one.getAttribute("href") || one.getAttribute("aria-label") || one.textContent;
export function held(paint, left = null) {  // paints; what is made anew gets the focus again, else `left` if it is gone
  const one = document.activeElement, was = last, home = one && one.parentElement && one.parentElement.closest("[id]");
  const name = one ? nameOf(one) : "", all = what => home && $(home.id) ? [...$(home.id).querySelectorAll(what)] : [];
  const like = () => all(one.localName).filter(other => nameOf(other) === name), before = home ? like() : [];
  const done = paint();
  if (one && !one.isConnected) {
    const those = like(), isSure = those.length === before.length;  // never another that is only called alike
    const again = one.id ? $(one.id) : one.localName === "summary" ? all("summary")[0] : isSure ? those[before.indexOf(one)] : null;
    (again || left || document.body).focus({preventScroll: true});
    if (again && was) last = {...was, one: again};
  }
  stay();
  return done;
}
