import { displayName, language, languageName, type NamesIn, textsIn } from "../../review/browser/texts.ts";
import de from "../locales/de.yaml";
import en from "../locales/en.json" with { type: "json" };
import es from "../locales/es.yaml";
import fr from "../locales/fr.yaml";
import { keysIn, type PlanPath } from "./schema.ts";

/** The names of all texts of the desk's own pages. What they share with the review page has its texts there. */
export type TextName = NamesIn<Omit<typeof en, "fields" | "choices">>;

const { find, say, sayOr } = textsIn<TextName>({ en, de, es, fr });

export { say, sayOr };

/** How long something takes, to a person's precision. */
export function durationText(seconds: number): string {
  const [value, unit] =
    seconds < 90
      ? [Math.ceil(seconds), "second"]
      : seconds < 5_400
        ? [Math.round(seconds / 60), "minute"]
        : [Math.round(seconds / 3_600), "hour"];
  return new Intl.NumberFormat(language(), { style: "unit", unit: String(unit), unitDisplay: "long" }).format(
    Number(value),
  );
}

// What a plan's keys are called. A text for `quality.length` counts more there than the one for `length`.

/** `label` and, where the plan's schema explains the key in English only, `help`. */
function fieldText(path: PlanPath, part: "label" | "help"): string | undefined {
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

/** What a key is for; undefined: nobody has said. `description`: the schema's, in English. */
export function helpOf(path: PlanPath, description: string | undefined): string | undefined {
  return fieldText(path, "help") ?? description;
}

/** Which closed sets the browser itself can name. */
const namedByBrowser: Readonly<Record<string, Intl.DisplayNamesType>> = {
  languages: "language",
  reader: "language",
  lang: "language",
  country: "region",
  territories: "region",
  currency: "currency",
};

/** One of a key's choices in the reader's language; otherwise as it is written, which may be a text of the author's. */
export function choiceText(path: PlanPath, value: string | number | boolean): string {
  if (typeof value === "boolean") return say(value ? "plan.yes" : "plan.no");
  const key = keysIn(path).at(-1) ?? "";
  const text =
    find("choices", key, String(value)) ??
    (path[0] === "quality" ? find("choices", "severity", String(value)) : undefined);
  if (typeof text === "string") return text;
  const type = namedByBrowser[key];
  if (type === "language") return languageName(String(value));
  return (type === undefined ? null : displayName(String(value), type)) ?? String(value);
}
