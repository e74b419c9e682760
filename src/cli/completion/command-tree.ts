import type { Argument, Command, Option } from "commander";
import { runOrders } from "../../rate-limit/scheduler.ts";
import { logLevels } from "../parser/log-levels.ts";
import { audioChoices } from "../parser/options.ts";

/** The shells with a completion script. */
export const shells = ["bash", "zsh", "fish"] as const;

export const choices = { shell: shells, order: runOrders, level: logLevels, audio: audioChoices } as const;

/** The type of a flag's value or an argument, which decides what a shell can offer. `text`: nothing. */
export type Value = "file" | "folder" | "text" | keyof typeof choices;

export function isChoice(value: Value | null): value is keyof typeof choices {
  return value !== null && value in choices;
}

export type Shell = (typeof shells)[number];

export interface TreeFlag {
  /** As typed: `--out`, or `-h` and `--help`. */
  readonly names: readonly string[];
  readonly text: string;
  /** Null: a switch. */
  readonly value: Value | null;
  readonly repeats: boolean;
}

export interface TreeArgument {
  readonly name: string;
  readonly value: Value;
  /** Whether it also takes all further words. */
  readonly takesRest: boolean;
}

/** A verb, a group of verbs, or the program itself. */
export interface TreeCommand {
  /** The words that lead to it: none for the program, `["serve", "keys"]`. */
  readonly path: readonly string[];
  readonly text: string;
  readonly verbs: readonly TreeCommand[];
  readonly flags: readonly TreeFlag[];
  readonly args: readonly TreeArgument[];
}

/** The program's verbs as in its help: what the help hides is not completed either. */
export function commandTree(command: Command, path: readonly string[] = []): TreeCommand {
  const help = command.createHelp();
  return {
    path,
    text: command.description(),
    verbs: help.visibleCommands(command).map((verb) => commandTree(verb, [...path, verb.name()])),
    flags: help.visibleOptions(command).map(flagOf),
    args: command.registeredArguments.map(argumentOf),
  };
}

/** A command and its descendants, each before its own verbs. */
export function allCommands(tree: TreeCommand): readonly TreeCommand[] {
  return [tree, ...tree.verbs.flatMap(allCommands)];
}

function flagOf(option: Option): TreeFlag {
  const names = [option.short, option.long].filter((name) => name !== undefined);
  const takesValue = option.required || option.optional;
  return {
    names,
    text: option.description,
    value: takesValue ? valueNamed(placeholder.exec(option.flags)?.[1] ?? "") : null,
    // Only repeatable flags and choices have a parser.
    repeats: option.parseArg !== undefined && option.argChoices === undefined,
  };
}

const placeholder = /[<[]([\w-]+)/;

function argumentOf(argument: Argument): TreeArgument {
  const name = argument.name();
  return { name, value: valueNamed(name), takesRest: argument.variadic };
}

const values: Readonly<Record<string, Value>> = {
  file: "file",
  folder: "folder",
  ledger: "file",
  plan: "file",
  "plan-or-ledger": "file",
  shell: "shell",
  order: "order",
  level: "level",
  choice: "audio",
};

function valueNamed(name: string): Value {
  return values[name] ?? "text";
}
