import fc from "fast-check";
import { linesOf } from "../fixtures.ts";
import { everyEvent, intended } from "./histories.ts";

/** A ledger of one event of every type. */
export const whole = Buffer.concat(linesOf(everyEvent));

const fork = Buffer.concat([whole, ...linesOf([...everyEvent.slice(0, 4), intended()]).slice(-1)]);

/** That ledger in some state: whole, cut, with a byte changed, with a lost sector, forked, rewritten with other line ends. */
export const someLedger: fc.Arbitrary<Buffer> = fc.oneof(
  fc.constant(whole),
  fc.constant(fork),
  fc.constant(Buffer.from(whole.toString().replaceAll("\n", "\r\n"))),
  fc.nat(whole.length).map((length) => whole.subarray(0, length)),
  fc.tuple(fc.nat(whole.length - 1), fc.integer({ min: 0, max: 255 })).map(([at, byte]) => {
    const changed = Buffer.from(whole);
    changed[at] = byte;
    return changed;
  }),
  fc.nat(Math.floor(whole.length / 512) - 1).map((sector) => {
    const lost = Buffer.from(whole);
    return lost.fill(0, sector * 512, (sector + 1) * 512);
  }),
  fc.nat(511).map((lost) => Buffer.concat([whole, Buffer.alloc(512 - (whole.length % 512) + lost)])),
);
