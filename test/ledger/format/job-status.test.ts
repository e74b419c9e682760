import { expect, test } from "vitest";
import { sumOfAttempts } from "../../../src/ledger/format/charges.ts";
import type { EventBody } from "../../../src/ledger/format/event.ts";
import { fold, jobKey } from "../../../src/ledger/format/fold.ts";
import {
  isEnd,
  isSilent,
  isStoryOfLesson,
  jobStatusOf,
  storyOf,
} from "../../../src/ledger/format/job-status.ts";
import type { JobRecord } from "../../../src/ledger/format/state.ts";
import { eventsOf } from "../fixtures.ts";
import { edition, id, intended, job, like } from "./histories.ts";

const [first, second] = [id(1), id(2)];
const [firstStory, secondStory] = [id(11), id(12)];

// The price of every attempt is 21: 13 for the writing, 8 for the audiobook.
const intends = (attempt = first, change: object = {}) => intended({ attempt, ...change });
const replacing = intends(second, { replaces: true });
const textOnly = intends(first, {
  request: { topic: "A train", lang: "es", difficulty: 3, length: "short", audiobook: false },
  price: { credits: 13, writing: 13, audiobook: 0 },
});
const accepted = (attempt = first, story = firstStory) => like("creation.accepted", { attempt, id: story });
const refused = (attempt = first) => like("creation.refused", { attempt });
const unsent = (attempt = first) => like("creation.unsent", { attempt });
const uncertain = like("creation.uncertain", { attempt: first });
const resolved = (how: "story" | "not-created", story: string | null) =>
  like("creation.resolved", { attempt: first, how, id: story });
const seen = (status: string, credits: number, book: string | null = null, story = firstStory) =>
  like("story.observed", { id: story, status, credits, book: book && { id: id(0xa3), status: book } });
const replaced = [replacing, accepted(second, secondStory)];
const seenSecond = (status: string, credits: number, book: string | null = null) =>
  seen(status, credits, book, secondStory);
const savedSecond = like("story.saved", { id: secondStory });
/** A story whose audiobook failed. */
const mute = seen("failed", 13, "error");
const missing = like("story.missing", { id: firstStory });
const saved = like("story.saved", { id: firstStory });
const exported = like("book.exported", { id: firstStory });
const noBook = like("book.unavailable", { id: firstStory });

const story = [intends(), accepted()];
const finished = [...story, seen("done", 13, "ready"), saved];
const done = [...finished, exported];
const lost = [intends(), uncertain];

/** What a job has, and how much is spent of what its attempts may cost. What is committed and not spent is held, unless it says otherwise. */
const cases: readonly (readonly [name: string, EventBody[], expected: string])[] = [
  ["nothing", [], "pending, 0/0"],
  ["an intention whose process died", [intends()], "uncertain, 0/21"],
  ["a refusal", [intends(), refused()], "pending after rate_limited, 0/0"],
  ["a request that was not sent", [intends(), unsent()], "pending after unsent, 0/0"],
  ["a lost answer", lost, "uncertain, 0/21"],
  ["a lost answer, not created", [...lost, resolved("not-created", null)], "pending after notCreated, 0/0"],
  ["a lost answer, its story found", [...lost, resolved("story", firstStory)], "active first, 0/21"],
  ["a lost answer, settled without a story", [...lost, resolved("story", null)], "uncertain, 0/21"],
  ["two refusals", [intends(), unsent(), replacing, refused(second)], "pending after rate_limited, 0/0"],
  ["a story after a refusal", [replacing, refused(second), ...story], "active first, 0/21"],
  ["a story that was not read", story, "active first, 0/21"],
  ["a replaced creation of unknown outcome", [...lost, ...replaced], "active second, 0/42"],
  [
    "a dead process, its story found",
    [intends(), resolved("story", firstStory), ...done.slice(2)],
    "done first, 21/21",
  ],
  ["a replacement, the first having failed", [...story, seen("failed", 13), replacing], "uncertain, 13/34"],
  ["a refused replacement", [...done, replacing, refused(second)], "done first, 21/21"],
  [
    "a failed replacement of a finished story",
    [...done, ...replaced, seenSecond("failed", 13)],
    "done first, 34/34",
  ],
  [
    "a failed replacement of a failed story",
    [...story, seen("failed", 0), ...replaced, seenSecond("canceled", 13)],
    "failed story_canceled, 13/13",
  ],
  ["a replacement with the first's id", [...done, replacing, accepted(second)], "done first, 42/42"],
  ["an accepted replacement", [...done, ...replaced], "active second, 21/42"],
  ["a story being written", [...story, seen("writing", 0)], "active first, 0/21"],
  ["a story before its audiobook", [...story, seen("ready", 13), saved], "active first, 13/21"],
  ["a text that is not saved", [textOnly, accepted(), seen("ready", 13)], "active first, 13/13"],
  ["an audiobook begun, by the status", [...story, seen("making_audiobook", 13)], "active first, 21/21"],
  ["an audiobook begun, by the book", [...story, seen("ready", 13, "processing")], "active first, 21/21"],
  ["an unknown status", [...story, seen("polishing", 13), saved], "active first, 13/21"],
  ["an end without a text", [...story, seen("done", 13, "ready")], "active first, 21/21"],
  ["an end without a book", finished, "active first, 21/21"],
  ["an end with its book", done, "done first, 21/21"],
  [
    "an end below its quote",
    [...story, seen("done", 10, "ready"), saved, exported],
    "done first, 18/21, 0 held",
  ],
  ["a text without an audiobook", [textOnly, accepted(), seen("ready", 13), saved], "done first, 13/13"],
  ["a book that can't be had", [...finished, noBook], "failed book_unavailable, 21/21"],
  ["a book without sound", [...done, noBook], "silent first, 21/21"],
  ["a book without sound, exported again", [...done, noBook, exported], "done first, 21/21"],
  ["a book that came after all", [...finished, noBook, exported], "done first, 21/21"],
  ["a failure before any charge", [...story, seen("failed", 0)], "failed story_failed, 0/0"],
  ["a failure after the writing", [...story, seen("failed", 13)], "failed story_failed, 13/13"],
  ["a failure with a book begun", [...story, mute], "failed story_failed, 21/21"],
  ["a failed audiobook of a saved text", [...story, mute, saved], "silent first, 21/21"],
  [
    "a failed audiobook of a story that goes on",
    [...story, seen("ready", 13, "error"), saved],
    "silent first, 21/21",
  ],
  [
    "a failed story whose audiobook was last seen begun",
    [...story, seen("making_audiobook", 13), saved, seen("failed", 13)],
    "silent first, 13/13",
  ],
  [
    "a story whose audiobook was last seen begun, and that was canceled",
    [...story, seen("making_audiobook", 13), saved, seen("canceled", 13)],
    "silent first, 13/13",
  ],
  ["a book that failed after it was saved", [...done, seen("done", 13, "error")], "done first, 21/21"],
  [
    "a failed replacement of a lesson without sound",
    [...story, mute, saved, ...replaced, seenSecond("failed", 0)],
    "silent first, 21/21",
  ],
  [
    "a failed story without an audiobook begun",
    [...story, seen("failed", 13), saved],
    "failed story_failed, 13/13",
  ],
  [
    "an audiobook that came after all",
    [...story, seen("ready", 13, "error"), ...finished.slice(2), exported],
    "done first, 21/21",
  ],
  [
    "a replacement without sound of a lesson with it",
    [...done, ...replaced, seenSecond("failed", 13, "error"), savedSecond],
    "done first, 42/42",
  ],
  [
    "a replacement without sound of a failed story",
    [...story, seen("failed", 0), ...replaced, seenSecond("failed", 13, "error"), savedSecond],
    "silent second, 21/21",
  ],
  ["a cancellation", [...story, seen("canceled", 13)], "failed story_canceled, 13/13"],
  ["a story missing before it was read", [...story, missing], "failed story_missing, 0/21"],
  ["a story missing later", [...story, seen("ready", 13), missing], "failed story_missing, 13/21"],
  ["a story that is back", [...story, missing, seen("writing", 0)], "active first, 0/21"],
];

