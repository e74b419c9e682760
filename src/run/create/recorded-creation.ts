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
