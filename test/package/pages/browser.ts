import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Browser, BrowserContextOptions } from "playwright-core";
import { onTestFinished } from "vitest";
import { extract, unzip } from "../fixtures.ts";

/** A page of an unzipped package, with its requests and its console errors. */
export async function openPage(what: {
  browser: Browser;
  folder: string;
  path: string;
  options?: BrowserContextOptions;
}) {
  const page = await what.browser.newPage(what.options);
  onTestFinished(() => page.close());
  const asked: string[] = [];
  const complaints: string[] = [];
  page.on("request", (request) => asked.push(request.url()));
  page.on("console", (message) => complaints.push(message.text()));
  page.on("pageerror", (error) => complaints.push(String(error)));
  page.on("dialog", async (dialog) => {
    complaints.push(`dialog: ${dialog.message()}`);
    await dialog.dismiss();
  });
  await page.goto(pathToFileURL(join(what.folder, what.path)).href, { waitUntil: "load" });
  return { page, asked, complaints };
}

/** Unzips the archives for platforms in an unzipped package, each beside itself. */
export async function unzipArchives(folder: string): Promise<void> {
  for (const name of await readdir(folder, { recursive: true })) {
    const [, stem] = /^((?:.*\/)?(?:lms|teacher)\/.*)\.(?:zip|imscc)$/.exec(name) ?? [];
    if (stem === undefined) continue;
    await extract(await unzip(await readFile(join(folder, name))), join(folder, stem));
  }
}
