import process from "node:process";
import type { OpenPrinter } from "../../package/pdf/pdf-printer.ts";
import type { Plan } from "../../plan/plan.ts";
import type { Context } from "../context.ts";
import { findChromium } from "./find-chromium.ts";

/** What prints a plan's PDF files: the Chromium that `COURSEBINDER_CHROMIUM` names, or that is found. Null: none, or the plan has no PDF files. */
export async function findPrinter(
  { formats }: Pick<Plan, "formats">,
  { environment, interrupt }: Pick<Context, "environment" | "interrupt">,
): Promise<OpenPrinter | null> {
  if (!formats.includes("pdf")) return null;
  const program = await findChromium(environment.chromium, process.platform);
  if (program === null) return null;
  return async () => (await import("./pdf-printer.ts")).openPdfPrinter(program, interrupt);
}
