import { writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { exitCodes } from "../../shared/exit-codes.ts";
import { errorCode } from "../../shared/failure.ts";
import { makeFolder } from "../../shared/make-folder.ts";
import { showText } from "../../shared/text.ts";
import type { Context } from "../context.ts";
import type { CommandResult } from "../io.ts";
import { starterFiles } from "../starter-files.ts";

/** `init [folder]`: a starter plan with its word list, a CI workflow, and what git must know of a ledger. Never overwrites a file. */
export async function init(folder: string, { io }: Context): Promise<CommandResult> {
  const written: string[] = [];
  const kept: string[] = [];
  for (const { path, content } of starterFiles) {
    const target = join(folder, path);
    await makeFolder(dirname(target));
    try {
      await writeFile(target, content, { flag: "wx" });
      written.push(target);
      io.say(`wrote    ${showText(target)}`);
    } catch (error) {
      if (errorCode(error) !== "EEXIST") throw error;
      kept.push(target);
      io.say(`kept     ${showText(target)}: it was there already`);
    }
  }
  const plan = join(folder, "course.yaml");
  io.say(`next     coursebinder run ${showText(plan)} --local`);
  return { exitCode: exitCodes.done, json: { ok: true, exitCode: exitCodes.done, written, kept } };
}
