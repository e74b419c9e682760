import process from "node:process";
import { type Command, Option } from "commander";
import { Failure } from "../../shared/failure.ts";
import type { Context } from "../context.ts";
import type { CommandResult } from "../io.ts";
import type { CommandProblem } from "../problem.ts";
import { type Declaration, type Flag, flagsNamed } from "./declarations.ts";
import type { GivenOptions, RawOptions } from "./options.ts";

/** Runs one verb. A bare number is the exit code of a verb that has printed its own document. */
export type Runner = (
  given: GivenOptions,
  work: (context: Context) => Promise<CommandResult | number>,
) => Promise<void>;

const common = "Common options:";

/** Adds a command to the program, with its own flags and the shared ones. */
export function addCommand(program: Command, declaration: Declaration, runner: Runner): void {
  const {
    usage,
    text,
    heading,
    flags = [],
    without = [],
    examples = [],
    isHidden = false,
    run,
  } = declaration;
  const [parent, rest] = below(program, usage);
  if (heading !== undefined) program.commandsGroup(heading);
  const command = parent.command(rest, { hidden: isHidden }).description(text);
  if (examples.length > 0) addExamples(command, examples);
  if (run === undefined) return;
  const all = [...flags, ...flagsNamed(["shared"]).map((flag) => ({ ...flag, group: common }))];
  for (const flag of all) command.addOption(optionFor(flag));
  for (const option of command.options) if (without.includes(option.long ?? "")) option.hideHelp();
  command.addHelpOption(new Option("-h, --help", "show this").helpGroup(common));
  command.enablePositionalOptions();
  const filled = new Set(all.filter(({ variable }) => variable === "filled").map((flag) => flag.flags));
  command.hook("preAction", (_, acted) => {
    if (acted !== command) return;
    refuseEmpty(command, filled);
    readSwitchVariables(command);
  });
  command.action(() => {
    const args = command.processedArgs.flat().filter((arg): arg is string => typeof arg === "string");
    const raw = givenOptions(command);
    const typed = new Set(Object.keys(raw).filter((name) => command.getOptionValueSource(name) === "cli"));
    return runner({ raw, typed, verb: nameOf(command), args }, (context) => run(context, args, program));
  });
}

/** The command above a usage, and what of the usage is left. */
function below(above: Command, usage: string): [parent: Command, rest: string] {
  const [name = "", ...rest] = usage.split(" ");
  const next = above.commands.find((one) => one.name() === name);
  return next === undefined ? [above, usage] : below(next, rest.join(" "));
}

function optionFor({
  flags,
  text,
  variable,
  repeats,
  choices,
  takesList,
  standard,
  group,
  excludes,
}: Flag): Option {
  const option = new Option(flags, text);
  if (excludes !== undefined) option.conflicts([...excludes]);
  if (repeats === true) option.argParser((value, before: string[] = []) => [...before, value]);
  if (choices !== undefined) {
    option.choices(choices);
    const check = option.parseArg;
    // An empty variable counts as not set, and an empty flag has its own message.
    option.argParser((value, before) => (value === "" || takesList ? value : check?.(value, before)));
  }
  if (standard !== undefined) option.default(standard, standard);
  if (variable !== undefined) option.env(variableOf(flags));
  return group === undefined ? option : option.helpGroup(group);
}

/** The environment variable that means the same as a flag: `COURSEBINDER_MAX_WAIT` for `--max-wait <duration>`. */
function variableOf(flags: string): string {
  const [name = ""] = flags.replace(/^--/, "").split(" ");
  return `COURSEBINDER_${name.replaceAll("-", "_").toUpperCase()}`;
}

/** Adds example command lines to the end of a command's help. */
export function addExamples(command: Command, lines: readonly string[]): void {
  command.addHelpText("after", `\nExamples:\n${lines.map((line) => `  $ ${line}`).join("\n")}`);
}

/**
 * An empty value usually comes from an unset variable in a script: ignoring it would lift a restriction, or start another ledger. Throws `empty_value`.
 */
function refuseEmpty(command: Command, filled: ReadonlySet<string>): void {
  for (const option of command.options) {
    const name = option.attributeName();
    if (![command.getOptionValue(name)].flat().includes("")) continue;
    const variable = command.getOptionValueSource(name) === "env" ? (option.envVar ?? null) : null;
    if (variable !== null && !filled.has(option.flags)) continue;
    throw new Failure<CommandProblem>({ code: "empty_value", flag: option.long ?? option.flags, variable });
  }
}

/** Only what was given: defaults are for the help, and are applied where flags are read. */
function givenOptions(command: Command): RawOptions {
  const said = Object.entries(command.opts<RawOptions>());
  return Object.fromEntries(said.filter(([name]) => command.getOptionValueSource(name) !== "default"));
}

/** The verb as typed: `ledger restore`. */
function nameOf(command: Command): string {
  const { parent } = command;
  return parent === null || parent.parent === null ? command.name() : `${nameOf(parent)} ${command.name()}`;
}

const onWords: ReadonlySet<string> = new Set(["1", "true", "yes", "on"]);
const offWords: ReadonlySet<string> = new Set(["0", "false", "no", "off"]);

/**
 * Takes back the switches that a variable turns off: the parser turns a switch on as soon as its variable is set, whatever it says, and CI
 * jobs pass `false`. A typed switch comes before its variable. Throws `bad_switch` for a value that says neither.
 */
function readSwitchVariables(command: Command): void {
  for (const option of command.options) {
    const name = option.attributeName();
    if (!isSwitch(option) || command.getOptionValueSource(name) !== "env") continue;
    if (!isOn(option)) command.setOptionValueWithSource(name, undefined, "default");
  }
}

const isSwitch = (option: Option): boolean => !option.required && !option.optional;

function isOn(option: Option): boolean {
  const variable = option.envVar ?? "";
  const value = process.env[variable] ?? "";
  const word = value.trim().toLowerCase();
  if (onWords.has(word)) return true;
  if (offWords.has(word)) return false;
  const flag = option.long ?? option.flags;
  throw new Failure<CommandProblem>({ code: "bad_switch", variable, value, flag });
}
