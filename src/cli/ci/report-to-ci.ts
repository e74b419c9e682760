import { closing } from "../../shared/closing.ts";
import { errorCode, isSystemError } from "../../shared/failure.ts";
import { replaceFile } from "../../shared/files/atomic-file.ts";
import { openToAppend } from "../../shared/files/open-file.ts";
import { realFiles } from "../../shared/files/real-files.ts";
import type { Context } from "../context.ts";
import type { CommandResult } from "../io.ts";
import { describeCause } from "../messages/cause-words.ts";
import { quote } from "../messages/quote.ts";
import { text } from "../parser/options.ts";
import { annotations } from "./annotations.ts";
import type { CiDocument } from "./ci-facts.ts";
import { outputLines } from "./outputs.ts";
import { stepSummary } from "./step-summary.ts";
import { summaryMarkOf } from "./summary-mark.ts";

/** The commands that report to continuous integration. */
export const reportingVerbs: ReadonlySet<string> = new Set(["check", "plan", "run", "package"]);

/**
 * Tells continuous integration how a command ended: GitHub Actions by its own files and commands, every other by the files of `--summary` and
 * `--outputs`. A file that can't be written is said so and changes nothing else.
 */
export async function reportToCi(result: CommandResult, context: Context): Promise<void> {
  const { json } = result;
  const ci = result.ci ?? null;
  const { io, raw, environment } = context;
  const { actions } = environment;
  const document = json as unknown as CiDocument;
  const named = { summary: text(raw, "summary"), outputs: text(raw, "outputs") };
  const summary = actions === null && named.summary === null ? "" : stepSummary(document, ci);
  const outputs = `${outputLines(document, ci?.changes ?? 0).join("\n")}\n`;
  if (actions !== null) {
    const { workspace } = actions;
    const places = ci?.places ?? new Map();
    for (const line of annotations({ problems: document.problems ?? [], places, workspace })) io.warn(line);
  }
  const mark = summaryMarkOf(document.course ?? "", ci?.bill?.content ?? summary);
  const writings = [
    { path: actions?.summaryFile ?? null, write: (path: string) => append(path, summary) },
    { path: actions?.outputFile ?? null, write: (path: string) => append(path, outputs) },
    { path: named.summary, write: (path: string) => replaceFile(realFiles, path, `${mark}\n${summary}`) },
    { path: named.outputs, write: (path: string) => replaceFile(realFiles, path, outputs) },
  ];
  for (const { path, write } of writings) {
    if (path === null) continue;
    try {
      await write(path);
    } catch (error) {
      if (!isSystemError(error)) throw error;
      io.warn(
        `${quote(path)} could not be written (${describeCause(errorCode(error))}). Nothing else stops for that.`,
      );
    }
  }
}

async function append(path: string, text: string): Promise<void> {
  const file = await openToAppend(path);
  await closing(file, () => file.writeFile(text));
}
