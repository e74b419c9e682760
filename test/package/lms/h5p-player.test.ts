import { readFile, stat } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { extname, join, normalize } from "node:path";
import type { Locator } from "playwright-core";
import { describe, expect, onTestFinished, test } from "vitest";
import { h5p } from "../../../src/package/formats/h5p/index.ts";
import { chromiumPath, openBrowser } from "../../chromium.ts";
import { needTool } from "../../tools.ts";
import { extract, png, recording, spoken, testFolder, unzip } from "../fixtures.ts";
import { showcase } from "../torture/showcase.ts";
import { recorded } from "./fixtures.ts";

/** A folder with the content types, each as H5P names it (`H5P.Blanks-1.14`), built. */
const libraries = process.env.COURSEBINDER_H5P_LIBRARIES ?? "";
// Its install script refuses npm, so it is no dependency: .ci/run installs it without scripts.
const player = "/opt/coursebinder-tools/h5p-player/node_modules/h5p-standalone/dist";

const mediaTypes: Readonly<Record<string, string>> = {
  ".css": "text/css",
  ".html": "text/html",
  ".js": "text/javascript",
  ".json": "application/json",
  ".mp3": "audio/mpeg",
  ".png": "image/png",
  ".svg": "image/svg+xml",
};

const page = `<!doctype html><meta charset="utf-8"><div id="h5p"></div><script src="/player/main.bundle.js"></script><script>
new H5PStandalone.H5P(document.getElementById("h5p"), { h5pJsonPath: "/content", librariesPath: "/libraries",
  frameJs: "/player/frame.bundle.js", frameCss: "/player/styles/h5p.css" });
</script>`;

/** Serves an unpacked file with the player and the content types; the address of its page. */
async function serve(folder: string, missing: string[]): Promise<string> {
  const roots = { player, libraries, content: folder };
  const server = createServer(async (request, response) => {
    const path = normalize(decodeURIComponent(new URL(request.url ?? "", "http://127.0.0.1").pathname));
    if (path === "/") return response.setHeader("content-type", "text/html").end(page);
    const [, root = "", ...rest] = path.split("/");
    const file = join(roots[root as keyof typeof roots] ?? folder, ...rest);
    const isFile = await stat(file).then(
      (found) => found.isFile(),
      () => false,
    );
    if (!isFile) {
      missing.push(path);
      return response.writeHead(404).end();
    }
    response.setHeader("content-type", mediaTypes[extname(file)] ?? "application/octet-stream");
    return response.end(await readFile(file));
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}

/** Chooses the right answer of a question, and sees that it is taken for right. */
async function chooseRight(question: Locator, content: string): Promise<void> {
  const [, answers = "[]"] = /"library":"H5P\.MultiChoice 1\.16".*?"answers":(\[.*?\])/s.exec(content) ?? [];
  const right = (JSON.parse(answers) as { correct: boolean }[]).findIndex(({ correct }) => correct);
  await question.locator(".h5p-answer").nth(right).click();
  await question.getByRole("button", { name: /check/i }).first().click();
  await expect.poll(() => question.locator(".h5p-answer.h5p-correct").count()).toBe(1);
}

const image = { bytes: png, mediaType: "image/png", alt: "A market" } as const;

const hasLibraries = libraries !== "";
if (!hasLibraries)
  process.stderr.write("COURSEBINDER_H5P_LIBRARIES names no content types: H5P is not played\n");

describe.runIf(hasLibraries && needTool("Chromium", chromiumPath))("an H5P file in a player", () => {
  test("shows story, sound and exercises, and takes the right words", async () => {
    const folder = await testFolder();
    const book = await recording(folder);
    const course = spoken(showcase(book));
    const view = await recorded({
      ...course,
      lessons: course.lessons.map((lesson) => ({ ...lesson, image })),
      soundIn: ["h5p", "sentences"],
    });
    const entry = h5p.entries(view).find(({ path }) => path.endsWith("/lesson-01.h5p"));
    const files = await unzip((await entry?.read()) ?? Buffer.alloc(0));
    await extract(files, folder);
    const missing: string[] = [];
    const browser = await openBrowser();
    const opened = await browser.newPage();
    await opened.goto(await serve(folder, missing));
    const frame = opened.frameLocator("iframe");
    await frame.locator(".h5p-blanks").first().waitFor({ state: "attached" });
    const text = await frame.locator("body").textContent();
    expect(text).toContain("María se levanta temprano los sábados.");
    expect(missing.filter((path) => path !== "/favicon.ico")).toEqual([]);
    const blanks = frame.locator(".h5p-blanks").first();
    const content = files.get("content/content.json")?.toString() ?? "";
    const words = [
      ...(/H5P\.Blanks 1\.14.*?"questions":(\[.*?\])/s.exec(content)?.[1]?.matchAll(/\*([^*]+)\*/g) ?? []),
    ];
    const inputs = blanks.locator("input.h5p-text-input");
    expect(await inputs.count()).toBe(words.length);
    for (const [index, [, accepted = ""]] of words.entries())
      await inputs.nth(index).fill(accepted.split("/")[0] ?? "");
    await blanks.getByRole("button", { name: /check/i }).first().click();
    await expect.poll(() => blanks.locator(".h5p-correct").count()).toBe(words.length);
    const picture = frame.locator(".h5p-image img").first();
    expect(await picture.getAttribute("alt")).toBe("A market");
    await expect
      .poll(() => picture.evaluate((found) => (found as unknown as { naturalWidth: number }).naturalWidth))
      .toBe(2);
    await chooseRight(frame.locator(".h5p-multichoice").first(), content);
    const essay = frame.locator(".h5p-essay").first();
    await essay.locator("textarea").fill("Había pan en la cesta.");
    await essay.getByRole("button", { name: /check/i }).first().click();
    await expect.poll(() => essay.textContent()).toContain("cesta");
  });
});
