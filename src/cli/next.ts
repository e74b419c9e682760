import { basename, dirname } from "node:path";
import type { NamedLedger } from "../course/course-place.ts";
import { rehearsalsFolder } from "../plan/names.ts";
import { exitCodeOf, type RunProblem } from "../run/problem.ts";
import type { RunReport } from "../run/report.ts";
import { exitCodes } from "../shared/exit-codes.ts";
import type { AnyProblem } from "../shared/failure.ts";
import { showText } from "../shared/text.ts";
import type { Context } from "./context.ts";
import { type Next, quoted } from "./io.ts";
import { declarations, nameOf } from "./parser/declarations.ts";
import { attributeOf, type SharedOptions, text } from "./parser/options.ts";
import { messageOf } from "./problems/problems.ts";
import { replacing } from "./problems/run.ts";
import type { PlaceOfLedger, Step } from "./problems/texts.ts";

/** The parts that a suggested next command repeats: the plan, and the flags needed with each verb. */
export interface RepeatedFlags {
  readonly plan: string;
  /** The command line as typed: the verb, and the arguments after the plan. */
  readonly typed: { readonly verb: string; readonly rest: readonly string[] };
  /** The reviewed bill that a run was limited to; null: none. */
  readonly approved: string | null;
  flagsOf(verb: string): string;
  /** The same flags with another ledger file of the course, or with its rehearsal. */
  at(other: PlaceOfLedger | "rehearsal"): RepeatedFlags;
}

/** The command line as typed. */
type Typed = Pick<Context, "raw" | "typed" | "shared" | "verb" | "args">;

/**
 * The flags that the next command line must repeat to mean the same course, edition and service, and to buy, do and write the same: without them it
 * would buy more than was reviewed, or package by another rule. Values from environment variables need no flag, since the variables are still set.
 * `toReplace`: the requested replacements that were not bought, to be repeated in `--replace` as `<job>@<id>`.
 */
export function repeatedFlagsFor(
  plan: string,
  context: Typed,
  toReplace: readonly string[] = [],
): RepeatedFlags {
  const { raw, typed, shared, verb: typedVerb, args } = context;
  const typedFlag = (flag: string): string[] => {
    const name = attributeOf(flag);
    const value = typed.has(name) ? raw[name] : undefined;
    return typeof value === "boolean" ? [flag] : typeof value === "string" ? [flag, value] : [];
  };
  const always = [
    ...(shared.out === "out" ? [] : ["--out", shared.out]),
    ...(shared.local ? ["--local"] : []),
    ...(shared.service === null ? [] : ["--service", shared.service]),
    ...(shared.ledger === null ? [] : ["--ledger", placeOf(shared.ledger)]),
    ...typedFlag("--edition"),
    ...typedFlag("--date"),
  ];
  return {
    plan: quoted(plan),
    typed: { verb: typedVerb, rest: args.slice(1) },
    approved: typedVerb === "run" ? text(raw, "approved") : null,
    at: (other) => repeatedFlagsFor(plan, { ...context, shared: sharedWith(other, shared) }, toReplace),
    flagsOf: (verb) =>
      [
        ...flagsInNext(verb).flatMap(typedFlag),
        ...(verb === "run" ? toReplace.flatMap((one) => ["--replace", one]) : []),
        ...always,
      ]
        .map((word) => quoted(word))
        .join(" "),
  };
}

function flagsInNext(verb: string): string[] {
  const { flags = [], without = [] } = declarations.find((one) => nameOf(one) === verb) ?? {};
  const names = flags.flatMap(({ flags: flag, inNext }) =>
    inNext === false ? [] : [flag.replace(/ .*/, "")],
  );
  return names.filter((name) => !without.includes(name));
}

/**
 * The shared flags with which a command finds another ledger of the course: its own `--out` if it lies in a course's folder, so that the stories beside
 * it are found too. If a ledger is given now, the other one must be given explicitly, since the variable may still be set.
 */
function sharedWith(other: PlaceOfLedger | "rehearsal", shared: SharedOptions): SharedOptions {
  if (other === "rehearsal") return { ...shared, local: true };
  const { path, course } = other;
  const folder = dirname(path);
  const above = dirname(folder);
  const isInCourseFolder = basename(path) === "ledger.jsonl" && basename(folder) === course;
  const isInRehearsal = basename(above) === rehearsalsFolder;
  if (shared.ledger !== null || !isInCourseFolder || (shared.local && !isInRehearsal)) {
    return { ...shared, ledger: path };
  }
  return { ...shared, out: shared.local ? dirname(above) : above };
}

// Without credentials: printed lines end up in logs, and the environment still has the credentials for the next command.
function placeOf(ledger: NamedLedger): string {
  return typeof ledger === "string" ? ledger : ledger.typed;
}

/** A verb's command line for this course; `extra` goes after the plan, unchanged. */
export function commandLine(verb: string, again: RepeatedFlags, extra = ""): string {
  return ["coursebinder", verb, again.plan, extra, again.flagsOf(verb)]
    .filter((part) => part !== "")
    .join(" ");
}

