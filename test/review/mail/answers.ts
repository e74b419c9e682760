import { randomUUID } from "node:crypto";
import type { Decision, Seen, StoryFacts } from "../../../src/ledger/format/state.ts";
import type { CourseNow } from "../../../src/review/desk-course.ts";
import type { Answer, MailedDecision } from "../../../src/review/mail/answer-document.ts";
import { canonicalJson } from "../../../src/shared/canonical-json.ts";
import { sha256 } from "../../../src/shared/hash.ts";

export const seen: Seen = { text: "a".repeat(64), sound: "b".repeat(64), times: null };
export const story = "0b8f2c7e-51a4-4c7c-9d55-0f6a2f1f6a01";

/** A decision of the page about the lesson `first.es.2`. */
export function mailed(kind: MailedDecision["kind"], more: Partial<MailedDecision> = {}): MailedDecision {
  return { id: randomUUID(), job: "first.es.2", kind, why: null, replaces: [], ...more };
}

/** An answer, not sealed. */
export function answerWith(more: Partial<Answer> = {}): Omit<Answer, "checksum"> {
  const exported = {
    course: "course",
    edition: "1",
    service: "https://stories.example/api/v1",
    at: "2026-11-20T12:00:00.000Z",
    withSound: true,
    lessons: [{ job: "first.es.2", story, seen, known: [] }],
    ...more.exported,
  };
  return {
    coursebinder: "review-answer" as const,
    version: 1 as const,
    who: "Ben Okafor",
    decisions: [],
    comments: [],
    ...more,
    exported,
  };
}

/** As the page saves it. */
export function sealed(answer: object): string {
  return JSON.stringify({ ...answer, checksum: sha256(canonicalJson(answer)) }, null, 1);
}

/** A decision in the ledger. */
export function recorded(kind: "approved" | "held" | "rejected", more: Partial<Decision> = {}): Decision {
  const at = "2026-11-21T08:00:00.000Z";
  const by = { at, decision: randomUUID(), who: "Ana Ruiz", why: null, seen, despite: [] };
  return { type: `lesson.${kind}`, ...by, ...more } as unknown as Decision;
}

/** The course as it is when the answer comes back. */
export function courseNow({
  decisions = [],
  corrections = [],
  now = seen,
  id = story,
}: {
  decisions?: Decision[];
  corrections?: object[];
  now?: Seen;
  id?: string;
} = {}): CourseNow {
  const facts = { id, decisions, comments: [], corrections } as unknown as StoryFacts;
  const earlier = { id: story, decisions: [], comments: [], corrections: [] } as unknown as StoryFacts;
  const stories = new Map([
    [story, earlier],
    [id, facts],
  ]);
  return {
    plan: { course: "course", edition: "1" },
    state: {
      opened: { service: "https://stories.example/api/v1" },
      jobs: new Map([["1/first.es.2", { stories }]]),
    },
    reviews: [{ lesson: { job: { id: "first.es.2" } }, story: facts, now }],
  } as unknown as CourseNow;
}
