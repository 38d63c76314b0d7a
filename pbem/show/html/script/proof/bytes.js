/* Bytes: base64url, whole numbers, the one encoding of parts, and the hashes made of it (protocol 2.1). */
const utf8 = new TextEncoder(), strictText = new TextDecoder("utf-8", {fatal: true, ignoreBOM: true});
const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
const VALUES = new Map([...LETTERS].map((letter, value) => [letter, value]));

export const ascii = text => utf8.encode(text);
export const textOf = bytes => strictText.decode(bytes);  // throws where the bytes are no UTF-8

export function toBase64(bytes) {
  let text = "";
  for (let i = 0; i < bytes.length; i += 3) {
    const word = bytes[i] << 16 | (bytes[i + 1] || 0) << 8 | (bytes[i + 2] || 0);
    for (let j = 0; j < Math.min(4, bytes.length - i + 1); j++) text += LETTERS[word >> 18 - 6 * j & 63];
  }
  return text;
}
export function fromBase64(text) {  // null if it is not spelled in the one way (2.1)
  const bytes = new Uint8Array(Math.floor(text.length * 3 / 4));
  let word = 0, bits = 0, at = 0;
  for (const letter of text) {
    if (!VALUES.has(letter)) return null;
    word = (word << 6 | VALUES.get(letter)) & 0xfff;
    bits += 6;
    if (bits >= 8) bytes[at++] = word >> (bits -= 8) & 255;
  }
  return bits >= 6 || word & (1 << bits) - 1 ? null : bytes;
}
export const toHex = bytes => [...bytes].map(byte => byte.toString(16).padStart(2, "0")).join("");
export const equal = (a, b) => a.length === b.length && a.every((byte, i) => byte === b[i]);

export function joined(...parts) {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  parts.reduce((at, part) => (whole.set(part, at), at + part.length), 0);
  return whole;
}
const wide = (value, size) => Uint8Array.from({length: size}, (_, i) => Math.floor(value / 2 ** (8 * (size - 1 - i))) % 256);
export const u8 = value => wide(value, 1), u16 = value => wide(value, 2), u32 = value => wide(value, 4), u64 = value => wide(value, 8);

export function pae(label, ...parts) {
  const name = ascii(`pbem1/${label}`);
  return joined(u16(name.length), name, u32(parts.length), ...parts.flatMap(part => [u32(part.length), part]));
}
export const sha256 = async bytes => new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
export const taggedHash = (label, ...parts) => sha256(pae(label, ...parts));
async function hmac(key, bytes) {
  const loaded = await crypto.subtle.importKey("raw", key, {name: "HMAC", hash: "SHA-256"}, false, ["sign"]);
  return new Uint8Array(await crypto.subtle.sign("HMAC", loaded, bytes));
}
export const taggedMac = (key, label, ...parts) => hmac(key, pae(label, ...parts));
export const derived = (key, label, ...parts) => hmac(key, joined(pae(label, ...parts), u8(1)));  // HKDF-Expand to 32 bytes: one block
