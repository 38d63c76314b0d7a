/* The colours of the board by theme: a variable of the page for each paint, set when there are new ones or the theme is another. */
import {tables} from "./tables.js";

const THEMES = ["light", "dark", "contrast"];
const root = document.documentElement, dark = matchMedia("(prefers-color-scheme: dark)"), more = matchMedia("(prefers-contrast: more)");
const onPaper = matchMedia("print");  // which is white
const set = {count: 0, theme: -1};
const themeNow = () => root.dataset.theme || (more.matches ? "contrast" : dark.matches ? "dark" : "light");
export function paintAll(anew = false) {
  const theme = onPaper.matches ? 0 : Math.max(0, THEMES.indexOf(themeNow()));
  if (anew || theme !== set.theme) set.count = 0;
  set.theme = theme;
  for (; set.count < tables.paints.length; set.count++) root.style.setProperty(`--p${set.count}`, tables.paints[set.count][theme]);
}
export function theme(next) {  // the one that was chosen before; or the next of three
  let kept = null;
  try { kept = localStorage.getItem("pbem theme"); } catch (refused) { /* as the system has it */ }
  if (next) {
    root.dataset.theme = THEMES[(THEMES.indexOf(themeNow()) + 1) % THEMES.length];
    try { localStorage.setItem("pbem theme", root.dataset.theme); } catch (refused) { /* for this visit only */ }
  } else if (THEMES.includes(kept)) root.dataset.theme = kept;
  paintAll();
}
for (const media of [dark, more, onPaper]) media.addEventListener("change", () => paintAll());
