import { closeSync, openSync, writeSync } from "node:fs";
import type { EventBody } from "../../src/ledger/format/event.ts";
import { emptyHead, type Head, writeLine } from "../../src/ledger/format/line.ts";

/**
 * What a long ledger is made of. `dense`: editions of 24 lessons, each made in one run; nearly all events are about lessons. `hourly`: as a
 * course that a timer runs every hour of its week, so that most events are beginnings and ends of runs.
 */
export type Density = "dense" | "hourly";

const lessonsOfEdition = 24;
const runsOfEdition: Readonly<Record<Density, number>> = { dense: 1, hourly: 168 };

/** Writes a ledger of so many events; gives the number of its lessons. */
export function writeLongLedger(
  path: string,
  { events, density }: { readonly events: number; readonly density: Density },
): number {
  const file = openSync(path, "w");
  let head: Head = emptyHead;
  let lines: string[] = [];
  let lessons = 0;
  for (const body of history(density)) {
    const at = new Date(1_763_000_000_000 + head.seq * 1_000).toISOString();
    const written = writeLine(head, at, body);
    head = { seq: written.event.seq, hash: written.event.hash };
    lines.push(written.line);
    if (body.type === "creation.intended") lessons += 1;
    if (lines.length === 10_000 || head.seq === events) {
      writeSync(file, lines.join(""));
      lines = [];
    }
    if (head.seq === events) break;
  }
  closeSync(file);
  return lessons;
}

/** The first event of a course's ledger. */
export function openingOf(course: string): EventBody {
  const service = "https://stories.example/api/v1";
  return { type: "ledger.opened", format: 1, ledger: uuid(0), course, service };
}

function* history(density: Density): Generator<EventBody> {
  yield openingOf("weekly");
  for (let number = 1; ; number++) {
    const edition = `2026-${number}`;
    for (let runs = 0; runs < runsOfEdition[density]; runs++) {
      const run = uuid(number * 1_000 + runs);
      yield { type: "run.started", edition, run, plan: hash(number), jobs: lessonsOfEdition };
      if (runs === 0) yield* lessonsOf(edition);
      yield { type: "run.ended", edition, run, exitCode: 0 };
    }
  }
}

/** The lessons of an edition, made side by side. */
function* lessonsOf(edition: string): Generator<EventBody> {
  const lessons = Array.from({ length: lessonsOfEdition }, (_, lesson) => lessonIn(edition, lesson));
  for (let step = 0; step < (lessons[0]?.length ?? 0); step++) {
    for (const lesson of lessons) yield lesson[step] as EventBody;
  }
}

/** What a ledger holds of one lesson with its audiobook: eight events. */
export function lessonIn(edition: string, lesson: number): EventBody[] {
  const job = `the-night-train-that-never-arrived-${lesson}.es.3`;
  const ofJob = { edition, job };
  const number = Number(edition.split("-").at(-1)) * 1_000 + lesson;
  const [attempt, id, book, run] = [uuid(number + 1e9), uuid(number + 2e9), uuid(number + 3e9), uuid(1)];
  const setting = { lang: "es", difficulty: 3, length: "short", audiobook: true };
  const topic = `The night train that never arrived, and what the ${lesson}th traveller saw from its window`;
  const request = { topic, ...setting, words: ["billete", "estación", "ventana"], visibility: "private" };
  const price = { credits: 25, writing: 13, audiobook: 12 };
  const observed = { type: "story.observed" as const, ...ofJob, id, error: null };
  const saved = { bytes: 1_893, sha256: hash(number) };
  return [
    {
      type: "creation.intended" as const,
      ...ofJob,
      attempt,
      run,
      request,
      requestHash: hash(lesson),
      price,
      balanceBefore: 1_200,
      replaces: false,
    },
    { type: "creation.accepted", ...ofJob, attempt, id, status: 202, warnings: [] },
    { ...observed, status: "writing", credits: 0, book: null },
    { ...observed, status: "ready", credits: 13, book: null },
    { type: "story.saved", ...ofJob, id, file: `stories/${id}.json`, ...saved },
    { ...observed, status: "making_audiobook", credits: 13, book: { id: book, status: "processing" } },
    { ...observed, status: "done", credits: 13, book: { id: book, status: "ready" } },
    {
      type: "book.exported" as const,
      ...ofJob,
      id,
      book,
      contentType: "audio/mpeg",
      file: `books/${book}.mp3`,
      ...saved,
    },
  ];
}

function uuid(number: number): string {
  return `0b54c6c4-3f0f-4a5e-9a53-${number.toString(16).padStart(12, "0")}`;
}

function hash(number: number): string {
  return number.toString(16).padStart(64, "5");
}
