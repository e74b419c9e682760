import { readdir, readFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { extname, join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { describe, onTestFinished } from "vitest";
import { chromiumPath, openBrowser } from "../../chromium.ts";
import { needTool } from "../../tools.ts";
import { undoAfterFile } from "../../undo.ts";
import { extract, unzip } from "../fixtures.ts";

/** Tests that need a browser. */
export const describeInBrowser = describe.runIf(needTool("Chromium", chromiumPath));

let browser: Promise<Browser> | null = null;

/** The browser of the file's tests, in which a page may play its sound before anybody has touched it if `autoplay` is true. */
export function fileBrowser(options?: { autoplay: boolean }): Promise<Browser> {
  if (browser === null) {
    browser = openBrowser(options);
    undoAfterFile.push(async () => {
      browser = null;
    });
  }
  return browser;
}

/** What a page asks for, and what it complains of: errors, lines on its console, dialogs. */
function watch(page: Page) {
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

/** A new page, closed after the test, with its requests and its complaints. */
export async function newPage(options: BrowserContextOptions = {}) {
  const page = await (await fileBrowser()).newPage(options);
  onTestFinished(() => page.close());
  return { page, ...watch(page) };
}

/** A page of an unzipped package, in the same way. */
export async function openPage(folder: string, path: string, options: BrowserContextOptions = {}) {
  const opened = await newPage(options);
  await opened.page.goto(pathToFileURL(join(folder, path)).href, { waitUntil: "load" });
  return opened;
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