/** A step as a command line for this course. */
export function nextAt(step: Step | null, again: RepeatedFlags): Next {
  if (step === null) return { next: null };
  const { verb, rest = "", at, before } = step;
  const there = at === undefined ? again : again.at(at);
  const line =
    verb === "same"
      ? commandLine(there.typed.verb, there, there.typed.rest.map((word) => quoted(word)).join(" "))
      : commandLine(verb, there, rest);
  return before === undefined ? { next: line } : { next: null, advice: `${before}${line}` };
}

/** The next step as text for people; null if nothing in particular helps. */
export function nextLine({ next, advice }: Next): string | null {
  return next ?? advice ?? null;
}

/** The labelled line with the next step; no line if nothing in particular helps. */
export function sayNext(next: Next): string[] {
  const line = nextLine(next);
  return line === null ? [] : [`next     ${line}`];
}

/**
 * What to do next about a problem: the step that its message suggests, or else another run. A command that would only show the same again isn't
 * suggested: if money is short, the plan's budget or the account's balance has to change first.
 */
export function nextAbout(problem: RunProblem, again: RepeatedFlags): Next {
  const { next = { verb: "run" } } = messageOf(problem);
  const { approved, typed } = again;
  if (problem.code === "approval_moved" && approved !== null)
    return nextAt({ verb: "plan", rest: `--against ${quoted(approved)}` }, again);
  if (typed.verb === "plan" && exitCodeOf(problem) === exitCodes.money) {
    const isOfRun = problem.code === "over_budget" && problem.ceiling === "run";
    const before = isOfRun ? "with a higher --max-credits, " : "change the budget or the account, then ";
    return nextAt({ verb: "plan", before }, again);
  }
  return next?.verb === typed.verb && typed.verb !== "run" ? { next: null } : nextAt(next, again);
}

/** More jobs make the command unreadable; the next run lists the rest. */
const mostNamed = 20;

/** Like `nextAbout` for the first of several problems, but the command also covers the other jobs that it would help. */
export function nextForAll(problems: readonly RunProblem[], again: RepeatedFlags): Next | null {
  const [first] = problems;
  if (first === undefined) return null;
  if (isOfEndedStory(first))
    return nextAt(replacing(problems.filter(isOfEndedStory).slice(0, mostNamed)), again);
  const uncertain = problems.filter(({ code }) => code === "creation_uncertain");
  // Without a job, the command lists all of them, with their evidence.
  if (first.code === "creation_uncertain" && uncertain.length > 1) return nextAt({ verb: "resolve" }, again);
  return nextAbout(first, again);
}

function isOfEndedStory(
  problem: RunProblem,
): problem is Extract<RunProblem, { code: "story_failed" | "story_canceled" }> {
  return problem.code === "story_failed" || problem.code === "story_canceled";
}

/** The next step for a finished package. */
export function openPackage(path: string): Next {
  return { next: null, advice: `open START-HERE.html in ${showText(path)}` };
}

const changePlan: Next = {
  next: null,
  advice: "in the plan, change what the service refused or exclude those lessons; then run again",
};

/** What to do next after a run. */
export function nextOf(report: RunReport, again: RepeatedFlags): Next {
  // Running again gives no recording to a lesson whose audiobook failed.
  const isThere = report.problems.every(({ code }) => code === "audiobook_failed");
  if (report.package !== null && isThere) return openPackage(report.package.path);
  if (report.exitCode === 0) return nextAt({ verb: "status" }, again);
  const pressing = report.problems.filter(
    ({ code }) => code === "creation_uncertain" || code === "outcome_not_recorded",
  );
  // Until the ledger is complete again, nothing in it can be resolved.
  const ofLedger = report.problems.filter(
    (problem) => exitCodeOf(problem) === exitCodes.ledger && !pressing.includes(problem),
  );
  const first = report.exitCode === exitCodes.uncertain ? pressing : ofLedger;
  const found = nextForAll(first.length > 0 ? first : report.problems, again);
  const anotherRun = nextAt({ verb: "run" }, again);
  // The same request would be refused again.
  const { problems } = report;
  if (problems.length > 0 && problems.every(({ code }) => code === "creation_refused")) return changePlan;
  const next = found === null || nextLine(found) === null ? anotherRun : found;
  // A purchase invalidates the bill that the run was limited to: the rest needs a new bill.
  if (again.approved === null || next.next !== anotherRun.next) return next;
  return nextAt({ verb: "plan", rest: `--save ${quoted(again.approved)}` }, again);
}

/** Whether a command's first argument can only be a plan, so that advice about a plan applies to the command. */
function isAboutPlan(verb: string): boolean {
  return declarations.some((one) => nameOf(one) === verb && / [<[]plan[\].>]/.test(one.usage));
}

/** The next step that a problem's message suggests, if the problem has ended a command about a plan. */
export function nextAfterFailure(problem: AnyProblem, context: Typed): Next {
  const [plan] = context.args;
  const { next } = messageOf(problem);
  if (plan === undefined || next === undefined || !isAboutPlan(context.verb)) return { next: null };
  return nextAt(next, repeatedFlagsFor(plan, context));
}
