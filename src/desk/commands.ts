import type { PlaceSettings } from "../course/course-place.ts";
import type { Approval } from "../documents/approval.ts";
import type { EventLine } from "../documents/documents.ts";
import type { PlanProblem } from "../plan/problem.ts";
import type { PlanResult } from "../plan/read-plan.ts";
import { Refusal } from "../review/application.ts";
import type { DeskOptions } from "../review/desk.ts";
import type { BillDocument, Kind, ProblemDocument, RunResult, WorkbookDocument } from "./documents.ts";

/** Thrown by a command that can't do what was asked. Carries the document that `--json` would have printed. */
export class Refused extends Refusal {
  readonly result: RunResult;

  constructor(result: RunResult) {
    const { exitCode, problems = [] } = result;
    const [{ code, message } = { code: "failed", message: null }] = problems;
    super(409, code, { message, problems, exitCode });
    this.result = result;
  }
}

/** A plan's file, as on a command line, and whether it is for a rehearsal or for paid lessons. */
export interface Named {
  readonly plan: string;
  readonly kind: Kind;
}

export type Verb = "status" | "resolve" | "package";
type Flags = Readonly<Record<string, string | boolean | undefined>>;

export interface RunRequested {
  /** The bill that the page has shown; null for a rehearsal. */
  readonly approved: Approval | null;
  /** Stops the run as Ctrl-C does. */
  readonly interrupt: AbortSignal;
  readonly watch: (line: EventLine) => void;
}

/** What importing a spreadsheet would do to a plan. If any of its problems is an error, nothing can be written. */
export interface SheetImport extends Pick<WorkbookDocument, "problems" | "changes" | "lessons"> {
  /** The files to write, by their paths below the plan's folder. */
  readonly files: ReadonlyMap<string, Buffer>;
  /** Writes the files. False if the plan has changed since the import was worked out; then nothing is written. */
  write(): Promise<boolean>;
}

/**
 * The terminal's commands, for the desk. The desk reads, spends and binds only through them, with the flags and variables that `open` was given. Each
 * call resolves with the document that `--json` prints, without paths of this machine, and rejects with `Refused`.
 */
export interface Commands {
  /** The service's address; null if none is set. */
  readonly service: string | null;
  /** Why nothing can be bought; null if the service's address and key are set. Sends nothing. */
  missing(): Promise<ProblemDocument | null>;
  /** The places that runs write to. */
  places(kind: Kind): PlaceSettings;
  /** Reads a plan, together with the earlier editions in its ledger as far as they can be read. */
  readPlan(named: Named): Promise<PlanResult>;
  /** A problem's message, without the place. */
  describePlanProblem(problem: PlanProblem): string;
  /** Does what `init --from` does, but writes nothing until `write` is called. */
  readSheet(planFile: string, sheet: { readonly bytes: Buffer; readonly name: string }): Promise<SheetImport>;
  /** The workbook that `init --template` writes. */
  template(language: string): Promise<Buffer>;
  /** `replace`: the story to replace, as `--replace` takes it. */
  bill(
    named: Named,
    replace?: string,
  ): Promise<{ readonly document: BillDocument["bill"]; readonly approval: Approval | null }>;
  run(named: Named, requested: RunRequested): Promise<RunResult>;
  /** Any other command, by its verb. `lesson`: what it names after the plan. A flag that is undefined isn't given. */
  call(named: Named, verb: Verb, flags?: Flags, lesson?: string): Promise<unknown>;
  /** What the course's review desk needs, and how to close it. */
  review(named: Named): Promise<{ readonly options: DeskOptions; close(): Promise<void> }>;
}
