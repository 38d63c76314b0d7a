/* What an event may hold: fields, their patterns and bounds (protocol 2.4, 2.5, 3.1, 3.6). What is empty is left out. */
const whole = (least, most) => value => Number.isSafeInteger(value) && value >= least && value <= most;
const text = pattern => value => typeof value === "string" && pattern.test(value);
const short = most => value => typeof value === "string" && value.length <= 2 * most && [...value].length <= most;
const one = (...values) => value => values.includes(value);
const list = (inside, least, most) => value => Array.isArray(value) && value.length >= least && value.length <= most && value.every(inside);
const isObject = value => typeof value === "object" && value !== null && !Array.isArray(value);
function form(must, may = {}) {
  const fields = new Map(Object.entries({...must, ...may})), needed = Object.keys(must);
  return value => isObject(value) && needed.every(name => Object.hasOwn(value, name)) &&
    Object.keys(value).every(name => fields.has(name) && fields.get(name)(value[name]));
}
const B16 = text(/^[A-Za-z0-9_-]{21}[AQgw]$/), B32 = text(/^[A-Za-z0-9_-]{42}[AEIMQUYcgkosw048]$/), B64 = text(/^[A-Za-z0-9_-]{85}[AQgw]$/);
const count = whole(0, 2 ** 53 - 1), word = whole(0, 2 ** 32 - 1), round = whole(1, 999999), seat = whole(0, 15);
const rule = text(/^[a-z0-9.-]{1,8}$/), about = text(/^[a-z0-9/._-]{1,43}$/), slot = text(/^[a-z0-9/._-]{1,64}$/);
const say = value => text(/^[a-z0-9_.,:;*+/=-]+(?: [a-z0-9_.,:;*+/=-]+)*$/)(value) && value.length <= 8000;
const name = text(/^[a-z][a-z0-9_-]{0,31}$/), option = value => short(256)(value) || count(value) || typeof value === "boolean";
const options = value => isObject(value) && Object.keys(value).length <= 64 && Object.entries(value).every(([key, held]) => /^[a-z0-9_]{1,64}$/.test(key) && option(held));

const POLICIES = ["mover,others", "mover,next", "mover,judge", "mover,judge,others", "mover"];
const genesis = form({
  dice: form({by: value => Array.isArray(value) && POLICIES.includes(value.join())}), engine: text(/^[a-z][a-z0-9_-]{0,31}(?:\/[1-9][0-9]{0,5})?$/),
  engine_hash: B32, host: B32, options, seats: list(form({id: B32, name}, {role: one("judge")}), 1, 16),
}, {nonce: B16, policy: form({clock: form({days: whole(1, 90), grace: whole(1, 30)}, {leave: whole(1, 120)})})});
const item = form({bucket: one(128, 512, 2048, 8192), com: B32, salt: B16, slot,
  ct: text(/^(?:[A-Za-z0-9_-]{192}|[A-Za-z0-9_-]{704}|[A-Za-z0-9_-]{2752}|[A-Za-z0-9_-]{10944})$/)});
const opens = value => "seed" in value ? !("key" in value || "of" in value) : "key" in value && "of" in value;  // one or the other
const opening = value => form({slot}, {key: B32, of: B32, seed: B32})(value) && opens(value);
const ACTS = {
  answer: form({rule, say, type: one("answer")}, {about}), undo: form({to: round, type: one("undo")}),
  priv: form({com: B32, rule, slot, type: one("priv")}, {about}), agreed: form({of: B32, type: one("agreed")}),
};
const said = value => short(200)(value) && value !== "";
const AGREES = {takeback: form({do: one("takeback"), to: round}), result: form({do: one("result")}, {text: said, winners: list(name, 1, 16)})};
const CLAIMS = {seen: form({what: one("seen")}), away: form({until: count, what: one("away")}), late: form({what: one("late"), whom: seat}, {text: said})};
const oneOf = (forms, tag) => value => isObject(value) && Object.hasOwn(forms, value[tag]) && forms[value[tag]](value);
export const SIDE = ["resign", "note", "agree", "claim"];
const BODIES = {
  join: form({anchor: B32, box: B32, chain_n: whole(0, 65536), epoch: word, gsc: B32, pk: B32, pop: B64}, {build: text(/^[a-z0-9.+-]{1,64}$/)}),
  act: oneOf(ACTS, "type"), agree: oneOf(AGREES, "do"), claim: oneOf(CLAIMS, "what"),
  seal: form({items: list(item, 1, 256)}),
  reveal: value => form({slot}, {key: B32, of: B32, seed: B32, more: list(opening, 1, 255)})(value) && opens(value),
  entropy: form({c: word, e: B32, i: whole(1, 65536)}),
  disclose: form({epoch: word, gs: B32}, {more: list(form({epoch: word, gs: B32}), 1, 64)}),
  resign: form({}), note: form({text: short(2000)}),
};
const EVENT = {body: () => true, feed: B32, game: B32, kind: () => true, n: count, prev: B32, r: round, seat, t: count};
const EXTRA = {inc: value => list(B32, 1, 1024)(value) && value.every((id, i) => i === 0 || value[i - 1] < id), st: B16};
const MAY = {note: {}, agree: {inc: EXTRA.inc}, claim: {inc: EXTRA.inc}};
const LATER = ["refuse", "rekey", "escrow", "release"], LATER_AGREED = ["out", "seat", "keep"];

/* Why a core has no form of an event, empty if it has; "later" for what newer versions of the record hold. */
export function faultOf(core) {
  if (!isObject(core)) return "it is no event";
  if (core.kind === "genesis") return form({body: genesis, kind: one("genesis"), v: one("pbem1")})(core) ? seatsFault(core.body.seats, core.body.dice.by) : "genesis: malformed";
  if (LATER.includes(core.kind) || core.kind === "agree" && LATER_AGREED.includes(core.body?.do)) return "later";
  if (!Object.hasOwn(BODIES, core.kind)) return "unknown kind";
  return form(EVENT, MAY[core.kind] || EXTRA)(core) && BODIES[core.kind](core.body) ? "" : `${core.kind}: malformed`;
}
function seatsFault(seats, by) {
  if (new Set(seats.map(seat => seat.name)).size < seats.length) return "two seats of one name";
  if (seats.slice(0, -1).some(seat => seat.role)) return "the judge is not the last seat";
  return by.includes("judge") && !seats[seats.length - 1].role ? "the dice policy needs a judge" : "";
}
