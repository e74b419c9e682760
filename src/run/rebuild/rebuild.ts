import type { EventBody, Price } from "../../ledger/format/event.ts";
import { isEnd } from "../../ledger/format/job-status.ts";
import type { JobRecord, LedgerState } from "../../ledger/format/state.ts";
import type { Plan, StoryRequest } from "../../plan/plan.ts";
import { Failure } from "../../shared/failure.ts";
import type { Journal } from "../journal.ts";
import { isNew } from "../memory/known-purchases.ts";
import type { RunProblem } from "../problem.ts";
import { type Restored, restoreAttempts } from "./restore.ts";
import { correctionsOf } from "./restore-corrections.ts";
import { respokenOf } from "./restore-respoken.ts";
import { type CourseFiles, factsOf } from "./saved-files.ts";
import type { RememberedFacts, Sources } from "./sources.ts";

export interface RebuildMeans {
  readonly journal: Journal;
  readonly place: CourseFiles;
  readonly who: string;
  readonly run: string;
  /** In ms since 1970. */
  readonly now: number;
  readonly priceOf: (request: StoryRequest) => Price;
}

/** Whether a ledger can be rebuilt: nothing was bought with it, or an earlier rebuild was interrupted. */
export function canBeRebuilt(state: LedgerState): boolean {
  return isNew(state) || state.rebuilt?.stage === "begun";
}

/** Throws a Failure if no source has anything to rebuild the ledger from. */
export function refuseWithoutSources(
  sources: Sources,
  ledger: { readonly path: string; readonly service: string },
): void {
  const { attempts, stories, rescued, elsewhere } = sources;
  if (attempts.length + stories.length + rescued.length > 0) return;
  throw new Failure<RunProblem>({ code: "ledger_not_rebuildable", ...ledger, elsewhere });
}

/**
 * Adds every purchase known from the sources to a ledger that has none, with the known facts of its story and files, marked as restored.
 * After a crash, events already restored are not repeated. Returns all restored attempts. Sends nothing.
 */
export async function rebuildLedger(plan: Plan, sources: Sources, means: RebuildMeans): Promise<Restored[]> {
  const { journal } = means;
  const restored = restoreAttempts(plan, sources, means);
  const counts = {
    remembered: sources.attempts.length,
    stories: sources.stories.length,
    rescued: sources.rescued.length,
    attempts: restored.length,
    uncertain: restored.filter(({ story }) => story === null).length,
  };
  await journal.record({ type: "ledger.rebuilt", stage: "begun", sources: counts });
  for (const one of restored) await putBack(one, sources, means);
  await journal.record({ type: "ledger.rebuilt", stage: "ended", sources: counts });
  return restored;
}

async function putBack(one: Restored, sources: Sources, { journal, place }: RebuildMeans): Promise<void> {
  const { intended, outcome, story } = one;
  const { edition, job } = intended;
  const attempt = (): JobRecord["attempts"][number] | undefined =>
    journal.jobRecord(intended)?.attempts.find((known) => known.attempt === intended.attempt);
  if (attempt() === undefined) await journal.record(intended);
  if (attempt()?.outcome.kind === "intended") await journal.record(outcome);
  if (story === null) return;
  const known = journal.jobRecord(intended)?.stories.get(story);
  const { observed, saved, exported, corrected, respoken } = sources.facts.get(story) ?? {};
  const name = { edition, job, rebuilt: true } as const;
  if (observed !== undefined && known?.observed == null) await journal.record({ ...observed, ...name });
  if (known?.saved == null) {
    const facts = await savedFacts(story, { sources, saved, place });
    if (facts !== null) await journal.record({ type: "story.saved", ...name, id: story, ...facts });
  }
  if (exported !== undefined && known?.book == null && (await isAsRecorded(exported, place))) {
    await journal.record({ ...exported, ...name });
  }
  // Recorded even if a file is lost: the lesson is then refused, and not bound without its correction.
  const recorded = new Set(known?.corrections.map(({ correction }) => correction));
  for (const correction of correctionsOf(story, corrected ?? [], sources.overlays)) {
    if (!recorded.has(correction.correction)) await journal.record({ ...correction, ...name });
    recorded.add(correction.correction);
  }
  const spoken = new Set(known?.respoken.map((one) => one.respoken));
  for (const one of respokenOf(story, respoken ?? [], sources.respoken)) {
    if (!spoken.has(one.respoken)) await journal.record({ ...one, ...name });
  }
}

/** A story's text in the course's folder, unless it differs from what was once saved there. */
async function savedFacts(
  story: string,
  { sources, saved, place }: { sources: Sources; saved: RememberedFacts["saved"]; place: CourseFiles },
): Promise<Pick<Extract<EventBody, { type: "story.saved" }>, "file" | "bytes" | "sha256"> | null> {
  if (saved !== undefined) {
    const { file, bytes, sha256 } = saved;
    return (await isAsRecorded(saved, place)) ? { file, bytes, sha256 } : null;
  }
  const found = sources.stories.find(({ id }) => id === story);
  return found === undefined ? null : { file: found.file, bytes: found.bytes, sha256: found.sha256 };
}

async function isAsRecorded(
  recorded: { readonly file: string; readonly bytes: number; readonly sha256: string },
  place: CourseFiles,
): Promise<boolean> {
  const facts = await factsOf(recorded.file, place).catch(() => null);
  return facts?.sha256 === recorded.sha256 && facts.bytes === recorded.bytes;
}

/** The stories with missing parts that only the service can supply. */
export function incomplete(restored: readonly Restored[], journal: Journal): Restored[] {
  return restored.filter(({ intended, story }) => {
    if (story === null) return false;
    const facts = journal.jobRecord(intended)?.stories.get(story);
    const { audiobook } = intended.request;
    const status = facts?.observed?.status;
    if (status === "failed" || status === "canceled") return false;
    return !isEnd(status, audiobook) || facts?.saved == null || (audiobook && facts.book === null);
  });
}
