import type { Approval, ApprovedSelection } from "../../run/approve.ts";
import type { Context } from "../context.ts";
import { text, texts, wholeNumber } from "../parser/options.ts";

/** What was chosen of a plan on the command line, as a saved bill keeps it. */
export function readSelectionFlags({ raw }: Pick<Context, "raw">): ApprovedSelection {
  return {
    edition: text(raw, "edition"),
    date: text(raw, "date"),
    only: text(raw, "only"),
    first: wholeNumber(raw, "first", { flag: "--first", least: 1 }),
    maxCredits: wholeNumber(raw, "maxCredits", { flag: "--max-credits", least: 0 }),
    replace: [...texts(raw, "replace")],
  };
}

/**
 * The command line with what a reviewed bill was made for, as if it had been typed: the next command, too, must not buy more than was
 * reviewed. A flag that was given stays: if it selects something else, nothing is bought.
 */
export function withSelectionOf(approved: Approval | null, context: Context): Context {
  if (approved === null) return context;
  const { first, maxCredits, replace, ...texts } = approved.selection;
  const kept = Object.entries({
    ...texts,
    first: first === null ? null : String(first),
    maxCredits: maxCredits === null ? null : String(maxCredits),
    replace: replace.length === 0 ? null : replace,
  }).filter(([name, value]) => value !== null && context.raw[name] === undefined);
  const raw = { ...context.raw, ...Object.fromEntries(kept) } as Context["raw"];
  return { ...context, raw, typed: new Set([...context.typed, ...kept.map(([name]) => name)]) };
}

/** The command line without the flags that a saved bill keeps. */
export function withoutSelection(context: Context): Context {
  const kept: readonly string[] = ["edition", "date", "only", "first", "maxCredits"];
  return { ...context, typed: new Set([...context.typed].filter((name) => !kept.includes(name))) };
}
