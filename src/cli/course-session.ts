import process from "node:process";
import type { RemoteProblem } from "../client/problem.ts";
import { readServiceUrl } from "../client/service-url.ts";
import { rehearsalService } from "../course/connect.ts";
import { Course, type CourseOptions } from "../course/course.ts";
import { stateFolderFor } from "../course/course-place.ts";
import type { LedgerState } from "../ledger/format/state.ts";
import type { Rescued } from "../ledger/state-folder.ts";
import type { LedgerStore } from "../ledger/store.ts";
import type { Plan } from "../plan/plan.ts";
import type { PlanProblem } from "../plan/problem.ts";
import { type PlanOptions, type PlanResult, readPlan } from "../plan/read-plan.ts";
import type { MatchedPlan } from "../run/match.ts";
import type { LostLedger } from "../run/purchases-elsewhere.ts";
import { exitCodes } from "../shared/exit-codes.ts";
import { Failure } from "../shared/failure.ts";
import { realFiles } from "../shared/files/real-files.ts";
import { pluralize } from "../shared/pluralize.ts";
import type { Context } from "./context.ts";
import { type CommandResult, EndedEarly, ended } from "./io.ts";
import { date, text } from "./parser/options.ts";
import type { CommandProblem } from "./problem.ts";
import { describePlanProblem, planDocument } from "./problems/plan.ts";
import { describePlace, unsent } from "./problems/texts.ts";

/** The course given on the command line: its plan, its files, and its ledger. */
export class CourseSession extends Course {
  readonly plan: Plan;
  readonly warnings: readonly PlanProblem[];
  readonly #context: Context;

  constructor({ plan, warnings }: Extract<PlanResult, { ok: true }>, context: Context) {
    super(plan.course, optionsOf(context));
    this.plan = plan;
    this.warnings = warnings;
    this.#context = context;
  }

