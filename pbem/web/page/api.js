/* Asking the table: one way for all requests, and what goes wrong as an error with what to do. */
import {en} from "./en.js";

export const BASE = new URL(import.meta.url).pathname.replace(/\/page\/api\.js$/, "");
export const PAGE = crypto.getRandomValues(new Uint32Array(3)).join("-");  // this tab, as the table knows it

export class Refused extends Error {
  constructor(fault, http) {
    super(fault.error || en("the_table_did_not_answer"));
    this.fault = fault;
    this.http = http;
  }
}
async function answered(path, options) {
  let response;
  try {
    response = await fetch(BASE + path, Object.assign({cache: "no-store", redirect: "error"}, options));
  } catch (gone) {
    throw new Refused({error: en("pbem_table_is_not_running"), hint: en("start_it_again_with_pbem")}, 0);
  }
  const body = await response.json().catch(() => ({}));
  if (!response.ok) throw new Refused(body, response.status);
  return body;
}
export const get = path => answered(path);
export async function post(path, body) {
  const options = {method: "POST", headers: {"content-type": "application/json"}, body: JSON.stringify(body)};
  try {
    return await answered(path, options);
  } catch (refused) {
    if (refused.http !== 503) throw refused;
    return answered(path, options);  // the courier was writing: once more
  }
}
export const drop = (content, joins) =>
  answered(joins ? "/join/drop" : "/drop", {method: "POST", headers: {"content-type": "application/octet-stream"}, body: content});

export function listen(changed, state, post, staysOpen) {  // a hidden page does not listen, unless it tells on the desktop; one that is seen again looks anew
  let source = null;
  const open = () => {
    if (source || document.hidden && !staysOpen()) return;
    source = new EventSource(BASE + "/api/events");
    source.addEventListener("changed", event => changed(JSON.parse(event.data).game));
    source.addEventListener("post", post);
    source.addEventListener("open", () => state(true));
    source.addEventListener("error", () => state(false));
  };
  document.addEventListener("visibilitychange", () => {
    if (!document.hidden) { open(); changed(""); }
    else if (source && !staysOpen()) { source.close(); source = null; }
  });
  open();
}
