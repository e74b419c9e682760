import type { Length } from "../../contract/choices.ts";
import type { BookStatus, CreationRequest, StoryStatus } from "../../contract/stories.ts";
import { assertNever } from "../../shared/world.ts";
import { endJob, type Job } from "../jobs/jobs.ts";
import { move } from "../money/movements.ts";
import type { WrittenStory } from "../ports.ts";
import { type Database, raw, type Sql, type Store, sql, type Transaction } from "../store/store.ts";

/**
 * A story starts as `writing`. The story then becomes `failed`, `canceled` or `ready`; `ready` is final for a story without an audiobook. The first
 * read of a `ready` story with an audiobook makes it `making_audiobook`; the story then ends as `done`, or as `failed` with the text kept and the
 * audiobook refunded.
 *
 * At that first read, the book starts as `pending`; it becomes `processing` once the narrator has it, and ends as `ready` or `error`.
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
}

/** What a story with that status is. */
export const statusWords: Readonly<Record<StoryStatus, string>> = {
  writing: "being written",
  ready: "written",
  making_audiobook: "being read aloud",
  done: "written and read aloud",
  failed: "failed",
  canceled: "canceled",
};

/** The creation's body with its defaults filled in. */
export type StoredRequest = CreationRequest & { readonly length: Length; readonly audiobook: boolean };

export interface BookRow {
  readonly id: string;
  readonly storyId: string;
  readonly accountId: string;
  readonly status: BookStatus;
  readonly durationMs: number | null;
  /** The name of its recording; null until it is ready. */
  readonly recording: string | null;
  /** Unique within the account. */
  readonly createdAt: number;
}

const storyColumns =
  raw(`id, account_id AS "accountId", credential_id AS "credentialId", request, status, title, text, error,
  writing_credits AS "writingCredits", audiobook_credits AS "audiobookCredits", charged, fund, cap_month AS "capMonth",
  created_at AS "createdAt"`);
const bookColumns =
  raw(`id, story_id AS "storyId", account_id AS "accountId", status, duration_ms AS "durationMs", recording,
  created_at AS "createdAt"`);

type RawStory = Omit<StoryRow, "request"> & { request: string };

function readStory(row: RawStory): StoryRow {
  return { ...row, request: JSON.parse(row.request) as StoredRequest };
}

/** A story by its id, of any account; `null` if there is none. */
export async function findStory(database: Database, id: string): Promise<StoryRow | null> {
  const found = await database.get<RawStory>(
    sql`SELECT ${storyColumns} FROM stories WHERE id = ${id.toLowerCase()}`,
  );
  return found === undefined ? null : readStory(found);
}

/** How many stories an account ordered with the same request before this one. */
export async function countSameBefore(
  database: Database,
  { id, accountId, createdAt, request }: StoryRow,
): Promise<number> {
  const row = await database.get<{ earlier: number }>(
    sql`SELECT count(*) AS earlier FROM stories
      WHERE account_id = ${accountId} AND request = ${JSON.stringify(request)}
        AND (created_at < ${createdAt} OR (created_at = ${createdAt} AND id < ${id}))`,
  );
  return Number(row?.earlier ?? 0);
}

/** What a story shows of its book. */
export type BookOfStory = Pick<BookRow, "id" | "status">;

/**
 * A story of an account by its id, and its book, as of one instant. Takes the same steps for the id of another account's story as for an unknown id, so
 * that the response time reveals nothing. Uses one statement, since every read of a story waits for it.
 */
export async function findOwnStory(
  store: Pick<Database, "get">,
  id: string,
  accountId: string,
): Promise<{ readonly story: StoryRow; readonly book: BookOfStory | null } | null> {
  const found = await store.get<RawStory & { bookId: string | null; bookStatus: BookStatus }>(
    sql`SELECT found.*, books.id AS "bookId", books.status AS "bookStatus"
      FROM (SELECT ${storyColumns} FROM stories WHERE id = ${id.toLowerCase()} AND account_id = ${accountId}) AS found
      LEFT JOIN books ON story_id = found.id`,
  );
  if (found === undefined) return null;
  const { bookId, bookStatus, ...story } = found;
  return { story: readStory(story), book: bookId === null ? null : { id: bookId, status: bookStatus } };
}

/** A book with its story. */
export interface BookWithStory {
  readonly book: BookRow;
  readonly story: StoryRow;
}

