import process from "node:process";
import { type Command, Option } from "commander";
import { Failure } from "../../shared/failure.ts";
import type { Context } from "../context.ts";
import type { CommandResult } from "../io.ts";
import type { CommandProblem } from "../problem.ts";
import { type GivenOptions, logLevels, type RawOptions } from "./options.ts";

/** Runs one verb. A bare number is the exit code of a verb that has printed its own document. */
export type Runner = (
  given: GivenOptions,
  work: (context: Context) => Promise<CommandResult | number>,
) => Promise<void>;

export interface Flag {
  readonly flags: string;
  readonly text: string;
  /** The default as shown in the help; the code that reads the flag applies it. */
  readonly standard?: string;
  readonly choices?: readonly string[];
  /** The value may be a comma-separated list of the choices; the code that reads the flag checks it. */
  readonly takesList?: boolean;
  /** Its heading in the help, if different from the verb's own. */
  readonly group?: string;
  /** The environment variable with the same meaning. */
  readonly env?: string;
  /** The flags, without dashes, that have no effect beside this one: both together are refused. */
  readonly excludes?: readonly string[];
  /** May be repeated: its values form a list. */
  readonly repeats?: boolean;
  /**
   * Without it more would be spent or allowed, or what somebody looks for would be written elsewhere or nowhere: its variable, too, may not be
   * empty. Otherwise an empty variable counts as not set.
   */
  readonly refusesEmpty?: boolean;
}

/** A command, as the help, the parser and completion use it. */
export interface Declaration {
  /** Its whole name, such as `ledger verify`, with its arguments. A name above it is declared before. */
  readonly usage: string;
  readonly text: string;
  /** The heading in the help under which it and those after it are. */
  readonly heading?: string;
  readonly flags?: readonly Flag[];
  /** The flags that have no effect on it: its help hides them. They are still accepted. */
  readonly without?: readonly string[];
  readonly examples?: readonly string[];
  /** A name of before, which no help lists. */
  readonly isHidden?: boolean;
  /** Left out: it only has others below it. */
  readonly run?: (
    context: Context,
    args: readonly string[],
    program: Command,
  ) => Promise<CommandResult | number>;
}

const common = "Common options:";

/** The flags that every verb takes; `without` hides those that have no effect on a verb. */
const shared: readonly Flag[] = [
  { flags: "--json", text: "print exactly one JSON document on stdout, at the end" },
  {
    flags: "--out <folder>",
    text: "where runs write",
    standard: "out",
    env: "COURSEBINDER_OUT",
    refusesEmpty: true,
  },
  {
    flags: "--local",
    text: "rehearse: start the local service inside this process",
    env: "COURSEBINDER_LOCAL",
  },
  { flags: "--service <url>", text: "the service's base address, ending in /api/v1 (or STORY_API_URL)" },
  {
    flags: "--ledger <ledger>",
    text: "a file, or postgres://…, to use instead of the course's own ledger",
    env: "COURSEBINDER_LEDGER",
    refusesEmpty: true,
  },
  {
    flags: "--log-level <level>",
    text: "which messages go into the log",
    choices: logLevels,
    standard: "warn",
    env: "COURSEBINDER_LOG_LEVEL",
  },
  {
    flags: "--log-file <file>",
    text: "write the log to this file instead of stderr",
    env: "COURSEBINDER_LOG_FILE",
    refusesEmpty: true,
  },
  { flags: "--no-color", text: "no colours" },
  { flags: "--quiet", text: "no progress" },
];

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
  const all = [...flags, ...shared.map((flag) => ({ ...flag, group: common }))];
  for (const flag of all) command.addOption(optionFor(flag));
  for (const option of command.options) if (without.includes(option.long ?? "")) option.hideHelp();
  command.addHelpOption(new Option("-h, --help", "show this").helpGroup(common));
  command.enablePositionalOptions();
  const filled = new Set(all.filter(({ refusesEmpty }) => refusesEmpty === true).map((flag) => flag.flags));
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
  env,
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
  if (env !== undefined) option.env(env);
  return group === undefined ? option : option.helpGroup(group);
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
