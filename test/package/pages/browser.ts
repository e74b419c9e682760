import { readdir, readFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { extname, join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { onTestFinished } from "vitest";
import { undoAfterFile } from "../../undo.ts";
import { extract, unzip } from "../fixtures.ts";

/** What a page asks for, and what it complains of: errors, lines on its console, dialogs. */
export function watch(page: Page) {
  const asked: string[] = [];
  const complaints: string[] = [];
  page.on("request", (request) => asked.push(request.url()));
  page.on("console", (message) => complaints.push(message.text()));
  page.on("pageerror", (error) => complaints.push(String(error)));
  page.on("dialog", async (dialog) => {
    complaints.push(`dialog: ${dialog.message()}`);
    await dialog.dismiss();
  });
  return { asked, complaints };
}

/** A page of an unzipped package, with its requests and its complaints. */
export async function openPage(what: {
  browser: Browser;
  folder: string;
  path: string;
  options?: BrowserContextOptions;
}) {
  const page = await what.browser.newPage(what.options);
  onTestFinished(() => page.close());
  const watched = watch(page);
  await page.goto(pathToFileURL(join(what.folder, what.path)).href, { waitUntil: "load" });
  return { page, ...watched };
}

/** Unzips the archives for platforms in an unzipped package, each beside itself. */
export async function unzipArchives(folder: string): Promise<void> {
  for (const name of await readdir(folder, { recursive: true })) {
    const [, stem] = /^((?:.*\/)?(?:lms|teacher)\/.*)\.(?:zip|imscc)$/.exec(name) ?? [];
    if (stem === undefined) continue;
    await extract(await unzip(await readFile(join(folder, name))), join(folder, stem));
  }
}

const mediaTypes: Readonly<Record<string, string>> = {
  ".css": "text/css",
  ".epub": "application/epub+zip",
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript",
  ".json": "application/json",
  ".mp3": "audio/mpeg",
  ".png": "image/png",
  ".svg": "image/svg+xml",
};

/** Serves files to a browser until the tests of the file have ended: the address before their paths, which begin without a slash. */
export async function serve(find: (path: string) => Buffer | undefined | Promise<Buffer>): Promise<string> {
  const server = createServer(async (request, response) => {
    const path = decodeURIComponent(new URL(request.url ?? "", "http://127.0.0.1").pathname).slice(1);
    const bytes = await Promise.resolve(find(path)).catch(() => undefined);
    const type = mediaTypes[path === "" ? ".html" : extname(path)] ?? "application/octet-stream";
    response.writeHead(bytes === undefined ? 404 : 200, { "content-type": type }).end(bytes);
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  undoAfterFile.push(async () => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}
