import type { Command } from "commander";
import { rehearsalCalls, standardCalls } from "../../course/call-options.ts";
import { platforms } from "../../plan/names.ts";
import { runOrders } from "../../rate-limit/usage-log.ts";
import { formatRate, shortDuration } from "../../shared/duration.ts";
import { ContentFolder } from "../../shared/files/content-folder.ts";
import { templateLanguages } from "../../spreadsheet/languages.ts";
import {
  groups,
  keyOperations,
  type Operation,
  operations,
  serviceOperations,
} from "../../story-service/operator/operations.ts";
import type { Context } from "../context.ts";
import type { CommandResult } from "../io.ts";
import { usage } from "../problem.ts";
import { audioChoices, billFormats, logLevels } from "./options.ts";

export interface Flag {
  readonly flags: string;
  readonly text: string;
  /** The default as shown in the help; the code that reads the flag applies it. */
  readonly standard?: string;
  readonly choices?: readonly string[];
  /** Set if the value may be a comma-separated list of the choices; the code that reads the flag checks it. */
  readonly takesList?: boolean;
  /** Its heading in the help, if that differs from the verb's own. */
  readonly group?: string;
  /**
   * Set if the environment variable named after the flag has the same effect. `filled`: the variable must not be empty, because without the flag more
   * would be spent or allowed, or an output would go elsewhere or nowhere. `any`: an empty variable counts as not set.
   */
  readonly variable?: "any" | "filled";
  /** Flags, without dashes, that have no effect together with this one: the combination is refused. */
  readonly excludes?: readonly string[];
  /** A flag, without dashes, that this one has no effect without: alone, this one is refused. */
  readonly needs?: string;
  /** Set if the flag may be repeated: its values form a list. */
  readonly repeats?: boolean;
}

/** A command, as used by the help, the parser and completion. */
export interface Declaration {
  /** The command's full name with its arguments, such as `ledger verify`. A parent command is declared before it. */
  readonly usage: string;
  readonly text: string;
  /** The heading in the help above this command and those after it. */
  readonly heading?: string;
  readonly flags?: readonly Flag[];
  /** Flags that have no effect on the command: it accepts them, but its help hides them. */
  readonly without?: readonly string[];
  readonly examples?: readonly string[];
  /** Set for a former name, which the help doesn't list. */
  readonly isHidden?: boolean;
  /** Runs the command. Left out: the command only has subcommands. */
  readonly run?: (
    context: Context,
    args: readonly string[],
    program: Command,
  ) => Promise<CommandResult | number>;
}

/** A flag as written in `commands.yaml`. */
interface WrittenFlag extends Omit<Flag, "choices"> {
  readonly choices?: keyof typeof choices;
}

/** Flags: each is written out, or given by its own name or the name of a list. */
type WrittenFlags = readonly (WrittenFlag | string)[];

interface Written {
  readonly flags: Readonly<Record<string, WrittenFlag | WrittenFlags>>;
  readonly commands: readonly (Omit<Declaration, "flags" | "run"> & { readonly flags?: WrittenFlags })[];
}

const written = new ContentFolder(new URL("./", import.meta.url), (content) => content as Written).get(
  "commands",
);

const choices = {
  orders: runOrders,
  platforms,
  audio: audioChoices,
  billFormats,
  logLevels,
  templateLanguages,
};

/** Defaults that are defined elsewhere, by the names in braces that `commands.yaml` has in their place. */
const standards: Readonly<Record<string, string>> = {
  order: standardCalls.order,
  timeout: shortDuration(standardCalls.timeoutMs),
  creationTimeout: shortDuration(standardCalls.creationTimeoutMs),
  giveUp: shortDuration(standardCalls.giveUpMs),
  maxWait: shortDuration(standardCalls.maxWaitMs),
  poll: shortDuration(standardCalls.pollMs),
  localPoll: shortDuration(rehearsalCalls.pollMs),
  calls: formatRate(standardCalls.calls),
  localCalls: formatRate(rehearsalCalls.calls),
  starts: formatRate(standardCalls.starts),
  localStarts: formatRate(rehearsalCalls.starts),
};

/** Resolves a list of flags, in which names may stand for flags or for other lists. */
export function flagsNamed(list: WrittenFlags): Flag[] {
  return list.flatMap((one) => {
    if (typeof one === "string") {
      const named = written.flags[one];
      if (named === undefined) throw new Error(`there are no flags ${one}`);
      return flagsNamed("flags" in named ? [named] : named);
    }
    const { choices: chosen, standard, ...flag } = one;
    return {
      ...flag,
      ...(chosen === undefined ? {} : { choices: choices[chosen] }),
      ...(standard === undefined
        ? {}
        : { standard: standard.replace(/\{(\w+)\}/g, (_, name: string) => standards[name] ?? "") }),
    };
  });
}

