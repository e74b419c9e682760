import { language, languageName, type NamesIn, textsIn } from "../../review/browser/texts.ts";
import de from "../locales/de.yaml";
import en from "../locales/en.json" with { type: "json" };
import es from "../locales/es.yaml";
import fr from "../locales/fr.yaml";
import { keysIn, type PlanPath } from "./schema.ts";

/** The names of all texts of the desk's own pages. What they share with the review page has its texts there. */
export type TextName = NamesIn<Omit<typeof en, "fields" | "choices">>;

const { find, say, sayOr } = textsIn<TextName>({ en, de, es, fr });

export { say, sayOr };

/** How long something takes, in whole minutes. */
export function durationText(seconds: number): string {
  const minutes = new Intl.NumberFormat(language(), { style: "unit", unit: "minute", unitDisplay: "long" });
  return minutes.format(Math.ceil(seconds / 60));
}

// What a plan's keys are called. A text for `quality.length` counts more there than the one for `length`.

/** `label` and, where the plan's schema explains the key in English only, `help`. */
export function fieldText(path: PlanPath, part: "label" | "help"): string | undefined {
  const keys = keysIn(path);
  for (let from = 0; from < keys.length; from += 1) {
    const text = find("fields", keys.slice(from).join("/"), part);
    if (typeof text === "string") return text;
  }
  return undefined;
}

/** A key without a text of its own, or one that the author chose, is shown as it is written. */
export function labelOf(path: PlanPath): string {
  const last = path.at(-1);
  if (typeof last === "number") return say("plan.entry", { number: last + 1 });
  return fieldText(path, "label") ?? last ?? "";
}

/** One of a key's choices in the reader's language; otherwise as it is written, which may be a text of the author's. */
export function choiceText(path: PlanPath, value: string | number | boolean): string {
  if (typeof value === "boolean") return say(value ? "plan.yes" : "plan.no");
  const key = keysIn(path).at(-1) ?? "";
  const text = find("choices", key, String(value));
  if (typeof text === "string") return text;
  return key === "languages" ? languageName(String(value)) : String(value);
}
