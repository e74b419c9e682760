import type { Length } from "../../contract/choices.ts";
import type { BookStatus, CreationRequest, StoryStatus } from "../../contract/stories.ts";
import type { Database, Store, Transaction } from "../store/store.ts";

/**
 * A story starts as `writing`. It then becomes `failed` or `canceled`, or `ready`, which is final without an audiobook. The first read of a `ready`
 * story with an audiobook makes it `making_audiobook`; that ends as `done`, or as `failed` with the text kept and the audiobook refunded.
 *
 * A book starts with that first read as `pending`, becomes `processing` once the narrator has it, and ends as `ready` or `error`.
 */
export interface StoryRow {
  readonly id: string;
  readonly accountId: string;
  readonly credentialId: string;
  readonly request: StoredRequest;
  readonly status: StoryStatus;
  readonly title: string | null;
  readonly text: string | null;
  readonly error: string | null;
  readonly writingCredits: number;
  /** 0 without an audiobook. */
  readonly audiobookCredits: number;
  /** What the writing has cost so far. */
  readonly charged: number;
  /** Where the credits came from and are returned to. */
  readonly fund: "available" | "outside";
  readonly capMonth: string;
  readonly createdAt: number;
  /** When the writing is due to finish. */
  readonly dueAt: number;
}

/** The creation's body with its defaults filled in. */
export type StoredRequest = CreationRequest & { readonly length: Length; readonly audiobook: boolean };

export interface BookRow {
  readonly id: string;
  readonly storyId: string;
  readonly accountId: string;
  readonly status: BookStatus;
  readonly durationMs: number | null;
  /** The file of its recording; null for a book of an earlier version. */
  readonly recording: string | null;
  /** Unique within the account. */
  readonly createdAt: number;
  readonly dueAt: number;
}

const storyColumns = `id, account_id AS "accountId", credential_id AS "credentialId", request, status, title, text, error,
  writing_credits AS "writingCredits", audiobook_credits AS "audiobookCredits", charged, fund, cap_month AS "capMonth",
  created_at AS "createdAt", due_at AS "dueAt"`;
const bookColumns = `id, story_id AS "storyId", account_id AS "accountId", status, duration_ms AS "durationMs", recording,
  created_at AS "createdAt", due_at AS "dueAt"`;

type RawStory = Omit<StoryRow, "request"> & { request: string };

function readStory(raw: RawStory): StoryRow {
  return { ...raw, request: JSON.parse(raw.request) as StoredRequest };
}

/** A story by its id, of any account; `null` if there is none. */
export async function findStory(database: Database, id: string): Promise<StoryRow | null> {
  const raw = await database.get<RawStory>(
    `SELECT ${storyColumns} FROM stories WHERE id = ?`,
    id.toLowerCase(),
  );
  return raw === undefined ? null : readStory(raw);
}

const columnsOfItsBook = `id AS "bookId", story_id, status AS "bookStatus", duration_ms AS "durationMs", recording,
  created_at AS "bookCreatedAt", due_at AS "bookDueAt"`;

const selectStoryWithBook = `SELECT * FROM (SELECT ${storyColumns} FROM stories WHERE id = ? AND account_id = ?) AS story
  LEFT JOIN (SELECT ${columnsOfItsBook} FROM books) AS book ON book.story_id = story.id`;

interface RawBookOfStory {
  /** Null: it has none. */
  readonly bookId: string | null;
  readonly story_id: string | null;
  readonly bookStatus: BookStatus;
  readonly durationMs: number | null;
  readonly recording: string | null;
  readonly bookCreatedAt: number;
  readonly bookDueAt: number;
}

/**
 * A story of an account by its id, and its book, as of one instant. Takes the same steps for another account's id as for an unknown one, so that the
 * response time reveals nothing: one statement, since every read of a story waits for it.
 */
export async function findOwnStory(
  store: Store,
  id: string,
  accountId: string,
): Promise<{ readonly story: StoryRow; readonly book: BookRow | null } | null> {
  const raw = await store.repeated<RawStory & RawBookOfStory>(
    selectStoryWithBook,
    id.toLowerCase(),
    accountId,
  );
  if (raw === undefined) return null;
  const { bookId, story_id, bookStatus, durationMs, recording, bookCreatedAt, bookDueAt, ...rawStory } = raw;
  const story = readStory(rawStory);
  if (bookId === null || story_id === null) return { story, book: null };
  const book = {
    id: bookId,
    storyId: story_id,
    accountId: story.accountId,
    status: bookStatus,
    durationMs,
    recording,
    createdAt: bookCreatedAt,
    dueAt: bookDueAt,
  };
  return { story, book };
}

/** A book of an account by its id, in the same steps whether or not it is another account's. */
export async function findOwnBook(
  database: Database,
  id: string,
  accountId: string,
): Promise<BookRow | null> {
  const sql = `SELECT ${bookColumns} FROM books WHERE id = ? AND account_id = ?`;
  return (await database.get<BookRow>(sql, id.toLowerCase(), accountId)) ?? null;
}

/** A book that an account, or a visitor without one, may open on the pages: its own, or a public one. */
export async function findOpenBook(
  database: Database,
  id: string,
  accountId: string | null,
): Promise<BookRow | null> {
  const sql = `SELECT ${bookColumns} FROM books WHERE id = ? AND (account_id = ? OR EXISTS (
    SELECT 1 FROM stories WHERE stories.id = story_id AND visibility = 'public'))`;
  return (await database.get<BookRow>(sql, id.toLowerCase(), accountId)) ?? null;
}

export async function findBookOf(database: Database, storyId: string): Promise<BookRow | null> {
  return (
    (await database.get<BookRow>(`SELECT ${bookColumns} FROM books WHERE story_id = ?`, storyId)) ?? null
  );
}

export async function insertStory(
  transaction: Transaction,
  story: Omit<StoryRow, "status" | "title" | "text" | "error" | "charged">,
  freeDay: string | null,
): Promise<void> {
  await transaction.run(
    `INSERT INTO stories (id, account_id, credential_id, request, lang, visibility, status, writing_credits, audiobook_credits,
       fund, cap_month, free_day, created_at, due_at) VALUES (?, ?, ?, ?, ?, ?, 'writing', ?, ?, ?, ?, ?, ?, ?)`,
    story.id,
    story.accountId,
    story.credentialId,
    JSON.stringify(story.request),
    story.request.lang,
    story.request.visibility ?? "private",
    story.writingCredits,
    story.audiobookCredits,
    story.fund,
    story.capMonth,
    freeDay,
    story.createdAt,
    story.dueAt,
  );
}
