import process from "node:process";
import { Command, InvalidArgumentError, Option, type OutputConfiguration } from "commander";
import { suggest } from "../../plan/suggest.ts";
import { Failure } from "../../shared/failure.ts";
import { quote } from "../../shared/text.ts";
import { version } from "../../shared/version.ts";
import type { Operation } from "../../story-service/operator/operations.ts";
import type { Context } from "../context.ts";
import type { CommandResult } from "../io.ts";
import { badValue, type CommandProblem, usage } from "../problem.ts";
import { type Declaration, declarations, type Flag, flagsNamed } from "./declarations.ts";
import { attributeOf, type GivenOptions, type RawOptions } from "./options.ts";

/**
 * The command line: verbs, arguments, flags and their help. If the verb to run is given, the others are only named: registering all flags takes longer
 * than a short command.
 */
export async function buildProgram(
  output: OutputConfiguration,
  runner: Runner,
  verb?: string,
): Promise<Command> {
  const program = new Command("coursebinder")
    .description("Turns a course plan into a zipped course package, and never pays twice for a lesson.")
    .version(version)
    // Before any verb is added: verbs copy these settings when they are created.
    .exitOverride()
    // A flag belongs to the verb before it: serve and serve keys have flags of the same name.
    .enablePositionalOptions()
    .configureOutput(output)
    .showHelpAfterError("(coursebinder --help lists the commands)")
    .configureHelp({
      sortSubcommands: false,
      minWidthToWrap: 20,
      subcommandTerm: (command) =>
        `${command.name()} ${command.usage().replace(/^\[options\] ?/, "")}`.trim(),
    });
  for (const declaration of await commandsFor(verb)) {
    const { run: _, ...named } = declaration;
    const mayRun = verb === undefined || declaration.usage.split(" ")[0] === verb;
    addCommand(program, mayRun ? declaration : named, runner);
  }
  program.addHelpCommand(
    new Command("help").argument("[command]").description("show a command's help").helpGroup("Service:"),
  );
  addExamples(program, [
    "coursebinder init my-course",
    "coursebinder run my-course/course.yaml --local   # rehearse for free",
    "coursebinder plan my-course/course.yaml          # what it costs",
  ]);
  return program;
}

/** Runs one verb. A bare number is the exit code of a verb that has printed its own document. */
export type Runner = (
  given: GivenOptions,
  work: (context: Context) => Promise<CommandResult | number>,
) => Promise<void>;

const common = "Common options:";

/** Adds a command to the program, with its own flags and the shared ones. */
function addCommand(program: Command, declaration: Declaration, runner: Runner): void {
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
    // Completion asks about a word that has not been begun.
    if (usage !== "complete [word...]") refuseEmptyArgument(command);
    refuseEmpty(command, filled);
    refuseAlone(command, all);
    readSwitchVariables(command);
  });
  command.action(() => {
    const args = command.processedArgs.flat().filter((arg): arg is string => typeof arg === "string");
    const raw = givenOptions(command);
    const typed = new Set(Object.keys(raw).filter((name) => command.getOptionValueSource(name) === "cli"));
    const given = { raw, typed, verb: nameOf(command), args };
    return runner(given, (context) => run(context, args, program)).catch((error: unknown) => {
      throw namingVariable(error, command);
    });
  });
}

/** An error about a flag, which names the flag's variable if the value came from there. */
function namingVariable(error: unknown, command: Command): unknown {
  if (!(error instanceof Failure) || !("flag" in error.problem)) return error;
  const flag = String(error.problem.flag);
  const option = command.options.find(({ long }) => long === flag);
  if (option === undefined || command.getOptionValueSource(option.attributeName()) !== "env") return error;
  return new Failure({ ...error.problem, flag: option.envVar }, { cause: error });
}

const prefix = "COURSEBINDER_";

/** Variables without a flag, and those that `--after-creation` gives to its command. */
const otherVariables = [
  "STATE",
  "CHROMIUM",
  "COURSE",
  "EDITION",
  "JOB",
  "OUTCOME",
  "FOLDER",
  "STORY",
  "LEDGER_FILE",
];

/** A notice about each variable with this program's prefix that nothing reads: a misspelt limit would not limit anything. */
export function unknownVariables(
  env: Readonly<Record<string, string | undefined>>,
): Extract<CommandProblem, { code: "variable_unknown" }>[] {
  const ofFlags = declarations.flatMap(({ flags = [] }) => [...flags, ...flagsNamed(["shared"])]);
  const known = new Set([
    ...ofFlags.flatMap(({ flags, variable }) => (variable === undefined ? [] : [variableOf(flags)])),
    ...otherVariables.map((name) => prefix + name),
  ]);
  const unknown = Object.keys(env).filter((name) => name.startsWith(prefix) && !known.has(name));
  return unknown.map((name) => {
    const meant = suggest(
      name.slice(prefix.length),
      [...known].map((one) => one.slice(prefix.length)),
    );
    return { code: "variable_unknown", name, meant: meant === null ? null : prefix + meant };
  });
}

/** The command that a usage belongs below, and the rest of the usage. */
function below(above: Command, usage: string): [parent: Command, rest: string] {
  const [name = "", ...rest] = usage.split(" ");
  const next = above.commands.find((one) => one.name() === name);
  return next === undefined ? [above, usage] : below(next, rest.join(" "));
}

