/* Comments of one's own, kept in this browser only. */
import {$} from "./elements.js";
import {at} from "./shown.js";
import {steps} from "./tables.js";
import {match} from "./data.js";
import {entries} from "./story.js";
const store = `pbem ${match.id} ${match.viewer}`;
let comments = null;
export function openComments() {
  try {
    localStorage.setItem("pbem test", "1");
    localStorage.removeItem("pbem test");
    const kept = JSON.parse(localStorage.getItem(store) || "{}");
    comments = kept && typeof kept === "object" ? kept : {};
  } catch (refused) { comments = null; }
  $("comment").hidden = comments === null;
}
export function showComment() {
  if (comments === null) return;
  const said = comments[steps[at].round];
  $("own").value = typeof said === "string" ? said : "";
  if ($("own").value) $("comment").open = true;
}
export function keepComment() {
  const round = steps[at].round, said = $("own").value;
  if (said.trim()) comments[round] = said; else delete comments[round];
  try { localStorage.setItem(store, JSON.stringify(comments)); } catch (full) { /* it stays until the page is left */ }
  entries[at].classList.toggle("noted", Boolean(said.trim()));
}
export function markComments() {
  if (comments !== null) for (const step of steps)
    if (typeof comments[step.round] === "string") entries[step.at].classList.add("noted");
}
