import type { Store } from "../store/store.ts";
import type { Movement } from "./movements.ts";

/** A movement as its owner sees it. */
export interface HistoryEntry {
  /** Its number in the books: rising, and the name of its place in the list. */
  readonly seq: number;
  readonly at: number;
  readonly reason: Movement["reason"];
  readonly credits: number;
  /** The title of the story that it is about, its topic before it has one; null for an opening balance. */
  readonly about: string | null;
}

/** An account's movements before a place in the list, the newest first. */
export function historyOf(
  store: Store,
  accountId: string,
  { before, limit }: { readonly before: number; readonly limit: number },
): HistoryEntry[] {
  return store.all<HistoryEntry>(
    `SELECT seq, at, reason, credits, IFNULL(title, json_extract(request, '$.topic')) AS about
     FROM movements LEFT JOIN stories ON stories.id = movements.story_id
     WHERE movements.account_id = ? AND seq < ? ORDER BY seq DESC LIMIT ?`,
    ...[accountId, before, limit],
  );
}
