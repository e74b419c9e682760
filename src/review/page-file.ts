import { readShipped } from "../shared/files/shipped-file.ts";

/** A file that ships with the page, as built. */
export function pageFile(name: "common.css" | "desk.css" | "desk.js" | "reviewer.js" | "page.html"): string {
  return readShipped(new URL(`./browser/${name}`, import.meta.url)).toString("utf8");
}

/** The page's style sheet. */
export function pageStyle(): string {
  return `${pageFile("common.css")}\n${pageFile("desk.css")}`;
}

/** The page's HTML, for the desk or for a reviewer by mail: lines marked for the other use are left out. */
export function pageHtml(of: "desk" | "mail"): string {
  const lines = pageFile("page.html").split("\n");
  const own = lines.filter((line) => !line.startsWith(of === "desk" ? "<!--mail-->" : "<!--desk-->"));
  return own.map((line) => line.replace(`<!--${of}-->`, "")).join("\n");
}
