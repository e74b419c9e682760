import type { FastifyInstance } from "fastify";
import { bookPageQuerySchema } from "../../contract/books.ts";
import { html, type Markup } from "../../shared/html.ts";
import { languageOf } from "../../shared/languages/languages.ts";
import { cleanLine } from "../../shared/text.ts";
import type { Account } from "../accounts/accounts.ts";
import { type BookEntry, exportBook, listBooks } from "../books/books.ts";
import { validate } from "../http/bodies.ts";
import { type HistoryEntry, historyOf } from "../money/movements.ts";
import { type Balance, balanceOf } from "../money/prices.ts";
import type { Parts } from "../parts.ts";
import { notFound, ownStory } from "../stories/read-story.ts";
import {
  type BookOfStory,
  type BookRow,
  type BookWithStory,
  findOpenBook,
  type StoryRow,
  statusWords,
} from "../stories/states.ts";
import { formatNumber, formatTime, type Page } from "./page.ts";
import { type Site, signInFirst, type Visit, visitOf } from "./site.ts";

const entriesPerPage = 50;

/** Stories, books and money for their owner; public books for everyone. */
export function serveBooks(app: FastifyInstance, site: Site<Account>, parts: Parts): void {
  site.ownPage("/account", async ({ request }, account) => {
    const { before } = request.query as { before?: unknown };
    const from =
      typeof before === "string" && /^\d{1,15}$/.test(before) ? Number(before) : Number.MAX_SAFE_INTEGER;
    const entries = await historyOf(parts.store, account.id, { before: from, limit: entriesPerPage + 1 });
    const shown = entries.slice(0, entriesPerPage);
    const next = entries.length > shown.length ? (shown.at(-1)?.seq ?? null) : null;
    return accountPage(await balanceOf(parts.store, account), shown, next);
  });
  site.ownPage("/books", async ({ request }, account) =>
    booksPage(
      await listBooks(parts, account, validate(bookPageQuerySchema, { ...(request.query as object) })),
    ),
  );
  // Not `readStory`: that read would start and charge the audiobook (interface 4.4), and viewing must not.
  site.ownPage("/stories/:id", async ({ request }, account) => {
    const { id } = request.params as { id: string };
    const { story, book } = await ownStory(parts.store, id, account.id);
    const moved = await historyOf(parts.store, account.id, { limit: entriesPerPage, storyId: story.id });
    return storyPage(story, book, moved);
  });
  site.page("/books/:id", async (visit) => {
    const { account } = visit.visitor;
    const found = await visible(visit);
    if (found === null && account === null) return signInFirst(visit);
    if (found === null) throw notFound();
    const { book, story } = found;
    return bookPage(book, story, account?.id === book.accountId);
  });
  serveFiles(app, parts);
}

/** A book that the visitor may open: their own, or a public one. Other books look like nonexistent ones. */
function visible({ parts, visitor, request }: Visit): Promise<BookWithStory | null> {
  const { id } = request.params as { id: string };
  return findOpenBook(parts.store, id, visitor.account?.id ?? null);
}

function serveFiles(app: FastifyInstance, parts: Parts): void {
  app.get("/books/:id/audio", async (request, reply) => {
    const found = await visible(await visitOf(parts, { request, reply }, "account"));
    const recording = found?.book.recording ?? null;
    const audio = recording === null ? null : await parts.recordings.find(recording);
    if (audio === null) throw notFound();
    // We send no validators, so a range request with `If-Range` gets the whole file (RFC 9110, 13.1.5).
    const range = request.headers["if-range"] === undefined ? request.headers.range : undefined;
    const piece = pieceOf(audio.sizeBytes, range);
    const content = piece.status === 416 ? "" : await audio.open(piece);
    if (content === null) throw notFound();
    return reply
      .code(piece.status)
      .headers({
        ...piece.headers,
        "content-type": "audio/mpeg",
        "accept-ranges": "bytes",
        "cache-control": "private, max-age=3600",
      })
      .send(content);
  });
  app.get("/books/:id/export", async (request, reply) => {
    const account: Account | null = (await visitOf(parts, { request, reply }, "account")).visitor.account;
    if (account === null) throw notFound();
    const { id } = request.params as { id: string };
    const zip = await (await exportBook(parts, { account }, id)).zip();
    return reply
      .headers({
        "content-type": "application/zip",
        "content-disposition": `attachment; filename="${id.toLowerCase()}.zip"`,
        "x-content-type-options": "nosniff",
      })
      .send(zip);
  });
}

