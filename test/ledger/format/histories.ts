import type { EventBody } from "../../../src/ledger/format/event.ts";
import { identity } from "../fixtures.ts";

type BodyOf<Type extends EventBody["type"]> = Extract<EventBody, { type: Type }>;

/** A UUID that a person can tell from the others. */
export function id(number: number): string {
  return `0b54c6c4-3f0f-4a5e-9a53-${number.toString(16).padStart(12, "0")}`;
}

export const edition = "2026-W47";
export const job = "night-train.es.3";
const ofJob = { edition, job };
export const sha256 = "5f".repeat(32);

export const runId = id(0xa0);
export const attemptId = id(0xa1);
export const storyId = id(0xa2);
export const bookId = id(0xa3);

export const opened: BodyOf<"ledger.opened"> = {
  type: "ledger.opened",
  format: 1,
  ledger: id(0xaf),
  ...identity,
};

export function intended(change: Partial<BodyOf<"creation.intended">> = {}): EventBody {
  return {
    type: "creation.intended",
    ...ofJob,
    attempt: attemptId,
    run: runId,
    // Two, three and four bytes a character, and the one that stands for bytes which could not be read.
    request: {
      topic: "El tren – 夜行列車 🚂 \ufffd",
      lang: "es",
      difficulty: 3,
      length: "short",
      audiobook: true,
    },
    requestHash: sha256,
    price: { credits: 21, writing: 13, audiobook: 8 },
    balanceBefore: 1200,
    month: "2026-11",
    replaces: false,
    ...change,
  } as EventBody;
}

const ofReview = {
  ...ofJob,
  id: storyId,
  who: "Inés Ferrer",
  seen: { text: sha256, sound: "c".repeat(64), times: null },
};

const marketRequest = { topic: "Market", lang: "es", difficulty: 2, length: "short", audiobook: true };

