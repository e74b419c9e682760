import table from "../../shared/languages/languages.txt";
import de from "../locales/de.yaml";
import en from "../locales/en.json" with { type: "json" };
import es from "../locales/es.yaml";
import fr from "../locales/fr.yaml";
import { keysIn, type PlanPath } from "./schema.ts";

type Written = { readonly [name: string]: string | Written };

/** The names of all texts, such as `plan.title`. What has a form `other` is one text, with the forms of `Intl.PluralRules` for its {count}. */
type NamesIn<Of, Place extends string = ""> = {
  [Name in keyof Of & string]: Of[Name] extends string | { readonly other: string }
    ? `${Place}${Name}`
    : NamesIn<Of[Name], `${Place}${Name}.`>;
}[keyof Of & string];
export type TextName = NamesIn<Omit<typeof en, "fields" | "choices">>;
type Values = Readonly<Record<string, string | number>>;

const written: Readonly<Record<string, Written>> = { en, de, es, fr } as Readonly<Record<string, Written>>;
export const languages = Object.keys(written);

const yearSeconds = 365 * 24 * 3_600;

let current = chosenLanguage();

function chosenLanguage(): string {
  // Kept on every port of this machine, since each start of the desk has another.
  const [, kept = ""] = /coursebinder-language=([a-z]+)/.exec(document.cookie) ?? [];
  const wished = [kept, ...navigator.languages.map((tag) => tag.split("-")[0] ?? "")];
  return wished.find((tag) => languages.includes(tag)) ?? "en";
}

export function language(): string {
  return current;
}

/** Shows the page in another language from now on, also the next time. */
export function chooseLanguage(tag: string): void {
  current = tag;
  // biome-ignore lint/suspicious/noDocumentCookie: the other way is asynchronous, and not in every browser
  document.cookie = `coursebinder-language=${tag}; Path=/; SameSite=Strict; Max-Age=${yearSeconds}`;
}

function found(name: readonly string[], tag: string): string | Written | undefined {
  return name.reduce<string | Written | undefined>(
    (place, step) => (typeof place === "object" ? place[step] : undefined),
    written[tag],
  );
}

function filledIn(text: string | Written | undefined, values: Values): string {
  const { count } = values;
  const form =
    typeof text !== "object"
      ? (text ?? "")
      : String(text[new Intl.PluralRules(current).select(Number(count))] ?? text.other ?? "");
  return form.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = values[name] ?? "";
    return typeof value === "number" ? numberText(value) : value;
  });
}

/** A text of the page in the reader's language, with the values of what it has in braces. */
export function say(name: TextName, values: Values = {}): string {
  return filledIn(found(name.split("."), current), values);
}

/** A text whose name comes from the server, such as the fate of a lesson; `otherwise` if the page has none for it. */
export function sayOr(name: string, otherwise: string, values: Values = {}): string {
  return filledIn(found(name.split("."), current) ?? otherwise, values);
}

export function numberText(value: number): string {
  return value.toLocaleString(current);
}

/** A sum as people say it, such as "150 credits". */
export function credits(count: number): string {
  return say("credits", { count });
}

export function listText(items: readonly string[]): string {
  return new Intl.ListFormat(current).format(items);
}

/** A time of day; with the day unless it is today. */
export function timeText(at: string | number): string {
  const time = new Date(at);
  const isToday = time.toDateString() === new Date().toDateString();
  return time.toLocaleString(
    current,
    isToday ? { timeStyle: "short" } : { dateStyle: "medium", timeStyle: "short" },
  );
}

/** How long something takes, to a person's precision. */
export function durationText(seconds: number): string {
  const [value, unit] =
    seconds < 90
      ? [Math.ceil(seconds), "second"]
      : seconds < 5_400
        ? [Math.round(seconds / 60), "minute"]
        : [Math.round(seconds / 3_600), "hour"];
  return new Intl.NumberFormat(current, { style: "unit", unit: String(unit), unitDisplay: "long" }).format(
    Number(value),
  );
}

// What a plan's keys are called. A text for `quality.length` counts more there than the one for `length`.

/** `label` and, where the plan's schema explains the key in English only, `help`. */
function fieldText(path: PlanPath, part: "label" | "help"): string | undefined {
  const keys = keysIn(path);
  for (let from = 0; from < keys.length; from += 1) {
    const text = found(["fields", keys.slice(from).join("/"), part], current);
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
    found(["choices", key, String(value)], current) ??
    (path[0] === "quality" ? found(["choices", "severity", String(value)], current) : undefined);
  if (typeof text === "string") return text;
  const type = namedByBrowser[key];
  if (type === "language") return languageName(String(value));
  return (type === undefined ? null : displayName(String(value), type)) ?? String(value);
}

/** The English names of the languages that the service teaches, by code: browsers know most of them in every language, but not all. */
const taught = new Map(
  table.split("\n").map((line) => {
    const [code = "", , name = ""] = line.split("|");
    return [code, name];
  }),
);

export function languageName(code: string): string {
  return displayName(code, "language") ?? taught.get(code) ?? code;
}

function displayName(code: string, type: Intl.DisplayNamesType): string | null {
  try {
    return new Intl.DisplayNames(current, { type, fallback: "none" }).of(code) ?? null;
  } catch {
    return null;
  }
}

/** The language and level of a volume. */
export function volumeName({
  lang,
  difficulty,
}: {
  readonly lang: string;
  readonly difficulty: number;
}): string {
  return say("volume", { language: languageName(lang), level: difficulty });
}
