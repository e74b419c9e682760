import { access, constants } from "node:fs/promises";
import process from "node:process";
import type { OpenPrinter } from "../../package/pdf/print-pdfs.ts";
import type { Plan } from "../../plan/plan.ts";
import type { Context } from "../context.ts";

/**
 * The printer for a plan's PDF files: the Chromium given by `COURSEBINDER_CHROMIUM`, or else the first one found in the usual places. Null if there is
 * no Chromium or the plan has no PDF files.
 */
export async function findPrinter(
  { formats }: Pick<Plan, "formats">,
  { environment, interrupt }: Pick<Context, "environment" | "interrupt">,
): Promise<OpenPrinter | null> {
  if (!formats.includes("pdf")) return null;
  const program = await findChromium(environment.chromium, process.platform);
  if (program === null) return null;
  return async () => (await import("./pdf-printer.ts")).openPdfPrinter(program, interrupt);
}

const usual: Partial<Record<NodeJS.Platform, readonly string[]>> = {
  linux: [
    "/usr/bin/chromium",
    "/usr/bin/chromium-browser",
    "/usr/bin/google-chrome-stable",
    "/usr/bin/google-chrome",
    "/snap/bin/chromium",
    "/usr/bin/chromium-headless-shell",
  ],
  darwin: [
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
  ],
  win32: [
    "C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe",
    "C:\\Program Files (x86)\\Google\\Chrome\\Application\\chrome.exe",
  ],
};

/** The path of Chromium or Chrome: the one that the user named, or else the first one found in the usual places. Null: there is none. */
export async function findChromium(named: string | null, platform: NodeJS.Platform): Promise<string | null> {
  for (const path of named === null ? (usual[platform] ?? []) : [named]) {
    try {
      await access(path, constants.X_OK);
      return path;
    } catch {
      // Not there: the next one.
    }
  }
  return null;
}
