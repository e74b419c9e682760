import process from "node:process";
import { type CoursePlace, placeOfCourse } from "../../../course/course-place.ts";
import { foldLedger } from "../../../course/ledger/read-ledger-state.ts";
import { jobStatusOf } from "../../../ledger/format/job-status.ts";
import { overlayInForce } from "../../../ledger/format/review/corrections.ts";
import type { JobRecord } from "../../../ledger/format/state.ts";
import { judgeByLastSeenHead } from "../../../ledger/memory/last-seen-head.ts";
import type { LedgerProblem } from "../../../ledger/problem.ts";
import type { LedgerStore } from "../../../ledger/store.ts";
import type { Plan } from "../../../plan/plan.ts";
import { RemainingWork } from "../../../run/follow/remaining-work.ts";
import { Journal } from "../../../run/journal.ts";
import { matchLessons } from "../../../run/match.ts";
import { PurchaseWatch } from "../../../run/memory/purchase-watch.ts";
import { MonthClock } from "../../../run/month-clock.ts";
import type { RunProblem } from "../../../run/problem.ts";
import {
  completeFromService,
  mayStartAudiobook,
  priceIn,
  quotePlan,
} from "../../../run/rebuild/ask-service.ts";
import {
  canBeRebuilt,
  incomplete,
  rebuildLedger,
  refuseWithoutSources,
} from "../../../run/rebuild/rebuild.ts";
import { findSources, type Sources } from "../../../run/rebuild/sources.ts";
import { exitCodeFor, problemsOfJobs, uncertainOrphans } from "../../../run/report.ts";
import type { CallContext } from "../../../run/run-context.ts";
import { recordedStories } from "../../../run/times/lesson-times.ts";
import { recordTimesOnDisk } from "../../../run/times/save-times.ts";
import { saveWords } from "../../../run/words/save-words.ts";
import { Failure } from "../../../shared/failure.ts";
import { realFiles } from "../../../shared/files/real-files.ts";
import { pluralize } from "../../../shared/pluralize.ts";
import { randomUuid } from "../../../shared/world.ts";
import type { Context } from "../../context.ts";
import { holdLedger } from "../../course/hold-ledger.ts";
import { loadPlanAlone } from "../../course/load-plan.ts";
import { stateFolderOf } from "../../course/state-folder.ts";
import type { CommandResult } from "../../io.ts";
import { describeRebuilt, type Rebuilt, rebuiltDocument } from "../../messages/ledger/rebuilt-words.ts";
import { againFor } from "../../messages/next-command.ts";
import { describeRunProblem } from "../../messages/run/run-words.ts";
import { readCallOptions } from "../../parser/options.ts";
import { openConnection, serviceOf } from "../../service/connection.ts";
import { openCallContext } from "../../service/single-calls.ts";
import { refusePlan } from "../check.ts";

/** `ledger rebuild <plan>`: rebuilds a lost ledger from everything still known of it. Buys nothing. */
export async function rebuild(file: string, context: Context): Promise<CommandResult> {
  const loaded = await loadPlanAlone(file, context);
  if (!loaded.ok) return refusePlan(loaded.problems, context);
  const { plan } = loaded;
  const place = placeOfCourse(plan.course, context.shared);
  await refuseWholeLedger(place, context);
  const stateFolder = stateFolderOf(context);
  const sources = await findSources(plan, {
    identity: { course: plan.course, service: serviceOf(context) },
    stateFolder,
    location: place.ledger.location,
    rescuePath: place.rescuePath,
    folder: place.folder,
    files: realFiles,
  });
  refuseWithoutSources(sources, { path: place.ledger.location, service: serviceOf(context) });
  const store = await holdLedger({ course: plan.course, place, mustExist: false }, context, process.pid);
  try {
    const done = await withService(context, (service) =>
      work(plan, { sources, place, store, service }, context),
    );
    const again = againFor(file, context);
    for (const line of describeRebuilt(done, again)) context.io.say(line);
    for (const problem of done.problems) context.io.warn(describeRunProblem(problem));
    const exitCode = exitCodeFor(done.problems);
    return { exitCode, json: { exitCode, ...rebuiltDocument(done, again) } };
  } finally {
    await store.close();
  }
}

