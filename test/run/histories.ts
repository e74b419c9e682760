import type { EventBody, LedgerEvent } from "../../src/ledger/format/event.ts";
import { fold } from "../../src/ledger/format/fold.ts";
import type { LedgerState } from "../../src/ledger/format/state.ts";
import { requestHash as hashOfRequest } from "../../src/plan/fingerprint.ts";
import type { Job, Plan } from "../../src/plan/plan.ts";
import { Lesson, type PlannedLesson } from "../../src/run/lesson.ts";
import { plainPlan } from "../plain-plan.ts";

/** A UUID that tells one thing from another in a test. */
export function uuid(number: number): string {
  return `00000000-0000-4000-8000-${String(number).padStart(12, "0")}`;
}

/** Events one second apart from the start of 20 November 2026, or from `from`. */
export function history(bodies: readonly EventBody[], from = Date.UTC(2026, 10, 20)): LedgerEvent[] {
  return bodies.map((body, index) => {
    const at = new Date(from + index * 1000).toISOString();
    return { ...body, seq: index + 1, at, hash: String(index).padStart(64, "0") } as LedgerEvent;
  });
}

export function stateOf(...bodies: readonly EventBody[]): LedgerState {
  return fold(history(bodies));
}

interface Intended {
  readonly job: string;
  readonly attempt: number;
  readonly edition?: string;
  readonly audiobook?: boolean;
  readonly credits?: number;
  readonly requestHash?: string;
}

export function intended({ job, attempt, edition = "1", audiobook = false, ...more }: Intended): EventBody {
  const { credits = 13, requestHash = hashOfRequest(jobNamed(job).request) } = more;
  return {
    type: "creation.intended",
    edition,
    job,
    attempt: uuid(attempt),
    run: uuid(900),
    request: { topic: job, lang: "es", difficulty: 2, length: "short", audiobook },
    requestHash,
    price: { credits, writing: 13, audiobook: credits - 13 },
    balanceBefore: 1000,
    replaces: false,
  };
}

export function accepted(job: string, attempt: number, id: number, edition = "1"): EventBody {
  const of = { edition, job, attempt: uuid(attempt) };
  return { type: "creation.accepted", ...of, id: uuid(id), status: 202, warnings: [] };
}

export function refused(job: string, attempt: number): EventBody {
  const of = { edition: "1", job, attempt: uuid(attempt) };
  const refusal = { status: 402, code: "payment_required", message: "no", retryAfterSeconds: null };
  return { type: "creation.refused", ...of, ...refusal };
}

export function observed(job: string, id: number, status: string, credits = 13): EventBody {
  const of = { edition: "1", job, id: uuid(id) };
  return { type: "story.observed", ...of, status, credits, book: null, error: null };
}

export function saved(job: string, id: number): EventBody {
  const of = { edition: "1", job, id: uuid(id) };
  return { type: "story.saved", ...of, file: `stories/${uuid(id)}.json`, bytes: 1, sha256: "a".repeat(64) };
}

/** A job that nothing was bought for. */
export function lessonNamed(id: string, request: Partial<Job["request"]> = {}): PlannedLesson {
  const named = jobNamed(id);
  const job = { ...named, request: { ...named.request, ...request } };
  const recordName = { edition: "1", job: id };
  return new Lesson({ address: job.key, job, recordName, texts: [], match: null, account: null }, stateOf());
}

export const place = { file: "course.yaml", line: 1, column: 1 };

export function jobNamed(id: string): Job {
  const settings = { lang: "es", difficulty: 2, length: "short", audiobook: false } as const;
  const request = { topic: id, ...settings, visibility: "private" as const };
  return { id, key: `1/${id}`, topicId: id, request, place };
}

export function planOf(jobs: readonly Job[], budget: Plan["budget"] = { credits: 500, month: null }): Plan {
  return plainPlan(jobs, { budget });
}
