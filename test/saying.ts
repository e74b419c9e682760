import { expect } from "vitest";

/** A text that contains this one, or matches this pattern: for what a command prints and what a problem's message says. */
export const saying = (text: string | RegExp): string =>
  typeof text === "string" ? expect.stringContaining(text) : expect.stringMatching(text);
