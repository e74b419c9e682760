import { showText } from "./text.ts";

/**
 * A text of a file with messages:
 *
 * - `{path}` is replaced by a fact, cleaned for a terminal, and `{first.line}` by a part of one; if there is no such fact, it stays as it is written.
 * - `{cause as cause}` is replaced by the fact in a format of the caller's.
 * - `{left:% lesson is|% lessons are|no lesson is}` is replaced by the words for one, for several or for none; `%` is the fact. A list counts by its
 *   length, a text or `true` as one, a missing fact, an empty text or `false` as none. With two variants, the second is for all but one; a single
 *   variant is for all but none.
 * - A text may be a choice: `by` names a fact, and the other keys are its values, each with what is written for it; `else` is for all other values.
 */
export type Written = string | Choice;

export interface Choice {
  readonly by: string;
  readonly [value: string]: Written;
}

export type Facts = Readonly<Record<string, unknown>>;

type Show = (format: string | undefined, fact: unknown) => string;

/** A fact as it is. */
export function showFact(fact: unknown): string {
  return showText(Array.isArray(fact) ? fact.join(", ") : String(fact));
}

/** A written text with its facts; undefined if nothing is written for them. `show` gives a fact in a format. */
export function textOf(
  written: Written | undefined,
  facts: Facts,
  show: Show = (_, fact) => showFact(fact),
): string | undefined {
  if (written === undefined || typeof written === "string") return written && fill(written, facts, show);
  return textOf(chosenFrom(written, facts), facts, show);
}

/** The option that a choice has for the value of its fact, or its `else`; undefined if it has neither. */
export function chosenFrom<Of>(choice: Readonly<Record<string, Of>>, facts: Facts): Of | undefined {
  const fact = factIn(facts, String(choice.by));
  return choice[String((Array.isArray(fact) ? fact.length : fact) ?? null)] ?? choice.else;
}

/** A fact by its name, or a part of a fact; undefined if there is none. */
function factIn(facts: Facts, name: string): unknown {
  return name.split(".").reduce<unknown>((whole, part) => (whole as Facts | null | undefined)?.[part], facts);
}

/** The number that a fact counts as: a list by its length, a text or `true` as 1, a missing fact, an empty text or `false` as 0. */
function amountOf(fact: unknown): number {
  if (Array.isArray(fact)) return fact.length;
  return typeof fact === "number" ? fact : fact == null || fact === "" || fact === false ? 0 : 1;
}

function fill(text: string, facts: Facts, show: Show): string {
  return text.replace(
    /\{([\w.]+)(?: as (\w+))?(?::([^{}]*))?\}/g,
    (written, name: string, format: string | undefined, variants: string | undefined) => {
      const fact = factIn(facts, name);
      if (fact === undefined && format === undefined && variants === undefined) return written;
      if (variants === undefined) return show(format, fact);
      const [one = "", several = one, none = variants.includes("|") ? several : ""] = variants.split("|");
      const amount = amountOf(fact);
      const chosen = amount === 1 ? one : amount === 0 ? none : several;
      if (!chosen.includes("%")) return chosen;
      const isCounted = Array.isArray(fact) && format === undefined;
      return chosen.replace("%", () => (isCounted ? String(amount) : show(format, fact)));
    },
  );
}
