import { hasStartedAudiobook, latestOf, storyOf } from "../../ledger/format/job-status.ts";
import type { LedgerState, StoryFacts } from "../../ledger/format/state.ts";
import type { RunProblem } from "../problem.ts";
import { accessProblem } from "../quote.ts";
import { readStoryOf } from "../resolve.ts";
import type { CallContext } from "../run-context.ts";
import type { Work } from "../work.ts";

/** A service may have lost one story; if it knows none of this many, the account is another one. */
const storiesMost = 3;

/** The course's ledger, and what a run would buy and follow. */
interface Asking {
  readonly work: Pick<Work, "orders" | "toFollow" | "orphans">;
  readonly state: Pick<LedgerState, "jobs">;
  readonly path: string;
  /** Read only stories whose read can't start an audiobook. */
  readonly spendsNothing?: boolean;
}

/**
 * Checks, before anything is bought or followed, that the credential's account owns the ledger's stories. For any other account, the service answers
 * 404 for these stories (interface 1), and the rest of the course would be bought in an account where nobody looks for it. Sends nothing if the last
 * purchase used the same credential; otherwise usually reads one story, since a different credential may be a renewed key of the same account. Null if
 * nothing suggests a wrong account, or if the user wants to stop; otherwise the problem that prevents buying.
 */
export async function findOtherAccount(
  { work, state, path, spendsNothing = false }: Asking,
  context: CallContext,
): Promise<RunProblem | null> {
  const { remote, stops } = context;
  const { account, service } = remote;
  const isIdle = work.orders.length + work.toFollow.length + work.orphans.length === 0;
  if (isIdle || account === undefined || stops.everything.aborted) return null;
  if (account !== null && account === lastPayer(state)) return null;
  const stories = storiesToAskFor(state, spendsNothing);
  for (const { id } of stories) {
    const result = await readStoryOf(id, context);
    if (result.ok || result.callError === null) return null;
    const { callError } = result;
    const code = callError.kind === "refused" ? callError.refusal.code : null;
    // The service refuses payment for the audiobook only to the story's owner.
    if (code === "payment_required") return null;
    if (code !== "not_found")
      return accessProblem(callError, service) ?? { code: "service_unavailable", callError, service };
  }
  return stories.length === 0 ? null : { code: "account_of_others", path, service, asked: stories.length };
}

/** The account of the ledger's newest intention; null if it is not recorded. */
function lastPayer({ jobs }: Asking["state"]): string | null {
  const intentions = [...jobs.values()].flatMap(({ attempts }) => attempts.at(-1)?.intended ?? []);
  return intentions.sort((one, other) => other.seq - one.seq)[0]?.account ?? null;
}

/** The jobs' stories, those first whose read starts no audiobook, the newest first among them. */
function storiesToAskFor({ jobs }: Asking["state"], spendsNothing: boolean): readonly StoryFacts[] {
  const certain: StoryFacts[] = [];
  const others: StoryFacts[] = [];
  for (const record of [...jobs.values()].reverse()) {
    const latest = latestOf(record);
    const story = latest === undefined ? undefined : storyOf(record, latest);
    if (latest === undefined || story === undefined || story.missing) continue;
    const { observed, book } = story;
    const isStarted = book !== null || (observed !== null && hasStartedAudiobook(observed));
    (isStarted || !latest.intended.request.audiobook ? certain : others).push(story);
  }
  return [...certain, ...(spendsNothing ? [] : others)].slice(0, storiesMost);
}
