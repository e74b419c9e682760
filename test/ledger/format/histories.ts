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

const ofStory = { ...ofJob, id: storyId };
const ofAttempt = { ...ofJob, attempt: attemptId };
const seen = { text: sha256, sound: "c".repeat(64), times: null };
const ofReview = { ...ofStory, who: "Inés Ferrer", seen };

const price = { credits: 21, writing: 13, audiobook: 8 };
export const setting = { lang: "es", difficulty: 3, length: "short", audiobook: true } as const;
const marketRequest = { topic: "Market", ...setting, difficulty: 2 };

/** A file below a course's folder. */
const fileAt = (file: string, bytes: number, hash = sha256) => ({ file, bytes, sha256: hash });
const overlay = `corrections/${storyId}-bbbbbbbbbbbb`;
const move = { from: "market", text: null, to: "fair" };

/** One event of every type that a ledger may hold. */
const oneOfEach: { [Type in EventBody["type"]]: Omit<BodyOf<Type>, "type"> } = {
  "ledger.opened": opened,
  "run.started": { edition, run: runId, plan: sha256, jobs: 8 },
  "quote.received": { edition, setting, price, balance: null },
  "creation.intended": intended() as BodyOf<"creation.intended">,
  "creation.accepted": {
    ...ofAttempt,
    id: storyId,
    status: 202,
    warnings: ["the answer names another topic"],
  },
  "story.observed": {
    ...ofStory,
    status: "done",
    credits: 13,
    book: { id: bookId, status: "ready" },
    error: null,
  },
  "story.saved": { ...ofStory, ...fileAt("stories/a.json", 980) },
  "times.saved": {
    ...ofStory,
    ...fileAt(`times/${storyId}.json`, 812, "d".repeat(64)),
    text: "b".repeat(64),
    sound: "c".repeat(64),
    algorithm: "1",
    level: "sentences",
    why: null,
    hints: [{ kind: "missing", sentence: 3, atMs: 12_340 }],
  },
  "questions.proposed": {
    ...ofStory,
    ...fileAt("questions/q.json", 4, "e".repeat(64)),
    text: "d".repeat(64),
    model: "a-model",
    questions: 3,
  },
  "words.saved": {
    ...ofStory,
    ...fileAt(`words/${storyId}.json`, 640, "e".repeat(64)),
    text: "b".repeat(64),
    list: "f".repeat(64),
    algorithm: "1",
  },
  "book.exported": {
    ...ofStory,
    book: bookId,
    contentType: "audio/mpeg",
    ...fileAt("books/a.mp3", 81_000),
  },
  "creation.uncertain": {
    ...ofAttempt,
    cause: "the connection was reset",
    status: null,
    answer: 'a "quoted" line\nand another\u2028one',
  },
  "creation.refused": {
    ...ofAttempt,
    status: 429,
    code: "rate_limited",
    message: "wait",
    retryAfterSeconds: 30,
  },
  "creation.unsent": { ...ofAttempt, cause: "ECONNREFUSED" },
  "creation.resolved": { ...ofAttempt, how: "story", id: storyId, who: "a teacher", why: "it is in the app" },
  "story.missing": ofStory,
  "book.unavailable": { ...ofStory, cause: "HTTP 500" },
  "pace.learned": {
    edition,
    narration: "counts",
    times: [{ lang: "es", length: "short", phase: "writing", ms: 118_400 }],
  },
  "balance.accounted": { edition, run: runId, unexplained: 4.5 },
  "package.written": { edition, ...fileAt("weekly.zip", 1_000_000) },
  "run.ended": { edition, run: runId, exitCode: 0 },
  "ledger.joined": { ledger: id(0xaa), common: 3, head: { seq: 9, hash: sha256 }, events: 6 },
  "ledger.rejoined": { file: "ledger.rescued-1.jsonl", events: 3 },
  "ledger.repaired": { bytes: 12, file: "ledger.jsonl.torn-x", salvaged: [storyId] },
  "ledger.consented": {
    who: "a teacher",
    known: {
      stories: 1,
      forgotten: 0,
      ledgers: [{ path: "/old/ledger.jsonl", course: "old", lessons: null }],
    },
    lessons: [{ edition: "1", job: "one.es.2", requestHash: sha256, credits: 21 }],
  },
  "lesson.moved": {
    edition: "1",
    job: "market.es.2",
    to: "fair.es.2",
    topic: "At the fair",
    entries: [move],
  },
  "lessons.matched": {
    edition: "1",
    lessons: [{ job: "market.es.2", as: "fair.es.2", topic: "At the fair" }],
    moves: [move],
  },
  "lesson.inherited": { edition: "2", job: "market.es.2", from: { edition: "1", job: "market.es.2" } },
  "edition.composed": {
    edition: "2",
    from: 0,
    of: 2,
    lessons: [
      { job: "market.es.2", request: marketRequest, recalled: ["pan"] },
      { job: "train.es.2", request: marketRequest },
    ],
  },
  "lesson.approved": { ...ofReview, decision: id(0xb1), why: null, despite: [id(0xb2)] },
  "lesson.held": { ...ofReview, decision: id(0xb2), why: 'the "3" is read as three' },
  "lesson.rejected": { ...ofReview, decision: id(0xb3), why: "another story altogether", unheard: true },
  "comment.added": {
    ...ofReview,
    comment: id(0xb4),
    text: "Is this how people say it in Cádiz?\u2028",
    sentence: 4,
  },
  "lesson.corrected": {
    ...ofReview,
    correction: id(0xb5),
    overlay: fileAt(`${overlay}.json`, 311),
    sentences: 2,
    glosses: 0,
    title: true,
    undoes: null,
  },
  "lesson.respoken": {
    ...ofStory,
    respoken: id(0xb6),
    who: "Ana",
    narrator: "eSpeak NG",
    sound: fileAt(`${overlay}.mp3`, 48_000),
    times: fileAt(`${overlay}.sound.json`, 900),
    correction: sha256,
    book: sha256,
    sentences: 2,
    title: false,
  },
  "ledger.rebuilt": { stage: "ended", sources: { memory: 2, stories: 1 } },
};

/** One event of every type, `ledger.opened` first. Their order is not one that a run would write. */
export const everyEvent: readonly EventBody[] = Object.keys(oneOfEach).map((type) =>
  like(type as EventBody["type"]),
);

/** Twelve events of as many types: a ledger to cut and to flip. */
export const twelveEvents: readonly EventBody[] = everyEvent.slice(0, 12);

/** The example of a type of event, with changes. */
export function like(type: EventBody["type"], change: object = {}): EventBody {
  return { type, ...oneOfEach[type], ...change } as EventBody;
}
