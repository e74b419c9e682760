import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { reportPage } from "../../src/cli/render/report.ts";
import { chromiumPath, openBrowser } from "../chromium.ts";
import { longReport } from "../cli/long-report.ts";
import { needTool } from "../tools.ts";
import { rig, type Served, smallCourse } from "./fixtures/served.ts";

const axe = readFileSync(join(import.meta.dirname, "../../node_modules/axe-core/axe.min.js"), "utf8");

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
      const found: string[] = [];
      for (const [colorScheme, width] of [
        ["light", 1280],
        ["dark", 390],
      ] as const) {
        const context = await browser.newContext({
          colorScheme,
          viewport: { width, height: 900 },
          bypassCSP: true,
        });
        const page = await context.newPage();
        page.on("request", (request) => {
          if (!request.url().startsWith("file:")) found.push(request.url());
        });
        await page.goto(`file://${path}`);
        await page.evaluate(axe);
        const { violations } = (await page.evaluate("axe.run()")) as { violations: { id: string }[] };
        found.push(...violations.map(({ id }) => `${colorScheme}: ${id}`));
        const wide = await page.evaluate("document.documentElement.scrollWidth");
        if (Number(wide) > width) found.push(`${width} pixels: it is ${wide} wide`);
        await context.close();
      }
      return found;
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
