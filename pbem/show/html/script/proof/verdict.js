/* What was found, as the first line of `pbem verify` says it; the worst counts: a fork, damage, records missing. */
export function verdictOf({feeds, rounds, bad, isCutShort}) {
  const names = feeds.seats.map(seat => seat.name), known = new Set(rounds.digests);
  const isStray = line => line.kind === "place" && !line.claims.some(claim => feeds.ids.has(claim.feed) || known.has(claim.prev));
  const damaged = bad.filter(line => !isStray(line)), later = damaged.filter(line => line.kind === "later");
  const links = feeds.brokenLinks(), twins = [...feeds.twins].sort(([a], [b]) => a - b);
  const broken = rounds.open.filter(event => feeds.broken.has(event.id));
  const elsewhere = rounds.elsewhere(), isOver = rounds.closed.length && rounds.closed[rounds.closed.length - 1].kind === "disclose";
  const base = elsewhere.filter(event => isOver || event.msg.r <= rounds.r);
  const accused = [...new Set([...twins.map(([seat]) => seat), ...links.map(event => event.msg.seat), ...broken.map(event => event.msg.seat)])].map(seat => names[seat]);
  const also = accused.length > 1 ? ` Accused too: ${accused.slice(1).join(", ")}.` : accused.length ? "" : " No player is accused.";
  const told = (verdict, line) => ({verdict, line: line + also, accused});
  if (twins.length) {
    const [seat, {n, lines}] = twins[0];
    const [one, two] = [...lines].sort((a, b) => a - b);
    return told("fork", `${names[seat]} signed two different events for one place: line ${one} and line ${two} each claim to be the one event n=${n} of ${names[seat]}.`);
  }
  if (links.length) return told("fork", `Two records of this match differ (line ${links[0].number}): ${names[links[0].msg.seat]} signed an event that follows another one than is here.`);
  if (broken.length) return told("damaged", `What ${names[broken[0].msg.seat]} signed does not fit what it had promised (line ${broken[0].number}): ${feeds.broken.get(broken[0].id)}.`);
  if (later.length) return told("damaged", `This page cannot read line ${later[0].number}: a newer version of the record; pbem verify may.`);
  if (base.length) return told("damaged", `Two records of this match differ (line ${base[0].number}): it builds on a round that this record does not give.`);
  if (damaged.length || isCutShort) return told("damaged", damage(damaged, names));
  const missing = lost(feeds, elsewhere.length > 0 && !isOver, rounds, names);
  if (missing.length) return told("missing", `Records are missing: ask ${missing.join("; ")}.`);
  return {verdict: "sound", line: "", accused: []};
}
function damage([first, ...others], names) {
  const more = others.length === 1 ? ` So was line ${others[0].number}.` : others.length ? ` So were ${others.length} more lines.` : "";
  if (first.why.includes("breaks off")) return `The file breaks off in the middle of an event (line ${first.number}).${more}`;
  const seat = first.claims.map(claim => names[claim.seat]).find(Boolean);
  if (seat) return `The file was damaged after it was signed (line ${first.number}): what ${seat} had signed is not as it was.${more}`;
  return `The file holds what is no event of this match (line ${first.number}).${more}`;
}
function lost(feeds, isAhead, rounds, names) {
  const asked = new Map();
  const ask = (name, what) => asked.set(name, [...asked.get(name) || [], what]);
  for (const [feed, from, to] of feeds.gaps()) ask(feed.name, to === 0 ? "its join" : from === to ? `n=${from}` : `n=${from} to n=${to}`);
  for (const id of feeds.unmet()) ask("all", `event ${id.slice(0, 12)}`);
  if (isAhead && !asked.size) {  // others play on behind a round that is not whole here
    const here = new Set(rounds.open.map(event => event.msg.seat)), owing = feeds.feeds.filter(feed => !here.has(feed.number));
    ask(owing.length === 1 ? owing[0].name : "all", owing.length === 1 ? `n=${owing[0].n}` : `what closed round ${rounds.r}`);
  }
  return [...asked].map(([name, what]) => `${name} for ${what.join(", ")}`);
}
