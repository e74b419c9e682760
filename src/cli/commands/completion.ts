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
export async function completion(name: string, { io }: Context): Promise<CommandResult> {
  const shell = shells.find((one) => one === name);
  if (shell === undefined) throw badValue("<shell>", name, shells.join(", "));
  const script = readShipped(new URL(`../starter/completion.${shell}`, import.meta.url)).toString();
  io.say(script.trimEnd());
  return ended({ shell, script });
}

/**
 * `complete -- <word...>`, called only by the scripts: prints what can replace the last word, one suggestion per line with its description after a tab,
 * and then what the shell itself should add: `:files`, `:folders` or `:nothing`.
 */
export async function complete(
  words: readonly string[],
  program: Command,
  { io }: Context,
): Promise<CommandResult> {
  const { offers, shellOffers } = offersFor(words, program);
  for (const [offer, text] of offers) io.say(`${offer}\t${text}`);
  io.say(`:${shellOffers}`);
  return ended();
}

interface Offers {
  readonly offers: readonly (readonly [offer: string, text: string])[];
  /** What the shell should suggest itself, since it knows how to quote names. */
  readonly shellOffers: "files" | "folders" | "nothing";
}

/** The suggestions that can replace the last of the words after the program's name. Options and commands that the help hides are not offered. */
export function offersFor(words: readonly string[], program: Command): Offers {
  const place = placeOf(words.slice(0, -1), program);
  const word = words.at(-1) ?? "";
  const [, assigned, value] = /^(--[^=]+)=(.*)$/s.exec(word) ?? [];
  const option = place.option ?? place.options.find(({ long }) => long === assigned);
  // bash splits --flag=value at the equals sign, and PowerShell, which drops an empty word, is given this one instead.
  const typed = word === "=" ? "" : (value ?? word);
  const offered = option === undefined ? offersAt(place, typed) : valuesOf(option, argumentIn(option.flags));
  return { ...offered, offers: offered.offers.filter(([offer]) => offer.startsWith(typed)) };
}

/** The position that a line of words has led to. */
interface Place {
  command: Command;
  options: readonly Option[];
  /** The option that expects a value next. */
  option: Option | undefined;
  /** How many arguments the command has so far. */
  count: number;
  /** Whether `--` has ended the options. */
  isEnded: boolean;
}

function placeOf(words: readonly string[], program: Command): Place {
  const place: Place = { ...startOf(program), isEnded: false };
  for (const [at, word] of words.entries()) {
    // Skips the parts into which bash splits --flag=value and http://host.
    if (word === "=" || word === ":" || words[at - 1] === ":") continue;
    if (place.option !== undefined) place.option = undefined;
    else if (!place.isEnded && word === "--") place.isEnded = true;
    else if (!place.isEnded && word.startsWith("-")) {
      const found = place.options.find(({ long, short }) => long === word || short === word);
      if (found?.required === true || found?.optional === true) place.option = found;
    } else {
      const verb = place.count === 0 ? place.command.commands.find((one) => one.name() === word) : undefined;
      if (verb === undefined) place.count += 1;
      else Object.assign(place, startOf(verb));
    }
  }
  return place;
}

function startOf(command: Command): Omit<Place, "isEnded"> {
  return { command, options: optionsOf(command), option: undefined, count: 0 };
}

function optionsOf(command: Command): readonly Option[] {
  return command.createHelp().visibleOptions(command);
}

function offersAt({ command, options, count, isEnded }: Place, typed: string): Offers {
  if (!isEnded && typed.startsWith("-")) {
    const names = options.flatMap(({ short, long, description }) =>
      [short, long].flatMap((name) => (name === undefined ? [] : [[name, description] as const])),
    );
    return { offers: names, shellOffers: "nothing" };
  }
  const verbs = count === 0 ? command.createHelp().visibleCommands(command) : [];
  if (verbs.length > 0)
    return {
      offers: verbs.map((verb) => [verb.name(), verb.description()] as const),
      shellOffers: "nothing",
    };
  const last = command.registeredArguments.at(-1);
  const argument = command.registeredArguments[count] ?? (last?.variadic === true ? last : undefined);
  if (argument === undefined) return { offers: [], shellOffers: "nothing" };
  return valuesOf(argument, argument.name());
}

/** The values of an option or an argument: its choices, or those that its placeholder in the help stands for. */
function valuesOf(
  { argChoices }: { readonly argChoices?: readonly string[] | undefined },
  name: string,
): Offers {
  const choices = argChoices ?? (name === "shell" ? shells : []);
  const shellOffers = choices.length > 0 ? "nothing" : (named[name] ?? "nothing");
  return { offers: choices.map((choice) => [choice, ""] as const), shellOffers };
}

const named: Readonly<Record<string, Offers["shellOffers"]>> = {
  file: "files",
  folder: "folders",
  ledger: "files",
  plan: "files",
  "plan-or-ledger": "files",
};

function argumentIn(flags: string): string {
  return /[<[]([\w-]+)/.exec(flags)?.[1] ?? "";
}

/** The shells with a completion script. */
const shells = ["bash", "zsh", "fish", "powershell"] as const;
