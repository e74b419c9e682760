import process from "node:process";
import type { CallOptions } from "../../../course/call-options.ts";
import type { Connection } from "../../../course/connect.ts";
import type { CoursePlace } from "../../../course/course-place.ts";
import { runCourse } from "../../../course/run-course.ts";
import { readReplacements, readSelection } from "../../../course/select-jobs.ts";
import type { LedgerStore } from "../../../ledger/store.ts";
import { openAligner } from "../../../lessons/align/aligner.ts";
import type { Plan } from "../../../plan/plan.ts";
import type { Approval } from "../../../run/approve.ts";
import type { Replacement } from "../../../run/create/replacements.ts";
import type { RunProblem } from "../../../run/problem.ts";
import type { RunReport } from "../../../run/report.ts";
import type { RunChoices, RunOptions } from "../../../run/run-context.ts";
import { closing, endingWith } from "../../../shared/closing.ts";
import { pluralize } from "../../../shared/pluralize.ts";
import { every } from "../../../shared/timer.ts";
import { findPrinter } from "../../chromium/find-printer.ts";
import type { Context } from "../../context.ts";
import { readApproval, readSelectionFlags, withSelectionOf } from "../../course/approval.ts";
import { leaveOut, openCourse } from "../../course-session.ts";
import type { CommandResult } from "../../io.ts";
import { repeatedFlagsFor } from "../../next.ts";
import { duration, readCallOptions, readPlatforms, readSoundFormats, text } from "../../parser/options.ts";
import { describePlanProblem } from "../../problems/plan.ts";
import { describeProblem } from "../../problems/problems.ts";
import { promptYesNo } from "../../prompt.ts";
import { describeBill } from "../../render/bill-text.ts";
import { viewProgress } from "../../render/progress.ts";
import { columnsOf } from "../../render/terminal.ts";
import { openConnection } from "../../service/connection.ts";
import { afterCreationIn } from "./after-creation.ts";
import { concludeRun, lastWordsOf, type Worked } from "./conclude.ts";
import { openRunEvents } from "./events.ts";

/** `run <plan>`: quote, check, create, follow, export, package; running again resumes. */
export async function run(file: string, given: Context): Promise<CommandResult> {
  const calls = readCallOptions(given.raw, given.shared.local);
  const approved = await readApproval(text(given.raw, "approved"));
  const context = withSelectionOf(approved, given);
  const course = await openCourse(file, context);
  const { plan, place } = course;
  for (const warning of course.warnings) context.io.warn(describePlanProblem(warning));
  if (plan.skippedAt !== null) return leaveOut(plan, context);
  const choices = readRunChoices(plan, approved, context);
  const connection = await openConnection(context, calls);
  return closing(connection, async () => {
    const store = await course.hold(context.raw.ledgerMustExist === true);
    const { jobs } = choices.selection;
    const { service } = connection.remote;
    context.atOnce.tell = () =>
      lastWordsOf({ plan, jobs, store, service, again: repeatedFlagsFor(file, context) });
    return closing(store, async () => {
      const worked = await work(plan, { calls, choices, place, connection, store }, context);
      const again = repeatedFlagsFor(file, context, worked.toReplace);
      return await concludeRun(worked, { plan, place, store, jobs, again, calls }, context);
    });
  });
}

type Choices = RunChoices & Pick<RunOptions, "selection">;

function readRunChoices(plan: Plan, approved: Approval | null, { raw }: Context): Choices {
  const { only, first, replace, maxCredits } = readSelectionFlags({ raw });
  return {
    selection: readSelection(plan, { only, first, replace: readReplacements(replace) }),
    maxCredits,
    approved,
    allowPartial: raw.allowPartial === true,
    retryRefused: raw.retryRefused === true,
    otherAccount: raw.otherAccount === true,
    holdUnexplained: raw.holdUnexplained === true,
    deadlineMs: duration(raw, "deadline", { flag: "--deadline", most: "365d" }),
  };
}

interface Opened {
  readonly calls: CallOptions;
  readonly choices: Choices;
  readonly place: CoursePlace;
  readonly connection: Connection;
  readonly store: LedgerStore;
}

