import { html, type Markup, markup } from "../../shared/html.ts";
import { bookOf } from "../contents/book.ts";
import type { Contents, Volume } from "../contents/contents.ts";
import { coverArt } from "../cover/cover-drawing.ts";
import type { Locale } from "../locales/locale.ts";
import { languageName } from "../pages/language-names.ts";

/** A card with its cover for each volume, which opens its reader, or else its e-book. */
export function readers(contents: Contents, strings: Locale, held: ReadonlySet<string>): Markup {
  return html`${ownCover(contents)}<ul class="volumes">
${contents.volumes.map((volume) => card(volume, { contents, strings, held }))}</ul>
`;
}

interface CardPlace {
  readonly contents: Contents;
  readonly strings: Locale;
  readonly held: ReadonlySet<string>;
}

function card(volume: Volume, { contents, strings, held }: CardPlace): Markup {
  const { folder, language, difficulty, lessons } = volume;
  const name = languageName(language, strings);
  const sounds = lessons.filter(({ book }) => book?.sound != null).length;
  const withSound =
    sounds === lessons.length ? strings.withAudio : strings.someWithAudio(sounds, lessons.length);
  const [web, book] = [`${folder}/web/index.html`, `${folder}/book/${folder}.epub`];
  const opens = [web, book].find((path) => held.has(path));
  const inside = html`<span class="picture" aria-hidden="true">${cover(volume, contents)}</span>
<span class="label"><span class="name"><span lang="${name.tag}">${name.text}</span>, ${strings.level(difficulty)}</span>
<span class="facts">${strings.lessonCount(lessons.length)}${sounds > 0 && html` <span class="dot">·</span> ${withSound}`}</span>
${opens !== undefined && html`<span class="open">${opens === web ? strings.startHere.openReader : strings.files.files.epub.name}</span>\n`}</span>`;
  return opens === undefined
    ? html`<li><div class="cardlink">${inside}</div></li>\n`
    : html`<li><a class="cardlink" href="${opens}">${inside}</a></li>\n`;
}

function cover(volume: Volume, contents: Contents): Markup {
  if (contents.course.cover === null) return coverArt(bookOf(volume, contents));
  return html`<svg viewBox="0 0 2 3"><use href="#own-cover"/></svg>`;
}

/** The plan's own image, which stands in the page once, however many volumes show it. */
function ownCover({ course }: Contents): Markup | null {
  if (course.cover === null) return null;
  const { bytes, mediaType } = course.cover;
  const data = `data:${mediaType};base64,${bytes.toString("base64")}`;
  return html`<svg class="definitions" aria-hidden="true"><symbol id="own-cover" viewBox="0 0 2 3"><image width="2" height="3" preserveAspectRatio="xMidYMid slice" href="${markup(data)}"/></symbol></svg>
`;
}
