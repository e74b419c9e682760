import type { FastifyInstance } from "fastify";
import { bookPageQuerySchema } from "../../contract/books.ts";
import { isUuid } from "../../shared/world.ts";
import type { Account } from "../accounts/accounts.ts";
import { exportBook } from "../books/export-book.ts";
import { listBooks } from "../books/list-books.ts";
import { validateQuery } from "../http/validate.ts";
import { balanceOf } from "../money/balance.ts";
import { historyOf } from "../money/history.ts";
import type { Parts } from "../parts.ts";
import { notFound } from "../stories/read-story.ts";
import { type BookRow, findOpenBook, findOwnStory, findStory, type StoryRow } from "../stories/states.ts";
import { pieceOf } from "./byte-range.ts";
import { type Site, signInFirst, type Visit, visitOf } from "./site.ts";
import { accountPage } from "./views/account-page.ts";
import { bookPage, booksPage } from "./views/books-page.ts";
import { storyPage } from "./views/story-page.ts";

const entriesPerPage = 50;

/** Stories, books and money for their owner; public books for everyone. */
export function serveBooks(app: FastifyInstance, site: Site, parts: Parts): void {
  site.ownPage("/account", async ({ request }, account) => {
    const { before } = request.query as { before?: unknown };
    const from =
      typeof before === "string" && /^\d{1,15}$/.test(before) ? Number(before) : Number.MAX_SAFE_INTEGER;
    const entries = await historyOf(parts.store, account.id, { before: from, limit: entriesPerPage + 1 });
    const shown = entries.slice(0, entriesPerPage);
    const next = entries.length > shown.length ? (shown.at(-1)?.seq ?? null) : null;
    return accountPage({ balance: await balanceOf(parts.store, account), entries: shown, next });
  });
  site.ownPage("/books", async ({ request }, account) =>
    booksPage(await listBooks(parts, account, validateQuery(bookPageQuerySchema, request.query))),
  );
  // Not `readStory`: that read would start and charge the audiobook (interface 4.4), and viewing must not.
  site.ownPage("/stories/:id", async ({ request }, account) => {
    const { id } = request.params as { id: string };
    const found = isUuid(id) ? await findOwnStory(parts.store, id, account.id) : null;
    if (found === null) throw notFound();
    return storyPage(found.story, found.book);
  });
  site.page("/books/:id", async (visit) => {
    const { account } = visit.visitor;
    const found = await visible(visit);
    if (found === null && account === null) return signInFirst(visit);
    if (found === null) throw notFound();
    const { book, story } = found;
    return bookPage({ id: book.id, status: book.status, story, isOwn: account?.id === book.accountId });
  });
  serveFiles(app, parts);
}

/** A book that the visitor may open: their own, or a public one. Other books look like nonexistent ones. */
async function visible({
  parts,
  visitor,
  request,
}: Pick<Visit, "parts" | "visitor" | "request">): Promise<{ book: BookRow; story: StoryRow } | null> {
  const { id } = request.params as { id: string };
  const book = isUuid(id) ? await findOpenBook(parts.store, id, visitor.account?.id ?? null) : null;
  const story = book === null ? null : await findStory(parts.store, book.storyId);
  return book === null || story === null ? null : { book, story };
}

function serveFiles(app: FastifyInstance, parts: Parts): void {
  app.get("/books/:id/audio", async (request, reply) => {
    const found = await visible(await visitOf(parts, request, reply));
    const audio =
      found === null || found.book.status !== "ready" ? null : await parts.recordings.find(found.book);
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
    const account: Account | null = (await visitOf(parts, request, reply)).visitor.account;
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