type Run = NonNullable<Declaration["run"]>;

const restore: Run = async (context, [file = ""]) =>
  (await import("../commands/ledger.ts")).restore(file, context);
const account = () => import("../commands/account.ts");
const login = () => import("../commands/login.ts");
const ledger = () => import("../commands/ledger.ts");
const lists = () => import("../commands/lists.ts");
const completing = () => import("../commands/completion.ts");

/** The code of each command, loaded only when the command is run. */
const runs: Readonly<Record<string, Run>> = {
  init: async (context, [folder = "."]) => (await import("../commands/init.ts")).init(folder, context),
  check: async (context, [plan = ""]) => (await import("../commands/check.ts")).check(plan, context),
  languages: async (context, [text = ""]) => (await lists()).listLanguages(text, context),
  genres: async (context) => (await lists()).listGenres(context),
  plan: async (context, [plan = ""]) => (await import("../commands/plan.ts")).plan(plan, context),
  run: async (context, [plan = ""]) => (await import("../commands/run/run.ts")).run(plan, context),
  status: async (context, [plan = "", job]) =>
    (await import("../commands/status.ts")).status(plan, job, context),
  cost: async (context, plans) => (await import("../commands/cost.ts")).cost(plans, context),
  doctor: async (context, [plan]) => (await import("../commands/doctor/doctor.ts")).doctor(plan, context),
  login: async (context) => (await login()).login(context),
  logout: async (context) => (await login()).logout(context),
  whoami: async (context) => (await login()).whoami(context),
  "account balance": async (context) => (await account()).balance(context),
  "account levels": async (context, languages) => (await account()).levels(languages, context),
  "account books": async (context) => (await account()).books(context),
  "account export": async (context, [id = ""]) => (await account()).exportBook(id, context),
  "account quote": async (context, [lang = "", difficulty = "", length = "short"]) => {
    const audiobook = context.raw.audiobook !== false;
    return (await account()).quote({ lang, difficulty, length, audiobook }, context);
  },
  resolve: async (context, [plan = "", job]) =>
    (await import("../commands/resolve/resolve.ts")).resolve(plan, job, context),
  "ledger verify": async (context, [file = ""]) => (await ledger()).verifyLedger(file, context),
  "ledger show": async (context, [file = ""]) => (await ledger()).showLedger(file, context),
  "ledger create": async (context, [file = ""]) =>
    (await import("../commands/ledger.ts")).createLedger(file, context),
  "ledger join": async (context, [file = "", other = ""]) =>
    (await import("../commands/ledger.ts")).joinLedger(file, other, context),
  "ledger copy": async (context, [file = "", to = ""]) => (await ledger()).copyLedgerTo(file, to, context),
  package: async (context, [plan = ""]) =>
    (await import("../commands/package.ts")).packageCourse(plan, context),
  align: async (context, [plan = ""]) => (await import("../commands/align.ts")).align(plan, context),
  "check-lessons": async (context, [plan = ""]) =>
    (await import("../commands/check-lessons.ts")).checkLessons(plan, context),
  review: async (context, [plan = ""]) => (await import("../commands/review.ts")).review(plan, context),
  open: async (context, [folder = "."]) => (await import("../commands/open.ts")).open(folder, context),
  serve: async (context) => (await import("../commands/serve.ts")).serve(context),
  "serve admin pepper": async () => {
    throw usage(
      "serve admin pepper no longer exists. Use serve admin revoke-all: it revokes every secret and replaces the pepper; issue new secrets afterwards.",
    );
  },
  "serve restore": async (context, [folder = ""]) =>
    (await import("../commands/serve-admin.ts")).restore(folder, context),
  completion: async (context, [shell = ""]) => (await completing()).completion(shell, context),
  complete: async (context, words, program) => (await completing()).complete(words, program, context),
  "ledger restore": restore,
  "ledger rejoin": restore,
  "ledger rebuild": restore,
};

/** Every command, in the order in which the help lists them. */
export const declarations: readonly Declaration[] = [
  ...written.commands.map(({ flags = [], ...command }): Declaration => {
    const run = runs[command.usage.replace(/ [<[].*$/, "")];
    return { ...command, flags: flagsNamed(flags), ...(run === undefined ? {} : { run }) };
  }),
  // The operator's commands for a local service. Each operation is declared once, for the commands and the pages.
  ...Object.entries(groups).map(([group, text]): Declaration => ({ usage: `serve admin ${group}`, text })),
  ...operations.map((operation) => commandOf(`serve admin ${operation.name}`, operation)),
  ...serviceOperations.map((operation) => commandOf(`serve ${operation.name}`, operation)),
  ...keyOperations.map((operation) => commandOf(`serve keys ${operation.name}`, operation)),
];

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
    run: async (context, args) =>
      (await import("../commands/serve-admin.ts")).operate(operation, args, context),
  };
}
