/* The data that stand in the page: the match, the play, and what came after it. */
import {$} from "./elements.js";
import {addPart, steps} from "./tables.js";
const read = id => JSON.parse($(id).textContent);
export const match = read("match");
export let ended = 0;  // how many steps the play has; what follows was disclosed later
for (const id of ["data-play", "data-after"]) {
  addPart(read(id));
  if (id === "data-play") ended = steps.length;
}
