import type { Price } from "../../ledger/format/event.ts";
import { settingName } from "../../ledger/format/fold.ts";
import type { Job, Plan, StoryRequest } from "../../plan/plan.ts";
import { settingOf } from "../bill.ts";
import { readOnce } from "../follow/follow.ts";
import type { FollowedStory } from "../follow/followed-story.ts";
import { quoteAll } from "../quote.ts";
import type { CallContext, RunContext } from "../run-context.ts";
import { incomplete } from "./rebuild.ts";
import type { Restored } from "./restore.ts";
import { findBook } from "./saved-files.ts";
import type { Sources } from "./sources.ts";

/** Today's prices for stories of the plan, by `settingName`. Spends nothing. */
export type Prices = ReadonlyMap<string, Price>;

const nothing: Price = { credits: 0, writing: 0, audiobook: 0 };

/** The price of a request; zero if unknown, and the budget then seems to have more room than it has. */
export function priceIn(prices: Prices, request: StoryRequest): Price {
  return prices.get(settingName(settingOf(request))) ?? nothing;
}

/**
 * Quotes the plan's settings if a story's own price may be lost. Null if the service can't be reached or gives no prices: the stops say
 * why.
 */
export async function quotePlan(plan: Plan, sources: Sources, context: CallContext): Promise<Prices | null> {
  const known = new Set(sources.attempts.flatMap(({ story }) => story?.id ?? []));
  const isForgotten = sources.stories.some(({ id }) => !known.has(id)) || sources.rescued.length > 0;
  const [first] = plan.jobs;
  if (first === undefined) return new Map();
  // Send at least one request, to find out whether the service answers.
  const jobs: readonly Job[] = isForgotten ? plan.jobs : [first];
  const quoting = await quoteAll(
    jobs.map((job) => ({ job })),
    context,
  );
  if (quoting.ok) return new Map(quoting.quoted.map(({ setting, price }) => [settingName(setting), price]));
  if (quoting.problem !== null) context.stops.note(quoting.problem);
  return null;
}

/** Whether a read may start an audiobook that was requested but has not started: any read of the story would. */
export function mayStartAudiobook(
  { intended, story }: Restored,
  { journal }: Pick<RunContext, "journal">,
): boolean {
  if (story === null || !intended.request.audiobook) return false;
  const facts = journal.jobRecord(intended)?.stories.get(story);
  return facts?.observed == null;
}

/**
 * Reads each incomplete story once, within the rate limits, and saves its text and book. Stories still in progress are left to a run. Every
 * id is already durable in the ledger. Resolves with the stories that could not be read.
 */
export async function completeFromService(
  restored: readonly Restored[],
  context: RunContext,
): Promise<Restored[]> {
  const { journal, stops } = context;
  const unread: Restored[] = [];
  const reads = incomplete(restored, journal).map(async (one) => {
    const { edition, job, request } = one.intended;
    const recordName = { edition, job };
    const story = { recordName, job, id: one.story ?? "", wantsBook: request.audiobook };
    const takeBook = (book: string): Promise<boolean> => takeBookAtHand({ ...story, book }, context);
    const isRead = !stops.everything.aborted && (await readOnce(story, takeBook, context));
    if (!isRead) unread.push(one);
  });
  await Promise.all(reads);
  return unread;
}

/** Records a book whose file is already in the course's folder. Files are put there whole or not at all. */
async function takeBookAtHand(
  { recordName, id, book }: Pick<FollowedStory, "recordName" | "id"> & { readonly book: string },
  { journal, files, folder }: RunContext,
): Promise<boolean> {
  if (journal.jobRecord(recordName)?.stories.get(id)?.book != null) return true;
  const found = await findBook(book, { files, folder });
  if (found === null) return false;
  const contentType = contentTypes[found.file.split(".").at(-1) ?? ""] ?? null;
  await journal.record({
    type: "book.exported",
    ...recordName,
    id,
    book,
    contentType,
    ...found,
    rebuilt: true,
  });
  return true;
}

// Only for people, like the file extensions that they derive from.
const contentTypes: Readonly<Record<string, string>> = {
  mp3: "audio/mpeg",
  m4a: "audio/mp4",
  ogg: "audio/ogg",
  zip: "application/zip",
};
