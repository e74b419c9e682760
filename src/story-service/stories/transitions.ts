import { addJob, buryJob, endJob, type Job } from "../jobs/jobs.ts";
import { move } from "../money/movements.ts";
import type { WrittenStory } from "../ports.ts";
import { type Store, sql, type Transaction } from "../store/store.ts";
import { findBookOf, findStory, type StoryRow } from "./states.ts";

/**
 * The state machine's transitions that the service makes itself, each with its money in one transaction. That of a job's result also removes the job,
 * and resolves with false, having written nothing, if another process has taken the job or ended it. All do nothing if the story or the book is no
 * longer in its starting state.
 */

interface Moment {
  readonly store: Store;
  readonly now: number;
}

/** Why a story fails: the sentence that its owner reads. */
interface Failing {
  readonly error: string;
  /** Given up after all attempts: the job is kept for the operator. */
  readonly isDead: boolean;
}

/**
 * Ends a job in one transaction with what `apply` does to its story, which only happens if that still has this status: what was ordered again for a story
 * that has ended moves nothing a second time.
 */
function conclude(
  store: Store,
  { job, from, end = null }: { job: Job; from: StoryRow["status"]; end?: Failing | null },
  apply: (transaction: Transaction, story: StoryRow) => Promise<void>,
): Promise<boolean> {
  return store.write(async (transaction) => {
    await transaction.lock({ story: job.storyId });
    const isHeld =
      end?.isDead === true ? await buryJob(transaction, job, end.error) : await endJob(transaction, job);
    if (!isHeld) return false;
    const story = await findStory(transaction, job.storyId);
    if (story?.status === from) await apply(transaction, story);
    return true;
  });
}

/** `writing` -> `ready`: the writing is charged from the reservation. */
export function finishWriting(
  { store, now }: Moment,
  job: Job,
  { title, text }: WrittenStory,
): Promise<boolean> {
  return conclude(store, { job, from: "writing" }, async (transaction, story) => {
    await transaction.run(
      sql`UPDATE stories SET status = 'ready', title = ${title}, text = ${text}, charged = writing_credits WHERE id = ${story.id}`,
    );
    const { accountId, writingCredits: credits } = story;
    const paid = { from: "reserved", to: "spent", reason: "writing" } as const;
    await move(transaction, { at: now, accountId, credits, story, ...paid });
  });
}

/** `writing` -> `failed` or `canceled`: the whole reservation is released. */
export function endWriting({ store, now }: Moment, job: Job, end: Failing | "canceled"): Promise<boolean> {
  const failing = end === "canceled" ? null : end;
  return conclude(store, { job, from: "writing", end: failing }, async (transaction, story) => {
    const status = failing === null ? "canceled" : "failed";
    await transaction.run(
      sql`UPDATE stories SET status = ${status}, error = ${failing?.error ?? null} WHERE id = ${story.id}`,
    );
    const { accountId, fund: to } = story;
    const credits = story.writingCredits + story.audiobookCredits;
    await move(transaction, { at: now, accountId, credits, story, from: "reserved", to, reason: "release" });
  });
}

/** `ready` -> `making_audiobook`: the audiobook is charged, its book begins and its narration is ordered. Call it inside a transaction. */
export async function startAudiobook(
  { transaction, now }: { readonly transaction: Transaction; readonly now: number },
  story: StoryRow,
  book: { id: string; dueAt: number },
): Promise<void> {
  const last = await transaction.get<{ at: number | null }>(
    sql`SELECT MAX(created_at) AS at FROM books WHERE account_id = ${story.accountId}`,
  );
  // Unique and increasing within the account, because pages of books are split by this time.
  const createdAt = Math.max(now, (last?.at ?? 0) + 1);
  await transaction.run(
    sql`INSERT INTO books (id, story_id, account_id, status, created_at, due_at)
      VALUES (${book.id}, ${story.id}, ${story.accountId}, 'pending', ${createdAt}, ${book.dueAt})`,
  );
  await transaction.run(sql`UPDATE stories SET status = 'making_audiobook' WHERE id = ${story.id}`);
  const { id: storyId, accountId, audiobookCredits: credits } = story;
  const paid = { from: "reserved", to: "spent", reason: "audiobook" } as const;
  await move(transaction, { at: now, accountId, credits, story, ...paid });
  await addJob(transaction, { kind: "narration", storyId, accountId, dueAt: book.dueAt });
}

/** A book's `pending` -> `processing`. */
export async function beginNarration(store: Store, storyId: string): Promise<void> {
  await store.write(async (transaction) => {
    await transaction.lock({ story: storyId });
    const book = await findBookOf(transaction, storyId);
    if (book?.status !== "pending") return;
    transaction.touch(book.accountId);
    await transaction.run(sql`UPDATE books SET status = 'processing' WHERE id = ${book.id}`);
  });
}

/** `making_audiobook` -> `done`. The recording must already be durable. */
export function finishNarration(
  store: Store,
  job: Job,
  { recording, durationMs }: { readonly recording: string; readonly durationMs: number },
): Promise<boolean> {
  return conclude(store, { job, from: "making_audiobook" }, async (transaction, { id, accountId }) => {
    await transaction.run(
      sql`UPDATE books SET status = 'ready', recording = ${recording}, duration_ms = ${Math.round(durationMs)} WHERE story_id = ${id}`,
    );
    await transaction.run(sql`UPDATE stories SET status = 'done' WHERE id = ${id}`);
    transaction.touch(accountId);
  });
}

/** `making_audiobook` -> `failed`: the audiobook is refunded and no longer counts against the cap; the text and the charge for writing stay. */
export function failNarration({ store, now }: Moment, job: Job, end: Failing): Promise<boolean> {
  return conclude(store, { job, from: "making_audiobook", end }, async (transaction, story) => {
    const { id, accountId, audiobookCredits: credits, fund: to } = story;
    await transaction.run(sql`UPDATE books SET status = 'error' WHERE story_id = ${id}`);
    await transaction.run(sql`UPDATE stories SET status = 'failed', error = ${end.error} WHERE id = ${id}`);
    await move(transaction, { at: now, accountId, credits, story, from: "spent", to, reason: "refund" });
  });
}
