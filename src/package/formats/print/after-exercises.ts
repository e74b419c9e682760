import { html, type Markup, markup } from "../../../shared/html.ts";
import type { Lesson } from "../../contents/contents.ts";
import type { ExerciseSheet } from "../../exercises/exercise.ts";
import type { Locale } from "../../locales/locale.ts";
import { isolateBidi } from "../../pages/isolate-bidi.ts";
import { ofUnknownLanguage } from "../../pages/page.ts";
import { languageAttributes } from "../web/language-attributes.ts";
import type { AfterExercises } from "./on-paper.ts";

interface SheetEnd {
  readonly sheet: ExerciseSheet;
  readonly lesson: Lesson;
  readonly strings: Locale;
  readonly after: AfterExercises;
}

/** What a sheet has below its exercises: tasks for the voice, which have no key, and the topic's picture. */
export function afterExercises({ sheet, lesson, strings, after }: SheetEnd): Markup {
  const { retell, prompts } = strings.exercises;
  const { direction, source } = lesson;
  const heading = (text: string) => (sheet.version === "A" ? html`<h2>${text}</h2>` : html`<h3>${text}</h3>`);
  return html`${
    after.retell &&
    html`<section class="exercise">
${heading(retell.title)}
<p class="task">${retell.task}</p>
<ul ${languageAttributes(direction, "bank")}>${sheet.retell.map((word) => html`<li>${isolateBidi(word, direction)}</li>`)}</ul>
</section>
`
  }${
    after.prompts &&
    html`<section class="exercise prompts">
${heading(prompts.title)}
<ul>${(source.prompts ?? []).map((prompt) => html`<li>${ofUnknownLanguage(prompt)}</li>`)}</ul>
</section>
`
  }${after.picture && picture(lesson)}`;
}

// Inside the page, so that the sheet is complete on its own.
function picture({ source: { image } }: Lesson): Markup | null {
  if (image === undefined) return null;
  const data = `data:${image.mediaType};base64,${image.bytes.toString("base64")}`;
  return html`<p class="picture"><img src="${markup(data)}" alt="${image.alt}"></p>
`;
}
