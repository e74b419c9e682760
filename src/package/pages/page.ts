import { createHash } from "node:crypto";
import { html, type Markup, markup } from "../../shared/html.ts";
import { type LanguageFacts, languageOf } from "../../shared/languages/languages.ts";
import { styleOf } from "../browser-file.ts";
import type { Contents } from "../contents/contents.ts";
import type { Gap, LessonImage } from "../contents/course.ts";
import { haveReadings, type LessonText } from "../contents/lesson-text.ts";
import type { HeardItem } from "../exercises/exercise.ts";
import { type Locale, labelled, languageName } from "../locales/locale.ts";

interface Page {
  readonly title: string;
  /** The elements for style sheet and script. */
  readonly head: Markup;
  /** The page's Content-Security-Policy, in addition to `default-src 'none'`. */
  readonly policy: string;
  readonly skip: { readonly to: string; readonly text: string };
  readonly body: Markup;
}

/** One of the package's own pages. It loads nothing from outside the package. If the package is a rehearsal, the page says so. */
export function page(
  {
    strings,
    contents: { course },
  }: { readonly strings: Locale; readonly contents: Pick<Contents, "course"> },
  { title, head, policy, skip, body }: Page,
): Markup {
  return html`<!doctype html>
<html lang="${strings.tag}" dir="ltr">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; ${policy}; base-uri 'none'; form-action 'none'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
${head}
</head>
<body>
<a class="skip" href="#${skip.to}">${skip.text}</a>
${course.rehearsal && html`<aside class="rehearsal" aria-label="${strings.rehearsalName}"><p>${strings.rehearsal}</p></aside>\n`}${body}
</body>
</html>
`;
}

/** The language and level of a volume; the name of a language may be English on the pages of another. */
export function levelMarkup(
  { language, difficulty }: { readonly language: LanguageFacts; readonly difficulty: number },
  strings: Locale,
): Markup {
  const { text, tag } = languageName(language, strings);
  return html`<span lang="${tag}">${text}</span>, ${strings.level(difficulty)}`;
}

export function ofUnknownLanguage(text: string): Markup {
  return html`<span lang="" dir="auto">${text}</span>`;
}

/** Texts of unknown language as a list, with the bullets on the side where the first text begins. */
export function listOfUnknownLanguage(texts: readonly string[]): Markup {
  return html`<ul lang="" dir="auto">${texts.map((text) => html`<li>${text}</li>\n`)}</ul>`;
}

/**
 * Some of our style sheets, and the page's own rules, as an inline one, so that the page is complete when it is forwarded on its own; and the policy that
 * allows it, and embedded pictures if there are any. Texts in the rules must have gone through `cssText`.
 */
export function inlineStyle(names: readonly string[], { rules = "", hasPictures = false } = {}) {
  const style = styleOf(...names) + rules;
  const hash = createHash("sha256").update(style).digest("base64");
  return {
    head: html`<style>${markup(style)}</style>`,
    policy: `style-src 'sha256-${hash}'${hasPictures ? "; img-src data:" : ""}`,
  };
}

/** The style sheet that lessons need if they show readings. */
export function readingStyles(lessons: readonly LessonText[]): string[] {
  return haveReadings(lessons) ? ["readings"] : [];
}

/** The missing lessons, each with the reason. */
export function gapItems(gaps: readonly Gap[], strings: Locale): Markup {
  const say = strings.startHere;
  return html`<ul>${gaps.map((gap) => {
    const level = levelMarkup({ language: languageOf(gap.lang), difficulty: gap.difficulty }, strings);
    const dot = html` <span class="dot">·</span> `;
    const state = say.gapStates[gap.state] ?? gap.state;
    return html`<li>${ofUnknownLanguage(gap.topic)} <span class="facts">${level}${dot}${state}${gap.lacks === "sound" && html`${dot}${say.lacksSound}`}</span></li>`;
  })}</ul>
`;
}

type Heard = Pick<HeardItem, "heard">;

interface PlayedItem {
  /** The recording's URL; null if the recording is not beside the page. */
  readonly sound: string | null;
  /** The item's number in its exercise, from 1. */
  readonly number: number;
  readonly strings: Locale;
}

/** The browser's own player takes the range from the URL; a script replaces it with a button (`browser/heard-stretches.ts`). */
export function heardPlayer(item: Heard, { sound, number, strings }: PlayedItem): Markup {
  if (sound === null) return heardHint(item, strings.exercises);
  const { startMs, endMs } = item.heard;
  const [from, to] = [startMs, endMs].map((ms) => (ms / 1_000).toFixed(3));
  const label = labelled(strings.listen, strings.exercises.sentence(number), strings);
  return html`<span class="heard" data-from="${from}" data-to="${to}"><audio controls preload="none" src="${sound}#t=${from},${to}" aria-label="${label}"></audio><button type="button" aria-label="${label}" hidden></button></span>`;
}

/** Where to find a sentence in the lesson's recording, for a recording that is played elsewhere. */
export function heardHint({ heard }: Heard, strings: Locale["exercises"]): Markup {
  return html`<span class="hint" dir="ltr">${heardTimes({ heard }, strings)}</span>`;
}

/** The sentence's times as plain text, rounded outwards to whole seconds, as players display them. */
export function heardTimes({ heard }: Heard, strings: Locale["exercises"]): string {
  return strings.heardAt(clock(Math.floor(heard.startMs / 1_000)), clock(Math.ceil(heard.endMs / 1_000)));
}

/** A time or a duration as `m:ss`. */
export function clock(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

export function pictureExtension({ mediaType }: Pick<LessonImage, "mediaType">): string {
  return mediaType === "image/png" ? "png" : "jpg";
}
