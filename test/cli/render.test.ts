import fc from "fast-check";
import { expect, it, test } from "vitest";
import { codeSpan, escapeMarkdown } from "../../src/cli/render/blocks.ts";
import { describeForecast, forecastDocument } from "../../src/cli/render/instants.ts";
import { reportMarkdown, reportPage } from "../../src/cli/render/report.ts";
import { type LessonRow, lessonTable, shownRows } from "../../src/cli/render/run.ts";
import { cleanLine } from "../../src/shared/text.ts";
import { longReport } from "./long-report.ts";

function row(id: string, change: Partial<LessonRow> = {}): LessonRow {
  const credits = { committed: 25, spent: 25 };
  const facts = { status: "done", topic: `On ${id}`, story: null, inherited: false, problem: null } as const;
  return { id, ...facts, credits, ...change };
}

test("A lesson has its title, one without a story its topic, and one taken from an earlier edition cost nothing here", () => {
  const nothing = { committed: 0, spent: 0 };
  const rows = [
    row("market.es.2"),
    row("rain.es.2", { inherited: true, credits: nothing }),
    row("train.es.2", { status: "failed" }),
  ];
  const titles = new Map([
    ["market.es.2", "Corrected \u001b[31mtitle"],
    ["rain.es.2", "Llueve"],
  ]);
  const lines = lessonTable(rows, titles).map((line) => line.trim().replaceAll(/ +/g, " "));
  expect(lines).toEqual([
    "lesson credits title",
    String.raw`market.es.2 done 25 Corrected \u{1b}[31mtitle`,
    "rain.es.2 done 0 Llueve",
    "train.es.2 failed 25 (On train.es.2)",
  ]);
});

test("A state has its colour where colours are shown, and the columns stay aligned", () => {
  const rows = [
    row("market.es.2"),
    row("train.es.2", { status: "failed" }),
    row("sea.es.2", { status: "active" }),
  ];
  const codes = { good: 32, bad: 31, waiting: 33 };
  const lines = lessonTable(rows, new Map(), (text, tone) =>
    tone === undefined ? text : `\u001b[${codes[tone]}m${text}\u001b[39m`,
  );
  expect(lines).toEqual([
    "lesson               credits  title",
    "market.es.2  \u001b[32mdone\u001b[39m         25  (On market.es.2)",
    "train.es.2   \u001b[31mfailed\u001b[39m       25  (On train.es.2)",
    "sea.es.2     active       25  (On sea.es.2)",
  ]);
});

test("Of many lessons those that are not done are shown, and it says how many others there are", () => {
  const rows = Array.from({ length: 60 }, (_, index) =>
    row(`topic-${index}.es.2`, { status: index % 20 === 0 ? "active" : "done" }),
  );
  expect(shownRows(rows).map(({ id }) => id)).toEqual(["topic-0.es.2", "topic-20.es.2", "topic-40.es.2"]);
  expect(lessonTable(rows, new Map()).at(-1)).toBe("and 57 more: coursebinder status lists them all");
});

const at = Date.UTC(2026, 10, 22);
const forecastOf = (finishMs: number) => ({
  lastCreationMs: finishMs,
  finishMs,
  isMeasured: true,
  narration: "free" as const,
});

test("A forecast of days is shown in days, with the minute", () => {
  expect(describeForecast(forecastOf(62 * 86_400_000), at)).toEqual([
    "time     last creation after 62 d, done in about 62 d (2027-01-23 00:00 UTC), judging by how long similar stories have taken",
  ]);
});

// A thousand lessons at one a month; and what a service may say in a wait, which has no bound.
test.for([366 * 86_400_000, 1e300, Number.POSITIVE_INFINITY])(
  "A forecast of %d ms is shown without a date, as more than a year",
  (finishMs) => {
    expect(describeForecast(forecastOf(finishMs), at)).toEqual([
      "time     last creation after more than a year, done in more than a year, judging by how long similar stories have taken",
    ]);
    expect(forecastDocument(forecastOf(finishMs), at)).toMatchObject({
      lastCreation: null,
      finish: null,
    });
  },
);

const references = /&#\d+;/g;

// What a reader sees: a zero-width space is nothing to see.
function shown(markdown: string): string {
  return markdown
    .replace(references, (reference) => String.fromCharCode(Number(reference.slice(2, -1))))
    .replaceAll("\u200b", "");
}

const signs = [..."`*_{}[]()<>#+-.!|~&@:$^\\=/ \n1ahttpw"];
const titles = fc.string({ unit: fc.oneof(fc.constantFrom(...signs), fc.string({ maxLength: 1 })) });

