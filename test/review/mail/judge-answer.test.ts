import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { reviewStatus } from "../../../src/ledger/format/reviews.ts";
import type { CourseNow } from "../../../src/review/desk-course.ts";
import type { Answer } from "../../../src/review/mail/answer-document.ts";
import { judgeAnswer, readAnswer, type Verdict } from "../../../src/review/mail/judge-answer.ts";
import type { PlannedLesson } from "../../../src/run/lesson.ts";
import { answerWith, courseNow, mailed, recorded, sealed, seen, story } from "./answers.ts";

function verdicts(parts: Partial<Answer>, now: CourseNow): Verdict[] {
  const read = readAnswer(Buffer.from(sealed(answerWith(parts))));
  if (read === null) throw new Error("no answer");
  return judgeAnswer(read, now).map(({ verdict }) => verdict);
}

const records = { kind: "records", overrules: [], meanwhile: [] };
const refusedFor = (refusal: object) => ({ kind: "refused", refusal });
const about = answerWith().exported;
const showing = (...known: string[]) => ({ ...about, lessons: [{ job: "first.es.2", story, seen, known }] });

describe("what becomes of an answer", () => {
  it("is recorded where the lesson is what the reviewer saw", () => {
    const comments = [{ id: randomUUID(), job: "first.es.2", text: "Nice." }];
    const parts = { decisions: [mailed("approved")], comments };
    expect(verdicts(parts, courseNow())).toEqual([records, records]);
  });

  it("is refused whole if it was edited", () => {
    const edited = sealed(answerWith({ decisions: [mailed("held")] })).replace('"held"', '"approved"');
    const read = readAnswer(Buffer.from(edited));
    const judged = read === null ? [] : judgeAnswer(read, courseNow());
    expect(judged).toMatchObject([{ verdict: refusedFor({ why: "tampered" }) }]);
  });

  it.each(["course", "edition", "service"] as const)("is refused whole if it is of another %s", (what) => {
    const comments = [{ id: randomUUID(), job: "first.es.2", text: "Nice." }];
    const foreign = { decisions: [mailed("approved")], comments, exported: { ...about, [what]: "else" } };
    const refused = refusedFor({ why: "foreign", what, of: "else" });
    expect(verdicts(foreign, courseNow())).toEqual([refused, refused]);
  });

  it("is refused for lessons that its page or the plan doesn't have, whatever their names", () => {
    for (const job of ["../../etc/passwd", "__proto__", "constructor", "second.es.2"]) {
      expect(verdicts({ decisions: [mailed("approved", { job })] }, courseNow())).toEqual([
        refusedFor({ why: "unknown" }),
      ]);
    }
    const gone = { ...courseNow(), reviews: [] };
    expect(verdicts({ decisions: [mailed("held")] }, gone)).toEqual([refusedFor({ why: "unknown" })]);
  });

  it.each(Object.keys(seen))("is refused where the lesson has another %s now", (part) => {
    const now = courseNow({ now: { ...seen, [part]: "d".repeat(64) } });
    const refused = refusedFor({ why: "outdated", changed: [part] });
    expect(verdicts({ decisions: [mailed("approved")] }, now)).toEqual([refused]);
    expect(verdicts({ decisions: [mailed("rejected")] }, now)).toEqual([refused]);
  });

  it("is refused where the story was replaced", () => {
    const refused = refusedFor({ why: "outdated", changed: "replaced" });
    expect(verdicts({ decisions: [mailed("approved")] }, courseNow({ id: randomUUID() }))).toEqual([refused]);
  });

  it("is recorded where the plan has given the lesson another name", () => {
    const { reviews } = courseNow();
    const renamed = reviews.map((review) => {
      const { recordName, job } = review.lesson;
      return { ...review, lesson: { recordName, job: { ...job, id: "one.es.2" } } as PlannedLesson };
    });
    const now = { ...courseNow(), reviews: renamed };
    expect(verdicts({ decisions: [mailed("approved")] }, now)).toEqual([records]);
  });

  it("is recorded once, also after the story was replaced", () => {
    const mine = mailed("held");
    const there = recorded("held", { decision: mine.id, who: "Ben Okafor" });
    for (const id of [story, randomUUID()]) {
      const now = courseNow({ decisions: [there], id });
      expect(verdicts({ decisions: [mine] }, now)).toEqual([{ kind: "recorded" }]);
    }
  });

  it.each(["held", "rejected"] as const)(
    "is an approval also where somebody %s the lesson meanwhile, which ends nothing: both are there until a person settles it",
    (kind) => {
      const objection = recorded(kind);
      const mine = mailed("approved");
      const now = courseNow({ decisions: [objection] });
      expect(verdicts({ decisions: [mine] }, now)).toEqual([
        { ...records, meanwhile: [{ who: "Ana Ruiz", kind }] },
      ]);
      const both = [objection, recorded("approved", { decision: mine.id, who: "Ben Okafor" })];
      expect(reviewStatus(both, seen, 1)).toMatchObject({ kind, by: { who: "Ana Ruiz" } });
      const settled = recorded("approved", { who: "Cho Lin", despite: [objection.decision] });
      expect(reviewStatus([...both, settled], seen, 2).kind).toBe("approved");
      expect(verdicts({ decisions: [mine] }, courseNow({ decisions: [objection, settled] }))).toEqual([
        records,
      ]);
    },
  );

  it("is an approval that overrules the objections that the page showed, and says whose they were", () => {
    const objection = recorded("held");
    const parts = { decisions: [mailed("approved")], exported: showing(objection.decision) };
    expect(verdicts(parts, courseNow({ decisions: [objection] }))).toEqual([
      { ...records, overrules: [{ who: "Ana Ruiz", kind: "held" }] },
    ]);
    const settled = recorded("approved", { who: "Cho Lin", despite: [objection.decision] });
    expect(verdicts(parts, courseNow({ decisions: [objection, settled] }))).toEqual([records]);
  });

  it("is a correction and what was decided about it, also where only the correction is recorded yet", () => {
    const change = { kind: "title" as const, text: "El pan" };
    const correction = { id: randomUUID(), job: "first.es.2", changes: [change] };
    const parts = { corrections: [correction], decisions: [mailed("approved")] };
    expect(verdicts(parts, courseNow())).toEqual([records, records]);
    const now = { ...seen, correction: "e".repeat(64) };
    const halfRecorded = (id: string) => courseNow({ now, corrections: [{ correction: id, undoes: null }] });
    expect(verdicts(parts, halfRecorded(correction.id))).toEqual([{ kind: "recorded" }, records]);
    const outdated = refusedFor({ why: "outdated", changed: ["correction"] });
    expect(verdicts(parts, halfRecorded(randomUUID()))).toEqual([outdated, outdated]);
  });

  it("is an objection whatever others have decided, and says who approved the lesson meanwhile", () => {
    const decisions = [recorded("approved"), recorded("approved"), recorded("held", { who: "Cho Lin" })];
    expect(verdicts({ decisions: [mailed("rejected")] }, courseNow({ decisions }))).toEqual([
      { ...records, meanwhile: [{ who: "Ana Ruiz", kind: "approved" }] },
    ]);
  });

  it("is an approval that doesn't take back what the reviewer has held elsewhere meanwhile, unless the page knew", () => {
    const own = recorded("held", { who: "ben  okafor" });
    const overruled = recorded("approved", { despite: [own.decision] });
    const now = courseNow({ decisions: [own, overruled] });
    expect(verdicts({ decisions: [mailed("approved")] }, now)).toEqual([
      { ...records, meanwhile: [{ who: "ben okafor", kind: "held" }] },
    ]);
    const later = mailed("approved", { replaces: [own.decision] });
    expect(verdicts({ decisions: [later] }, now)).toEqual([records]);
  });
});
