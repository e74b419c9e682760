import { basename, dirname, join } from "node:path";
import { errorCode } from "../../shared/failure.ts";
import { measureFile } from "../../shared/files/file-pieces.ts";
import { makeFolder } from "../../shared/files/make-folder.ts";
import { createFile } from "../../shared/files/open-file.ts";
import { realFiles } from "../../shared/files/real-files.ts";
import { showText } from "../../shared/text.ts";
import { programFolder } from "../../shared/version.ts";
import type { Context } from "../context.ts";
import { type CommandResult, ended } from "../io.ts";
import type { Verbs } from "../parser/declarations.ts";
import { quoted } from "../problems/texts.ts";
import {
  courseFiles,
  packedProgram,
  type StarterFile,
  starterCourse,
  workflowFiles,
} from "../starter/starter.ts";

export const verbs: Verbs = { init: (context, [folder = "."]) => init(folder, context) };

/**
 * `init [folder]`: writes a starter plan with its word list, and the git settings that a ledger needs; with `--ci`, workflows too. Never overwrites a
 * file. If the program was packed for the workflows, also writes the digest against which the workflows check the packed program.
 */
export async function init(folder: string, context: Context): Promise<CommandResult> {
  const { io, raw } = context;
  const spreadsheets = () => import("./spreadsheet.ts");
  if (typeof raw.template === "string") return (await spreadsheets()).writeTemplate(raw.template, context);
  const plan = join(folder, "course.yaml");
  const imported =
    typeof raw.from === "string" ? await (await spreadsheets()).importFrom(raw.from, plan, context) : null;
  if (imported?.isDone === true) return ended(imported.members);
  const isForCi = raw.ci === true;
  const written: string[] = [...(imported?.written ?? [])];
  const kept: string[] = [];
  const tools = dirname(join(folder, packedProgram));
  if (isForCi) await makeFolder(tools);
  const digest = isForCi ? await digestIn(folder) : [];
  const own =
    imported === null ? courseFiles() : courseFiles().filter(({ path }) => !starterCourse.includes(path));
  const files = [...own, ...(isForCi ? workflowFiles() : []), ...digest];
  for (const { path, content } of files) {
    const target = join(folder, path);
    await makeFolder(dirname(target));
    try {
      await createFile(target, content, 0o666);
      written.push(target);
      io.say(`wrote    ${showText(target)}`);
    } catch (error) {
      if (errorCode(error) !== "EEXIST") throw error;
      kept.push(target);
      io.say(`kept     ${showText(target)}: it already exists`);
    }
  }
  if (isForCi && digest.length === 0) {
    // The workflows install the program from the repository, since anyone could publish a package under its name.
    io.say(
      `ci       the workflows run the program from ${packedProgram}; these commands put it there, with its digest:`,
    );
    io.say(`         npm pack ${quoted(programFolder)} --ignore-scripts --pack-destination ${quoted(tools)}`);
    io.say(`         coursebinder init ${quoted(folder)} --ci`);
  }
  io.say(`next     coursebinder run ${quoted(plan)} --local`);
  return ended({ written, kept, ...imported?.members });
}

/** The digest of the packed program, as `sha256sum --check` reads it; nothing if it isn't there. */
async function digestIn(folder: string): Promise<readonly StarterFile[]> {
  const measured = await measureFile(join(folder, packedProgram), realFiles);
  if (measured === null) return [];
  return [{ path: `${packedProgram}.sha256`, content: `${measured.sha256}  ${basename(packedProgram)}\n` }];
}
