import { type Command, Option } from "commander";
import { Failure } from "../../shared/failure.ts";
import type { Context } from "../context.ts";
import type { CommandResult } from "../io.ts";
import type { CommandProblem } from "../problem.ts";
import { logLevels } from "./log-levels.ts";
import type { GivenOptions, RawOptions } from "./options.ts";
import { readSwitchVariables } from "./switch-variables.ts";

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

const common = "Common options:";

/** The flags that every verb takes; `withoutHelpFor` hides those that have no effect on a verb. */
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
    text: "a file, or postgres://…, if not the course's own",
    env: "COURSEBINDER_LEDGER",
  },
  {
    flags: "--log-level <level>",
    text: "what goes into the log",
    choices: logLevels,
    standard: "warn",
    env: "COURSEBINDER_LOG_LEVEL",
  },
  {
    flags: "--log-file <file>",
    text: "write the log there instead of on stderr",
    env: "COURSEBINDER_LOG_FILE",
    refusesEmpty: true,
  },
  { flags: "--no-color", text: "no colours" },
  { flags: "--quiet", text: "no progress" },
];

/** Adds a verb with its own flags and the shared ones. `isHidden`: a name of before, which no help lists. */
export function verb(
  parent: Command,
  usage: string,
  description: string,
  flags: readonly Flag[],
  isHidden = false,
): Command {
  const command = parent.command(usage, { hidden: isHidden }).description(description);
  const all = [...flags, ...shared.map((flag) => ({ ...flag, group: common }))];
  for (const flag of all) command.addOption(optionFor(flag));
  command.addHelpOption(new Option("-h, --help", "show this").helpGroup(common));
  const filled = new Set(all.filter(({ refusesEmpty }) => refusesEmpty === true).map((flag) => flag.flags));
  return command.hook("preAction", (_, acted) => {
    if (acted !== command) return;
    refuseEmpty(command, filled);
    readSwitchVariables(command);
  });
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

/** Adds example command lines to the end of a verb's help. */
export function withExamples(command: Command, ...lines: readonly string[]): Command {
  return command.addHelpText("after", `\nExamples:\n${lines.map((line) => `  $ ${line}`).join("\n")}`);
}

/** Hides shared flags that have no effect on a verb from its help. They are still accepted. */
export function withoutHelpFor(command: Command, flags: readonly string[]): Command {
  for (const option of command.options) if (flags.includes(option.long ?? "")) option.hideHelp();
  return command;
}

/**
 * An empty value usually comes from an unset variable in a script: ignoring it would lift a restriction, or start another ledger. Throws
 * `empty_value`.
 */
function refuseEmpty(command: Command, filled: ReadonlySet<string>): void {
  for (const option of command.options) {
    const name = option.attributeName();
    if (![command.getOptionValue(name)].flat().includes("")) continue;
    const variable = command.getOptionValueSource(name) === "env" ? (option.envVar ?? null) : null;
    // An empty `--ledger` has its own message.
    if (option.long === "--ledger" || (variable !== null && !filled.has(option.flags))) continue;
    throw new Failure<CommandProblem>({ code: "empty_value", flag: option.long ?? option.flags, variable });
  }
}

/** Only what was given: defaults are for the help, and are applied where flags are read. */
function givenOptions(command: Command): RawOptions {
  const said = Object.entries(command.opts<RawOptions>());
  return Object.fromEntries(said.filter(([name]) => command.getOptionValueSource(name) !== "default"));
}

type Work = (context: Context, args: readonly string[]) => Promise<CommandResult | number>;

/** A verb's action. Commander passes its arguments, then its options, then the command itself. */
export function acting(runner: Runner, work: Work): (...given: unknown[]) => Promise<void> {
  return (...given) => {
    const command = given.at(-1) as Command;
    const args = command.processedArgs.flat().filter((arg): arg is string => typeof arg === "string");
    const raw = givenOptions(command);
    const typed = new Set(Object.keys(raw).filter((name) => command.getOptionValueSource(name) === "cli"));
    return runner({ raw, typed, verb: nameOf(command), args }, (context) => work(context, args));
  };
}

/** The verb as typed: `ledger restore`. */
function nameOf(command: Command): string {
  const { parent } = command;
  return parent === null || parent.parent === null ? command.name() : `${nameOf(parent)} ${command.name()}`;
}
