import { ContentFolder } from "../../shared/files/content-folder.ts";
import type { LanguageFacts } from "../../shared/languages/languages.ts";
import { remembered } from "../../shared/remembered.ts";
import type english from "./en.json";

/**
 * The texts with values in braces, each with its values in the order in which its function takes them. All other texts of English are plain, apart from
 * numbers with their nouns, which have the forms of `Intl.PluralRules`, and those in which a page's script fills in what is in braces.
 */
const phrases = {
  level: ["difficulty"],
  lesson: ["number"],
  minutes: ["minutes"],
  someWithAudio: ["some", "all"],
  edition: ["edition"],
  backToStory: ["word"],
  "startHere.teachWith": ["platform"],
  "exercises.set": ["version"],
  "exercises.gap": ["number"],
  "exercises.letters": ["count"],
  "exercises.sentence": ["number"],
  "exercises.heardAt": ["from", "to"],
  "web.otherSet": ["version"],
  "player.positionOf": ["at", "length"],
  "player.missing": ["file"],
  "player.sentences.hear": ["number"],
  "player.paragraphs.hear": ["number"],
  "quiz.exercises": ["version"],
  "quiz.recording": ["file"],
  "epub.cover": ["title"],
  "epub.toStory": ["word", "lesson"],
  "teacher.week": ["number"],
  "teacher.fromWeek": ["number"],
  "teacher.minutesOfSound": ["minutes"],
  "teacher.recyclingIntro": ["few"],
  "teacher.below": ["few"],
  "disclosure.madeBy": ["service"],
  "disclosure.approvedAll": ["people"],
  "disclosure.approvedSome": ["approved", "all", "people"],
  "disclosure.spokenAnew": ["narrators", "count"],
} as const;

type Phrases = typeof phrases;
type Values<Names extends readonly string[]> = { -readonly [Index in keyof Names]: string | number };

type Texts<Written, Place extends string> = {
  readonly [Name in keyof Written & string]: `${Place}${Name}` extends infer Phrase extends keyof Phrases
    ? (...values: Values<Phrases[Phrase]>) => string
    : Name extends "languages" | "gapStates" | "roles"
      ? Readonly<Record<string, string>>
      : Written[Name] extends { readonly other: string }
        ? (count: number) => string
        : Written[Name] extends string
          ? string
          : Texts<Written[Name], `${Place}${Name}.`>;
};

/** Every sentence of the package in one language. Plain text: escaped where it is shown. */
export type Locale = Texts<typeof english, "">;

type Written = { readonly [name: string]: string | Written };

const isText = (written: unknown) => typeof written === "string" && written !== "";
const isGroup = (written: unknown): written is Written => typeof written === "object" && written !== null;

const bracesIn = (text: string) => [...text.matchAll(/\{(\w*)\}/g)].map(([, name = ""]) => name).sort();

/** A number with its noun, by the plural categories of Unicode CLDR: English has `one` and `other`, Polish also `few` and `many`. */
function plural(forms: Written, place: string, tag: string): (count: number) => string {
  const rules = new Intl.PluralRules(tag);
  for (const form of ["other", ...Object.keys(forms)]) {
    if (!String(forms[form]).startsWith("{count} "))
      throw new Error(`${place}.${form} must begin with {count}`);
  }
  return (count) => String(forms[rules.select(count)] ?? forms.other).replace("{count}", String(count));
}

/** A part of a locale file as texts and functions. Throws an error that names the place of what English doesn't have, or has in another form. */
function textsOf(
  written: unknown,
  english: unknown,
  { place, tag }: { place: string; tag: string },
): unknown {
  if (place === "languages") return written;
  if (isGroup(english) && isGroup(written)) {
    if ("other" in english) return plural(written, place, tag);
    const names = new Set([...Object.keys(english), ...Object.keys(written)]);
    return Object.fromEntries(
      [...names].map((name) => {
        const below = place === "" ? name : `${place}.${name}`;
        return [name, textsOf(written[name], english[name], { place: below, tag })];
      }),
    );
  }
  if (!isText(written) || !isText(english))
    throw new Error(`${place} must be ${english ? "written" : "left out"}`);
  const names: readonly string[] | undefined = phrases[place as keyof Phrases];
  const braces = names === undefined ? bracesIn(String(english)) : [...names].sort();
  if (bracesIn(String(written)).join() !== braces.join()) {
    throw new Error(
      `${place} must hold ${braces.map((name) => `{${name}}`).join(" and ") || "nothing"} in braces`,
    );
  }
  return names === undefined
    ? written
    : (...values: (string | number)[]) =>
        String(written).replace(/\{(\w+)\}/g, (_, name: string) => String(values[names.indexOf(name)]));
}

/** A locale file's texts, for the language of its `tag`, compared with those of the English file. */
export function readLocale(written: unknown, english: unknown): Locale {
  const tag = isGroup(written) ? String(written.tag) : "en";
  return textsOf(written, english, { place: "", tag }) as Locale;
}

const files = new ContentFolder<unknown>(new URL("./", import.meta.url), (written) => written);
const localeOf = remembered((tag: string) => readLocale(files.get(tag), files.get("en")));

/** The languages of the package's own texts. */
export function localeTags(): readonly string[] {
  return files.names();
}

/** The package's texts in the reader's language, or in English if there are none; `tag` says which. */
export function localeFor(reader: Pick<LanguageFacts, "bcp47">): Locale {
  const primary = reader.bcp47.split("-")[0] ?? "";
  return localeOf(localeTags().includes(primary) ? primary : "en");
}

/** A label and its value, separated by a colon; in French with a space before the colon. */
export function labelled(name: string, text: string, { tag }: { readonly tag: string }): string {
  return `${name}${tag === "fr" ? "\u202f" : ""}: ${text}`;
}

/** The name of a language in the language of the pages, or else in English, with the tag of that language. */
export function languageName(language: LanguageFacts, strings: Locale): { text: string; tag: string } {
  const name = Object.hasOwn(strings.languages, language.code) ? strings.languages[language.code] : undefined;
  return name === undefined ? { text: language.name, tag: "en" } : { text: name, tag: strings.tag };
}

/** The language and level of a volume, such as "Spanish, Level 2", in the language of the pages. */
export function levelName(
  { language, difficulty }: { readonly language: LanguageFacts; readonly difficulty: number },
  strings: Locale,
): string {
  return `${languageName(language, strings).text}, ${strings.level(difficulty)}`;
}
