import { dirname } from "node:path";
import { placeOfCourse } from "../../../course/course-place.ts";
import { DeskCourse, type DeskSource } from "../../../review/desk-course.ts";
import { lessonsMost } from "../../../review/mail/answer-document.ts";
import { type ReviewerPage, reviewerPage } from "../../../review/mail/reviewer-page.ts";
import { exitCodes } from "../../../shared/exit-codes.ts";
import { Failure } from "../../../shared/failure.ts";
import { replaceFileWith } from "../../../shared/files/atomic-file.ts";
import { writeAll } from "../../../shared/files/files.ts";
import { realFiles } from "../../../shared/files/real-files.ts";
import { showText } from "../../../shared/text.ts";
import type { Context } from "../../context.ts";
import { refuseForeignFile } from "../../course/protected-file.ts";
import type { CommandResult } from "../../io.ts";
import { commandLine, repeatedFlagsFor } from "../../next.ts";
import type { CommandProblem } from "../../problem.ts";
import { describeFact } from "../../render/quality.ts";
import { describeExport } from "./import-answer.ts";

/** `review <plan> --export <file>`: writes the lessons as one page for a reviewer. */
export async function exportPage(
  { file, source, page: path }: { file: string; source: DeskSource; page: string },
  context: Context,
): Promise<CommandResult> {
  const { io, raw, shared, world } = context;
  const { location } = placeOfCourse(source.plan.course, shared).ledger;
  const output = { kind: "reviewer-page", flag: "--export", kept: [location] } as const;
  await refuseForeignFile(path, output);
  const withSound = raw.withSound === true;
  const options = { describe: describeFact, withSound, at: world.now() };
  const page = await reviewerPage(new DeskCourse(source), options);
  const { lessons, recordings, soundBytes } = page;
  if (lessons === 0) throw new Failure<CommandProblem>({ code: "nothing_to_review" });
  if (lessons > lessonsMost)
    throw new Failure<CommandProblem>({ code: "too_much_to_review", lessons, most: lessonsMost });
  const folder = dirname(path);
  const isFolderNew = (await realFiles.identify(folder)) === null;
  await realFiles.makeFolder(folder);
  // Check again: the file may have been created while the lessons were read.
  await refuseForeignFile(path, output);
  const bytes = await writePage(path, page);
  const next = commandLine("review", repeatedFlagsFor(file, context), "--import <answer.json>");
  if (isFolderNew) io.say(`folder   ${showText(folder)} did not exist, so it was made`);
  for (const line of describeExport({ path, bytes, withSound, page })) io.say(line);
  io.say(`next     send the page to the reviewer; then record the answer: ${next}`);
  const { done: exitCode } = exitCodes;
  const facts = { file: path, bytes, lessons, withSound, recordings, soundBytes };
  return { exitCode, json: { ok: true, exitCode, ...facts, next } };
}

/** Resolves with the file's size in bytes once it is on disk. */
async function writePage(path: string, { pieces }: ReviewerPage): Promise<number> {
  let bytes = 0;
  await replaceFileWith(realFiles, path, async (file) => {
    for await (const piece of pieces) {
      const buffer = Buffer.from(piece);
      bytes += buffer.length;
      await writeAll(file, buffer);
    }
  });
  return bytes;
}
