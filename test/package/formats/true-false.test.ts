import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { packageOf } from "../epub/epub-fixtures.ts";
import { journey } from "../exercises/fixtures.ts";
import { course, lesson, unzip } from "../fixtures.ts";
import { parseCloze } from "../lms/cloze-parser.ts";
import { all, attr, parsed } from "../lms/fixtures.ts";

type Files = ReadonlyMap<string, Buffer>;

let files: Files;

beforeAll(async () => {
  const lessons = [lesson({ text: journey })];
  const formats = ["web", "print", "cartridge", "scorm", "moodle"];
  const folder = await mkdtemp(join(tmpdir(), "coursebinder-statements-"));
  files = await packageOf({ ...course({ lessons }), formats }, folder);
  return () => rm(folder, { recursive: true, force: true });
});

const inside = (path: string) => unzip(files.get(path) ?? Buffer.alloc(0));
const textOf = (content: string) => content.replace(/<[^>]*>/g, "").trim();

/** The statements of set A with their verdicts, as the reader's page has them. */
function stated(): { statement: string; isTrue: boolean }[] {
  const page = String(files.get("es-2/web/lesson-01-exercises-a.html"));
  const [, section = ""] = /<section class="exercise true-false"(.*?)<\/section>/s.exec(page) ?? [];
  return [...section.matchAll(/<li data-item data-answer="(true|false)"><span[^>]*>(.*?)<\/span>/g)].map(
    ([, verdict, statement = ""]) => ({ statement: textOf(statement), isTrue: verdict === "true" }),
  );
}

test("the reader asks which statements are true, and unfolds what the story says", () => {
  expect(stated().length).toBeGreaterThanOrEqual(4);
  expect(new Set(stated().map(({ isTrue }) => isTrue)).size).toBe(2);
  for (const { statement, isTrue } of stated()) expect(journey.includes(statement)).toBe(isTrue);
});

test("the sheets ask the same on paper, and the key has the verdicts and what the story says", () => {
  const sheet = textOf(String(files.get("es-2/print/lesson-01.html")));
  const keys = String(files.get("teacher/es-2/keys.html"));
  for (const { statement } of stated()) expect(sheet).toContain(statement);
  const [list = ""] = /True or false\?.*?<\/ol>/s.exec(keys) ?? [];
  const rows = [...list.matchAll(/<li>(.*?)<\/li>/g)].map(([, row = ""]) => textOf(row).split(" – "));
  expect(rows.map(([verdict]) => verdict === "true")).toEqual(stated().map(({ isTrue }) => isTrue));
  for (const [verdict, ...said] of rows) {
    expect(verdict === "false").toBe(said.length === 1);
    expect(journey).toContain(said.join());
  }
});

test("Moodle, the cartridge and the SCORM lesson offer true and false, with the same one right", async () => {
  const expected = stated().map(({ isTrue }) => (isTrue ? "true" : "false"));
  const questions = all(parsed(String(files.get("es-2/lms/moodle-questions.xml"))), "question");
  const asked = questions.map((each) => all(each, "text").map(({ content }) => content));
  const [, source = ""] = asked.find(([name = ""]) => name.startsWith("1A. True or false?")) ?? [];
  const rights = parseCloze(source).gaps.map(({ answers }) => answers.find(({ right }) => right)?.text);
  expect(rights).toEqual(expected);
  const cartridge = await inside("es-2/lms/es-2-cc11.imscc");
  const items = all(parsed(String(cartridge.get("lesson-01-a/assessment.xml"))), "item");
  const chosen = items
    .filter((item) => attr(item, "title") === "True or false?")
    .map((item) => {
      const right = all(item, "varequal")[0]?.content;
      const label = all(item, "response_label").find((each) => attr(each, "ident") === right);
      return textOf(all(label ?? item, "mattext")[0]?.content ?? "");
    });
  expect(chosen).toEqual(expected);
  const page = String((await inside("es-2/lms/scorm12/lesson-01.zip")).get("index.html"));
  const [, section = ""] = /<section class="true-false">(.*?)<\/section>/s.exec(page) ?? [];
  const accepted = [...section.matchAll(/data-accepted="\[&quot;(\d)&quot;\]"/g)].map(([, right]) => right);
  expect(accepted).toEqual(stated().map(({ isTrue }) => (isTrue ? "0" : "1")));
});
