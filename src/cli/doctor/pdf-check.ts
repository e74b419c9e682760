import process from "node:process";
import type { Plan } from "../../plan/plan.ts";
import { findChromium } from "../chromium/find-chromium.ts";
import type { Context } from "../context.ts";
import { type Finding, ok, skipped, warning } from "./finding.ts";

const name = "pdf";
const needed = "Chromium or Chrome, which prints PDF files, was not found";

/**
 * Whether PDF files can be printed on this machine, and with what: starts the browser and ends it. `plan`: the user's, or null. A plan
 * without PDF files needs none, and nothing is started for it.
 */
export async function pdfFinding(plan: Plan | null, { environment, interrupt }: Context): Promise<Finding> {
  const { chromium: named } = environment;
  const isNeeded = plan?.formats.includes("pdf") === true;
  const program = await findChromium(named, process.platform);
  if (program === null) {
    const found = named === null ? needed : `COURSEBINDER_CHROMIUM names ${named}, which is no program here`;
    const remedy =
      named === null ? howToGet(process.platform) : "set it to the path of Chromium or Chrome, or unset it";
    if (isNeeded) return warning(name, `${found}: the package's PDF files will be left out`, remedy);
    return named === null
      ? skipped(name, `${found}; for the format pdf, ${remedy}`)
      : warning(name, found, remedy);
  }
  if (plan !== null && !isNeeded)
    return skipped(name, `the plan has no PDF files; ${program} could print them`);
  try {
    const { openPdfPrinter } = await import("../chromium/pdf-printer.ts");
    const printer = await openPdfPrinter(program, interrupt);
    await printer.close();
    return ok(name, `${program} prints it (${printer.version})`);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    const remedy = `see why with: ${program} --headless --version; or name another with COURSEBINDER_CHROMIUM`;
    return warning(name, `${program} does not start (${why}), so PDF files will be left out`, remedy);
  }
}

function howToGet(platform: NodeJS.Platform): string {
  const isDesktop = platform === "darwin" || platform === "win32";
  const install = isDesktop
    ? "install Google Chrome (https://www.google.com/chrome)"
    : "install it (apt install chromium)";
  return `${install}, or name its program with COURSEBINDER_CHROMIUM`;
}
