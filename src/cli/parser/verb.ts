import { type Command, Option } from "commander";
import { Failure } from "../../shared/failure.ts";
import type { Context } from "../context.ts";
import type { CommandResult } from "../io.ts";
import type { CommandProblem } from "../problem.ts";
import { logLevels } from "./log-levels.ts";
import type { GivenOptions, RawOptions } from "./options.ts";

/** Runs one verb's work. A bare number is the exit code of a verb that has printed its own document. */
export type Runner = (
  given: GivenOptions,
  work: (context: Context) => Promise<CommandResult | number>,
) => Promise<void>;

export interface Flag {
  readonly flags: string;
  readonly text: string;
  /** What holds where it is left out, as the help shows it. Whoever reads the flag fills it in. */
  readonly standard?: string;
  /** What there is to choose from. */
  readonly choices?: readonly string[];
  /** The value may be several of the choices, with commas between them: whoever reads the flag checks it. */
  readonly takesList?: boolean;
  /** Its heading in the help, if it is not the verb's own. */
  readonly group?: string;
  /** The environment variable that says the same. */
  readonly env?: string;
  /** May be given several times: its values come as a list. */
  readonly repeats?: boolean;
  /** Without it more would be spent or allowed: its variable, too, may not be empty, which otherwise counts as not set. */
  readonly restricts?: boolean;
}

const common = "Common options:";

/** The flags that every verb takes; those that do nothing for it are left out of its help with `withoutHelpFor`. */
const shared: readonly Flag[] = [
  { flags: "--json", text: "print exactly one JSON document on stdout, at the end" },
  {
    flags: "--out <folder>",
    text: "where runs write",
    standard: "out",
    env: "COURSEBINDER_OUT",
    restricts: true,
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
    ...{ choices: logLevels, standard: "warn", env: "COURSEBINDER_LOG_LEVEL" },
  },
  {
    flags: "--log-file <file>",
    text: "write the log there instead of on stderr",
    env: "COURSEBINDER_LOG_FILE",
  },
  { flags: "--no-color", text: "no colours" },
  { flags: "--quiet", text: "no progress" },
];

/** Adds a verb with its own flags and the ones that every verb shares. */
export function verb(parent: Command, usage: string, description: string, flags: readonly Flag[]): Command {
  const command = parent.command(usage).description(description);
  const all = [...flags, ...shared.map((flag) => ({ ...flag, group: common }))];
  for (const flag of all) command.addOption(optionFor(flag));
  command.addHelpOption(new Option("-h, --help", "show this").helpGroup(common));
  const restricting = new Set(all.filter(({ restricts }) => restricts === true).map((flag) => flag.flags));
  return command.hook("preAction", (_, acted) => {
    if (acted === command) refuseEmpty(command, restricting);
  });
}

function optionFor({ flags, text, env, repeats, choices, takesList, standard, group }: Flag): Option {
  const option = new Option(flags, text);
  if (repeats === true) option.argParser((value, before: string[] = []) => [...before, value]);
  if (choices !== undefined) {
    option.choices(choices);
    const check = option.parseArg;
    // An empty variable counts as not set, and an empty flag has words of its own.
    option.argParser((value, before) => (value === "" || takesList ? value : check?.(value, before)));
  }
  if (standard !== undefined) option.default(standard, standard);
  if (env !== undefined) option.env(env);
  return group === undefined ? option : option.helpGroup(group);
}

/** Lines to type, at the end of a verb's help. */
export function withExamples(command: Command, ...lines: readonly string[]): Command {
  return command.addHelpText("after", `\nExamples:\n${lines.map((line) => `  $ ${line}`).join("\n")}`);
}

/** Leaves flags that every verb takes out of the help of one for which they do nothing. They may go on being given. */
export function withoutHelpFor(command: Command, flags: readonly string[]): Command {
  for (const option of command.options) if (flags.includes(option.long ?? "")) option.hideHelp();
  return command;
}

/**
 * An empty value is nearly always a variable of a script that was not set: taken for no value it would lift the restriction that the flag
 * is there for, or begin another ledger. Throws `empty_value`.
 */
function refuseEmpty(command: Command, restricting: ReadonlySet<string>): void {
  for (const option of command.options) {
    const name = option.attributeName();
    if (![command.getOptionValue(name)].flat().includes("")) continue;
    const variable = command.getOptionValueSource(name) === "env" ? (option.envVar ?? null) : null;
    // The ledger has words of its own.
    if (option.long === "--ledger" || (variable !== null && !restricting.has(option.flags))) continue;
    throw new Failure<CommandProblem>({ code: "empty_value", flag: option.long ?? option.flags, variable });
  }
}

/** What was said: defaults are for the help, and filled in where flags are read. */
function givenOptions(command: Command): RawOptions {
  const said = Object.entries(command.opts<RawOptions>());
  return Object.fromEntries(said.filter(([name]) => command.getOptionValueSource(name) !== "default"));
}

type Work = (context: Context, args: readonly string[]) => Promise<CommandResult | number>;

/** The action of a verb. commander gives it its arguments, then its options, then itself. */
export function acting(runner: Runner, work: Work): (...given: unknown[]) => Promise<void> {
  return (...given) => {
    const command = given.at(-1) as Command;
    const args = command.processedArgs.flat().filter((arg): arg is string => typeof arg === "string");
    const raw = givenOptions(command);
    const typed = new Set(Object.keys(raw).filter((name) => command.getOptionValueSource(name) === "cli"));
    return runner({ raw, typed, verb: nameOf(command), args }, (context) => work(context, args));
  };
}

/** The verb as it is typed: `ledger rejoin`. */
function nameOf(command: Command): string {
  const { parent } = command;
  return parent === null || parent.parent === null ? command.name() : `${nameOf(parent)} ${command.name()}`;
}