async function work(plan: Plan, opened: Opened, context: Context): Promise<Worked> {
  const { calls, choices, place, connection, store } = opened;
  const { io, world } = context;
  // First: it may refuse the file, and then there is nothing to show.
  const events = await openRunEvents({ place, store }, context);
  const view = viewProgress(io, choices.selection.jobs.length, { now: world.now, every });
  context.interrupt.addEventListener("abort", view.end, { once: true });
  const told = new Set<RunProblem>();
  const created = new Set<string>();
  const bindMeans = {
    soundIn: readSoundFormats(context.raw),
    platforms: readPlatforms(context.raw),
    printer: await findPrinter(plan, context),
    signal: context.interrupt,
  };
  const billed: string[] = [];
  const confirm = confirmIn(context);
  const callsAt: number[] = [];
  return endingWith(
    async () => {
      view.end();
      await events?.end();
    },
    async () => {
      const report = await runCourse(
        plan,
        {
          ...choices,
          ledgerMustExist: context.raw.ledgerMustExist === true,
          interrupt: context.interrupt,
          confirm: (bill, ceilings, stop) => {
            billed.push(...describeBill(bill, ceilings));
            return confirm?.(bill, ceilings, stop) ?? Promise.resolve(true);
          },
          consent: consentIn(context),
        },
        {
          store,
          connection,
          calls,
          place,
          bindMeans,
          world,
          seeUse: (use) => {
            if (use === "call") callsAt.push(world.now());
          },
          afterCreation: afterCreationIn(context, { course: plan.course, place, tell: view.tell }),
          tell: (progress) => {
            world.log[progress.kind === "packed" ? "debug" : "info"](progress, "progress");
            if (progress.kind === "problem") told.add(progress.problem);
            if (progress.kind === "created") created.add(progress.job);
            view.tell(progress);
            events?.tell(progress);
          },
          aligner: context.raw.align === false ? null : openAligner(),
        },
      );
      return {
        report: withoutOwnStop(report),
        reported: told,
        toReplace: toReplaceIn({ report, created, replace: choices.selection.replace }),
        created,
        billed,
        callsAt,
      };
    },
  );
}

// In a terminal the user confirms the bill; elsewhere the plan's budget counts as consent. A rehearsal costs nothing, and says so before it begins.
function confirmIn({ io, raw, shared }: Context): RunOptions["confirm"] {
  if (raw.yes === true || !io.canAsk) {
    return async (bill, ceilings) => {
      for (const line of describeBill(bill, ceilings)) io.note(line);
      return true;
    };
  }
  return (bill, ceilings, stop) => {
    for (const line of describeBill(bill, ceilings, columnsOf(io.stderr))) io.warn(line);
    const asked = { input: process.stdin, output: io.stderr, stop };
    if (shared.local) return promptYesNo("Rehearse for nothing?", { ...asked, isUsual: true });
    return promptYesNo(`Create these stories for ${pluralize(bill.total, "credit")}?`, asked);
  };
}

// Ask only if someone can answer: without a terminal, or if the user asked for quiet, consent is refused.
function consentIn({ io, raw, environment }: Context): RunOptions["consent"] {
  const mayAsk = raw.yes !== true && io.canAsk && !io.json && !io.quiet;
  return {
    who: environment.user ?? "unknown",
    isGiven: raw.newLedger === true,
    ask: mayAsk
      ? (problem, stop) => {
          io.warn(describeProblem(problem));
          const question = "Use this ledger anyway, and pay for those lessons again?";
          return promptYesNo(question, { input: process.stdin, output: io.stderr, stop });
        }
      : null,
  };
}

/** The requested replacements that were certainly not bought, neither now nor before. */
function toReplaceIn({
  report,
  created,
  replace,
}: {
  report: RunReport;
  created: ReadonlySet<string>;
  replace: readonly Replacement[];
}): string[] {
  const begun = [...report.problems, ...report.notices]
    .filter(({ code }) => boughtPerhaps.includes(code))
    .map((one) => ("job" in one ? one.job : null));
  return replace.flatMap(({ job, of }) =>
    of === null || created.has(job) || begun.includes(job) ? [] : [`${job}@${of}`],
  );
}

const boughtPerhaps: readonly string[] = ["creation_uncertain", "outcome_not_recorded", "replacement_made"];

/** The report with a stop that the user asked for among its notices: that is no problem. */
function withoutOwnStop({ problems, notices, ...report }: RunReport): RunReport {
  const kept = problems.filter(({ code }) => code !== "interrupted");
  const stop = kept.length < problems.length ? [{ code: "interrupted" as const }] : [];
  return { ...report, problems: kept, notices: [...notices, ...stop] };
}
