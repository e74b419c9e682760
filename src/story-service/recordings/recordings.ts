import type { Readable } from "node:stream";
import { TemporaryFailure } from "../ports.ts";
import type { StartProblem } from "../start-problem.ts";

/** A stored recording. */
export interface RecordingFile {
  readonly sizeBytes: number;
  /**
   * A byte range, both ends inclusive, or all of it, as a stream with backpressure; null if the recording is gone by now. The stream fails if it can't
   * be read to its end.
   */
  open(range?: { readonly from: number; readonly to: number }): Promise<Readable | null>;
}

/** Something found where the recordings are kept, whether or not it is this service's. */
export interface StoredRecording {
  readonly name: string;
  /** When it was stored, in ms since 1970, by the clock of the place. */
  readonly storedAt: number;
}

/** Where a service keeps its recordings. Temporary network failures become a `RecordingsAway`. */
export interface Recordings {
  /** Whether they are on another machine: storing one can fail as a narrator's server does. A full disk is waited for instead. */
  readonly isRemote: boolean;
  /** Stores a recording; it is whole and durable once this resolves, and if it rejects, no part of it is ever taken for a recording. */
  save(name: string, bytes: Uint8Array): Promise<void>;
  /** A recording by its name, or null if it is not there. */
  find(name: string): Promise<RecordingFile | null>;
  /** Removes a recording that no book has, if it is there. */
  remove(name: string): Promise<void>;
  /** All that is in the place, in no order. */
  list(): AsyncIterable<StoredRecording>;
  /** Ends what is under way. */
  close(): Promise<void>;
}

/**
 * The name of one attempt at a recording: a process that has lost its job without knowing it yet can't replace the recording of the process that now
 * has the job. Made of the service's own UUIDs, so it is safe in a path.
 */
export function recordingName(bookId: string, attempt: number): string {
  return `${bookId}.${attempt}.mp3`;
}

/** The store for recordings is failing, but may work later. Its message is fit for users; the operator finds the rest in `problem`. */
export class RecordingsAway extends TemporaryFailure {
  readonly problem: Extract<StartProblem, { code: "recordings_unusable" }>;

  constructor(about: Omit<Extract<StartProblem, { code: "recordings_unusable" }>, "code">, cause?: unknown) {
    super("the store for recordings does not answer", { cause });
    this.problem = { code: "recordings_unusable", ...about };
  }
}
