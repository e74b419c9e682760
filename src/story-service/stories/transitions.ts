import { addJob, buryJob, endJob, type Job } from "../jobs/jobs.ts";
import { type Fund, move } from "../money/movements.ts";
import type { WrittenStory } from "../ports.ts";
import type { Database, Store, Transaction } from "../store/store.ts";
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

/** A moment inside a transaction. */
interface Step {
  readonly transaction: Transaction;
  readonly now: number;
}

/** `writing` -> `ready`: the writing is charged from the reservation. */
export function finishWriting({ store, now }: Moment, job: Job, written: WrittenStory): Promise<boolean> {
  return store.write(async (transaction) => {
    await transaction.lock({ story: job.storyId });
    if (!(await endJob(transaction, job))) return false;
    const story = await storyIn(transaction, job.storyId, "writing");
    if (story === null) return true;
    await transaction.run(
      "UPDATE stories SET status = 'ready', title = ?, text = ?, charged = writing_credits WHERE id = ?",
      written.title,
      written.text,
      story.id,
    );
    await pay({ transaction, now }, story, {
      from: "reserved",
      to: "spent",
      credits: story.writingCredits,
      reason: "writing",
    });
    return true;
  });
}

/** `writing` -> `failed` or `canceled`: the whole reservation is released. */
export function endWriting({ store, now }: Moment, job: Job, end: Failing | "canceled"): Promise<boolean> {
  return store.write(async (transaction) => {
    await transaction.lock({ story: job.storyId });
    if (!(await closeJob(transaction, job, end))) return false;
    const story = await storyIn(transaction, job.storyId, "writing");
    if (story === null) return true;
    await transaction.run(
      "UPDATE stories SET status = ?, error = ? WHERE id = ?",
      ...(end === "canceled" ? [end, null] : ["failed", end.error]),
      story.id,
    );
    const credits = story.writingCredits + story.audiobookCredits;
    await pay({ transaction, now }, story, { from: "reserved", to: story.fund, credits, reason: "release" });
    return true;
  });
}

function closeJob(transaction: Transaction, job: Job, end: Failing | "canceled"): Promise<boolean> {
  if (end === "canceled" || !end.isDead) return endJob(transaction, job);
  return buryJob(transaction, job, end.error);
}

/** `ready` -> `making_audiobook`: the audiobook is charged, its book begins and its narration is ordered. Call it inside a transaction. */
export async function startAudiobook(
  { transaction, now }: Step,
  story: StoryRow,
  book: { id: string; dueAt: number },
): Promise<void> {
  const last = await transaction.get<{ at: number | null }>(
    "SELECT MAX(created_at) AS at FROM books WHERE account_id = ?",
    story.accountId,
  );
  // Unique and increasing within the account, because pages of books are split by this time.
  const createdAt = Math.max(now, (last?.at ?? 0) + 1);
  await transaction.run(
    "INSERT INTO books (id, story_id, account_id, status, created_at, due_at) VALUES (?, ?, ?, 'pending', ?, ?)",
    book.id,
    story.id,
    story.accountId,
    createdAt,
    book.dueAt,
  );
  await transaction.run("UPDATE stories SET status = 'making_audiobook' WHERE id = ?", story.id);
  await pay({ transaction, now }, story, {
    from: "reserved",
    to: "spent",
    credits: story.audiobookCredits,
    reason: "audiobook",
  });
  const { id: storyId, accountId } = story;
  await addJob(transaction, { kind: "narration", storyId, accountId, dueAt: book.dueAt });
}

/** A book's `pending` -> `processing`. */
export async function beginNarration(store: Store, storyId: string): Promise<void> {
  await store.write(async (transaction) => {
    await transaction.lock({ story: storyId });
    const book = await findBookOf(transaction, storyId);
    if (book?.status !== "pending") return;
    transaction.touch(book.accountId);
    await transaction.run("UPDATE books SET status = 'processing' WHERE id = ?", book.id);
  });
}

/** `making_audiobook` -> `done`. The recording must already be durable. */
export function finishNarration(
  store: Store,
  job: Job,
  { recording, durationMs }: { readonly recording: string; readonly durationMs: number },
): Promise<boolean> {
  return store.write(async (transaction) => {
    await transaction.lock({ story: job.storyId });
    if (!(await endJob(transaction, job))) return false;
    const story = await storyIn(transaction, job.storyId, "making_audiobook");
    if (story === null) return true;
    await transaction.run(
      "UPDATE books SET status = 'ready', recording = ?, duration_ms = ? WHERE story_id = ?",
      recording,
      Math.round(durationMs),
      story.id,
    );
    await transaction.run("UPDATE stories SET status = 'done' WHERE id = ?", story.id);
    transaction.touch(story.accountId);
    return true;
  });
}

/** `making_audiobook` -> `failed`: the audiobook is refunded and no longer counts against the cap; the text and the charge for writing stay. */
export function failNarration({ store, now }: Moment, job: Job, end: Failing): Promise<boolean> {
  return store.write(async (transaction) => {
    await transaction.lock({ story: job.storyId });
    if (!(await closeJob(transaction, job, end))) return false;
    const story = await storyIn(transaction, job.storyId, "making_audiobook");
    if (story === null) return true;
    await transaction.run("UPDATE books SET status = 'error' WHERE story_id = ?", story.id);
    await transaction.run(
      "UPDATE stories SET status = 'failed', error = ? WHERE id = ?",
      end.error,
      story.id,
    );
    await pay({ transaction, now }, story, {
      from: "spent",
      to: story.fund,
      credits: story.audiobookCredits,
      reason: "refund",
    });
    return true;
  });
}

async function storyIn(database: Database, id: string, status: StoryRow["status"]): Promise<StoryRow | null> {
  const story = await findStory(database, id);
  return story?.status === status ? story : null;
}

interface Payment {
  readonly from: Fund;
  readonly to: Fund;
  readonly credits: number;
  readonly reason: "writing" | "audiobook" | "release" | "refund";
}

async function pay({ transaction, now }: Step, story: StoryRow, payment: Payment): Promise<void> {
  const { id, accountId, credentialId, capMonth } = story;
  await move(transaction, { at: now, accountId, ...payment, story: { id, credentialId, capMonth } });
}
