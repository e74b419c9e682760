import { html, type Markup } from "../../../shared/html.ts";
import type { Contents, Volume } from "../../contents/contents.ts";
import type { Locale } from "../../locales/locale.ts";
import { inlineStyle } from "../../pages/inline-style.ts";
import { languageName } from "../../pages/language-names.ts";
import { ofUnknownLanguage, page } from "../../pages/page.ts";

export interface TeacherPage {
  readonly volume: Volume;
  readonly contents: Contents;
  readonly strings: Locale;
  readonly say: Locale["teacher"];
}

/** The data from which the teacher's pages of a volume are made. */
export function teacherPageOf(volume: Volume, contents: Contents, strings: Locale): TeacherPage {
  return { volume, contents, strings, say: strings.teacher };
}

const files = { plan: "plan.html", recycling: "recycling.html", level: "level.html" } as const;

/** One of the three teacher's pages, which link to one another. */
export function teacherPage(
  { volume, contents, strings, say }: TeacherPage,
  which: { readonly page: keyof typeof files; readonly intro: string; readonly body: Markup },
): Markup {
  const name = languageName(volume.language, strings);
  const title = say[which.page];
  const tab = (to: keyof typeof files) =>
    html`<a href="${files[to]}"${to === which.page && html` aria-current="page"`}>${say[to]}</a>\n`;
  return page({
    title: `${title} · ${name.text}, ${strings.level(volume.difficulty)} · ${contents.course.title}`,
    strings,
    course: contents.course,
    ...inlineStyle("base", "scripts", "teacher"),
    skip: { to: "main", text: title },
    body: html`<div class="sheet">
<nav class="tabs" aria-label="${say.pages}">${tab("plan")}${tab("recycling")}${tab("level")}<a href="../../START-HERE.html">${strings.startHere.title}</a></nav>
<header class="cover">
<p class="eyebrow"><span lang="${name.tag}">${name.text}</span>, ${strings.level(volume.difficulty)} <span class="dot">·</span> ${ofUnknownLanguage(contents.course.title)}</p>
<h1>${title}</h1>
<p>${which.intro}</p>
</header>
<main id="main" tabindex="-1">
${which.body}</main>
</div>`,
  });
}

/** A duration as minutes and seconds. */
export function minutesAndSeconds(durationMs: number): string {
  const seconds = Math.round(durationMs / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}
