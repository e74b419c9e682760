import { html, type Markup } from "../../../shared/html.ts";
import type { Contents, Volume } from "../../contents/contents.ts";
import type { Locale } from "../../locales/locale.ts";
import { languageName } from "../../pages/language-names.ts";
import { ofUnknownLanguage } from "../../pages/page.ts";
import { settings } from "./settings.ts";

interface Bar {
  readonly volume: Volume;
  readonly contents: Contents;
  readonly strings: Locale;
}

/** The bar at the top of every page of a lesson. */
export function bar({ volume, contents, strings }: Bar): Markup {
  const name = languageName(volume.language, strings);
  return html`<header class="bar">
<nav aria-label="${strings.contents}"><a href="index.html">${strings.contents}</a></nav>
<p>${ofUnknownLanguage(contents.course.title)} <span class="dot">·</span> <span lang="${name.tag}">${name.text}</span>, ${strings.level(volume.difficulty)}</p>
${settings(strings.web)}</header>
`;
}