/**
 * The part of a file that a player requested, both ends inclusive, so that it can seek: the whole without a range, or with several. With the status 416 it
 * contains none of the bytes.
 */
function pieceOf(sizeBytes: number, range: string | undefined) {
  const named = /^bytes=(\d{0,12})-(\d{0,12})$/.exec(range ?? "");
  const [, first = "", last = ""] = named ?? [];
  const most = sizeBytes - 1;
  if (first === "" && last === "")
    return { status: 200, headers: { "content-length": sizeBytes }, from: 0, to: most };
  const from = first === "" ? Math.max(0, sizeBytes - Number(last)) : Number(first);
  const to = first === "" || last === "" ? most : Math.min(Number(last), most);
  const isNone = from > to;
  const headers = {
    "content-range": isNone ? `bytes */${sizeBytes}` : `bytes ${from}-${to}/${sizeBytes}`,
    "content-length": isNone ? 0 : to - from + 1,
  };
  return { status: isNone ? 416 : 206, headers, from, to };
}

/** The name of a movement and how it changes the available credits. A reservation only holds them; it is not a charge. */
const words: Readonly<
  Record<HistoryEntry["reason"], { readonly name: string; readonly sign: "+" | "−" | "held" | "released" }>
> = {
  opening: { name: "Opening balance", sign: "+" },
  reservation: { name: "Reserved for a story", sign: "held" },
  writing: { name: "Writing", sign: "−" },
  audiobook: { name: "Audiobook", sign: "−" },
  release: { name: "Released: the writing ended without a story", sign: "released" },
  refund: { name: "Refund of an audiobook", sign: "+" },
  "top-up": { name: "Added by the operator", sign: "+" },
  correction: { name: "Corrected by the operator", sign: "−" },
};

/** Balance and history. `next`: the cursor of the next page; null on the last one. */
function accountPage(balance: Balance, entries: readonly HistoryEntry[], next: number | null): Page {
  return {
    title: "Balance",
    content: html`<h1>Balance and history</h1>
<section class="card figures" aria-label="Balance">
<p><strong>${balance.credits === null ? "unlimited" : formatNumber(balance.credits)}</strong> ${balance.credits === null ? "credits" : "credits left"}</p>
<p><strong>${formatNumber(balance.reserved)}</strong> of them held for stories in progress</p>
<p><strong>${balance.plan}</strong> plan</p>
</section>
<h2>History</h2>
<p class="soft">Held credits are not spent yet. A story holds its whole price as soon as it is requested. Its writing is charged when it
succeeds, and its audiobook when it starts; the rest is released.</p>
${entries.length === 0 ? html`<p class="empty">Nothing has moved yet.</p>` : list(entries)}
${next !== null && html`<p class="pages"><a href="/account?before=${next}">Older</a></p>`}`,
  };
}

function list(entries: readonly HistoryEntry[], namesStories = true): Markup {
  return html`<ol class="card history" reversed>${entries.map(({ reason, credits, story, note, at }) => {
    const { name, sign } = words[reason];
    const number = formatNumber(credits);
    return html`<li><strong class="what">${name}</strong>
<span class="amount">${sign === "+" || sign === "−" ? `${sign}${number}` : `${number} ${sign}`}</span>${
      namesStories &&
      story !== null &&
      html`
<a class="about" href="/stories/${story.id}"><bdi>${cleanLine(story.name) || "Without a title"}</bdi></a>
<code class="id">${story.id}</code>`
    }${note !== null && html` <span class="since"><bdi>${note}</bdi></span>`}
<span class="when">${formatTime(at)}</span></li>`;
  })}</ol>`;
}

