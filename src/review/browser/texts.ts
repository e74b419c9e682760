import table from "../../shared/languages/languages.txt";
import de from "../locales/de.yaml";
import en from "../locales/en.json" with { type: "json" };
import es from "../locales/es.yaml";
import fr from "../locales/fr.yaml";
import { cookie, keepCookie } from "./kept.ts";

// The texts of all pages of the desk, and how they write numbers and times.

export type Written = { readonly [name: string]: string | Written };

/** The names of all texts, such as `status.held`. What has a form `other` is one text, with the forms of `Intl.PluralRules` for its {count}. */
export type NamesIn<Of, Place extends string = ""> = {
  [Name in keyof Of & string]: Of[Name] extends string | { readonly other: string }
    ? `${Place}${Name}`
    : NamesIn<Of[Name], `${Place}${Name}.`>;
}[keyof Of & string];
export type TextName = NamesIn<typeof en>;
type Values = Readonly<Record<string, string | number>>;

export const languages = ["en", "de", "es", "fr"];

const languageCookie = "coursebinder-language";
let current = chosenLanguage();

function chosenLanguage(): string {
  const wished = [cookie(languageCookie), ...navigator.languages.map((tag) => tag.split("-")[0])];
  return wished.find((tag) => tag != null && languages.includes(tag)) ?? "en";
}

export function language(): string {
  return current;
}

/** How the reader's country writes the page's language, as far as the browser knows: numbers, times and lists. */
function writtenLike(): string {
  return navigator.languages.find((tag) => tag.split("-")[0] === current) ?? current;
}

/** Shows the page in another language from now on, also the next time. */
export function chooseLanguage(tag: string): void {
  current = tag;
  keepCookie(languageCookie, tag);
}

/** The texts of a page: what is `written` in each language. */
export function textsIn<Name extends string>(written: Readonly<Record<string, unknown>>) {
  const find = (...name: readonly string[]): string | Written | undefined =>
    name.reduce<string | Written | undefined>(
      (place, step) => (typeof place === "object" ? place[step] : undefined),
      written[current] as Written,
    );
  return {
    find,
    /** A text in the reader's language, with the values of what it has in braces. */
    say: (name: Name, values: Values = {}): string => filledIn(find(...name.split(".")), values),
    /** A text whose name comes from the server, such as the fate of a lesson; `otherwise` if the page has none for it. */
    sayOr: (name: string, otherwise: string, values: Values = {}): string =>
      filledIn(find(...name.split(".")) ?? otherwise, values),
  };
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

export const { say, sayOr } = textsIn<TextName>({ en, de, es, fr });

export function numberText(value: number): string {
  return value.toLocaleString(writtenLike());
}

/** A sum as people say it, such as "150 credits". */
export function credits(count: number): string {
  return say("credits", { count });
}

export function listText(items: readonly string[]): string {
  return new Intl.ListFormat(writtenLike()).format(items);
}

/** A time of day; with the day unless it is today. */
export function timeText(at: string | number): string {
  const time = new Date(at);
  const isToday = time.toDateString() === new Date().toDateString();
  return time.toLocaleString(
    writtenLike(),
    isToday ? { timeStyle: "short" } : { dateStyle: "medium", timeStyle: "short" },
  );
}

/** The English names of the languages that the service teaches, by code: browsers know most of them in every language, but not all. */
const taught = new Map(
  table.split("\n").map((line) => {
    const [code = "", , name = ""] = line.split("|");
    return [code, name];
  }),
);

export function languageName(code: string): string {
  const english = taught.get(code) ?? code;
  try {
    // For a variety that it doesn't know, such as Northern Uzbek, the browser has the name of a whole language.
    if (new Intl.Locale(code).toString().toLowerCase() !== code.toLowerCase()) return english;
    return new Intl.DisplayNames(current, { type: "language", fallback: "none" }).of(code) ?? english;
  } catch {
    return english;
  }
}

/** The language and level of a volume. */
export function volumeName({
  lang,
  difficulty,
}: {
  readonly lang: string;
  readonly difficulty: number | string;
}): string {
  return say("volume", { language: languageName(lang), level: difficulty });
}
