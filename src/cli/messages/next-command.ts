import type { NamedLedger } from "../../course/ledger/ledger-place.ts";
import { idCharactersLeast } from "../../run/lesson.ts";
import { exitCodeOf, type RunProblem, type WrongReplacement } from "../../run/problem.ts";
import type { RunReport } from "../../run/report.ts";
import { exitCodes } from "../../shared/exit-codes.ts";
import type { Context } from "../context.ts";
import { text } from "../parser/options.ts";
import { type PlaceOfLedger, remedyElsewhere, sharedWith } from "./ledger/ledger-elsewhere.ts";
import { describeEdit } from "./lessons/edit-place.ts";
import { describeCost } from "./lessons/lost-ledger-words.ts";
import { quoted } from "./shell.ts";

/** The parts that a suggested next command repeats: the plan, and the flags needed with each verb. */
export interface Again {
  readonly plan: string;
  /** What was typed: the verb, and the arguments after the plan. */
  readonly typed: { readonly verb: string; readonly rest: readonly string[] };
  /** The reviewed bill that a run was limited to; null: none. */
  readonly approved: string | null;
  flagsOf(verb: string): string;
  /** The same with another ledger file of the course. */
  withLedger(place: PlaceOfLedger): Again;
}

/**
 * Flags that are repeated if they were typed, with the verbs that take them: they limit what may be bought and for how much, set the rate,
 * and shape the package. Without them the next command would buy more than was reviewed, or at another rate. Not repeated: flags about one
 * run only (--deadline, --yes, --save, --retry-refused, --allow-partial), and about its output (--json, --quiet, the log).
 */
const repeated: readonly { name: string; flag: string; verbs: readonly string[] }[] = [
  { name: "only", flag: "--only", verbs: ["plan", "run"] },
  { name: "first", flag: "--first", verbs: ["plan", "run"] },
  { name: "maxCredits", flag: "--max-credits", verbs: ["plan", "run"] },
  { name: "approved", flag: "--approved", verbs: ["run"] },
  { name: "order", flag: "--order", verbs: ["plan", "run", "resolve"] },
  { name: "limitCalls", flag: "--limit-calls", verbs: ["plan", "run", "resolve"] },
  { name: "limitStarts", flag: "--limit-starts", verbs: ["plan", "run", "resolve"] },
  { name: "poll", flag: "--poll", verbs: ["plan", "run", "resolve"] },
  { name: "timeout", flag: "--timeout", verbs: ["plan", "run", "resolve"] },
  { name: "maxWait", flag: "--max-wait", verbs: ["plan", "run", "resolve"] },
  { name: "creationTimeout", flag: "--creation-timeout", verbs: ["run", "resolve"] },
  { name: "afterCreation", flag: "--after-creation", verbs: ["run"] },
  { name: "giveUp", flag: "--give-up", verbs: ["run"] },
  { name: "import", flag: "--import", verbs: ["review"] },
  { name: "audio", flag: "--audio", verbs: ["run", "package"] },
];

/** The verbs that take `--ledger-must-exist`. */
const careful: ReadonlySet<string> = new Set(["plan", "run"]);

/**
 * The flags that the next command line must repeat to mean the same course, edition, service and purchase. Values from variables need no
 * flag, since those are still set. `toReplace`: replacements to repeat in `--replace`, as `<job>@<id>`: those requested and not bought.
 */
