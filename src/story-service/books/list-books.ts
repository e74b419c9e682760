import type { z } from "zod";
import type { bookPageQuerySchema } from "../../contract/books.ts";
import { limits } from "../../contract/limits.ts";
import type { BookStatus } from "../../contract/stories.ts";
import type { Account } from "../accounts/accounts.ts";
import type { Parts } from "../parts.ts";
import type { StoredRequest } from "../stories/states.ts";
import { bookUrl } from "../stories/wire.ts";

/** A book in a list. The interface does not define its fields; these are our own. */
export interface BookEntry {
  readonly id: string;
  readonly title: string | null;
  readonly lang: string;
  readonly difficulty: number;
  readonly status: BookStatus;
  readonly url: string;
  readonly createdAt: string;
  readonly storyId: string;
}

interface Row {
  readonly id: string;
  readonly story_id: string;
  readonly status: BookStatus;
  readonly created_at: number;
  readonly title: string | null;
  readonly request: string;
}

/**
 * A page of the account's books (interface 2.4, 4.5), newest first. Creation times are unique and increasing, so following `next` neither skips nor
 * repeats a book, even while books are added.
 */
export async function listBooks(
  { store, addresses }: Parts,
  account: Account,
  query: z.infer<typeof bookPageQuerySchema>,
): Promise<{ books: BookEntry[]; next: string | null }> {
  const limit = query.limit ?? limits.bookPageDefault;
  const before = query.before === undefined ? Number.MAX_SAFE_INTEGER : instantOf(query.before);
  const rows = await store.all<Row>(
    `SELECT books.id, story_id, books.status, books.created_at, title, request
     FROM books JOIN stories ON stories.id = books.story_id
     WHERE books.account_id = ? AND books.created_at < ? ORDER BY books.created_at DESC LIMIT ?`,
    account.id,
    before,
    limit + 1,
  );
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  const more = rows.length > limit && last !== undefined;
  return {
    books: page.map((row) => {
      const { lang, difficulty } = JSON.parse(row.request) as StoredRequest;
      const createdAt = new Date(row.created_at).toISOString();
      const { id, title, status, story_id: storyId } = row;
      return { id, title, lang, difficulty, status, url: bookUrl(addresses, id), createdAt, storyId };
    }),
    next: more ? new Date(last.created_at).toISOString() : null,
  };
}

/** An instant in ms, rounded up, so that everything before it stays before it. */
function instantOf(text: string): number {
  const finer = /\.\d{3}\d*[1-9]/.test(text);
  return Date.parse(text) + (finer ? 1 : 0);
}
