import type { CreationRequest, QuoteRequest } from "../contract/stories.ts";
import type { NarrationResult } from "../rate-limit/narration-reading.ts";
import type { OpenFile } from "../shared/files/files.ts";
import type { RawReply } from "./http/raw-reply.ts";
import type { Refusal } from "./read-error.ts";
import type { ReadBalance, ReadBookPage, ReadLevels, ReadQuote, ReadStory } from "./readable.ts";

/** One call to the service as it went. Never thrown: every way a call may end is one of these. */
export type CallResult<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly callError: CallError };

export type CallError =
  /** The service said no, in the interface's form. */
  | { readonly kind: "refused"; readonly refusal: Refusal }
  /** An answer came that is not of the interface's shape. */
  | {
      readonly kind: "garbled";
      readonly status: number;
      readonly why: string;
      readonly retryAfterMs: number | null;
    }
  /** No answer, or not all of it. `isUnsent`: proven, because no connection came about. */
  | { readonly kind: "network"; readonly cause: string; readonly isUnsent: boolean }
  /** The service's certificate can't be trusted: trying again can't help. */
  | { readonly kind: "certificate"; readonly cause: string };

/** A connection on which nothing was written yet. It carries one creation, or is closed. */
export interface CreationConnection {
  /**
   * Writes the request, once, and waits for the end of the answer or the deadline. `withheld`: proven that nothing was written, because
   * `mayWrite` said no; the connection is still good for another try.
   */
  send(sending: Sending): Promise<RawReply | { readonly kind: "withheld" }>;
  close(): void;
}

export interface Sending {
  readonly body: Buffer;
  readonly deadlineMs: number;
  /** Asked directly before the first byte is written, with nothing awaited in between. */
  readonly mayWrite: () => boolean;
}

export type Connecting =
  | { readonly ok: true; readonly line: CreationConnection }
  /** Proven: nothing was written. `certificate`: trying again can't help. */
  | { readonly ok: false; readonly cause: string; readonly certificate: boolean };

/** Where an exported book came to rest. */
export interface Exported {
  readonly bytes: number;
  readonly sha256: string;
  readonly contentType: string | null;
}

/**
 * The service as a run sees it: one attempt a call, no retries, no waiting (`with-retry.ts` adds both). A real one speaks HTTP; a
 * simulated one may lose, delay and damage whatever the network may.
 */
export interface Remote {
  /** The service's base address, or `local`: its identity in ledgers and packages. */
  readonly service: string;
  /** Tells the credential from others, and nothing else of it; null where a login may be to another account by now. Left out: there is only one. */
  readonly account?: string | null;
  quote(setting: QuoteRequest): Promise<CallResult<ReadQuote>>;
  /** May start, and charge, an audiobook that was asked for (interface 4.4): the id must be durable before. */
  readStory(id: string): Promise<CallResult<ReadStory>>;
  listBooks(page: { limit: number; before: string | null }): Promise<CallResult<ReadBookPage>>;
  /** Writes the exported bytes into `file` as they come (interface 4.6). */
  exportBook(id: string, file: OpenFile): Promise<CallResult<Exported>>;
  balance(): Promise<CallResult<ReadBalance>>;
  levels(languages: readonly string[]): Promise<CallResult<ReadLevels>>;
  /** Opens the connection for one creation, up to the end of the TLS handshake. */
  connect(): Promise<Connecting>;
  /** What the answers so far have said of audiobooks as paid starts. Left out, or "unknown": nothing. */
  narrationSaid?(): NarrationResult;
  /** The `Date` header of the newest answer to a read. Left out, or null: it had none. */
  dateSaid?(): string | null;
  /** What the service's clock says now, in ms since 1970, by that header and the time since. Left out, or null: no answer said a time. */
  serviceTime?(): number | null;
  close(): Promise<void>;
}

/** The bytes of a creation's body: what is recorded is what is sent. */
export function creationBody(request: CreationRequest): Buffer {
  return Buffer.from(JSON.stringify(request));
}