test.for(cases)("%s: the job's status and cost", ([, history, expected]) => {
  const state = fold(eventsOf(history));
  const { committed, spent, held } = sumOfAttempts(state.jobs.values());
  const heldOtherwise = held === committed - spent ? "" : `, ${held} held`;
  const status = named(state.jobs.get(jobKey(edition, job)));
  expect(`${status}, ${spent}/${committed}${heldOtherwise}`).toBe(expected);
});

/** A status in a few words: its kind, and the story, the cause or the last outcome that goes with it. */
function named(record: JobRecord | undefined): string {
  const status = jobStatusOf(record);
  if (status.kind === "uncertain") return "uncertain";
  if (status.kind === "failed") return `failed ${status.why}`;
  if (status.kind === "pending") {
    const outcome = status.lastRefusal?.outcome;
    if (outcome === undefined) return "pending";
    return `pending after ${outcome.kind === "refused" ? outcome.event.code : outcome.kind}`;
  }
  expect(storyOf(record as JobRecord, status.attempt)).toBe(status.story);
  return `${isSilent(status) ? "silent" : status.kind} ${status.story.id === firstStory ? "first" : "second"}`;
}

test("a story is a lesson's as long as an attempt is accepted with its id", () => {
  const known = (...history: EventBody[]) =>
    [firstStory, secondStory].map((id) => isStoryOfLesson(id.toUpperCase(), fold(eventsOf(history))));
  expect(known(...story)).toEqual([true, false]);
  expect(known(...story, uncertain)).toEqual([false, false]);
  expect(known(...story, uncertain, replacing, accepted(second, secondStory))).toEqual([false, true]);
});

test("polling ends at done, failed and canceled, and at ready without an audiobook", () => {
  const statuses = ["writing", "ready", "making_audiobook", "done", "failed", "canceled", "polishing"];
  expect(statuses.filter((one) => isEnd(one, true))).toEqual(["done", "failed", "canceled"]);
  expect(statuses.filter((one) => isEnd(one, false))).toEqual(["ready", "done", "failed", "canceled"]);
  expect(isEnd(undefined, false)).toBe(false);
});

test("only the selected attempts are counted, and the same job in another edition is another job", () => {
  const state = fold(eventsOf([...done, { ...intends(second), edition: "2026-W48" } as EventBody]));
  const sumIn = (name: string) => sumOfAttempts(state.jobs.values(), (one) => one.intended.edition === name);
  expect(sumIn(edition)).toMatchObject({ committed: 21, spent: 21 });
  expect(sumIn("2026-W48")).toMatchObject({ committed: 21, spent: 0 });
  expect(jobStatusOf(state.jobs.get(jobKey("2026-W49", job)))).toEqual({
    kind: "pending",
    lastRefusal: null,
  });
});
