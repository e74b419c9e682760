import type { LedgerEvent } from "../../src/ledger/format/event.ts";
import { fold, jobKey } from "../../src/ledger/format/fold.ts";
import { isOpen, jobStatusOf, latestOf } from "../../src/ledger/format/job-status.ts";
import type { Fact, FactKind } from "./state.ts";

/** A lesson's status by the production code. */
export interface LessonStatus {
  /** Whether it may be bought: no attempt is known that could cost money. */
  readonly isPending: boolean;
  /** The attempt that determines the status. */
  readonly latest: number | null;
  /** Attempts that the user must settle. */
  readonly open: readonly number[];
}

const edition = "1";
const known = new Map<string, readonly LessonStatus[]>();

/** The status of every lesson by the production fold; `lessonOf`: the lesson of each attempt, by its number less 1. */
export function statusOf(
  facts: readonly Fact[],
  lessonOf: readonly number[],
  lessons: number,
): readonly LessonStatus[] {
  const name = `${facts.join()};${lessonOf.join("")}`;
  const found = known.get(name) ?? readStatus(facts, lessonOf, lessons);
  known.set(name, found);
  return found;
}

/** The attempts that may have created a story, by these facts. The user's decision that one has not is believed. */
export function mayHaveMade(facts: readonly Fact[]): number[] {
  const last = new Map<number, FactKind>();
  for (const { kind, attempt } of facts.map(parseFact)) last.set(attempt, kind);
  return [...last.keys()].filter((attempt) => !["refused", "unsent"].includes(last.get(attempt) ?? ""));
}

export function parseFact(fact: Fact): { readonly kind: FactKind; readonly attempt: number } {
  const [kind = "", attempt = ""] = fact.split(" ");
  return { kind: kind as FactKind, attempt: Number(attempt) };
}

function readStatus(facts: readonly Fact[], lessonOf: readonly number[], lessons: number): LessonStatus[] {
  const state = fold(facts.map((fact) => eventOf(fact, lessonOf)));
  return Array.from({ length: lessons }, (_, lesson) => {
    const record = state.jobs.get(jobKey(edition, jobOf(lesson)));
    const latest = record === undefined ? undefined : latestOf(record);
    const open = record === undefined ? [] : record.attempts.filter(isOpen);
    return {
      isPending: jobStatusOf(record).kind === "pending",
      latest: latest === undefined ? null : numberOf(latest.attempt),
      open: open.map(({ attempt }) => numberOf(attempt)),
    };
  });
}

function jobOf(lesson: number): string {
  return `lesson-${lesson + 1}.es.2`;
}

function idOf(attempt: number): string {
  return `00000000-0000-4000-8000-${String(attempt).padStart(12, "0")}`;
}

function numberOf(id: string): number {
  return Number(id.slice(-12));
}

/** A fact as a ledger's event, with the members that the fold reads. */
function eventOf(fact: Fact, lessonOf: readonly number[]): LedgerEvent {
  const { kind, attempt } = parseFact(fact);
  const job = jobOf(lessonOf[attempt - 1] ?? 0);
  const of = { seq: 1, at: "2026-11-20T09:00:00.000Z", hash: "", edition, job, attempt: idOf(attempt) };
  switch (kind) {
    case "intended": {
      const request = { topic: job, lang: "es", difficulty: 2, length: "short", audiobook: false };
      const price = { credits: 13, writing: 13, audiobook: 0 };
      const run = idOf(0);
      return {
        type: "creation.intended",
        ...of,
        run,
        request,
        requestHash: "",
        price,
        balanceBefore: null,
        replaces: false,
      };
    }
    case "accepted":
      return { type: "creation.accepted", ...of, id: idOf(attempt), status: 202, warnings: [] };
    case "refused":
      return {
        type: "creation.refused",
        ...of,
        status: 429,
        code: "rate_limited",
        message: "",
        retryAfterSeconds: null,
      };
    case "unsent":
      return { type: "creation.unsent", ...of, cause: "too late" };
    case "uncertain":
      return { type: "creation.uncertain", ...of, cause: "timeout", status: null, answer: null };
    case "notCreated":
      return { type: "creation.resolved", ...of, how: "not-created", id: null, who: "teacher", why: "" };
  }
}
