import type { PlaceSettings } from "../course/course-place.ts";
import type { Approval } from "../documents/approval.ts";
import type { PlanProblem } from "../plan/problem.ts";
import type { PlanResult } from "../plan/read-plan.ts";
import type { DeskOptions } from "../review/desk.ts";
import type {
  BillDocument,
  EventLine,
  Kind,
  PackageDocument,
  PackageRequest,
  ProblemDocument,
  ResolveRequest,
  RunResult,
  StatusDocument,
  UncertainDocument,
  WorkbookDocument,
} from "./documents.ts";

/** Thrown by a command that could not do what was asked, with what it would have printed. */
export class Refused extends Error {
  readonly result: RunResult;

  constructor(result: RunResult) {
    super(result.problems?.[0]?.message ?? "the command was refused");
    this.result = result;
  }
}

/** A plan's file, as a command line would name it, and whether it is rehearsed. */
export interface Named {
  readonly plan: string;
  readonly kind: Kind;
}

export interface RunRequested {
  /** The bill that was shown; null for a rehearsal. */
  readonly approved: Approval | null;
  /** Stops the run as Ctrl-C does. */
  readonly interrupt: AbortSignal;
  readonly watch: (line: EventLine) => void;
}

/** What a spreadsheet makes of a plan. */
export interface SheetImport {
  /** It has errors, and changes nothing. */
  readonly isRefused: boolean;
  readonly problems: WorkbookDocument["problems"];
  /** One a line, for people. */
  readonly changes: readonly string[];
  /** How many the course has then. */
  readonly lessons: number;
  /** By their paths below the plan's folder. */
  readonly files: ReadonlyMap<string, Buffer>;
  /** False, and nothing is written, if the plan has changed meanwhile. */
  write(): Promise<boolean>;
}

/**
 * The terminal's commands, for the desk: whatever reads, spends or binds is done by them, with the flags and variables that `open` was given. Each
 * resolves with the document that `--json` prints, without paths of this machine, and rejects with `Refused`.
 */
export interface Commands {
  /** The service's address; null: none is set. */
  readonly service: string | null;
  /** Why nothing can be bought; null: address and key are there. Sends nothing. */
  missing(): Promise<ProblemDocument | null>;
  /** Where runs write. */
  places(kind: Kind): PlaceSettings;
  /** Reads a plan, with the earlier editions in its ledger as far as it can be read. */
  readPlan(named: Named): Promise<PlanResult>;
  /** A problem's message, without the place. */
  describePlanProblem(problem: PlanProblem): string;
  /** As `init --from`: writes nothing before it is told to. */
  readSheet(planFile: string, sheet: { readonly bytes: Buffer; readonly name: string }): Promise<SheetImport>;
  /** As `init --template`. */
  template(language: string): Promise<Buffer>;
  bill(
    named: Named,
  ): Promise<{ readonly document: BillDocument["bill"]; readonly approval: Approval | null }>;
  coming(named: Named, count: number): Promise<unknown>;
  run(named: Named, requested: RunRequested): Promise<RunResult>;
  status(named: Named): Promise<StatusDocument>;
  uncertain(named: Named): Promise<UncertainDocument>;
  resolve(named: Named, decision: Pick<ResolveRequest, "attempt" | "story" | "reason">): Promise<unknown>;
  package(named: Named, choice: Pick<PackageRequest, "for" | "allowPartial">): Promise<PackageDocument>;
  /** What the course's review desk needs, and what ends it. */
  review(named: Named): Promise<{ readonly options: DeskOptions; close(): Promise<void> }>;
}
