import type { Ruby } from "../../../src/shared/languages/ruby.ts";

/** A text with its readings in brackets. */
export function withBrackets(text: string, ruby: readonly Ruby[]): string {
  const ends = ruby.map(
    ({ to, reading }, index) => `${text.slice(ruby[index - 1]?.to ?? 0, to)}[${reading}]`,
  );
  return ends.join("") + text.slice(ruby.at(-1)?.to ?? 0);
}
