import type { RecordName } from "../record-name.ts";

/** A creation whose outcome is in the ledger, for a command that copies the ledger elsewhere before the next creation. */
export interface RecordedCreation {
  readonly recordName: RecordName;
  readonly outcome: "accepted" | "refused" | "unsent" | "uncertain";
  /** The story's id, if known. */
  readonly story: string | null;
}

/** Why a command failed. */
export type CommandFailure =
  | { readonly how: "exit"; readonly code: number }
  | { readonly how: "signal"; readonly signal: string }
  | { readonly how: "timeout"; readonly afterMs: number }
  | { readonly how: "not-started"; readonly cause: string };

/** Runs once after each creation. Resolves with null on success; never rejects, and ends within a bounded time. */
export type AfterCreation = (recorded: RecordedCreation) => Promise<CommandFailure | null>;