  /**
   * The state of the course's ledger, for commands about lessons that were made. If there is no ledger, throws a Failure: the reason why a run would
   * refuse that, if this machine knows of purchases, or else `nothing_made`, which says whether the course was rehearsed.
   */
  async readMadeState(): Promise<MadeState> {
    const { shared } = this.#context;
    const { state } = await this.readLedger();
    const { opened } = state;
    if (opened !== null) return { ...state, opened };
    const { matchLessons } = await import("../run/match.ts");
    const plan = matchLessons(this.plan, state);
    const lost = await this.lost(plan, state);
    if (lost !== null) throw new Failure<LostLedger>(lost);
    const isRehearsed = !shared.local && shared.ledger === null && (await this.#wasRehearsed());
    const path = this.place.ledger.location;
    throw new Failure<CommandProblem>({ code: "nothing_made", path, isRehearsed });
  }

  async #wasRehearsed(): Promise<boolean> {
    const rehearsal = new Course(this.course, { ...optionsOf(this.#context), local: true });
    return (await rehearsal.lookAtLedger()).state.opened !== null;
  }

  /** See `openLedger`. `service`: left out: the one given by flags or variables. */
  async hold(mustExist: boolean, service = serviceOf(this.#context)): Promise<LedgerStore> {
    return this.openLedger(service, mustExist, process.pid);
  }

  /** The outcomes that the ledger could not record, from its rescue files. */
  async rescued({ opened }: LedgerState): Promise<Rescued[]> {
    const { readRescues } = await import("../ledger/state-folder.ts");
    const { place, stateFolder } = this;
    return readRescues({ path: place.rescuePath, stateFolder, ledger: opened?.ledger ?? null }, realFiles);
  }

  /** Why a run would refuse the ledger: it lacks purchases that this machine knows of. Null if it lacks none. */
  async lost(plan: MatchedPlan, state: LedgerState): Promise<LostLedger | null> {
    const { purchasesElsewhere } = await import("../course/ledger.ts");
    const service = knownServiceOf(this.#context) ?? state.opened?.service ?? null;
    return purchasesElsewhere(this, { plan, lessons: plan.lessons, state, service }).find();
  }
}

/** The state of a ledger that has begun. */
interface MadeState extends LedgerState {
  readonly opened: NonNullable<LedgerState["opened"]>;
}

/**
 * Opens the course given on the command line, for the edition and day given by its flags. A plan that rotates also depends on the earlier editions in
 * the ledger: if they can't be read, this throws a Failure, since otherwise different topics would be bought. An invalid plan ends the command.
 */
export async function openCourse(file: string, context: Context): Promise<CourseSession> {
  const past = (course: string) => new Course(course, optionsOf(context)).pastEditions();
  return opened(await read(file, context, past), context);
}

/**
 * Like `openCourse`, for a command that buys nothing and must work without a ledger or with a damaged one. Earlier editions that can't be read, or are
 * in a database, are predicted from the plan. No ledger is read for a plan that doesn't rotate, unless an edition is given by name.
 */
export async function openCourseAlone(file: string, context: Context): Promise<CourseSession> {
  return opened(await readPlanAlone(file, context), context);
}

/** Reads the plan, valid or not, using earlier editions only if they are in a file that can be read. */
export function readPlanAlone(file: string, context: Context): Promise<PlanResult> {
  return read(file, context, async (course, doesRotate) => {
    const opened = new Course(course, optionsOf(context));
    const isNeeded = doesRotate || context.raw.edition !== undefined;
    const isFile = isNeeded && opened.place.ledger.kind === "file";
    return isFile ? await opened.pastEditions().catch(ifUnreadable) : null;
  });
}

function read(
  file: string,
  { raw, world }: Context,
  past: NonNullable<PlanOptions["past"]>,
): Promise<PlanResult> {
  const edition = text(raw, "edition");
  return readPlan(file, { at: date(raw) ?? world.now(), past, ...(edition === null ? {} : { edition }) });
}

/** Opens the session for a valid plan. Reports an invalid plan in the same way for every command, and ends the command. */
function opened(read: PlanResult, context: Context): CourseSession {
  if (read.ok) return new CourseSession(read, context);
  const { problems } = read;
  for (const problem of problems)
    context.io.warn(describePlanProblem(problem), problem.severity === "error" ? "bad" : "waiting");
  const errors = problems.filter(({ severity }) => severity === "error").length;
  context.io.warn(`${pluralize(errors, "error")}. ${unsent}`, "bad");
  throw new EndedEarly(ended({ problems: problems.map(planDocument) }, exitCodes.invalid));
}

function ifUnreadable(error: unknown): null {
  if (error instanceof Failure) return null;
  throw error;
}

/** Where a course is, as given by the command line and the environment. */
export function optionsOf({ shared, environment, world }: Context): CourseOptions {
  const { out, local, ledger } = shared;
  return { out, local, ledger, stateFolder: environment.stateFolder, world };
}

/** The folder in which this machine remembers what it has seen of each ledger, as given by the command line and the environment. */
export function stateFolderOf({
  shared,
  environment,
}: Pick<Context, "shared" | "environment">): string | null {
  return stateFolderFor(shared, environment.stateFolder);
}

/** Whether the plan leaves out the edition, and nothing of it was bought before the plan said so. */
export function isLeftOut({ skippedAt, lessons, left }: MatchedPlan): boolean {
  return skippedAt !== null && left.length === 0 && lessons.every(({ status }) => status.kind === "pending");
}

/** Ends a command for an edition that the plan leaves out, such as one on a holiday. The plan asks for this, so it isn't a failure. */
export function leaveOut({ course, title, edition, skippedAt }: Plan, { io }: Context): CommandResult {
  const where = skippedAt === null ? "" : ` (skip, ${describePlace(skippedAt)})`;
  io.say(`${title}, edition ${edition}: left out${where}. Nothing was sent.`);
  const jobs = { total: 0, done: 0, pending: 0, active: 0, failed: 0, uncertain: 0 };
  return ended({ course, edition, skipped: true, jobs, credits: null, package: null, problems: [] });
}

/**
 * The service's identity, determined without a call: the service's checked address, or `local`. Throws a Failure with a RemoteProblem if the address is
 * missing or not allowed.
 */
export function serviceOf({ shared, environment }: Context): string {
  if (shared.local) return rehearsalService;
  const url = shared.service ?? environment.serviceUrl;
  if (url === null) throw new Failure<RemoteProblem>({ code: "service_url_missing" });
  return readServiceUrl(url);
}

/** Like `serviceOf`, for commands that don't call the service; null if the address is missing or not allowed. */
export function knownServiceOf(context: Context): string | null {
  try {
    return serviceOf(context);
  } catch (error) {
    if (error instanceof Failure) return null;
    throw error;
  }
}
