import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import {
  answerOf,
  type Draft,
  emptyDraft,
  lessonWith,
  statusWith,
  withEntry,
  withoutLast,
} from "../../../src/review/browser/draft.ts";
import type { LessonDocument } from "../../../src/review/documents.ts";
import { answerWith, seen, story } from "./answers.ts";

const { exported } = answerWith();
const job = "first.es.2";
const at = "2026-11-21T08:00:00.000Z";
const about = () => ({ job, story, seen, who: "Ben Okafor", id: randomUUID() });
const decided = (draft: Draft, kind: "approved" | "held" | "rejected", why: string | null = null) =>
  withEntry(draft, { ...about(), kind, why, known: [] }, at);
const by = (draft: Draft) => ({ who: "Ben Okafor", draft });
const answerTo = (draft: Draft) => answerOf(exported, by(draft));
const waiting = { kind: "waiting" as const, people: [], why: null, missing: 1, lapsed: [] };

describe("what a reviewer does in the page", () => {
  it("is nothing to save before anything is decided", () => {
    expect(answerTo(emptyDraft)).toBeNull();
    expect(answerTo(withoutLast(decided(emptyDraft, "held"), job) ?? emptyDraft)).toBeNull();
    expect(withoutLast(emptyDraft, job)).toBeNull();
    expect(answerOf(exported, { who: null, draft: decided(emptyDraft, "held") })).toBeNull();
  });

  it("keeps a decision's id from one saved answer to the next", () => {
    const draft = decided(emptyDraft, "approved");
    expect(answerTo(draft)?.decisions).toEqual(answerTo(draft)?.decisions);
    const more = withEntry(draft, { ...about(), text: "Nice." }, at);
    expect(answerTo(more)?.decisions).toEqual(answerTo(draft)?.decisions);
    expect(answerTo(more)?.comments).toMatchObject([{ text: "Nice." }]);
  });

  it("names the objections that a later decision replaces, also those that were taken back", () => {
    const first = decided(emptyDraft, "held", "Twice");
    const [hold] = first.entries;
    const second = decided(withoutLast(first, job) ?? first, "approved");
    expect(answerTo(second)?.decisions).toMatchObject([{ kind: "approved", replaces: [hold?.request.id] }]);
    expect(answerTo(decided(second, "rejected"))?.decisions).toHaveLength(1);
  });

  it("corrects a lesson, which voids the approval before it and is taken back like all else", () => {
    const sentence = { original: "Hace frío.", corrected: null, isUnheard: false };
    const piece = (text: string, of: number | null) => ({ text, sentence: of, heard: null, marks: [] });
    const paragraphs = [[piece("Hace ", 0), piece("frío.", 0), piece(" ", null), piece("Llueve.", 1)]];
    const sentences = [sentence, sentence];
    const shown = { job, title: "Pan", status: waiting, sentences, paragraphs, words: [], history: [] };
    const lesson = shown as unknown as LessonDocument;
    const change = { kind: "sentence" as const, sentence: 0, text: "Nieva." };
    const approved = decided(emptyDraft, "approved");
    const draft = withEntry(approved, { ...about(), change }, at);
    const now = lessonWith(lesson, by(draft));
    expect(now.paragraphs.flat().map(({ text }) => text)).toEqual(["Nieva.", " ", "Llueve."]);
    expect(now.sentences[0]).toMatchObject({ corrected: "Nieva.", isUnheard: true });
    expect(now.status.kind).toBe("waiting");
    const id = draft.entries[1]?.request.id;
    expect(answerTo(draft)).toMatchObject({ decisions: [], corrections: [{ id, job, changes: [change] }] });
    expect(answerTo(decided(draft, "approved"))?.decisions).toHaveLength(1);
    expect(answerTo(withoutLast(draft, job) ?? draft)).toEqual(answerTo(approved));
    const others = { ...waiting, kind: "approved" as const, people: ["Ana Ruiz"] };
    const lapsed = [{ who: "Ana Ruiz", changed: ["correction"] }];
    expect(statusWith(job, others, by(draft))).toMatchObject({ kind: "waiting", lapsed });
  });

  it("shows in the lesson's status with its reason, until it is taken back", () => {
    const draft = decided(emptyDraft, "rejected", "Too long.");
    const rejected = { kind: "rejected", people: ["Ben Okafor"], why: "Too long." };
    expect(statusWith(job, waiting, by(draft))).toMatchObject(rejected);
    expect(statusWith("second.es.2", waiting, by(draft))).toBe(waiting);
    expect(statusWith(job, waiting, by(withoutLast(draft, job) ?? draft))).toBe(waiting);
  });
});
