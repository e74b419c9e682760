import { html, type Markup } from "../../../shared/html.ts";
import { languageOf } from "../../../shared/languages/languages.ts";
import { cleanLine } from "../../../shared/text.ts";
import type { BookEntry } from "../../books/list-books.ts";
import type { StoryRow } from "../../stories/states.ts";
import type { Page } from "../page.ts";
import { formatTime } from "./format-time.ts";
import { storyText, tongue } from "./story-text.ts";

const stateWords: Readonly<Record<BookEntry["status"], string>> = {
  pending: "about to be read aloud",
  processing: "being read aloud",
  paused: "paused",
  ready: "ready",
  error: "failed, refunded",
  canceled: "canceled",
};

/** The account's audiobooks, the newest first. */
export function booksPage({ books, next }: { books: readonly BookEntry[]; next: string | null }): Page {
  return {
    status: 200,
    title: "Books",
    content: html`<h1>Your books</h1>
${books.length === 0 && html`<p class="empty">There are none yet. A story becomes a book when its audiobook is made.</p>`}
<ul class="books">${books.map(
      (
        book,
      ) => html`<li class="card"><h2><a href="/books/${book.id}"${tongue(book.lang)}>${cleanLine(book.title ?? "") || "Without a title"}</a></h2>
<span class="soft">${languageOf(book.lang).name}, difficulty ${book.difficulty}</span>
<span class="soft">${stateWords[book.status]}</span>
<span class="soft">${formatTime(Date.parse(book.createdAt))}</span></li>`,
    )}</ul>
${next !== null && html`<p class="pages"><a href="/books?${new URLSearchParams({ before: next }).toString()}">Older books</a></p>`}`,
  };
}

export interface BookView {
  readonly id: string;
  readonly status: BookEntry["status"];
  readonly story: StoryRow;
  /** Whether the visitor owns it and may download it. */
  readonly isOwn: boolean;
}

/** The page of a finished audiobook (interface 2.3): the recording, and the text to read along. */
export function bookPage({ id, status, story, isOwn }: BookView): Page {
  const { lang, difficulty } = story.request;
  const title = cleanLine(story.title ?? story.request.topic);
  return {
    status: 200,
    title,
    content: html`<article>
<header class="book-head"><h1${tongue(lang)}>${title}</h1>
<p>${languageOf(lang).name}, difficulty ${difficulty}</p></header>
${status === "ready" ? player({ id, title, isOwn }) : html`<p class="notice">The audiobook is ${stateWords[status]}. ${status === "error" ? "The text is below." : "Load the page again in a moment."}</p>`}
${storyText(lang, story.text ?? "")}
${isOwn && html`<p class="pages"><a href="/stories/${story.id}">What this story was asked for, and what it cost</a></p>`}
</article>`,
  };
}

function player({ id, title, isOwn }: { id: string; title: string; isOwn: boolean }): Markup {
  return html`<audio controls preload="metadata" src="/books/${id}/audio" aria-label="${title}, read aloud"></audio>
${isOwn && html`<p><a href="/books/${id}/export" download>Download the recording, the text and its data (zip)</a></p>`}`;
}
