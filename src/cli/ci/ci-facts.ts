import type { Place } from "../../plan/plan.ts";

/** What a summary for continuous integration shows besides the document of `--json`. */
export interface CiFacts {
  readonly title: string;
  /** The bill as lines of a table; empty if none was made, or `bill` has it. */
  readonly billLines: readonly string[];
  /** A bill that is a page of its own, and what of it makes another one; left out: none. */
  readonly bill?: { readonly markdown: string; readonly content: string };
  /** The lessons as lines of a table. */
  readonly lessons: readonly string[];
  /** What to do next. */
  readonly next: string;
  /** How many stories would be bought, or were. */
  readonly changes: number;
  /** Where the plan has each job. */
  readonly places: ReadonlyMap<string, Place>;
}

/** What continuous integration reads of the document of `--json`; what a command doesn't tell is left out. */
export interface CiDocument {
  readonly exitCode: number;
  readonly course?: string;
  readonly edition?: string;
  readonly jobs?: Readonly<Record<string, unknown>> | readonly unknown[];
  readonly credits?: Readonly<Record<string, number | null>> | null;
  readonly package?: { readonly path: string; readonly bytes: number; readonly sha256: string } | null;
  readonly problems?: readonly CiProblem[];
}

/** A plan's problem has its own place; a job's problem has its job's. */
export interface CiProblem {
  readonly code: string;
  readonly message: string;
  readonly severity?: string;
  readonly next?: string | null;
  readonly job?: string | null;
  readonly file?: string;
  readonly line?: number;
  readonly column?: number;
}
