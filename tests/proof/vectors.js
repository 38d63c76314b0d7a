/* The vectors of the protocol that need no rules, against the modules of the page; gives what does not fit. */
const fromHex = text => Uint8Array.from(text.match(/../g) || [], pair => parseInt(pair, 16));

async function vectors(v) {
  const wrong = [], counts = {};
  const same = (section, what, found, wanted) => {
    counts[section] = (counts[section] || 0) + 1;
    if (JSON.stringify(found) !== JSON.stringify(wanted)) wrong.push([section, what, found, wanted]);
  };
  for (const {label, parts, pae: whole, th} of v.pae) {
    same("pae", label, toHex(pae(label, ...parts.map(fromHex))), whole);
    same("pae", label, toHex(await taggedHash(label, ...parts.map(fromHex))), th);
  }
  for (const {key, label, parts, tm, kdf} of v.tm_kdf) {
    same("tm_kdf", label, toHex(await taggedMac(fromHex(key), label, ...parts.map(fromHex))), tm);
    same("tm_kdf", label, toHex(await derived(fromHex(key), label, ...parts.map(fromHex))), kdf);
  }
  for (const [text, isGood] of Object.entries(v.base64url_strict)) same("base64url_strict", text, fromBase64(text) !== null, isGood);
  for (const key of v.weak_ed25519_keys) same("weak_ed25519_keys", key, isWeak(fromHex(key)), true);
  for (const one of v.edge_signatures)
    same("edge_signatures", one.name, await isSigned(fromHex(one.pk), fromHex(one.sig), fromHex(one.message)), one.valid);
  for (const {why, line} of v.hostile_lines_hex) same("hostile_lines_hex", why, Boolean((await eventOf(fromHex(line))).why), true);

  const {R, words_combat_1: words, dice, below, shuffle, sample} = v.sampling, stream = new Stream(fromHex(R), "combat/1");
  for (const word of words) same("sampling", "word", String(await stream.word()), word);
  const numbers = (label, count) => [new Stream(fromHex(R), label), Array.from({length: count}, (_, i) => i)];
  for (const [name, values] of Object.entries(dice)) {
    const [label, many, sides] = /^(\S+) (\d+)d(\d+)$/.exec(name).slice(1);
    same("sampling", name, await diceOf(fromHex(R), label, Number(many), Number(sides)), values);
  }
  for (const [name, value] of Object.entries(below)) same("sampling", name, await numbers(name.split(" ")[0], 0)[0].below(Number(name.split(" ")[1])), value);
  for (const [name, order] of Object.entries(shuffle)) {
    const [from, items] = numbers(name.split(" ")[0], Number(name.split(" ")[1]));
    same("sampling", name, await from.shuffle(items), order);
  }
  for (const [name, drawn] of Object.entries(sample)) {
    const [label, size, count] = name.split(" "), [from, items] = numbers(label, Number(size));
    same("sampling", name, await from.sample(items, Number(count)), drawn);
  }
  const reject = new Stream(fromHex(R), "x");
  reject.words = [BigInt(v.rejection_rule.word_rejected), BigInt(v.rejection_rule.word_accepted)];
  same("rejection_rule", "below", await reject.below(v.rejection_rule.n), v.rejection_rule.value_of_accepted);

  const gid = fromHex(v.game.gid), chain = v.chain_4096;
  let element = fromHex(chain.top);
  for (let i = chain.n; i > 0; i--) {
    if (i === 1) same("chain_4096", "e_1", toHex(element), chain.e_1);
    element = await taggedHash("chain", gid, u8(chain.seat), u32(chain.chain), u32(i), element);
  }
  same("chain_4096", "anchor", toHex(element), chain.anchor_e_0);
  same("chain_4096", "a step", toHex(await chainStep(gid, 1, 7, gid)), toHex(await taggedHash("chain", gid, u8(1), u32(0), u32(7), gid)));
  for (const [i, line] of v.game.lines_utf8.entries()) {
    const bytes = ascii(line), core = bytes.subarray(5, -95);
    same("game", "id", toHex(await taggedHash("event", core)), v.game.events[i].id);
    if (!line.includes('"attack"')) same("game", "read", toHex(fromBase64((await eventOf(bytes)).id || "")), v.game.events[i].id);
  }
  for (const pop of v.game.pops) same("game", "pop", await isSigned(fromHex(v.game.keys[pop.seat].pk), fromHex(pop.pop), fromHex(pop.pop_input)), true);
  for (const {seat, slot, prev_digest: base, salt, key, ct, com, ctx, enc_key: inner, bucket} of v.seals) {
    const seals = new Seals({gid}), held = {seat, slot, base: fromHex(base), item: {salt: toBase64(fromHex(salt)), ct: toBase64(fromHex(ct)), com: toBase64(fromHex(com)), bucket}};
    same("seals", "context", toHex(seals.context(held)), ctx);
    same("seals", "inner key", toHex(await derived(fromHex(key), "seal/enc")), inner);
    same("seals", "opens", (await seals.text(held, fromHex(key)) || []).length, bucket);
    same("seals", "another key", await seals.text(held, fromHex(com)), null);
    same("seals", "made again", await seals.isSame(held, fromHex(v.game.keys[seat].game_secret)), true);
    same("seals", "not of another secret", await seals.isSame(held, fromHex(com)), false);
  }
  const {slot, seat, base, seed, commit, P} = v.private, seals = new Seals({gid}), held = {seat, slot, base: fromHex(base), com: fromHex(commit)};
  same("private", "commitment", await seals.fits(held, {seed: toBase64(fromHex(seed))}), true);
  same("private", "made again", await seals.isSame(held, fromHex(v.game.keys[seat].game_secret)), true);
  same("private", "drawn", await new Stream(fromHex(P), "draw").sample(Array.from({length: 27}, (_, i) => i), 2), v.private["draw 27 2"]);
  const rfc = chacha20poly1305(fromHex("808182838485868788898a8b8c8d8e8f909192939495969798999a9b9c9d9e9f"), fromHex("070000004041424344454647"), fromHex("50515253c0c1c2c3c4c5c6c7"));
  const tip = ascii("Ladies and Gentlemen of the class of '99: If I could offer you only one tip for the future, sunscreen would be it.");
  same("rfc8439", "2.8.2", toHex(rfc.encrypt(tip)).slice(-64), "3ff4def08e4b7a9de576d26586cec64b61161ae10b594f09e26a7e902ecbd0600691".slice(-64));
  return {wrong, counts};
}
