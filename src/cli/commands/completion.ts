import type { Command, Option } from "commander";
import { readShipped } from "../../shared/files/shipped-file.ts";
import type { Context } from "../context.ts";
import { type CommandResult, ended } from "../io.ts";
import type { Verbs } from "../parser/declarations.ts";
import { badValue } from "../problem.ts";

export const verbs: Verbs = {
  completion: (context, [shell = ""]) => completion(shell, context),
  complete: (context, words, program) => complete(words, program, context),
};

/** `completion <shell>`: prints a script that lets the shell ask this program what can be typed at the cursor. */
async function completion(name: string, { io }: Context): Promise<CommandResult> {
  const shell = shells.find((one) => one === name);
  if (shell === undefined) throw badValue("<shell>", name, shells.join(", "));
  const script = readShipped(new URL(`../starter/completion.${shell}`, import.meta.url)).toString();
  io.say(script.trimEnd());
  return ended({ shell, script });
}

/**
 * `complete -- <word...>`, called only by the scripts: prints what can replace the last word, one suggestion per line with its description after a tab,
 * and then whether the shell itself should add names of files: `:files` or `:nothing`.
 */
async function complete(words: readonly string[], program: Command, { io }: Context): Promise<CommandResult> {
  const offers = offersFor(words, program);
  for (const [offer, text] of offers) io.say(`${offer}\t${text}`);
  const isFlag = /^-[^=]*$/.test(words.at(-1) ?? "");
  io.say(offers.length > 0 || isFlag ? ":nothing" : ":files");
  return ended();
}

type Offer = readonly [offer: string, text: string];

/** The suggestions that can replace the last of the words after the program's name. Options and commands that the help hides are not offered. */
export function offersFor(words: readonly string[], program: Command): readonly Offer[] {
  const word = words.at(-1) ?? "";
  const { command, options, pending } = placeOf(words.slice(0, -1), program);
  const [, assigned, value] = /^(--[^=]+)=(.*)$/s.exec(word) ?? [];
  const option = pending ?? options.find(({ long }) => long === assigned);
  // bash splits --flag=value at the equals sign, and PowerShell, which drops an empty word, is given this one instead.
  const typed = word === "=" ? "" : (value ?? word);
  const offers = option === undefined ? offersAt(command, options, typed) : choicesOf(option);
  return offers.filter(([offer]) => offer.startsWith(typed));
}

/** The command that a line of words has led to, its options, and the option that expects a value next. */
function placeOf(words: readonly string[], program: Command) {
  let command = program;
  let options = optionsOf(program);
  let pending: Option | undefined;
  for (const word of words) {
    // The part at which bash splits --flag=value.
    if (word === "=") continue;
    if (pending !== undefined) pending = undefined;
    else if (word.startsWith("-"))
      pending = options.find(({ long, short, required }) => required && (long === word || short === word));
    else {
      command = command.commands.find((one) => one.name() === word) ?? command;
      options = optionsOf(command);
    }
  }
  return { command, options, pending };
}

function optionsOf(command: Command): readonly Option[] {
  return command.createHelp().visibleOptions(command);
}

function offersAt(command: Command, options: readonly Option[], typed: string): Offer[] {
  if (typed.startsWith("-"))
    return options.map(({ long, short, description }) => [long ?? short ?? "", description]);
  const verbs = command.createHelp().visibleCommands(command);
  if (verbs.length > 0) return verbs.map((verb) => [verb.name(), verb.description()]);
  return command.name() === "completion" ? shells.map((shell) => [shell, ""]) : [];
}

function choicesOf({ argChoices = [] }: Option): Offer[] {
  return argChoices.map((choice) => [choice, ""]);
}

/** The shells with a completion script. */
const shells = ["bash", "zsh", "fish", "powershell"] as const;
