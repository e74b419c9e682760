import { html, type Markup } from "../../shared/html.ts";
import type { VolumeView } from "../contents/contents.ts";
import { isbnOf, publishingOf } from "../contents/publishing.ts";
import { labelled } from "../locales/locale.ts";
import { ofUnknownLanguage } from "./page.ts";

/** What the title page of a volume's book says, on screens and on paper. */
export function titlePageOf({ contents, volume, strings }: VolumeView): Markup {
  const { title, description, author, publisher, edition } = contents.course;
  return html`<h1>${ofUnknownLanguage(title)}</h1>
<p class="level">${volume.level}</p>
${edition !== "1" && html`<p class="note">${strings.edition(edition)}</p>\n`}${description !== null && html`<p class="blurb">${ofUnknownLanguage(description)}</p>\n`}${author !== null && html`<p>${ofUnknownLanguage(author)}</p>\n`}${publisher !== null && html`<p class="publisher">${ofUnknownLanguage(publisher)}</p>\n`}`;
}

/** What the imprint of a volume's book says: everything that the plan states about it, and nothing else. `form`: the product that the book is. */
export function imprintOf({ contents, volume, strings }: VolumeView, form: "epub" | "paperback"): Markup {
  const say = strings.epub;
  const { course } = contents;
  const { publisher, license, service } = course;
  const { imprint, city, website, published, contributors, legal } = publishingOf(course);
  const isbn = isbnOf(course, volume, form);
  const line = (name: string, text: string | null) =>
    text !== null && html`<p>${labelled(name, "", strings)}${ofUnknownLanguage(text)}</p>\n`;
  const house = [publisher, imprint, city, published?.slice(0, 4) ?? null].filter((part) => part !== null);
  return html`<p>${ofUnknownLanguage(volume.title)}</p>
${contributors.map(({ role, name }) => line(say.roles[role] ?? role, name))}${house.length > 0 && html`<p>${say.publishedBy} ${ofUnknownLanguage(house.join(", "))}</p>\n`}${website !== null && html`<p>${ofUnknownLanguage(website)}</p>\n`}<p>${license === null ? say.noLicense : html`${labelled(say.license, "", strings)}${ofUnknownLanguage(license)}`}</p>
${line(strings.startHere.detailNames.service, service)}${isbn !== null && html`<p>ISBN ${isbn}</p>\n`}<p>${labelled(say.identifier, "", strings)}<code>${volume.identifier}</code></p>
${legal.map((statement) => html`<p>${ofUnknownLanguage(statement)}</p>\n`)}`;
}
