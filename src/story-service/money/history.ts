import type { Database } from "../store/store.ts";
import type { StoredRequest, StoryRow } from "../stories/states.ts";
import type { Movement } from "./movements.ts";

/** A story as shown in the history. */
export interface HistoryStory
  extends Pick<StoryRow, "status" | "writingCredits" | "audiobookCredits" | "charged"> {
  readonly id: string;
  /** Its title, or its topic before it has one. */
  readonly name: string;
}

/** A movement as its owner sees it. */
export interface HistoryEntry {
  /** Its sequence number: increasing, and the cursor for paging. */
  readonly seq: number;
  readonly at: number;
  readonly reason: Movement["reason"];
  readonly credits: number;
  /** Why the operator moved them; null for what the service moved itself. */
  readonly note: string | null;
  /** The story it belongs to, in its current state; null for what belongs to none. */
  readonly story: HistoryStory | null;
}

type Row = Omit<HistoryEntry, "story"> &
  Omit<HistoryStory, "id" | "name"> & {
    readonly storyId: string | null;
    readonly title: string | null;
    readonly request: string;
  };

/** An account's movements before a cursor, the newest first. */
export async function historyOf(
  database: Database,
  accountId: string,
  { before, limit }: { readonly before: number; readonly limit: number },
): Promise<HistoryEntry[]> {
  const rows = await database.all<Row>(
    `SELECT seq, at, reason, credits, note, stories.id AS "storyId", title, request, status,
       writing_credits AS "writingCredits", audiobook_credits AS "audiobookCredits", charged
     FROM movements LEFT JOIN stories ON stories.id = movements.story_id
     WHERE movements.account_id = ? AND seq < ? ORDER BY seq DESC LIMIT ?`,
    accountId,
    before,
    limit,
  );
  return rows.map(({ seq, at, reason, credits, note, storyId, title, request, ...story }) => ({
    seq,
    at,
    reason,
    credits,
    note,
    story: storyId === null ? null : { id: storyId, name: title ?? topicOf(request), ...story },
  }));
}

function topicOf(request: string): string {
  return (JSON.parse(request) as StoredRequest).topic;
}
