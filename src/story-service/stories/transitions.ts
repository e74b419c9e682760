import { type Fund, move } from "../money/movements.ts";
import type { WrittenStory } from "../ports.ts";
import type { Store } from "../store/store.ts";
import { findBook, findStory, type StoryRow } from "./states.ts";

/**
 * The state machine's transitions that the service makes itself, each with its money in one transaction. Each is idempotent: it does nothing if the
 * story or the book is no longer in its starting state.
 */

interface Moment {
  readonly store: Store;
  readonly now: number;
}

/** `writing` -> `ready`: the writing is charged from the reservation. */
export function finishWriting({ store, now }: Moment, storyId: string, written: WrittenStory): void {
  store.write(() => {
    const story = storyIn(store, storyId, "writing");
    if (story === null) return;
    store.run(
      "UPDATE stories SET status = 'ready', title = ?, text = ?, charged = writing_credits WHERE id = ?",
      ...[written.title, written.text, storyId],
    );
    pay({ store, now }, story, {
      from: "reserved",
      to: "spent",
      credits: story.writingCredits,
      reason: "writing",
    });
  });
}

/** `writing` -> `failed` or `canceled`: the whole reservation is released. */
export function endWriting(
  { store, now }: Moment,
  storyId: string,
  end:
    | { readonly status: "failed"; readonly error: string }
    | { readonly status: "canceled"; readonly error: null },
): void {
  store.write(() => {
    const story = storyIn(store, storyId, "writing");
    if (story === null) return;
    store.run("UPDATE stories SET status = ?, error = ? WHERE id = ?", end.status, end.error, storyId);
    const credits = story.writingCredits + story.audiobookCredits;
    pay({ store, now }, story, { from: "reserved", to: story.fund, credits, reason: "release" });
  });
}

/** `ready` -> `making_audiobook`: the audiobook is charged and its book begins. Call it inside a transaction. */
export function startAudiobook(
  { store, now }: Moment,
  story: StoryRow,
  book: { id: string; dueAt: number },
): void {
  const last = store.get<{ at: number | null }>(
    "SELECT MAX(created_at) AS at FROM books WHERE account_id = ?",
    story.accountId,
  );
  // Unique and increasing within the account, because pages of books are split by this time.
  const createdAt = Math.max(now, (last?.at ?? 0) + 1);
  store.run(
    "INSERT INTO books (id, story_id, account_id, status, created_at, due_at) VALUES (?, ?, ?, 'pending', ?, ?)",
    ...[book.id, story.id, story.accountId, createdAt, book.dueAt],
  );
  store.run("UPDATE stories SET status = 'making_audiobook' WHERE id = ?", story.id);
  pay({ store, now }, story, {
    from: "reserved",
    to: "spent",
    credits: story.audiobookCredits,
    reason: "audiobook",
  });
}

/** A book's `pending` -> `processing`. */
export function beginNarration(store: Store, bookId: string): void {
  store.write(() => {
    const book = findBook(store, bookId);
    if (book?.status !== "pending") return;
    store.touch(book.accountId);
    store.run("UPDATE books SET status = 'processing' WHERE id = ?", bookId);
  });
}

/** `making_audiobook` -> `done`. The recording must already be durable. */
export function finishNarration(store: Store, bookId: string, durationMs: number): void {
  store.write(() => {
    const story = storyOfBook(store, bookId);
    if (story === null) return;
    store.run(
      "UPDATE books SET status = 'ready', duration_ms = ? WHERE id = ?",
      Math.round(durationMs),
      bookId,
    );
    store.run("UPDATE stories SET status = 'done' WHERE id = ?", story.id);
    store.touch(story.accountId);
  });
}

/** `making_audiobook` -> `failed`: the audiobook is refunded and no longer counts against the cap; the text and the charge for writing stay. */
export function failNarration({ store, now }: Moment, bookId: string, error: string): void {
  store.write(() => {
    const story = storyOfBook(store, bookId);
    if (story === null) return;
    store.run("UPDATE books SET status = 'error' WHERE id = ?", bookId);
    store.run("UPDATE stories SET status = 'failed', error = ? WHERE id = ?", error, story.id);
    pay({ store, now }, story, {
      from: "spent",
      to: story.fund,
      credits: story.audiobookCredits,
      reason: "refund",
    });
  });
}

function storyIn(store: Store, id: string, status: StoryRow["status"]): StoryRow | null {
  const story = findStory(store, id);
  return story?.status === status ? story : null;
}

function storyOfBook(store: Store, bookId: string): StoryRow | null {
  const book = findBook(store, bookId);
  return book === null ? null : storyIn(store, book.storyId, "making_audiobook");
}

interface Payment {
  readonly from: Fund;
  readonly to: Fund;
  readonly credits: number;
  readonly reason: "writing" | "audiobook" | "release" | "refund";
}

function pay({ store, now }: Moment, story: StoryRow, payment: Payment): void {
  const { id, accountId, credentialId, capMonth } = story;
  move(store, { at: now, accountId, ...payment, story: { id, credentialId, capMonth } });
}