export function againFor(
  plan: string,
  context: Pick<Context, "raw" | "typed" | "shared" | "verb" | "args">,
  toReplace: readonly string[] = [],
): Again {
  const { raw, typed, shared, verb: typedVerb, args } = context;
  const typedFlag = (name: string, flag: string): string[] => {
    const value = typed.has(name) ? text(raw, name) : null;
    return value === null ? [] : [flag, value];
  };
  const always = [
    ...(shared.out === "out" ? [] : ["--out", shared.out]),
    ...(shared.local ? ["--local"] : []),
    ...(shared.service === null ? [] : ["--service", shared.service]),
    ...(shared.ledger === null ? [] : ["--ledger", placeOf(shared.ledger)]),
    ...typedFlag("edition", "--edition"),
    ...typedFlag("date", "--date"),
  ];
  const forRun = [
    ...(typed.has("holdUnexplained") ? ["--hold-unexplained"] : []),
    ...toReplace.flatMap((one) => ["--replace", one]),
  ];
  return {
    plan: quoted(plan),
    typed: { verb: typedVerb, rest: args.slice(1) },
    approved: typedVerb === "run" ? text(raw, "approved") : null,
    withLedger: (place) => againFor(plan, { ...context, shared: sharedWith(place, shared) }, toReplace),
    flagsOf: (verb) =>
      [
        ...repeated.flatMap(({ name, flag, verbs }) => (verbs.includes(verb) ? typedFlag(name, flag) : [])),
        ...(raw.ledgerMustExist === true && careful.has(verb) ? ["--ledger-must-exist"] : []),
        ...(verb === "run" ? forRun : []),
        ...always,
      ]
        .map((word) => quoted(word))
        .join(" "),
  };
}

/** A verb's command line for this course; `extra` goes after the plan, unchanged. */
export function commandLine(verb: string, again: Again, extra = ""): string {
  return ["coursebinder", verb, again.plan, extra, again.flagsOf(verb)]
    .filter((part) => part !== "")
    .join(" ");
}

/** What was typed, with the flags that it needs to mean the same. */
export function sameCommand(again: Again): string {
  const { verb, rest } = again.typed;
  return commandLine(verb, again, rest.map((word) => quoted(word)).join(" "));
}

/** What to do next about a problem: usually a command to type; null if nothing in particular helps. */
export function nextCommand(problem: RunProblem, again: Again): string | null {
  switch (problem.code) {
    case "outcome_not_recorded":
      return commandLine("ledger restore", again);
    case "creation_uncertain":
      // A name that looks like a flag is left out: the list shows how to settle each.
      return commandLine("resolve", again, problem.job.startsWith("-") ? "" : quoted(problem.job));
    case "story_failed":
    case "story_canceled":
      return replacementCommand(problem, again);
    case "replacement_wrong":
      return replacementsLine(problem.wrong, again);
    // Another account's key would get the same answer: the user must look before anything is bought again.
    case "story_missing":
      return commandLine("status", again, problem.job);
    // Another run would be refused too: first find out what this ledger has.
    case "ledger_damaged":
      return commandLine("ledger verify", again);
    case "ledger_held":
      return sameCommand(again);
    case "ledger_forked":
      // A head of an older version only says that there was another copy.
      return commandLine(
        "ledger join",
        again,
        problem.seen.endsWith(".head") ? "<the other copy>" : quoted(problem.seen),
      );
    case "ledger_begun_anew":
    case "bought_elsewhere":
      return elsewhereLine(problem, again);
    case "ledger_lost":
      // Only what this machine has seen of the ledger can be restored into one that has purchases; a newer copy must be found elsewhere.
      return commandLine(problem.forgotten > 0 ? "ledger restore" : "ledger verify", again);
    case "ledger_half_rebuilt":
    case "ledger_older_copy":
    case "ledger_moved":
      return commandLine("ledger restore", again);
    case "mirror_unusable":
      return null;
    case "ledger_of_other_course":
    case "ledger_of_other_service":
    case "ledger_missing":
    case "ledger_unreachable":
    case "ledger_unreadable":
    case "ledger_pooled":
    case "ledger_tables_unknown":
    case "ledger_not_empty":
    case "ledger_of_nobody":
    case "ledger_not_rebuildable":
    case "ledger_torn":
      return null;
    case "approval_moved":
    case "over_budget":
    case "balance_unexplained":
      return commandLine("plan", again);
    case "lessons_left":
    case "move_contradicted":
    case "removal_contradicted":
    case "basis_unknown":
    case "request_bought":
      return `${describeEdit(problem)}, then ${sameCommand(again)}`;
    case "lesson_unfit":
    case "volume_unfit":
    case "lessons_unchecked":
      return commandLine("check-lessons", again);
    case "lessons_unapproved":
    case "gate_closed":
    case "correction_unusable":
      return commandLine("review", again);
    // A picture of the plan's own: nobody but its author has it.
    case "file_damaged":
      return problem.job === null ? null : commandLine("run", again);
    case "credential_refused":
    case "account_of_others":
      return commandLine("doctor", again);
    default:
      return commandLine("run", again);
  }
}

