import type { Creation, Purchase } from "./create.ts";
import { ledgerNameOf } from "./former-names.ts";
import type { Tools } from "./tools.ts";

/** A creation whose outcome the ledger has, for whoever keeps the ledger elsewhere before the next one begins. */
export interface RecordedCreation {
  readonly edition: string;
  readonly job: string;
  readonly outcome: "accepted" | "refused" | "unsent" | "uncertain";
  /** The story's id where it is known. */
  readonly story: string | null;
}

/** Why a command did not do what it was run for. */
export type CommandFailure =
  | { readonly how: "exit"; readonly code: number }
  | { readonly how: "signal"; readonly signal: string }
  | { readonly how: "timeout"; readonly afterMs: number }
  | { readonly how: "not-started"; readonly cause: string };

/** Run once after each creation. Resolves with null where all is well; never rejects, and ends in bounded time. */
export type AfterCreation = (recorded: RecordedCreation) => Promise<CommandFailure | null>;

/**
 * Hands a creation whose outcome is durable to the command that follows each. Where that fails no further creation begins: what it keeps
 * elsewhere would fall behind the ledger by more than one.
 */
export async function doAfterCreation(
  { order }: Purchase,
  { creation, left }: { creation: Creation; left: number },
  { afterCreation, stops }: Pick<Tools, "afterCreation" | "stops">,
): Promise<void> {
  const recorded = recordedOf(creation);
  if (afterCreation === null || recorded === null) return;
  const failure = await afterCreation({ ...ledgerNameOf(order.job), ...recorded });
  if (failure === null) return;
  stops.stopCreating({ code: "after_creation_failed", job: order.job.id, failure, left });
}

/** What the ledger has of a creation; null where nothing was intended. */
function recordedOf(creation: Creation): Pick<RecordedCreation, "outcome" | "story"> | null {
  switch (creation.kind) {
    case "accepted":
      return { outcome: "accepted", story: creation.id };
    case "refused":
    case "uncertain":
      return { outcome: creation.kind, story: null };
    case "notSent":
      return { outcome: "unsent", story: null };
    case "stopped":
    case "tooLate":
    case "notConnected":
      return null;
  }
}
