import fc from "fast-check";
import type { EventBody } from "../../../src/ledger/format/event.ts";
import { extend, fold } from "../../../src/ledger/format/fold.ts";
import { latestOf } from "../../../src/ledger/format/job-status.ts";
import { emptyHead, writeLine } from "../../../src/ledger/format/line.ts";
import type { JobRecord } from "../../../src/ledger/format/state.ts";
import { id, intended, sha256 } from "../format/histories.ts";

const editions = ["2026-W47", "2026-W48"];
const jobs = ["night-train.es.3", "market.es.2", "market.fr.2"];

const moves = [
  "intend",
  "intend",
  "intend",
  "accept",
  "accept",
  "accept",
  "refuse",
  "unsent",
  "uncertain",
  "resolve-story",
  "resolve-absent",
  "resolve-nothing",
  "observe",
  "observe",
  "observe",
  "missing",
  "save",
] as const;

const stepArbitrary = fc.record({
  edition: fc.constantFrom(...editions),
  job: fc.constantFrom(...jobs),
  move: fc.constantFrom(...moves),
  /** Which of the job's attempts or stories is meant. */
  which: fc.nat(3),
  status: fc.constantFrom("writing", "ready", "making_audiobook", "done", "failed", "canceled"),
  book: fc.boolean(),
  credits: fc.constantFrom(0, 13, 27.5, 30),
  /** The same answer may name a story of before. */
  repeats: fc.boolean(),
});

type Step = typeof stepArbitrary extends fc.Arbitrary<infer Value> ? Value : never;

/** Histories that runs, crashes and persons could write: outcomes of attempts that were made, news of stories that exist. */
export function historyArbitrary(leastSteps = 1): fc.Arbitrary<readonly EventBody[]> {
  return fc.array(stepArbitrary, { minLength: leastSteps, maxLength: 30 }).map((steps) => {
    const state = fold([]);
    const bodies: EventBody[] = [];
    for (const [index, step] of steps.entries()) {
      const record = state.jobs.get(`${step.edition}/${step.job}`);
      const body = bodyFor(step, record, index);
      if (body === null) continue;
      bodies.push(body);
      extend(state, writeLine(emptyHead, "2026-11-20T12:00:00.000Z", body).event);
    }
    return bodies;
  });
}

function bodyFor(step: Step, record: JobRecord | undefined, index: number): EventBody | null {
  const { edition, job, which, credits } = step;
  if (step.move === "intend") {
    const price = { credits: credits + 8, writing: credits, audiobook: 8 };
    const replacesAttempt = record === undefined ? null : (latestOf(record)?.attempt ?? null);
    const replaces = replacesAttempt !== null;
    return intended({ edition, job, attempt: id(0x1000 + index), price, replaces, replacesAttempt });
  }
  const attempts = record?.attempts ?? [];
  const attempt = attempts[which % Math.max(1, attempts.length)];
  if (record === undefined || attempt === undefined) return null;
  return (
    outcomeFor(step, { edition, job, attempt: attempt.attempt }, index) ??
    newsFor(step, record, { edition, job })
  );
}

function outcomeFor(
  step: Step,
  of: { edition: string; job: string; attempt: string },
  index: number,
): EventBody | null {
  const story = id(0x2000 + (step.repeats ? step.which : index));
  const said = { who: "a teacher", why: "seen in the app" };
  switch (step.move) {
    case "accept":
      return { type: "creation.accepted", ...of, id: story, status: 202, warnings: [] };
    case "refuse":
      return {
        type: "creation.refused",
        ...of,
        status: 402,
        code: "payment_required",
        message: "no",
        retryAfterSeconds: null,
      };
    case "unsent":
      return { type: "creation.unsent", ...of, cause: "ECONNREFUSED" };
    case "uncertain":
      return { type: "creation.uncertain", ...of, cause: "reset", status: null, answer: null };
    case "resolve-story":
      return { type: "creation.resolved", ...of, how: "story", id: story, ...said };
    case "resolve-nothing":
      return { type: "creation.resolved", ...of, how: "story", id: null, ...said };
    case "resolve-absent":
      return { type: "creation.resolved", ...of, how: "not-created", id: null, ...said };
    default:
      return null;
  }
}

function newsFor(step: Step, record: JobRecord, of: { edition: string; job: string }): EventBody | null {
  const stories = [...record.stories.keys()];
  const story = stories[step.which % Math.max(1, stories.length)];
  if (story === undefined) return null;
  const { status, credits, book } = step;
  switch (step.move) {
    case "observe":
      return {
        type: "story.observed",
        ...of,
        id: story,
        status,
        credits,
        book: book ? { id: id(0x3000), status: "ready" } : null,
        error: null,
      };
    case "missing":
      return { type: "story.missing", ...of, id: story };
    case "save":
      return { type: "story.saved", ...of, id: story, file: "stories/a.json", bytes: 1, sha256 };
    default:
      return null;
  }
}
