import type { Command } from "commander";
import { suggest } from "../../plan/suggest.ts";
import { exitCodes } from "../../shared/exit-codes.ts";
import { Failure } from "../../shared/failure.ts";
import { bashScript } from "../completion/bash.ts";
import { commandTree, type Shell, shells, type TreeCommand } from "../completion/command-tree.ts";
import { fishScript } from "../completion/fish.ts";
import { zshScript } from "../completion/zsh.ts";
import type { Context } from "../context.ts";
import type { CommandResult } from "../io.ts";
import type { CommandProblem } from "../problem.ts";

const scripts: Readonly<Record<Shell, (tree: TreeCommand) => string>> = {
  bash: bashScript,
  zsh: zshScript,
  fish: fishScript,
};

/** `completion <shell>`: prints a script that completes every verb and flag of this version. */
export async function completion(name: string, program: Command, { io }: Context): Promise<CommandResult> {
  const shell = shells.find((one) => one === name);
  if (shell === undefined) {
    const suggestion = suggest(name, shells);
    throw new Failure<CommandProblem>({ code: "shell_unknown", name, known: shells, suggestion });
  }
  const script = scripts[shell](commandTree(program));
  io.say(script);
  const { done: exitCode } = exitCodes;
  return { exitCode, json: { ok: true, exitCode, shell, script: `${script}\n` } };
}