async function findBook(database: Database, condition: Sql): Promise<BookWithStory | null> {
  const book = await database.get<BookRow>(sql`SELECT ${bookColumns} FROM books WHERE ${condition}`);
  const story = book === undefined ? null : await findStory(database, book.storyId);
  return book === undefined || story === null ? null : { book, story };
}

/** A book of an account by its id; the steps are the same even if the book is another account's. */
export function findOwnBook(
  database: Database,
  id: string,
  accountId: string,
): Promise<BookWithStory | null> {
  return findBook(database, sql`id = ${id.toLowerCase()} AND account_id = ${accountId}`);
}

/** A book that an account, or a visitor without an account, may open on the pages: the account's own book, or a public one. */
export function findOpenBook(
  database: Database,
  id: string,
  accountId: string | null,
): Promise<BookWithStory | null> {
  const isPublic = sql`EXISTS (SELECT 1 FROM stories WHERE stories.id = story_id AND visibility = 'public')`;
  return findBook(database, sql`id = ${id.toLowerCase()} AND (account_id = ${accountId} OR ${isPublic})`);
}

/** The finished books of all accounts. */
export function finishedBooks(database: Database): Promise<{ id: string; recording: string }[]> {
  return database.all("SELECT id, recording FROM books WHERE recording IS NOT NULL ORDER BY id");
}

/** What came of a job. `error`: the sentence that the story's owner reads. */
export type Result =
  | ({ readonly kind: "written" } & WrittenStory)
  | { readonly kind: "narrated"; readonly recording: string; readonly durationMs: number }
  | { readonly kind: "canceled" }
  | { readonly kind: "failed"; readonly error: string };

/**
 * Ends a job in one transaction with what its result does to its story and its money. Resolves with false, having written nothing, if another process
 * has taken the job or ended it. If the story is no longer in the state in which the job was ordered, nothing moves a second time.
 */
export function conclude(
  { store, now }: { readonly store: Store; readonly now: number },
  job: Job,
  result: Result,
): Promise<boolean> {
  const end = async (transaction: Transaction): Promise<boolean> => {
    const [isHeld, story] = await Promise.all([
      endJob(transaction, job),
      findStory(transaction, job.storyId),
    ]);
    if (!isHeld) return false;
    if (story?.status === (job.kind === "writing" ? "writing" : "making_audiobook"))
      await apply({ transaction, now }, story, result);
    return true;
  };
  return store.write(end, { account: job.accountId });
}

async function apply(
  { transaction, now }: { readonly transaction: Transaction; readonly now: number },
  story: StoryRow,
  result: Result,
): Promise<void> {
  const { id, accountId, writingCredits, audiobookCredits, fund } = story;
  const common = { at: now, accountId, story } as const;
  switch (result.kind) {
    case "written": {
      const { title, text } = result;
      const paid = { from: "reserved", to: "spent", reason: "writing" } as const;
      await Promise.all([
        transaction.run(
          sql`UPDATE stories SET status = 'ready', title = ${title}, text = ${text}, charged = writing_credits WHERE id = ${id}`,
        ),
        move(transaction, { ...common, ...paid, credits: writingCredits }),
      ]);
      return;
    }
    case "narrated": {
      const { recording, durationMs } = result;
      await transaction.run(
        sql`UPDATE books SET status = 'ready', recording = ${recording}, duration_ms = ${Math.round(durationMs)} WHERE story_id = ${id}`,
      );
      await transaction.run(sql`UPDATE stories SET status = 'done' WHERE id = ${id}`);
      return;
    }
    case "canceled":
    case "failed": {
      const error = result.kind === "failed" ? result.error : null;
      await transaction.run(
        sql`UPDATE stories SET status = ${result.kind}, error = ${error} WHERE id = ${id}`,
      );
      await transaction.run(sql`UPDATE books SET status = 'error' WHERE story_id = ${id}`);
      // The text and the charge for writing stay.
      const back =
        story.status === "writing"
          ? ({ from: "reserved", credits: writingCredits + audiobookCredits, reason: "release" } as const)
          : ({ from: "spent", credits: audiobookCredits, reason: "refund" } as const);
      return move(transaction, { ...common, ...back, to: fund });
    }
    default:
      return assertNever(result);
  }
}
