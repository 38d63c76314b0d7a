/* Which part of the board is seen: where places are lit, some of them always are. */
import {board} from "./show/board.js";
import {camera, middle, seen, zoomTo} from "./show/camera.js";

const AIR = 1.08;  // a little of the board around them
let shown = "", before = 0, after = 0;  // the places shown last; how large the board was before and after that

export function comeBack() {  // something new: as large as before, if nobody has made it another size since
  if (before && camera.scale === after) { camera.mode = "read"; zoomTo(before, middle(seen())); }
  before = 0;
}

export function showThese(places) {  // once for the same places: whoever moves the board away from them may
  const these = [...places].sort().join(" ");
  if (these === shown) return;
  shown = these;
  const boxes = [...places].map(id => board.places.get(id)).filter(Boolean).map(place => place.box), part = seen();
  const isSeen = box => { const [x, y] = middle(box); return x > part.x && x < part.x + part.width && y > part.y && y < part.y + part.height; };
  if (!boxes.length || boxes.some(isSeen)) return;
  const left = Math.min(...boxes.map(one => one.x)), top = Math.min(...boxes.map(one => one.y));
  const wide = Math.max(...boxes.map(one => one.x + one.width)) - left, high = Math.max(...boxes.map(one => one.y + one.height)) - top;
  const fits = camera.scale * Math.min(part.width / (wide * AIR), part.height / (high * AIR));
  const large = camera.scale;
  if (fits < large) camera.mode = "free";
  zoomTo(Math.min(camera.scale, fits), [left + wide / 2, top + high / 2]);
  if (fits < large) [before, after] = [before || large, camera.scale];
}
