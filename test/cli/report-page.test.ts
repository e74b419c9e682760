import { expect, it } from "vitest";
import { reportMarkdown, reportPage } from "../../src/cli/render/report.ts";
import { longReport } from "./long-report.ts";

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
    "a true peak of -0.4 dBTP",
    "sentence 3, at 1:01: “Hola.”",
    "To look at",
    "40% of it also occurs in t1.es.2",
    "Whole volumes",
    "es.2: 1 of 2 stories begin with the same sentence: “Un día” (t1.es.2)",
  ]);
});