/** The command to type next after a run. */
export function nextOf(report: RunReport, again: Again): string {
  if (report.exitCode === 0) return commandLine("status", again);
  const pressing = report.problems.filter(
    ({ code }) => code === "creation_uncertain" || code === "outcome_not_recorded",
  );
  // Until the ledger is complete again, nothing can be settled in it.
  const ofLedger = report.problems.filter(
    (problem) => exitCodeOf(problem) === exitCodes.ledger && !pressing.includes(problem),
  );
  const first = report.exitCode === exitCodes.uncertain ? pressing : ofLedger;
  const rest = first.length > 0 ? first : report.problems;
  const anotherRun = commandLine("run", again);
  const next = nextForAll(rest, again) ?? anotherRun;
  // What a run has bought ends the bill that it was limited to: the rest needs another one.
  if (again.approved === null || next !== anotherRun) return next;
  return commandLine("plan", again, `--save ${quoted(again.approved)}`);
}

function elsewhereLine(problem: Parameters<typeof remedyElsewhere>[0], again: Again): string | null {
  const remedy = remedyElsewhere(problem);
  switch (remedy?.verb) {
    case "run":
      return commandLine("run", again.withLedger(remedy.ledger));
    case "ledger join":
      return commandLine(remedy.verb, again, quoted(remedy.path));
    case "ledger restore":
      return commandLine(remedy.verb, again);
    case "run --new-ledger":
      return `to pay again for ${describeCost(remedy.again)}: ${commandLine("run", again, "--new-ledger")}`;
    case undefined:
      return null;
  }
}

type EndedStory = Extract<RunProblem, { code: "story_failed" | "story_canceled" }>;

/** More jobs make the command unreadable; the next run lists the rest. */
const mostNamed = 20;

/** Like `nextCommand` for the first of several problems, with every job that the same command would help. */
export function nextForAll(problems: readonly RunProblem[], again: Again): string | null {
  const [first] = problems;
  if (first === undefined) return null;
  if (isOfEndedStory(first)) {
    const ended = problems.filter(isOfEndedStory).slice(0, mostNamed);
    return commandLine("run", again, ended.map(replacing).join(" "));
  }
  const uncertain = problems.filter(({ code }) => code === "creation_uncertain");
  // Without a job it lists them all, with what is known of each.
  if (first.code === "creation_uncertain" && uncertain.length > 1) return commandLine("resolve", again);
  return nextCommand(first, again);
}

/** The command that buys another story in the place of one. */
export function replacementCommand(story: Pick<EndedStory, "job" | "id">, again: Again): string {
  return commandLine("run", again, replacing(story));
}

function replacing({ job, id }: Pick<EndedStory, "job" | "id">): string {
  return `--replace ${job}@${id.slice(0, idCharactersLeast)}`;
}

/** The command line with the right stories; if something else was wrong, the user must look first. */
function replacementsLine(wrong: readonly WrongReplacement[], again: Again): string {
  const [first] = wrong;
  const open = wrong.find(({ why }) => why === "uncertain");
  if (open !== undefined) return commandLine("resolve", again, wrong.length === 1 ? quoted(open.job) : "");
  if (wrong.every(({ why }) => why === "nothing_there")) return commandLine("run", again);
  if (wrong.every(({ why }) => why === "unnamed")) {
    return commandLine("run", again, wrong.map(({ job, has }) => `--replace ${job}@${has}`).join(" "));
  }
  return commandLine("status", again, wrong.length === 1 ? first?.job : "");
}

function isOfEndedStory(problem: RunProblem): problem is EndedStory {
  return problem.code === "story_failed" || problem.code === "story_canceled";
}

// Without credentials: printed lines end up in logs, and the environment has the credentials when needed again.
function placeOf(ledger: NamedLedger): string {
  return typeof ledger === "string" ? ledger : ledger.typed;
}
