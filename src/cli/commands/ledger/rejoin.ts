import { tmpdir } from "node:os";
import { basename, dirname, resolve } from "node:path";
import process from "node:process";
import { type CoursePlace, placeOfCourse } from "../../../course/course-place.ts";
import { openForLines, openLedger, readLedger } from "../../../course/ledger/open-ledger.ts";
import { identityIn } from "../../../ledger/format/identity.ts";
import type { LedgerProblem } from "../../../ledger/problem.ts";
import { putBack } from "../../../ledger/rescue/rejoin.ts";
import { type Rescued, rescuedId } from "../../../ledger/rescue/rescue.ts";
import { findRescued, type RescuedFile, readRescued, setDone } from "../../../ledger/rescue/rescued-files.ts";
import type { LedgerIdentity } from "../../../ledger/store.ts";
import type { Plan } from "../../../plan/plan.ts";
import { Journal } from "../../../run/journal.ts";
import { openCreations } from "../../../run/settle/open-creations.ts";
import { exitCodes } from "../../../shared/exit-codes.ts";
import { Failure } from "../../../shared/failure.ts";
import { realFiles } from "../../../shared/files/real-files.ts";
import { pluralize } from "../../../shared/pluralize.ts";
import { showText } from "../../../shared/text.ts";
import type { Context } from "../../context.ts";
import { loadPlanAlone } from "../../course/load-plan.ts";
import { stateFolderOf } from "../../course/state-folder.ts";
import type { CommandResult } from "../../io.ts";
import { againFor, commandLine } from "../../messages/next-command.ts";
import { quoted } from "../../messages/shell.ts";
import { refusePlan } from "../check.ts";
import { rescuedOf } from "../settle.ts";

/** What was restored from one whole-ledger rescue file. */
interface PutBack {
  readonly file: string;
  readonly events: number;
  /** Whether this created the ledger. */
  readonly begins: boolean;
}

/** An outcome from a rescue file of its own. */
interface Recorded {
  readonly file: string;
  readonly job: string;
  readonly id: string | null;
}

/** `ledger rejoin <plan> [rescue file]`: restores what a ledger lacks since a run lost hold of it. Sends nothing. */
export async function rejoinLedger(
  file: string,
  named: string | undefined,
  context: Context,
): Promise<CommandResult> {
  const loaded = await loadPlanAlone(file, context);
  if (!loaded.ok) return refusePlan(loaded.problems, context);
  const { plan } = loaded;
  const place = placeOfCourse(plan.course, context.shared);
  const rescued = await rescuedFilesFor(plan, { place, named }, context);
  const putBacks: PutBack[] = [];
  for (const one of rescued) {
    const target = await openForLines(place.ledger, { processId: process.pid, world: context.world });
    try {
      const begins = target.bytes.length === 0;
      putBacks.push({ file: one.path, events: await putBack(one, target), begins });
    } finally {
      await target.close();
    }
  }
  const recorded = await recordIn(place, { plan, putBacks }, context);
  return resultOf({ file, place, putBacks, recorded }, context);
}

async function rescuedFilesFor(
  plan: Plan,
  { place, named }: { place: CoursePlace; named: string | undefined },
  context: Context,
): Promise<RescuedFile[]> {
  if (named !== undefined) {
    // Single outcomes (`.json`) are found together with the others.
    if (named.endsWith(".json")) return [];
    const result = await readRescued(named, realFiles);
    if (!result.ok) throw new Failure<LedgerProblem>({ code: "rescue_unreadable", path: named });
    refuseOtherCourse(result.file, plan);
    return [result.file];
  }
  const stateFolder = stateFolderOf(context);
  const folders = [...(stateFolder === null ? [] : [stateFolder]), tmpdir(), dirname(place.rescuePath)];
  const known = await identityAt(place);
  const service = known?.service ?? (context.shared.local ? "local" : null);
  return findRescued({ course: plan.course, service }, { folders, files: realFiles });
}

function refuseOtherCourse({ path, events }: RescuedFile, { course: expected }: Plan): void {
  const found = identityIn(events)?.course ?? "";
  if (found !== expected) {
    throw new Failure<LedgerProblem>({ code: "ledger_of_other_course", path, found, expected });
  }
}

async function identityAt({ ledger }: CoursePlace): Promise<LedgerIdentity | null> {
  return identityIn((await readLedger(ledger))?.events ?? []);
}

/** Records what was restored, and the outcomes from their own rescue files, which are then marked as done. */
async function recordIn(
  place: CoursePlace,
  { plan, putBacks }: { plan: Plan; putBacks: readonly PutBack[] },
  context: Context,
): Promise<Recorded[]> {
  const identity = await identityAt(place);
  if (identity === null) return [];
  const store = await openLedger(place.ledger, {
    identity: { ...identity, course: plan.course },
    mustExist: true,
    rescuePath: place.rescuePath,
    stateFolder: stateFolderOf(context),
    processId: process.pid,
    world: context.world,
  });
  try {
    const journal = new Journal(store);
    for (const { file, events } of putBacks) {
      await journal.record({ type: "ledger.rejoined", file: basename(file), events });
      await setDone(file, realFiles);
    }
    const rescued = await rescuedOf(journal.state, place, context);
    const recorded: Recorded[] = [];
    for (const one of rescued) {
      if (!isWanted(one, journal)) continue;
      // The line has the time of its recording; the time of the answer is recorded too.
      const { at: answeredAt, ...body } = one.body;
      const late: typeof body = Object.assign(body, { answeredAt });
      await journal.record(late);
      await setDone(one.file, realFiles);
      recorded.push({ file: one.file, job: one.body.job, id: rescuedId(one.body) });
    }
    return recorded;
  } finally {
    await store.close();
  }
}

/** Whether the outcome's attempt is still unsettled, and its story belongs to no other lesson. */
function isWanted(one: Rescued, journal: Journal): boolean {
  const id = rescuedId(one.body);
  const isOpen = openCreations(journal.state).some(({ attempt }) => attempt.attempt === one.body.attempt);
  return isOpen && one.body.type !== "creation.intended" && (id === null || !journal.knowsStory(id));
}

function resultOf(
  {
    file,
    place,
    putBacks,
    recorded,
  }: { file: string; place: CoursePlace; putBacks: readonly PutBack[]; recorded: readonly Recorded[] },
  context: Context,
): CommandResult {
  const { io } = context;
  const ledger = place.ledger.location;
  if (putBacks.length + recorded.length === 0)
    io.say(`Nothing is left to put back into ${showText(ledger)}.`);
  for (const { file: from, events } of putBacks) {
    io.say(
      `${showText(ledger)} has everything that ${showText(from)} has: ${pluralize(events, "event")} put back.`,
    );
  }
  // A renamed folder has the saved stories, and a ledger that is now an older copy.
  if (place.ledger.kind === "file" && putBacks.some(({ begins }) => begins)) {
    const elsewhere = againFor(file, { ...context, shared: { ...context.shared, out: "<that folder>" } });
    io.say(
      "There was no ledger there: it is a new file. Where out has another name today, and the saved stories are, take it in there and go on with that one: " +
        commandLine("ledger join", elsewhere, quoted(resolve(ledger))),
    );
  }
  for (const { file: from, job, id } of recorded) {
    const story = id === null ? "" : `: its story is ${id}`;
    io.say(`The answer for ${showText(job)} is recorded from ${showText(from)}${story}.`);
  }
  io.say(`next     ${commandLine("run", againFor(file, context))}`);
  const { done: exitCode } = exitCodes;
  return { exitCode, json: { ok: true, exitCode, ledger, rejoined: putBacks, recorded } };
}
