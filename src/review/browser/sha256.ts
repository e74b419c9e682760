const blockBytes = 64;

/** The first `count` primes. */
function primes(count: number): number[] {
  const found: number[] = [];
  for (let number = 2; found.length < count; number += 1) {
    if (found.every((prime) => number % prime !== 0)) found.push(number);
  }
  return found;
}

/** The first 32 bits of a number's fraction: the algorithm's constants are those of roots of primes. */
function fractionBits(root: number): number {
  return Math.floor((root - Math.floor(root)) * 2 ** 32) | 0;
}

const constants = primes(64).map((prime) => fractionBits(Math.cbrt(prime)));
const start = primes(8).map((prime) => fractionBits(Math.sqrt(prime)));

/**
 * SHA-256 of a text as UTF-8, in hex. `crypto.subtle` is missing in pages that a browser takes for insecure, as a file from a mail may be. Pure.
 */
export function sha256(text: string): string {
  const words = paddedWords(new TextEncoder().encode(text));
  let state = start;
  for (let at = 0; at < words.length; at += 16) state = mixed(state, words.slice(at, at + 16));
  return state.map((word) => (word >>> 0).toString(16).padStart(8, "0")).join("");
}

function paddedWords(bytes: Uint8Array): number[] {
  const whole = Math.ceil((bytes.length + 9) / blockBytes) * blockBytes;
  const padded = new Uint8Array(whole);
  padded.set(bytes);
  padded[bytes.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setUint32(whole - 8, Math.floor(bytes.length / 2 ** 29));
  view.setUint32(whole - 4, bytes.length << 3);
  return Array.from({ length: whole / 4 }, (_, index) => view.getInt32(index * 4));
}

function mixed(state: readonly number[], block: readonly number[]): number[] {
  const schedule = [...block];
  for (let at = 16; at < 64; at += 1) {
    const [a, b] = [word(schedule, at - 15), word(schedule, at - 2)];
    const small = turned(a, 7) ^ turned(a, 18) ^ (a >>> 3);
    const large = turned(b, 17) ^ turned(b, 19) ^ (b >>> 10);
    schedule.push((word(schedule, at - 16) + small + word(schedule, at - 7) + large) | 0);
  }
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = state;
  for (let at = 0; at < 64; at += 1) {
    const choice = (e & f) ^ (~e & g);
    const majority = (a & b) ^ (a & c) ^ (b & c);
    const one = (turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)) + choice + h;
    const first = (one + word(constants, at) + word(schedule, at)) | 0;
    const second = ((turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)) + majority) | 0;
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + first) | 0, c, b, a, (first + second) | 0];
  }
  return [a, b, c, d, e, f, g, h].map((value, index) => (value + word(state, index)) | 0);
}

function word(words: readonly number[], index: number): number {
  return words[index] ?? 0;
}

function turned(value: number, by: number): number {
  return (value >>> by) | (value << (32 - by));
}
