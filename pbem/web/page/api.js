/* Asking the table: one way for all requests, and what goes wrong as an error with what to do. */
import {en} from "./en.js";

export const BASE = new URL(import.meta.url).pathname.replace(/\/page\/api\.js$/, "");
export const PAGE = crypto.getRandomValues(new Uint32Array(3)).join("-");  // this tab, as the table knows it

const AGAIN = 3000;  // ms after which a table that was gone is looked for again

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
async function patiently(path, options) {
  try {
    return await answered(path, options);
  } catch (refused) {
    if (refused.http !== 503) throw refused;
    return answered(path, options);  // the courier was writing: once more
  }
}
export const get = path => patiently(path);
export const post = (path, body) =>
  patiently(path, {method: "POST", headers: {"content-type": "application/json"}, body: JSON.stringify(body)});
export const drop = (content, joins) =>
  answered(joins ? "/join/drop" : "/drop", {method: "POST", headers: {"content-type": "application/octet-stream"}, body: content});

export function listen(changed, state, post, staysOpen) {  // a hidden page does not, unless it tells on the desktop; one that is seen again looks anew
  const channel = new BroadcastChannel(`pbem${BASE}`);
  let leave = null;
  const hear = ({what, game}) => { if (what === "changed") changed(game); else if (what === "post") post(); else state(what === "open"); };
  const open = () => {
    if (leave || document.hidden && !staysOpen()) return;
    leave = new AbortController();
    streams(leave.signal, told => { hear(told); channel.postMessage(told); });
  };
  channel.addEventListener("message", event => { if (leave) hear(event.data); });
  document.addEventListener("visibilitychange", () => {
    if (!document.hidden) { open(); changed(""); }
    else if (leave && !staysOpen()) { leave.abort(); leave = null; }
  });
  open();
}
function streams(signal, tell) {  // one page has the stream, and tells the others: browsers allow six to a host; the next has it when it leaves
  const stream = () => new Promise(done => {
    let source = null;
    const open = () => { source = opened(tell, () => { if (!signal.aborted) setTimeout(() => { if (!signal.aborted) open(); }, AGAIN); }); };
    open();
    signal.addEventListener("abort", () => { source.close(); done(); });
  });
  navigator.locks.request(`pbem${BASE}`, {signal}, stream).catch(() => {});  // it left before it was its turn
}
function opened(tell, over) {  // a table that was started again lets nobody in before its new address was opened: then the browser gives up by itself
  const source = new EventSource(BASE + "/api/events");
  source.addEventListener("changed", event => tell({what: "changed", game: JSON.parse(event.data).game}));
  source.addEventListener("post", () => tell({what: "post"}));
  source.addEventListener("open", () => { tell({what: "open"}); tell({what: "changed", game: ""}); });  // what changed before it was heard
  source.addEventListener("error", () => {
    tell({what: "error"});
    if (source.readyState === EventSource.CLOSED) over();
  });
  return source;
}
