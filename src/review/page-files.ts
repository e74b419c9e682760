import { readShipped } from "../shared/files/shipped-file.ts";
import type { Answer } from "./answer.ts";

const here = new URL("./browser/", import.meta.url);

const files: Readonly<Record<string, readonly [name: string, mediaType: string]>> = {
  "/": ["desk.html", "text/html; charset=utf-8"],
  "/desk.css": ["desk.css", "text/css; charset=utf-8"],
  "/desk.js": ["desk.js", "text/javascript; charset=utf-8"],
};

/** A file of the page; null if it has none at this path. */
export function pageFile(path: string): Answer | null {
  const [name, mediaType] = Object.hasOwn(files, path) ? (files[path] ?? []) : [];
  if (name === undefined || mediaType === undefined) return null;
  const body = readShipped(new URL(name, here));
  return { status: 200, headers: { "content-type": mediaType }, body };
}
