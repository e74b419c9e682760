import type { CreationRequest, QuoteRequest } from "../contract/stories.ts";
import type { NarrationResult } from "../rate-limit/narration.ts";
import type { OpenFile } from "../shared/files/files.ts";
import type { CreationReply } from "./creation-reply.ts";
import type { ReadBookPage, ReadLevels, ReadQuote, ReadStory } from "./readable.ts";
import type { Refusal } from "./refusal.ts";
import type { NotConnected } from "./socket.ts";

/** How many calls are made at a time; further ones wait. A few are enough: answers are quick, and the limits apply to the whole account. */
export const callsAtOnce = 4;

/** The result of one call to the service. Calls never throw: every way in which a call can end is one of these results. */
export type CallResult<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly callError: CallError };

export type CallError =
  /**
   * The service refused, in the interface's form. `isCredentialReplaced`: it refused a credential that is no longer the current one, so
   * the next call may succeed. Left out: it is still the current one, or wasn't the reason.
   */
  | { readonly kind: "refused"; readonly refusal: Refusal; readonly isCredentialReplaced?: true }
  /** An answer that doesn't have the interface's shape. */
  | {
      readonly kind: "garbled";
      readonly status: number;
      readonly why: string;
      readonly retryAfterMs: number | null;
    }
  /** No answer, or not all of it. `isUnsent`: proven, because no connection was established. */
  | { readonly kind: "network"; readonly cause: string; readonly isUnsent: boolean }
  /** The service's certificate is not trusted: a retry can't help. */
  | { readonly kind: "certificate"; readonly cause: string };

/** A connection with nothing written on it yet. It carries one creation, or is closed. */
export interface CreationConnection {
  /** Writes the request once, if `mayWrite` allows it, and resolves with what the answer proves, or at the deadline. Call it once. */
  send(sending: Sending): Promise<CreationReply>;
  /** Closes a connection that carries no creation; one that does is closed once nothing more of it matters. */
  close(): void;
}

export interface Sending {
  readonly request: CreationRequest;
  readonly deadlineMs: number;
  /** Called directly before the first byte is written, without an await in between. */
  readonly mayWrite: () => boolean;
}

export type Connecting = { readonly ok: true; readonly connection: CreationConnection } | NotConnected;

/** Where an exported book was written. */
export interface Exported {
  readonly bytes: number;
  readonly sha256: string;
  readonly contentType: string | null;
}

/**
 * The service as a run sees it: one attempt per call, no retries, no waiting (`with-retry.ts` adds both). The real implementation speaks HTTP; a
 * simulated implementation may lose, delay and damage anything that a network can.
 */
export interface Remote {
  /** The service's base address, or `local`: its identity in ledgers and packages. */
  readonly service: string;
  /**
   * Distinguishes the credential from others and reveals nothing else of it; null if a login may now belong to another account. Left out:
   * there is only one.
   */
  readonly account?: string | null;
  quote(setting: QuoteRequest): Promise<CallResult<ReadQuote>>;
  /** May start, and charge, a requested audiobook (interface 4.4): the id must already be durable. */
  readStory(id: string): Promise<CallResult<ReadStory>>;
  listBooks(page: { limit: number; before: string | null }): Promise<CallResult<ReadBookPage>>;
  /** Streams the exported bytes into `file` (interface 4.6). */
  exportBook(id: string, file: OpenFile): Promise<CallResult<Exported>>;
  /** Its shape is not specified (interface 4.7), so whatever JSON comes is only ever printed. */
  balance(): Promise<CallResult<unknown>>;
  levels(languages: readonly string[]): Promise<CallResult<ReadLevels>>;
  /** Opens the connection for one creation, up to the end of the TLS handshake. */
  connect(): Promise<Connecting>;
  /** What the answers so far say about audiobooks as paid starts. */
  narrationResult(): NarrationResult;
  /** The service's current time, in ms since 1970, from its answers and the time elapsed since; null if no answer gave a time. */
  serviceTime(): number | null;
  close(): Promise<void>;
}