/** Throws a Failure if the ledger exists and has purchases: it is not lost, or lost elsewhere. */
async function refuseWholeLedger({ ledger }: CoursePlace, context: Context): Promise<void> {
  const path = ledger.location;
  const folding = await foldLedger(ledger);
  if (folding === null) return;
  const { state, head, hashOf, damage } = folding;
  if (damage !== null) throw new Failure<LedgerProblem>({ code: "ledger_damaged", path, damage });
  if (state.opened === null || canBeRebuilt(state)) return;
  const folder = stateFolderOf(context);
  if (folder !== null) {
    const anchored = { path, ledger: state.opened.ledger, head, hashOf, joined: state.joined };
    const older = await judgeByLastSeenHead(anchored, { folder, files: realFiles }).catch(() => null);
    if (older !== null) throw new Failure<LedgerProblem>(older);
  }
  throw new Failure<RunProblem>({ code: "ledger_there", path });
}

/** Calls `use` with the service, or with null if `--offline`. Nothing is sent before that. */
async function withService<Result>(
  context: Context,
  use: (service: CallContext | null) => Promise<Result>,
): Promise<Result> {
  if (context.raw.offline === true) return use(null);
  const calls = readCallOptions(context.raw, context.shared.local);
  const connection = await openConnection(context, calls);
  try {
    return await use(openCallContext(connection, { calls, state: null }, context));
  } finally {
    await connection.close();
  }
}

interface Opened {
  readonly sources: Sources;
  readonly place: CoursePlace;
  readonly store: LedgerStore;
  readonly service: CallContext | null;
}

async function work(
  plan: Plan,
  { sources, place, store, service }: Opened,
  context: Context,
): Promise<Rebuilt> {
  const { io, world, environment } = context;
  const journal = new Journal(store);
  const { folder } = place;
  // Another run has started the ledger meanwhile, and bought with it.
  if (!canBeRebuilt(journal.state))
    throw new Failure<RunProblem>({ code: "ledger_there", path: store.location });
  const prices = service === null ? null : await quotePlan(plan, sources, service);
  const who = environment.user ?? "unknown";
  const restored = await rebuildLedger(plan, sources, {
    journal,
    place: { files: realFiles, folder },
    who,
    run: randomUuid(world),
    now: world.now(),
    priceOf: (request) => priceIn(prices ?? new Map(), request),
  });
  if (service !== null && prices !== null) {
    const { stateFolder, location } = store;
    const identity = { course: plan.course, service: service.remote.service };
    const buying = { plan: matchLessons(plan, journal.state), lessons: [], state: journal.state };
    const means = {
      ...service,
      journal,
      files: realFiles,
      folder,
      remainingWork: new RemainingWork(),
      recordsNarration: new Set<string>(),
      afterCreation: null,
      times: null,
      purchases: new PurchaseWatch(buying, { identity, stateFolder, folder, location, files: realFiles }),
      months: new MonthClock({ world, remote: service.remote, databaseTime: store.databaseTime ?? null }),
    };
    const toRead = incomplete(restored, journal);
    const toStart = toRead.filter((one) => mayStartAudiobook(one, means)).length;
    if (toStart > 0) {
      io.warn(
        `${pluralize(toRead.length, "story is", "stories are")} read at the service. Reading starts, and charges, the audiobook of one that ` +
          `was ordered and not started yet: ${toStart} at most.`,
      );
    }
    await completeFromService(restored, means);
  }
  const { state } = journal;
  const course = matchLessons(plan, state);
  for (const story of recordedStories(course.lessons))
    await recordTimesOnDisk(story, { journal, files: realFiles, folder });
  await saveWords(course, { journal, files: realFiles, folder });
  const ofJobs = problemsOfJobs(course.lessons).filter(({ code }) => code === "creation_uncertain");
  const uncertain = [...ofJobs, ...uncertainOrphans(course, state)];
  return {
    ledger: store.location,
    sources,
    restored,
    isOnline: prices !== null,
    missing: incomplete(restored, journal),
    corrected: course.lessons.filter(({ record }) => isCorrected(record)).length,
    unpriced: restored.filter(({ intended }) => intended.price.credits === 0).length,
    problems: [...(service?.stops.problems ?? []), ...uncertain],
  };
}

function isCorrected(record: JobRecord | undefined): boolean {
  const jobStatus = jobStatusOf(record);
  return "story" in jobStatus && overlayInForce(jobStatus.story) !== null;
}
