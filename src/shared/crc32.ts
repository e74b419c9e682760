import { crc32 } from "node:zlib";

/** The length and the CRC-32 of some bytes. */
export interface Sums {
  readonly bytes: number;
  readonly crc32: number;
}

export function sumsOf(bytes: Buffer): Sums {
  return { bytes: bytes.length, crc32: crc32(bytes) };
}

/** The sums of bytes whose beginning is replaced by others. Pure. */
export function sumsWith(whole: Sums, { from, to }: { readonly from: Sums; readonly to: Sums }): Sums {
  const behind = whole.bytes - from.bytes;
  return {
    bytes: to.bytes + behind,
    crc32: (whole.crc32 ^ product(from.crc32 ^ to.crc32, powerOf(behind))) >>> 0,
  };
}

// A CRC-32 is the remainder of a division of polynomials, written with the bit of x^0 first; bytes that follow multiply what stands before them by x^8.
const divisor = 0xedb88320;
const one = 0x80000000;
const oneByte = 0x00800000;

/** x^8 to the power of `bytes`. */
function powerOf(bytes: number): number {
  let [power, square] = [one, oneByte];
  for (let left = bytes; left > 0; left = Math.floor(left / 2)) {
    if (left % 2 === 1) power = product(power, square);
    square = product(square, square);
  }
  return power;
}

function product(multiplier: number, multiplicand: number): number {
  let [sum, term] = [0, multiplicand];
  for (let bit = 31; bit >= 0; bit -= 1) {
    if (((multiplier >>> bit) & 1) === 1) sum ^= term;
    term = (term >>> 1) ^ ((term & 1) === 1 ? divisor : 0);
  }
  return sum >>> 0;
}