function optionFor({ flags, text, variable, repeats, choices, takesList, ...shown }: Flag): Option {
  const { standard, group, excludes } = shown;
  const option = new Option(flags, text);
  if (excludes !== undefined) option.conflicts([...excludes]);
  if (repeats === true) option.argParser((value, before: string[] = []) => [...before, value]);
  if (choices !== undefined) {
    option.choices(choices);
    const check = option.parseArg;
    // An empty variable counts as not set, and an empty flag has its own message.
    option.argParser((value, before) => (value === "" || takesList ? value : check?.(value, before)));
  }
  if (repeats !== true && option.required && group === undefined) refuseSecond(option);
  if (standard !== undefined) option.default(standard, standard);
  if (variable !== undefined) option.env(variableOf(flags));
  return group === undefined ? option : option.helpGroup(group);
}

/**
 * Refuses two values for a command's own flag: using only the last would leave out what the other asked for, or lift its restriction. Of pace and
 * places, which aliases and scripts set, the last counts.
 */
function refuseSecond(option: Option): void {
  const parse = option.parseArg;
  let first: string | null = null;
  option.argParser((value, before) => {
    if (first !== null && first !== value)
      throw new InvalidArgumentError(`It was also given as ${quote(first)}: give it once.`);
    first = value;
    return parse === undefined ? value : parse(value, before);
  });
}

/** The environment variable with the same effect as a flag: `COURSEBINDER_MAX_WAIT` for `--max-wait <duration>`. */
function variableOf(flags: string): string {
  const [name = ""] = flags.replace(/^--/, "").split(" ");
  return prefix + name.replaceAll("-", "_").toUpperCase();
}

function addExamples(command: Command, lines: readonly string[]): void {
  command.addHelpText("after", `\nExamples:\n${lines.map((line) => `  $ ${line}`).join("\n")}`);
}

/**
 * Refuses empty values, which usually come from unset variables in a script: ignoring one would lift a restriction, or start another ledger. Throws
 * `empty_value`.
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

function refuseEmptyArgument(command: Command): void {
  for (const [index, argument] of command.registeredArguments.entries()) {
    if (![command.processedArgs[index]].flat().includes("")) continue;
    throw new Failure<CommandProblem>({ code: "empty_value", flag: `<${argument.name()}>`, variable: null });
  }
}

/** Refuses a flag without the one that it needs, since it would be ignored silently. */
function refuseAlone(command: Command, all: readonly Flag[]): void {
  for (const { flags, needs } of all) {
    const isAlone = needs !== undefined && command.getOptionValue(needs) === undefined;
    if (isAlone && command.getOptionValue(attributeOf(flags)) !== undefined)
      throw usage(`${flags} is for --${needs}.`);
  }
}

/** Only the given flags: defaults are shown in the help, and applied where flags are read. */
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
 * Unsets switches whose variable turns them off: the parser turns a switch on whenever its variable is set, whatever its value, and CI jobs pass
 * `false`. A typed switch takes precedence over its variable. Throws `bad_value` or `empty_value` for any other value.
 */
function readSwitchVariables(command: Command): void {
  for (const option of command.options) {
    const name = option.attributeName();
    const isSwitch = !option.required && !option.optional;
    if (!isSwitch || command.getOptionValueSource(name) !== "env") continue;
    if (!isOn(option)) command.setOptionValueWithSource(name, undefined, "default");
  }
}

function isOn(option: Option): boolean {
  const variable = option.envVar ?? "";
  const value = process.env[variable] ?? "";
  const word = value.trim().toLowerCase();
  if (onWords.has(word)) return true;
  if (offWords.has(word)) return false;
  const flag = option.long ?? option.flags;
  if (value === "") throw new Failure<CommandProblem>({ code: "empty_value", variable, flag });
  throw badValue(variable, value, `1, true, yes or on, which sets ${flag}, or 0, false, no or off`);
}

/** Every command with its code, in the order in which the help lists them. `verb`: the one that was typed; left out: all are shown. */
export async function commandsFor(verb?: string): Promise<readonly Declaration[]> {
  return verb === undefined || verb === "serve"
    ? [...declarations, ...(await operatorCommands())]
    : declarations;
}

/** The operator's commands for a local service, loaded only when needed. Each operation is declared once, for the commands and the pages. */
async function operatorCommands(): Promise<readonly Declaration[]> {
  const { groups, keyOperations, operations, serviceOperations } = await import(
    "../../story-service/operator/operations.ts"
  );
  return [
    ...Object.entries(groups).map(([group, text]): Declaration => ({ usage: `serve admin ${group}`, text })),
    ...operations.map((operation) => commandOf(`serve admin ${operation.name}`, operation)),
    ...serviceOperations.map((operation) => commandOf(`serve ${operation.name}`, operation)),
    ...keyOperations.map((operation) => commandOf(`serve keys ${operation.name}`, operation)),
  ];
}

/** An operation as a command: its target and other arguments are positional, the rest are flags. */
function commandOf(name: string, operation: Operation): Declaration {
  const fields = Object.values(operation.fields);
  const positional = fields.filter(({ flag }) => flag.startsWith("<"));
  const flags = fields
    .filter(({ flag }) => flag.startsWith("--"))
    .map(
      ({ flag, help, input, shownStandard }): Flag => ({
        flags: flag,
        text: help,
        ...(typeof input === "object" ? { choices: input.choices } : {}),
        ...(shownStandard === undefined ? {} : { standard: shownStandard }),
      }),
    );
  const asks = operation.asks?.("").refusal !== undefined;
  return {
    usage: [name, operation.to?.argument ?? [], ...positional.map(({ flag }) => flag)].flat().join(" "),
    text: operation.about,
    flags: [...flagsNamed(["where"]), ...flags, ...(asks ? [{ flags: "--yes", text: "don't ask" }] : [])],
    without: ["--out", "--local", "--service", "--ledger"],
    ...(operation.examples === undefined ? {} : { examples: operation.examples }),
    run: async (context, args) => (await import("../commands/serve.ts")).operate(operation, args, context),
  };
}
