import { html, type Markup } from "../../shared/html.ts";
import type { Course } from "../contents/course.ts";
import type { Locale } from "../locales/locale.ts";

export interface Page {
  readonly title: string;
  readonly strings: Locale;
  readonly course: Course;
  /** The elements for style sheet and script. */
  readonly head: Markup;
  /** The page's Content-Security-Policy, in addition to `default-src 'none'`. */
  readonly policy: string;
  readonly skip: { readonly to: string; readonly text: string };
  readonly body: Markup;
}

/** One of the package's own pages. It loads nothing from outside the package, and in a rehearsal says so. */
export function page({ title, strings, course, head, policy, skip, body }: Page): Markup {
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

/** Text from the plan, whose language is unknown. */
export function ofUnknownLanguage(text: string): Markup {
  return html`<span lang="" dir="auto">${text}</span>`;
}

/** The same as a list, whose signs stand where its first text begins. */
export function listOfUnknownLanguage(texts: readonly string[]): Markup {
  return html`<ul lang="" dir="auto">${texts.map((text) => html`<li>${text}</li>\n`)}</ul>`;
}
