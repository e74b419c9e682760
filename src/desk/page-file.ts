import { readShipped } from "../shared/files/shipped-file.ts";

const here = new URL("./browser/", import.meta.url);

// The script is bundled beside the compiled code. Code that runs from its source, as in tests, uses the latest build.
const bundled = import.meta.url.endsWith(".ts") ? new URL("../../dist/desk/browser/", import.meta.url) : here;

/** A file of the desk's page, as built. */
export function deskFile(name: "desk.css" | "desk.js" | "page.html"): string {
  return readShipped(new URL(name, name === "desk.js" ? bundled : here)).toString("utf8");
}
