import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import {
  answerOf,
  type Draft,
  emptyDraft,
  statusWith,
  withComment,
  withDecision,
  withoutLast,
} from "../../../src/review/browser/by-mail/draft.ts";
import { newId } from "../../../src/review/browser/new-id.ts";
import { answerWith, seen, story } from "./answers.ts";

const at = "2026-11-21T08:00:00.000Z";
const page = { exported: answerWith().exported, fingerprint: answerWith().fingerprint };
const who: Draft = { ...emptyDraft, who: "Ben Okafor" };
const about = () => ({ job: "first.es.2", story, seen, who: "Ben Okafor", id: randomUUID() });
const decided = (draft: Draft, kind: "approved" | "held" | "rejected", why: string | null = null) =>
  withDecision(draft, { ...about(), kind, why, known: [] }, at);
const waiting = { kind: "waiting" as const, people: [], missing: 1, lapsed: [] };

describe("what a reviewer does in the page", () => {
  it("is nothing to save before anything is decided", () => {
    expect(answerOf(page, who)).toBeNull();
    expect(answerOf(page, withoutLast(decided(who, "held"), "first.es.2") ?? who)).toBeNull();
    expect(withoutLast(who, "first.es.2")).toBeNull();
  });

  it("keeps a decision's id from one saved answer to the next", () => {
    const draft = decided(who, "approved");
    expect(answerOf(page, draft)?.decisions).toEqual(answerOf(page, draft)?.decisions);
    const more = withComment(draft, { ...about(), text: "Nice.", sentence: null }, at);
    expect(answerOf(page, more)?.decisions).toEqual(answerOf(page, draft)?.decisions);
    expect(answerOf(page, more)?.comments).toMatchObject([{ text: "Nice." }]);
  });

  it("names the objections that a later decision replaces, also those that were taken back", () => {
    const first = decided(who, "held", "Twice");
    const [hold] = first.entries;
    const second = decided(withoutLast(first, "first.es.2") ?? first, "approved");
    expect(answerOf(page, second)?.decisions).toMatchObject([{ kind: "approved", replaces: [hold?.id] }]);
    expect(answerOf(page, decided(second, "rejected"))?.decisions).toHaveLength(1);
  });

  it("shows in the lesson's status, until it is taken back", () => {
    const draft = decided(who, "rejected");
    expect(statusWith("first.es.2", waiting, draft)).toMatchObject({
      kind: "rejected",
      people: ["Ben Okafor"],
    });
    expect(statusWith("second.es.2", waiting, draft)).toBe(waiting);
    expect(statusWith("first.es.2", waiting, withoutLast(draft, "first.es.2") ?? draft)).toBe(waiting);
  });
});

it("makes ids that are UUIDs, each another", () => {
  const ids = Array.from({ length: 100 }, newId);
  for (const id of ids)
    expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  expect(new Set(ids).size).toBe(100);
});
