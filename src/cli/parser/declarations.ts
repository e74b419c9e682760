import type { Command } from "commander";
import { rehearsalCalls, standardCalls } from "../../course/call-options.ts";
import { platforms } from "../../plan/names.ts";
import { runOrders } from "../../rate-limit/usage-log.ts";
import { formatRate, shortDuration } from "../../shared/duration.ts";
import { ContentFolder } from "../../shared/files/content-folder.ts";
import { templateLanguages } from "../../spreadsheet/languages.ts";
import type { Context } from "../context.ts";
import type { CommandResult } from "../io.ts";
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
  /** False for a consent, for a flag about one act, and for a flag that `next.ts` adds itself. Commands that are suggested afterwards repeat all others. */
  readonly inNext?: false;
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
  /** The file of `cli/commands` with its code. Left out: the one that is called as the first word of its name. Null: it only has subcommands. */
  readonly code?: string | null;
  /** Runs the command, whose code is loaded only then. Left out: the command only has subcommands. */
  readonly run?: Run;
}

/** Runs a command with what was typed after its name. */
export type Run = (
  context: Context,
  args: readonly string[],
  program: Command,
) => Promise<CommandResult | number>;

/** What a file of `cli/commands` exports as `verbs`: its commands by their full names. */
export type Verbs = Readonly<Record<string, Run>>;

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

/** The commands of `commands.yaml`, in the order in which the help lists them. */
export const declarations: readonly Declaration[] = written.commands.map(({ flags = [], ...command }) => {
  const declared = { ...command, flags: flagsNamed(flags) };
  return command.code === null ? declared : { ...declared, run: runOf(declared) };
});

function runOf(declaration: Declaration): Run {
  const name = nameOf(declaration);
  const file = declaration.code ?? name.split(" ")[0];
  return async (context, args, program) => {
    const { verbs } = (await import(`../commands/${file}.ts`)) as { readonly verbs: Verbs };
    const run = verbs[name];
    if (run === undefined) throw new Error(`cli/commands/${file}.ts has no verb ${name}`);
    return run(context, args, program);
  };
}

/** A command's name, without its arguments: `ledger verify`. */
export function nameOf({ usage }: Pick<Declaration, "usage">): string {
  return usage.replace(/ [<[].*$/, "");
}
