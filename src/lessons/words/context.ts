import type { Grammar, Kind } from "./grammar.ts";
import type { Token } from "./tokens.ts";

/** A running word in its text. */
export interface Context {
  readonly text: string;
  readonly tokens: readonly Token[];
  /** The number of the running word. */
  readonly at: number;
}

/** Whether the context proves that a running word is not of a class. Only capitals and the word before it are looked at. */
export function contradicts(kind: Kind, { text, tokens, at }: Context, grammar: Grammar): boolean {
  const token = tokens[at];
  if (token === undefined || kind === "unknown") return false;
  const before = wordBefore({ text, tokens, at });
  if (grammar.nounsAreCapital === true) {
    const isCapital = /^\p{Lu}/u.test(text.slice(token.start, token.end));
    if (kind === "noun") return !isCapital;
    return isCapital && !beginsSentence(text, token.start);
  }
  if (before === null) return false;
  if (kind === "verb" && grammar.beforeNoFinite?.has(before) === true) {
    return grammar.nonFinite?.test(token.text) !== true;
  }
  if (kind === "verb" && grammar.determiners.has(before)) {
    const farther = wordBefore({ text, tokens, at: at - 1 });
    return !(grammar.objectPronouns.has(before) && farther !== null && grammar.pronouns.has(farther));
  }
  return kind === "noun" && grammar.pronouns.has(before);
}

export function followsDeterminer(context: Context, grammar: Grammar): boolean {
  return grammar.determiners.has(wordBefore(context) ?? "");
}

/** The previous running word, if only a space or an apostrophe separates them; otherwise null. */
function wordBefore({ text, tokens, at }: Context): string | null {
  const [before, token] = [tokens[at - 1], tokens[at]];
  if (before === undefined || token === undefined) return null;
  return /^[\s'’]{1,2}$/u.test(text.slice(before.end, token.start)) ? before.text : null;
}

function beginsSentence(text: string, at: number): boolean {
  return /(?:^|[.!?…:;»«"“”„‚‘'–—\n-])[\s"»«„“‚‘'(–—-]*$/u.test(text.slice(Math.max(0, at - 6), at));
}
