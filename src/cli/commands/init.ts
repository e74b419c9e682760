import { basename, dirname, join } from "node:path";
import { exitCodes } from "../../shared/exit-codes.ts";
import { errorCode } from "../../shared/failure.ts";
import { createFile } from "../../shared/files/atomic-file.ts";
import { makeFolder } from "../../shared/files/make-folder.ts";
import { realFiles } from "../../shared/files/real-files.ts";
import { showText } from "../../shared/text.ts";
import { programFolder, version } from "../../shared/version.ts";
import type { Context } from "../context.ts";
import type { CommandResult } from "../io.ts";
import { quoted } from "../messages/next-command.ts";
import { packedProgram } from "../starter/pinned.ts";
import { starterFiles } from "../starter/starter-files.ts";

/**
 * `init [folder]`: writes a starter plan with its word list, a CI workflow, and the git settings that a ledger needs. Never overwrites a
 * file.
 */
export async function init(folder: string, { io }: Context): Promise<CommandResult> {
  const written: string[] = [];
  const kept: string[] = [];
  for (const { path, content } of starterFiles(version)) {
    const target = join(folder, path);
    await makeFolder(dirname(target));
    try {
      await createFile(realFiles, target, content, 0o666);
      written.push(target);
      io.say(`wrote    ${showText(target)}`);
    } catch (error) {
      if (errorCode(error) !== "EEXIST") throw error;
      kept.push(target);
      io.say(`kept     ${showText(target)}: it was there already`);
    }
  }
  // The workflow installs the program from the repository, since anyone could publish a package under its name.
  const tools = quoted(dirname(join(folder, packedProgram(version))));
  io.say(
    `ci       the workflow runs the program from ${packedProgram(version)}; to put it there: mkdir -p ${tools} && ` +
      `npm pack ${quoted(programFolder)} --ignore-scripts --pack-destination ${tools} && ` +
      `(cd ${tools} && sha256sum ${quoted(basename(packedProgram(version)))} > ${quoted(`${basename(packedProgram(version))}.sha256`)})`,
  );
  const plan = join(folder, "course.yaml");
  io.say(`next     coursebinder run ${quoted(plan)} --local`);
  return { exitCode: exitCodes.done, json: { ok: true, exitCode: exitCodes.done, written, kept } };
}