/** One event of every type that a ledger may hold. */
const oneOfEach: { [Type in EventBody["type"]]: EventBody } = {
  "ledger.opened": opened,
  "run.started": { type: "run.started", edition, run: runId, plan: sha256, jobs: 8 },
  "quote.received": {
    type: "quote.received",
    edition,
    setting: { lang: "es", difficulty: 3, length: "short", audiobook: true },
    price: { credits: 21, writing: 13, audiobook: 8 },
    balance: null,
  },
  "creation.intended": intended(),
  "creation.accepted": {
    type: "creation.accepted",
    ...ofJob,
    attempt: attemptId,
    id: storyId,
    status: 202,
    warnings: ["the answer names another topic"],
  },
  "story.observed": {
    type: "story.observed",
    ...ofJob,
    id: storyId,
    status: "done",
    credits: 13,
    book: { id: bookId, status: "ready" },
    error: null,
  },
  "story.saved": { type: "story.saved", ...ofJob, id: storyId, file: "stories/a.json", bytes: 980, sha256 },
  "times.saved": {
    type: "times.saved",
    ...ofJob,
    id: storyId,
    file: `times/${storyId}.json`,
    bytes: 812,
    sha256: "d".repeat(64),
    text: "b".repeat(64),
    sound: "c".repeat(64),
    algorithm: "1",
    level: "sentences",
    why: null,
    hints: [{ kind: "missing", sentence: 3, atMs: 12_340 }],
  },
  "questions.proposed": {
    type: "questions.proposed",
    edition,
    job,
    id: storyId,
    file: "questions/q.json",
    bytes: 4,
    sha256: "e".repeat(64),
    text: "d".repeat(64),
    model: "a-model",
    questions: 3,
  },
  "words.saved": {
    type: "words.saved",
    ...ofJob,
    id: storyId,
    file: `words/${storyId}.json`,
    bytes: 640,
    sha256: "e".repeat(64),
    text: "b".repeat(64),
    list: "f".repeat(64),
    algorithm: "1",
  },
  "book.exported": {
    type: "book.exported",
    ...ofJob,
    id: storyId,
    book: bookId,
    contentType: "audio/mpeg",
    file: "books/a.mp3",
    bytes: 81_000,
    sha256,
  },
  "creation.uncertain": {
    type: "creation.uncertain",
    ...ofJob,
    attempt: attemptId,
    cause: "the connection was reset",
    status: null,
    answer: 'a "quoted" line\nand another\u2028one',
  },
  "creation.refused": {
    type: "creation.refused",
    ...ofJob,
    attempt: attemptId,
    status: 429,
    code: "rate_limited",
    message: "wait",
    retryAfterSeconds: 30,
  },
  "creation.unsent": { type: "creation.unsent", ...ofJob, attempt: attemptId, cause: "ECONNREFUSED" },
  "creation.resolved": {
    type: "creation.resolved",
    ...ofJob,
    attempt: attemptId,
    how: "story",
    id: storyId,
    who: "a teacher",
    why: "it is in the app",
  },
  "story.missing": { type: "story.missing", ...ofJob, id: storyId },
  "book.unavailable": { type: "book.unavailable", ...ofJob, id: storyId, cause: "HTTP 500" },
  "pace.learned": {
    type: "pace.learned",
    edition,
    narration: "counts",
    times: [{ lang: "es", length: "short", phase: "writing", ms: 118_400 }],
  },
  "balance.accounted": { type: "balance.accounted", edition, run: runId, unexplained: 4.5 },
  "package.written": { type: "package.written", edition, file: "weekly.zip", bytes: 1_000_000, sha256 },
  "run.ended": { type: "run.ended", edition, run: runId, exitCode: 0 },
  "ledger.joined": {
    type: "ledger.joined",
    ledger: id(0xaa),
    common: 3,
    head: { seq: 9, hash: sha256 },
    events: 6,
  },
  "ledger.rejoined": { type: "ledger.rejoined", file: "ledger.rescued-1.jsonl", events: 3 },
  "ledger.repaired": {
    type: "ledger.repaired",
    bytes: 12,
    file: "ledger.jsonl.torn-x",
    salvaged: [storyId],
  },
  "ledger.consented": {
    type: "ledger.consented",
    who: "a teacher",
    known: {
      stories: 1,
      forgotten: 0,
      ledgers: [{ path: "/old/ledger.jsonl", course: "old", lessons: null }],
    },
    lessons: [{ edition: "1", job: "one.es.2", requestHash: sha256, credits: 21 }],
  },
  "lesson.moved": {
    type: "lesson.moved",
    edition: "1",
    job: "market.es.2",
    to: "fair.es.2",
    topic: "At the fair",
    entries: [{ from: "market", text: null, to: "fair" }],
  },
  "lessons.matched": {
    type: "lessons.matched",
    edition: "1",
    lessons: [{ job: "market.es.2", as: "fair.es.2", topic: "At the fair" }],
    moves: [{ from: "market", text: null, to: "fair" }],
  },
  "lesson.inherited": {
    type: "lesson.inherited",
    edition: "2",
    job: "market.es.2",
    from: { edition: "1", job: "market.es.2" },
  },
  "edition.composed": {
    type: "edition.composed",
    edition: "2",
    from: 0,
    of: 2,
    lessons: [
      { job: "market.es.2", request: marketRequest, recalled: ["pan"] },
      { job: "train.es.2", request: marketRequest },
    ],
  },
  "lesson.approved": {
    type: "lesson.approved",
    ...ofReview,
    decision: id(0xb1),
    why: null,
    despite: [id(0xb2)],
  },
  "lesson.held": { type: "lesson.held", ...ofReview, decision: id(0xb2), why: 'the "3" is read as three' },
  "lesson.rejected": {
    type: "lesson.rejected",
    ...ofReview,
    decision: id(0xb3),
    why: "another story altogether",
    unheard: true,
  },
  "comment.added": {
    type: "comment.added",
    ...ofReview,
    comment: id(0xb4),
    text: "Is this how people say it in Cádiz?\u2028",
    sentence: 4,
  },
  "lesson.corrected": {
    type: "lesson.corrected",
    ...ofReview,
    correction: id(0xb5),
    overlay: { file: `corrections/${storyId}-bbbbbbbbbbbb.json`, bytes: 311, sha256 },
    sentences: 2,
    glosses: 0,
    title: true,
    undoes: null,
  },
  "lesson.respoken": {
    type: "lesson.respoken",
    edition,
    job,
    id: storyId,
    respoken: id(0xb6),
    who: "Ana",
    narrator: "eSpeak NG",
    sound: { file: `corrections/${storyId}-bbbbbbbbbbbb.mp3`, bytes: 48_000, sha256 },
    times: { file: `corrections/${storyId}-bbbbbbbbbbbb.sound.json`, bytes: 900, sha256 },
    correction: sha256,
    book: sha256,
    sentences: 2,
    title: false,
  },
  "ledger.rebuilt": { type: "ledger.rebuilt", stage: "ended", sources: { memory: 2, stories: 1 } },
};

/** One event of every type, `ledger.opened` first. Their order is not one that a run would write. */
export const everyEvent: readonly EventBody[] = Object.values(oneOfEach);

/** Twelve events of as many types: a ledger to cut and to flip. */
export const twelveEvents: readonly EventBody[] = everyEvent.slice(0, 12);

/** The example of a type of event, with changes. */
export function like(type: EventBody["type"], change: object = {}): EventBody {
  return { ...oneOfEach[type], ...change } as EventBody;
}
