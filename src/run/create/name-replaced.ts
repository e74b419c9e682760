import type { Price } from "../../ledger/format/event.ts";
import type { Job } from "../../plan/plan.ts";
import type { PlannedLesson } from "../lesson.ts";
import { quoteAll } from "../quote.ts";
import type { RunContext } from "../run-context.ts";
import type { Selection } from "../work.ts";
import { idToReplace, type Replacement } from "./replacements.ts";

/** The details in the question before a story is replaced. */
export interface ReplacedStory {
  readonly job: Job;
  /** The job's current story, in the form that `--replace` takes. */
  readonly has: string;
  /** What a new story costs today. */
  readonly price: Price;
}

/** Asks whether this is the story to replace. A stop before the answer counts as no. */
export type NameReplaced = (story: ReplacedStory, stop: AbortSignal) => Promise<boolean>;

/**
 * Asks the user to confirm each replacement whose id is not given, showing a fresh price. A no ends the run like a declined bill. Spends
 * nothing.
 */
export async function nameReplaced(
  { lessons, replace }: Selection,
  ask: NameReplaced | null,
  context: RunContext,
): Promise<readonly Replacement[]> {
  const named: Replacement[] = [];
  for (const one of replace) {
    const of = one.of ?? (await askFor(one, { lessons, ask }, context));
    if (of === null) return [];
    named.push({ job: one.job, of });
  }
  return named;
}

async function askFor(
  { job: id }: Replacement,
  { lessons, ask }: { lessons: readonly PlannedLesson[]; ask: NameReplaced | null },
  { stops, ...rest }: RunContext,
): Promise<string | null> {
  const lesson = lessons.find(({ job }) => job.id === id);
  const has = idToReplace(lesson?.record);
  if (lesson === undefined || has === null || ask === null) return null;
  const quoting = await quoteAll([lesson], { stops, ...rest });
  if (!quoting.ok) {
    if (quoting.problem !== null) stops.stopCreating(quoting.problem);
    return null;
  }
  const [quoted] = quoting.quoted;
  if (quoted === undefined) return null;
  if (await ask({ job: lesson.job, has, price: quoted.price }, stops.everything)) return has;
  stops.stopEverything({ code: "declined" });
  return null;
}
