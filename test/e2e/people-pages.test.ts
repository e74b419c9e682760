import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { reportPage } from "../../src/cli/render/report.ts";
import { obstaclesOn } from "../accessibility.ts";
import { chromiumPath, openBrowser } from "../chromium.ts";
import { longReport } from "../cli/long-report.ts";
import { needTool } from "../tools.ts";
import { rig, type Served, smallCourse } from "./fixtures/served.ts";

const screens = [
  { colorScheme: "light", width: 1280, height: 900 },
  { colorScheme: "dark", width: 390, height: 900 },
] as const;

describe.skipIf(!needTool("Chromium", chromiumPath))(
  "the pages for whoever approves a bill or was not there",
  () => {
    let served: Served;
    let browser: Browser;

    beforeAll(async () => {
      served = await rig({ writingTime: "10ms" });
      browser = await openBrowser();
    });

    afterAll(async () => {
      await browser.close();
      await served.dispose();
    });

    const findingsIn = async (path: string) => {
      const page = await browser.newPage({ bypassCSP: true });
      const asked: string[] = [];
      page.on("request", (request) => asked.push(request.url()));
      await page.goto(`file://${path}`);
      const found = await obstaclesOn(page, screens);
      await page.close();
      return [...found, ...asked.filter((url) => !url.startsWith("file:"))];
    };

    it("are accessible, light and dark, on a laptop and a phone, and load nothing: a bill, the report of its run, one of 300 lessons", async () => {
      const words = "words: { market: { es: [pan, { word: monedero, gloss: purse }] } }";
      served.plan(
        smallCourse(["One", "*Two* <b>"], words).replace('- "One"', "- { topic: One, words: [market] }"),
      );
      const { stdout, stderr } = await served.commandHere(["plan", "course.yaml", "--format", "html"]);
      expect(stdout, stderr).toContain("<bdi>*Two* &lt;b&gt;</bdi>");
      const bill = join(served.folder, "bill.html");
      writeFileSync(bill, stdout);
      expect(await findingsIn(bill)).toEqual([]);
      await served.runHere();
      const report = join(served.folder, "out", "course", "report.html");
      expect(readFileSync(report, "utf8")).toContain("When each lesson was made");
      expect(await findingsIn(report)).toEqual([]);
      const long = join(served.folder, "long.html");
      const { report: made, about } = longReport(300);
      writeFileSync(long, String(reportPage(made, about)));
      expect(await findingsIn(long)).toEqual([]);
    });
  },
);