const stateWords: Readonly<Record<BookEntry["status"], string>> = {
  pending: "about to be read aloud",
  processing: "being read aloud",
  paused: "paused",
  ready: "ready",
  error: "failed, refunded",
  canceled: "canceled",
};

/** The account's audiobooks, the newest first. */
function booksPage({ books, next }: { books: readonly BookEntry[]; next: string | null }): Page {
  return {
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

/**
 * The page of a finished audiobook (interface 2.3): the recording, and the text to read along. `isOwn`: whether the visitor owns it, and so may
 * download it.
 */
function bookPage({ id, status }: BookRow, story: StoryRow, isOwn: boolean): Page {
  const { lang, difficulty } = story.request;
  const title = cleanLine(story.title ?? story.request.topic);
  return {
    title,
    content: html`<article>
<header class="book-head"><h1${tongue(lang)}>${title}</h1>
<p>${languageOf(lang).name}, difficulty ${difficulty}</p></header>
${
  status === "ready"
    ? html`<audio controls preload="metadata" src="/books/${id}/audio" aria-label="${title}, read aloud"></audio>
${isOwn && html`<p><a href="/books/${id}/export" download>Download the recording, the text and its data (zip)</a></p>`}`
    : html`<p class="notice">The audiobook is ${stateWords[status]}. ${status === "error" ? "The text is below." : "Load the page again in a moment."}</p>`
}
${storyText(lang, story.text ?? "")}
${isOwn && html`<p class="pages"><a href="/stories/${story.id}">What this story was asked for, and what it cost</a></p>`}
</article>`,
  };
}

/** Everything about a story, for its owner only, including the id that programs use (interface 4.4). */
function storyPage(story: StoryRow, book: BookOfStory | null, moved: readonly HistoryEntry[]): Page {
  const { topic, lang, difficulty, length, audiobook } = story.request;
  const name = cleanLine(story.title ?? topic) || "Without a title";
  return {
    title: name,
    content: html`<article>
<h1>${story.title === null ? html`<bdi>${name}</bdi>` : html`<span${tongue(lang)}>${name}</span>`}</h1>
<section class="card" aria-label="About the story"><dl class="wide-list">
${fact("Id", html`<code class="id">${story.id}</code>`)}
${fact("Status", html`${statusWords[story.status]}`)}
${story.error !== null && fact("Error", html`${story.error}`)}
${fact("Topic", html`<bdi>${cleanLine(topic) || "nothing but white space"}</bdi>`)}
${fact("Language", html`${languageOf(lang).name}`)}
${fact("Difficulty", html`${difficulty}`)}
${fact("Length", html`${length}, ${audiobook ? "with" : "without"} an audiobook`)}
${fact("Asked for", formatTime(story.createdAt))}
${book !== null && fact("Audiobook", html`<a href="/books/${book.id}">Open its page</a>`)}
</dl></section>
<section aria-label="Credits"><h2>Credits</h2>
${story.status === "ready" && audiobook && html`<p class="soft">The audiobook starts and is charged when a program first reads the story with its key. Opening this page does not start it.</p>`}
${list(moved, false)}</section>
${story.text !== null && html`<section aria-label="Text">${storyText(lang, story.text)}</section>`}
</article>`,
  };
}

function fact(name: string, value: Markup): Markup {
  return html`<div><dt>${name}</dt><dd>${value}</dd></div>`;
}

/** A story's text by paragraphs. */
function storyText(lang: string, text: string): Markup {
  const all = text.split(/\n\s*\n/).filter((paragraph) => paragraph.trim() !== "");
  return html`<div class="story"${tongue(lang)}>${all.map((paragraph) => html`<p>${paragraph}</p>`)}</div>`;
}

/** Language and direction attributes for a text. */
function tongue(lang: string): Markup {
  const { bcp47, dir, dirFollowsScript } = languageOf(lang);
  return html` lang="${bcp47}" dir="${dirFollowsScript ? "auto" : dir}"`;
}
