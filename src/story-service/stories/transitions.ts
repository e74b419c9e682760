import { type Fund, move } from "../money/movements.ts";
import type { WrittenStory } from "../ports.ts";
import type { Database, Store, Transaction } from "../store/store.ts";
import { findBook, findStory, type StoryRow } from "./states.ts";

/**
 * The state machine's transitions that the service makes itself, each with its money in one transaction. Each is idempotent: it does nothing if the
 * story or the book is no longer in its starting state.
 */

interface Moment {
  readonly store: Store;
  readonly now: number;
}

/** A moment inside a transaction. */
interface Step {
  readonly transaction: Transaction;
  readonly now: number;
}

/** `writing` -> `ready`: the writing is charged from the reservation. */
export async function finishWriting(
  { store, now }: Moment,
  storyId: string,
  written: WrittenStory,
): Promise<void> {
  await store.write(async (transaction) => {
    await transaction.lock({ story: storyId });
    const story = await storyIn(transaction, storyId, "writing");
    if (story === null) return;
    await transaction.run(
      "UPDATE stories SET status = 'ready', title = ?, text = ?, charged = writing_credits WHERE id = ?",
      ...[written.title, written.text, storyId],
    );
    await pay({ transaction, now }, story, {
      from: "reserved",
      to: "spent",
      credits: story.writingCredits,
      reason: "writing",
    });
  });
}

/** `writing` -> `failed` or `canceled`: the whole reservation is released. */
export async function endWriting(
  { store, now }: Moment,
  storyId: string,
  end:
    | { readonly status: "failed"; readonly error: string }
    | { readonly status: "canceled"; readonly error: null },
): Promise<void> {
  await store.write(async (transaction) => {
    await transaction.lock({ story: storyId });
    const story = await storyIn(transaction, storyId, "writing");
    if (story === null) return;
    await transaction.run(
      "UPDATE stories SET status = ?, error = ? WHERE id = ?",
      end.status,
      end.error,
      storyId,
    );
    const credits = story.writingCredits + story.audiobookCredits;
    await pay({ transaction, now }, story, { from: "reserved", to: story.fund, credits, reason: "release" });
  });
}

/** `ready` -> `making_audiobook`: the audiobook is charged and its book begins. Call it inside a transaction. */
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
    ...[book.id, story.id, story.accountId, createdAt, book.dueAt],
  );
  await transaction.run("UPDATE stories SET status = 'making_audiobook' WHERE id = ?", story.id);
  await pay({ transaction, now }, story, {
    from: "reserved",
    to: "spent",
    credits: story.audiobookCredits,
    reason: "audiobook",
  });
}

/** A book's `pending` -> `processing`. */
export async function beginNarration(store: Store, bookId: string): Promise<void> {
  await store.write(async (transaction) => {
    await transaction.lock({ book: bookId });
    const book = await findBook(transaction, bookId);
    if (book?.status !== "pending") return;
    transaction.touch(book.accountId);
    await transaction.run("UPDATE books SET status = 'processing' WHERE id = ?", bookId);
  });
}

/** `making_audiobook` -> `done`. The recording must already be durable. */
export async function finishNarration(store: Store, bookId: string, durationMs: number): Promise<void> {
  await store.write(async (transaction) => {
    await transaction.lock({ book: bookId });
    const story = await storyOfBook(transaction, bookId);
    if (story === null) return;
    await transaction.run(
      "UPDATE books SET status = 'ready', duration_ms = ? WHERE id = ?",
      Math.round(durationMs),
      bookId,
    );
    await transaction.run("UPDATE stories SET status = 'done' WHERE id = ?", story.id);
    transaction.touch(story.accountId);
  });
}

/** `making_audiobook` -> `failed`: the audiobook is refunded and no longer counts against the cap; the text and the charge for writing stay. */
export async function failNarration({ store, now }: Moment, bookId: string, error: string): Promise<void> {
  await store.write(async (transaction) => {
    await transaction.lock({ book: bookId });
    const story = await storyOfBook(transaction, bookId);
    if (story === null) return;
    await transaction.run("UPDATE books SET status = 'error' WHERE id = ?", bookId);
    await transaction.run("UPDATE stories SET status = 'failed', error = ? WHERE id = ?", error, story.id);
    await pay({ transaction, now }, story, {
      from: "spent",
      to: story.fund,
      credits: story.audiobookCredits,
      reason: "refund",
    });
  });
}

async function storyIn(database: Database, id: string, status: StoryRow["status"]): Promise<StoryRow | null> {
  const story = await findStory(database, id);
  return story?.status === status ? story : null;
}

async function storyOfBook(database: Database, bookId: string): Promise<StoryRow | null> {
  const book = await findBook(database, bookId);
  return book === null ? null : storyIn(database, book.storyId, "making_audiobook");
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
