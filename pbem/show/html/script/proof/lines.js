/* From bytes to events: frames, strict spelling, form; and what a line that is no event says of its place (protocol 2.3). */
import {sha256, taggedHash, fromBase64, textOf, toBase64, toHex} from "./bytes.js";
import {faultOf} from "./forms.js";
import {isWeak} from "./keys.js";

export const MOST_LINE = 65536;
const MOST_CLAIMS = 8;

export function* linesOf(bytes) {  // [number, bytes of the line with its end]; null for one that is too long
  for (let from = 0, number = 1; from < bytes.length; number++) {
    const end = bytes.indexOf(10, from), to = end < 0 ? bytes.length : end + 1;
    yield [number, to - from > MOST_LINE || to - from === MOST_LINE && bytes[to - 1] !== 10 ? null : bytes.subarray(from, to)];
    from = to;
  }
}
const has = (line, at, words) => [...words].every((letter, i) => line[at + i] === letter.charCodeAt(0));

/* {core, signature, msg, id} of a good line, else {why, isLater}. */
export async function eventOf(line) {
  const size = line === null ? 0 : line.length;
  if (line === null) return {why: `more than ${MOST_LINE} bytes in one line`};
  if (line[size - 1] !== 10) return {why: `the line breaks off after ${size} bytes`};
  if (size < 100 || !has(line, 0, '{"c":') || !has(line, size - 95, ',"s":"') || !has(line, size - 3, '"}') || line.includes(13)) return {why: "not framed as an event"};
  const core = line.subarray(5, -95);
  let msg, signature, spelled;
  try {
    signature = textOf(line.subarray(-89, -3));
    spelled = textOf(core);
    msg = JSON.parse(spelled);
    if (canonical(msg) !== spelled) return {why: "not canonical JSON"};
  } catch (fault) { return {why: "not JSON"}; }
  const bytes = fromBase64(signature);
  if (bytes === null || bytes.length !== 64) return {why: "the signature is not canonical base64url"};
  const why = faultOf(msg) || keysFault(msg);
  if (why) return {why, isLater: why === "later"};
  return {core, signature, msg, id: toBase64(await taggedHash("event", core))};
}
function keysFault({kind, body}) {
  const keys = kind === "join" ? [body.pk, body.box] : kind === "genesis" ? [body.host, ...body.seats.map(seat => seat.id)] : [];
  return keys.some(key => isWeak(fromBase64(key))) ? "a key of small order" : "";
}
/* RFC 8785 for what an event may hold; throws for any other value, so that nothing is read that has two spellings. */
function canonical(value, depth = 0) {
  if (depth > 64) throw new RangeError("too deep");
  if (typeof value === "string") {
    if (!value.isWellFormed?.() && /[\ud800-\udfff]/.test(value.replace(/[\ud800-\udbff][\udc00-\udfff]/g, ""))) throw new RangeError("half a character");
    return JSON.stringify(value);
  }
  if (typeof value === "boolean" || Number.isSafeInteger(value)) return String(value);
  if (Array.isArray(value)) return `[${value.map(one => canonical(one, depth + 1)).join()}]`;
  if (typeof value !== "object" || value === null) throw new RangeError("no such value");
  return `{${Object.keys(value).sort().map(key => `${JSON.stringify(key)}:${canonical(value[key], depth + 1)}`).join()}}`;
}
/* What bytes that are no event seem to say of the places of the events they were: one claim at least. */
export function claimsIn(bytes) {
  const words = Array.from(bytes, byte => String.fromCharCode(byte)).join("");
  const found = pattern => [...words.matchAll(pattern)].slice(0, MOST_CLAIMS);
  const feeds = found(/"feed":"([A-Za-z0-9_-]{43})/g), feed = feeds.length === 1 ? feeds[0][1] : null;
  const places = found(/"n":([0-9]{1,15}),"prev":"([^"]{0,99})","r":([0-9]{1,6}),"seat":([0-9]{1,2})[,}]/g);
  if (places.length) return places.map(([, n, prev, r, seat]) => ({seat: Number(seat), n: Number(n), r: Number(r), prev, feed: places.length === 1 ? feed : null}));
  const number = pattern => (pattern.exec(words) || [null, null])[1], as = value => value === null ? null : Number(value);
  return [{seat: as(number(/"seat":([0-9]{1,15})[,}]/)), n: as(number(/"n":([0-9]{1,15})[,}]/)), r: as(number(/"r":([0-9]{1,15})[,}]/)),
           prev: number(/"prev":"([A-Za-z0-9_-]{43})/), feed}];
}
export const digestOf = async bytes => toHex(await sha256(bytes));
export const startsAsEvent = line => line !== null && has(line, 0, '{"c":');
export const isGenesis = line => line !== null && has(line, line.length - 107, '"v":"pbem1"}');
