import { html, type Markup, markup } from "../../../shared/html.ts";
import type { Lesson, View } from "../../contents/contents.ts";
import { isolateBidi } from "../../pages/isolate-bidi.ts";
import { listOfUnknownLanguage } from "../../pages/page.ts";
import { languageAttributes } from "../web/bar.ts";
import type { PaperSheet } from "./on-paper.ts";

/** What a sheet has below its exercises: tasks without a key, and the topic's picture. */
export function afterExercises(sheet: PaperSheet, what: View): Markup {
  const { lesson, strings } = what;
  const { prompts } = strings.exercises;
  const { after } = sheet;
  return html`${
    after.prompts &&
    html`<section class="prompts exercise">
${headingOf(sheet, prompts.title)}
${listOfUnknownLanguage(lesson.prompts)}
</section>
`
  }${after.picture && pictureOf(lesson)}${telling(sheet, what)}`;
}

/** The story in the learner's own words: on lines, or aloud where there is no room for them. */
function telling(sheet: PaperSheet, { lesson, strings }: View): Markup | null {
  const { retell, after } = sheet;
  if (after.lines === 0 && !after.aloud) return null;
  const { direction } = lesson;
  const written = retell.length > 0 ? strings.print.writeWith : strings.print.write;
  const bank = html`<ul ${languageAttributes(direction, "bank")}>${retell.map((word) => html`<li>${isolateBidi(word, direction)}</li>`)}</ul>
`;
  return html`<section class="telling exercise">
${headingOf(sheet, strings.exercises.retell.title)}
<p class="task">${after.aloud ? strings.exercises.retell.task : written}</p>
${retell.length > 0 && bank}${Array.from({ length: after.lines }, () => html`<span class="rule"></span>\n`)}</section>
`;
}

function headingOf({ version }: PaperSheet, text: string): Markup {
  return version === "A" ? html`<h2>${text}</h2>` : html`<h3>${text}</h3>`;
}

/** The topic's picture, embedded in the page, so that the page is complete on its own. Null: it has none. */
export function pictureOf({ image }: Lesson): Markup | null {
  if (image === null) return null;
  const data = `data:${image.mediaType};base64,${image.bytes.toString("base64")}`;
  return html`<p class="picture"><img src="${markup(data)}" alt="${image.alt}"></p>
`;
}
