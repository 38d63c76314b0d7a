/* What was found, as the first line of `pbem verify` says it; the worst counts: a fork, damage, records missing. */
const FINGERPRINT = 12;  // characters of a person's key that stand for it

export function verdictOf({feeds, rounds, bad, isCutShort}, titles) {
  const ids = feeds.seats.map(seat => seat.name), names = ids.map(id => titles[id] || id), known = new Set(rounds.digests);
  const isStray = line => line.kind === "place" && !line.claims.some(claim => feeds.ids.has(claim.feed) || known.has(claim.prev));
  const damaged = bad.filter(line => !isStray(line)), later = damaged.filter(line => line.kind === "later");
  const links = feeds.brokenLinks(), twins = [...feeds.twins].sort(([a], [b]) => a - b);
  const elsewhere = rounds.elsewhere(), {isOver} = rounds, broken = rounds.broken();
  const base = elsewhere.filter(event => isOver || event.msg.r <= rounds.r);
  const accused = [...new Set([...twins.map(([seat]) => seat), ...links.map(event => event.msg.seat), ...broken.map(event => event.msg.seat)])];
  const others = accused.slice(1).map(seat => names[seat]).join(", ");
  const also = others ? ` Accused too: ${others}; see below.` : accused.length ? " Nobody else is accused." : " No player is accused.";
  const told = (verdict, line) => ({verdict, line: line + also, accused: accused.map(seat => ids[seat])});
  if (twins.length) {
    const [seat, {n, lines}] = twins[0];
    const [one, two] = [...lines].sort((a, b) => a - b);
    return told("fork", `${names[seat]} signed two different events for one place: line ${one} and line ${two} each claim to be the one event ${n} of ${names[seat]}.`);
  }
  const worst = links.length ? "fork" : "damaged";
  if (broken.length) return told(worst, `What ${names[broken[0].msg.seat]} signed does not fit what it had promised (line ${broken[0].number}): ${feeds.broken.get(broken[0].id)}.`);
  if (later.length) return told(worst, `This page cannot read line ${later[0].number}: a newer version of the record; pbem verify may.`);
  if (links.length) return told("fork", `Two records of this match differ (line ${links[0].number}): ${otherBefore(links[0], feeds, names)}.`);
  if (damaged.length || isCutShort) return told("damaged", damage(damaged, names));
  if (base.length) return told("damaged", `Two records of this match differ (line ${base[0].number}): it builds on a round that this record does not give.`);
  const missing = lost(feeds, elsewhere.length > 0 && !isOver, rounds, names);
  if (missing.length) return told("missing", `Records are missing: ask ${missing.join("; ")}.`);
  return {verdict: "sound", line: `sound (full); ${diceWords(feeds, rounds)}`, accused: []};
}
function diceWords({genesis, seats, feeds}, rounds) {  // 2.10 who could know the dice beforehand
  const by = genesis.msg.body.dice.by, policy = by.join("+"), rolls = rounds.rolls;
  const isAlone = numbers => new Set(numbers.map(seat => seats[seat].id)).size === 1;
  const alone = rolls.filter(closed => isAlone(closed.events.map(event => event.msg.seat))).length;
  if (feeds.every(feed => feed.join && feed.join.chain_n === 0)) return "a game without dice";
  if (alone) return `dice self-rolled, unwitnessed (${policy}: ${alone} of ${rolls.length} dice rounds unwitnessed)`;
  if (!rolls.length) return isAlone(rounds.contributors([0])) ? `dice self-rolled, unwitnessed (${policy}: no dice yet)` : `no dice yet (${policy})`;
  const players = new Set(seats.filter(seat => !seat.role).map(seat => seat.id)), host = by.includes("judge") && seats.find(seat => seat.role);
  return host && players.size === 1 && !players.has(host.id) ? `dice host-rolled by key ${host.id.slice(0, FINGERPRINT)} (${policy})` : `dice witnessed (${policy})`;
}
function otherBefore({msg: {seat, n}}, feeds, names) {
  const {tip} = feeds.feeds[seat], here = tip ? `the one in line ${tip.number}` : "the one here";
  return `${names[seat]} signed event ${n} as the next of another event ${n - 1} than ${here}: ask ${names[seat]} for that other one`;
}
const DAMAGE = ["line", "signature", "place"];  // what is told first
function damage(lines, names) {
  const [first, ...others] = [...lines].sort((a, b) => DAMAGE.indexOf(a.kind) - DAMAGE.indexOf(b.kind) || a.number - b.number);
  const more = others.length === 1 ? ` So was line ${others[0].number}.` : others.length ? ` So were ${others.length} more lines, see below.` : "";
  if (first.why.includes("breaks off")) return `The file breaks off in the middle of an event (line ${first.number}).${more}`;
  const seat = first.claims.map(claim => names[claim.seat]).find(Boolean);
  if (seat) return `The file was damaged after it was signed (line ${first.number}): what ${seat} had signed is not as it was.${more}`;
  return `The file holds what is no event of this match (line ${first.number}).${more}`;
}
function lost(feeds, isAhead, rounds, names) {
  const asked = new Map();
  const ask = (name, what) => asked.set(name, [...asked.get(name) || [], what]);
  for (const [feed, from, to] of feeds.gaps()) ask(names[feed.number], to === 0 ? "its join" : from === to ? `event ${from}` : `events ${from} to ${to}`);
  for (const id of feeds.unmet()) ask("all", `event ${id.slice(0, 12)}`);
  if (isAhead && !asked.size) {  // others play on behind a round that is not whole here
    const here = new Set(rounds.open.map(event => event.msg.seat)), owing = feeds.feeds.filter(feed => !here.has(feed.number));
    ask(owing.length === 1 ? names[owing[0].number] : "all", owing.length === 1 ? `event ${owing[0].n}` : `what closed round ${rounds.r}`);
  }
  return [...asked].map(([name, what]) => `${name} for ${what.join(", ")}`);
}
