import { basename, dirname, join } from "node:path";
import { exitCodes } from "../../shared/exit-codes.ts";
import { errorCode } from "../../shared/failure.ts";
import { createFile } from "../../shared/files/atomic-file.ts";
import { measureFile } from "../../shared/files/file-pieces.ts";
import { makeFolder } from "../../shared/files/make-folder.ts";
import { realFiles } from "../../shared/files/real-files.ts";
import { showText } from "../../shared/text.ts";
import { programFolder, version } from "../../shared/version.ts";
import type { Context } from "../context.ts";
import type { CommandResult } from "../io.ts";
import { quoted } from "../messages/shell.ts";
import { packedProgram } from "../starter/pinned.ts";
import type { StarterFile } from "../starter/starter-file.ts";
import { starterFiles } from "../starter/starter-files.ts";

/**
 * `init [folder]`: writes a starter plan with its word list, a CI workflow, and the git settings that a ledger needs. Never overwrites a
 * file. Where the program was packed for the workflow, it also writes the digest that the workflow compares it with.
 */
export async function init(folder: string, { io }: Context): Promise<CommandResult> {
  const written: string[] = [];
  const kept: string[] = [];
  const packed = packedProgram(version);
  const tools = dirname(join(folder, packed));
  await makeFolder(tools);
  const digest = await digestIn(folder, packed);
  for (const { path, content } of [...starterFiles(version), ...digest]) {
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
  if (digest.length === 0) {
    // The workflow installs the program from the repository, since anyone could publish a package under its name.
    io.say(`ci       the workflow runs the program from ${packed}; these put it there, with its digest:`);
    io.say(`         npm pack ${quoted(programFolder)} --ignore-scripts --pack-destination ${quoted(tools)}`);
    io.say(`         coursebinder init ${quoted(folder)}`);
  }
  const plan = join(folder, "course.yaml");
  io.say(`next     coursebinder run ${quoted(plan)} --local`);
  return { exitCode: exitCodes.done, json: { ok: true, exitCode: exitCodes.done, written, kept } };
}

/** The digest of the packed program, as `sha256sum --check` reads it; nothing if it isn't there. */
async function digestIn(folder: string, packed: string): Promise<readonly StarterFile[]> {
  const measured = await measureFile(join(folder, packed), realFiles);
  if (measured === null) return [];
  return [{ path: `${packed}.sha256`, content: `${measured.sha256}  ${basename(packed)}\n` }];
}
