import { type Peppers, pepperOf } from "../../src/story-service/accounts/peppers.ts";

/** A single pepper that nobody rotates, for what needs no service. */
export function onePepper(): Peppers {
  const current = pepperOf(Buffer.alloc(32), false);
  return { current, all: [current], refresh: async () => false };
}
