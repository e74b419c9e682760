import { readWithRetry } from "../../client/with-retry.ts";
import { latestOf } from "../../ledger/format/job-status.ts";
import type { LedgerState, StoryFacts } from "../../ledger/format/state.ts";
import { accessProblem } from "../quote/quote.ts";
import { type RunContext, retryPolicyOf } from "../run-context.ts";
import type { Work } from "../work.ts";

/** A service may have lost one story; that it knows none of so many means another account. */
const storiesMost = 3;

/**
 * Makes sure, before anything is bought or followed, that the credential's account is the one that has the ledger's stories: any other one answers 404
 * for them (interface 1), and would buy the rest of the course where nobody looks for it. Asks nothing where the credential bought last, and mostly
 * reads one story where it is another one: a key that was renewed is as good. Stops everything where that can't be made sure of.
 */
export async function confirmAccount(
  { orders, toFollow, orphans }: Pick<Work, "orders" | "toFollow" | "orphans">,
  tools: RunContext,
): Promise<void> {
  const { journal, remote, stops } = tools;
  const { account } = remote;
  const isIdle = orders.length + toFollow.length + orphans.length === 0;
  if (isIdle || account === undefined || stops.everything.aborted) return;
  if (account !== null && account === lastPayer(tools)) return;
  const stories = storiesToAskFor(journal.state);
  for (const { id } of stories) {
    const known = await isKnown(id, tools);
    if (known !== false) return;
  }
  if (stories.length === 0) return;
  const { location: path } = journal.store;
  stops.stopEverything({ code: "account_of_others", path, service: remote.service, asked: stories.length });
}

/** The account that the newest intention of the ledger was made with; null where it does not say. */
function lastPayer({ journal }: Pick<RunContext, "journal">): string | null {
  const newest = journal.store.events.findLast(({ type }) => type === "creation.intended");
  return (newest?.type === "creation.intended" && newest.account) || null;
}

/** Stories whose read starts nothing: those that have ended first, the newest first among them. */
function storiesToAskFor({ jobs }: Pick<LedgerState, "jobs">): readonly StoryFacts[] {
  const stories = [...jobs.values()].flatMap((record) => {
    const latest = latestOf(record);
    const id = latest?.outcome.kind === "accepted" ? latest.outcome.id : null;
    const story = id === null ? undefined : record.stories.get(id);
    return story === undefined || story.missing ? [] : [story];
  });
  const rank = ({ book, observed }: StoryFacts): number => (book !== null ? 2 : observed !== null ? 1 : 0);
  return stories
    .reverse()
    .sort((one, other) => rank(other) - rank(one))
    .slice(0, storiesMost);
}

/** Whether the account knows a story; null where that could not be found out, which has stopped everything. */
async function isKnown(id: string, tools: RunContext): Promise<boolean | null> {
  const { remote, stops } = tools;
  const result = await readWithRetry(
    {
      kind: "firstRead",
      once: () => tools.reads.add(() => remote.readStory(id)),
      started: (read) => read.book !== null && "perhaps",
    },
    retryPolicyOf(tools),
  );
  if (result.ok) return true;
  const { callError } = result;
  if (callError === null) return null;
  if (callError.kind === "refused" && callError.refusal.code === "not_found") return false;
  // Paying for the audiobook is refused to whose story it is.
  if (callError.kind === "refused" && callError.refusal.code === "payment_required") return true;
  const { service } = remote;
  stops.stopEverything(
    accessProblem(callError, service) ?? { code: "service_unavailable", callError, service },
  );
  return null;
}
