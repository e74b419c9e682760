import { randomUUID } from "node:crypto";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { answerTo } from "../../e2e/review/reviewer-page.ts";
import { documentOf } from "../../fixtures.ts";
import { useServer } from "./fixtures.ts";
import { shareCourse } from "./shared-course.ts";

const server = useServer();

it("a reviewer's answer is recorded in a database as in a file: once, and by whichever machine has the lessons", async () => {
  const course = await shareCourse(server.url(), ["A market", "A train"]);
  const { served, database } = course;
  onTestFinished(() => served.dispose());
  expect(documentOf(await course.runHere(1))).toMatchObject({ ok: true });
  expect(documentOf(await course.runHere(2))).toMatchObject({ ok: true });
  expect(await course.here(1, "review", "--export", "page.html")).toMatchObject({ code: 0 });
  const about = { job: "a-market.es.2", replaces: [], why: null };
  const decision = { ...about, id: randomUUID(), kind: "approved" as const };
  const comments = [{ id: randomUUID(), job: "a-train.es.2", text: "Nice." }];
  const answer = answerTo(join(served.folder, "page.html"), { decisions: [decision], comments });
  writeFileSync(join(served.folder, "answer.json"), answer);
  const flags = ["--import", "answer.json", "--yes", "--json"];
  const recorded = documentOf(await course.begin(2, "review", ...flags).finished);
  expect(recorded).toMatchObject({ exitCode: 0, entries: [{ recorded: true }, { recorded: true }] });
  const again = documentOf(await course.here(1, "review", ...flags));
  expect(again).toMatchObject({ exitCode: 0, entries: [{ before: true }, { before: true }] });
  const rows = await database.query(
    "SELECT type, line::json ->> 'job' AS job FROM coursebinder.events WHERE type LIKE 'lesson.approved' OR type LIKE 'comment.%' ORDER BY seq",
  );
  expect(rows).toEqual([
    { type: "lesson.approved", job: "a-market.es.2" },
    { type: "comment.added", job: "a-train.es.2" },
  ]);
});