it("lets every title read as it is, and begin no markup, mention, link or cell", () => {
  fc.assert(
    fc.property(titles, (title) => {
      const markdown = escapeMarkdown(title);
      expect(shown(markdown)).toBe(cleanLine(title).replaceAll("\u200b", ""));
      const plain = markdown.replace(references, "·");
      expect(plain).not.toMatch(/[&<>\\`*_{}[\]|~^$@#\n]|:\/\/|www\.|^[-+=]|^\d+[.)]|:[\w+-]+:/i);
    }),
    { seed: 20_261_124, numRuns: 500 },
  );
});

it("encloses a command in as many backticks as it needs", () => {
  expect(codeSpan("coursebinder run a.yaml")).toBe("`coursebinder run a.yaml`");
  expect(codeSpan("a `b` ``c``")).toBe("``` a `b` ``c`` ```");
});

const mostBytes = 1_000_000;

it("tells of 300 lessons in less than a megabyte, and needs no script", () => {
  const { report, about } = longReport(300);
  const page = String(reportPage(report, about));
  expect(Buffer.byteLength(page)).toBeLessThan(mostBytes);
  expect(page).not.toMatch(/<script|<img|https?:\/\/(?!stories\.example)/);
  expect(page).toContain("Readers &amp; &lt;i&gt;more&lt;/i&gt;");
  expect(page).toContain("<li>Made: 300 done</li>");
  const rows = page.match(/<tr><th scope="row"><bdi>t\d+\.es\.2<\/bdi><\/th>.*?<\/tr>/g) ?? [];
  expect(rows).toHaveLength(300);
  expect(rows[1]).toMatch(/<td>2026-11-20 00:00<\/td><td>2026-11-20 00:00<\/td><td class="number">2 s<\/td>/);
});

it("begins with what to do in a summary for continuous integration, which fits a comment, and ends no fence in its middle", () => {
  const { report, about } = longReport(5_000);
  const billed = ["stories  credits", "es 2          25"];
  const text = reportMarkdown(report, about, { billed, next: { next: "coursebinder run a.yaml" } });
  expect(text).toContain(
    "## What to do\n\n```sh\ncoursebinder run a.yaml\n```\n\n## Bill\n\n```text\nstories",
  );
  expect(text).toContain("- Made: 5000 done");
  expect(text).not.toContain("<i>");
  const many = Array.from({ length: 100_000 }, (_, index) => `lesson ${index}`);
  const cut = reportMarkdown(report, about, { billed: many, next: { next: "coursebinder run a.yaml" } });
  expect(Buffer.byteLength(cut)).toBeLessThan(65_536);
  expect(cut.match(/^`{3,}/gm)).toHaveLength(2);
  expect(cut).toContain("The rest did not fit here: it is in report.html.");
});

it("shows what was found in lessons by its severity, and in volumes, without a heading for what was not found", () => {
  const { report, about } = longReport(2);
  const lessons = ["t1.es.2", "t2.es.2"].map((job) => ({
    job,
    running: 80,
    perSentence: 8,
    loudness: null,
    unheard: null,
  }));
  const spots = [{ sentence: 2, text: "Hola.", atMs: 61_000 }];
  const findings = [
    { job: "t1.es.2", check: "peak", value: -0.4, severity: "hold", spots },
    { job: "t2.es.2", check: "echo", with: "t1.es.2", share: 0.4, severity: "warn", spots: [] },
  ];
  const ofVolumes = [{ volume: "es.2", check: "openings", jobs: ["t1.es.2"], of: 2, text: "Un día" }];
  const quality = { findings, ofVolumes, lessons, held: ["t1.es.2"], damaged: ["t2.es.2"] };
  const page = String(reportPage({ ...report, quality } as unknown as typeof report, about));
  const [, shown = ""] = page.split("Quality of the lessons");
  const parts = [...shown.matchAll(/<h3>(.*?)<\/h3>|<(?:bdi|li)>(.*?)<\/(?:bdi|li)>/g)];
  expect(parts.map(([, heading, text]) => heading ?? text)).toEqual([
    "t2.es.2: its text or recording does not match the ledger",
    "On hold",
    "its recording is so loud in places that it may sound distorted (a true peak of -0.4 dBTP)",
    "sentence 3, at 1:01: “Hola.”",
    "To look at",
    "40% of it also occurs in t1.es.2",
    "Whole volumes",
    "es.2: 1 of 2 stories begin with the same sentence: “Un día” (t1.es.2)",
  ]);
});
