import type { PlaceSettings } from "../course/course-place.ts";
import type { PlanProblem } from "../plan/problem.ts";
import type { PlanResult } from "../plan/read-plan.ts";
import type { DeskOptions } from "../review/desk.ts";
import type { Approval } from "../run/approve.ts";
import type {
  EventLine,
  Kind,
  PackageRequest,
  ProblemDocument,
  ResolveRequest,
  WorkbookDocument,
} from "./documents.ts";

/** What a command prints with `--json`. */
export interface CommandDocument {
  readonly ok: boolean;
  readonly exitCode: number;
  readonly problems?: readonly ProblemDocument[];
  readonly [member: string]: unknown;
}

/** Thrown by a command that could not do what was asked, with what it would have printed. */
export class Refused extends Error {
  readonly document: CommandDocument;

  constructor(document: CommandDocument) {
    super(document.problems?.[0]?.message ?? "the command was refused");
    this.document = document;
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
  bill(named: Named): Promise<{ readonly document: CommandDocument; readonly approval: Approval | null }>;
  coming(named: Named, count: number): Promise<CommandDocument>;
  run(named: Named, requested: RunRequested): Promise<CommandDocument>;
  status(named: Named): Promise<CommandDocument>;
  uncertain(named: Named): Promise<CommandDocument>;
  resolve(
    named: Named,
    decision: Pick<ResolveRequest, "attempt" | "story" | "reason">,
  ): Promise<CommandDocument>;
  package(named: Named, choice: Pick<PackageRequest, "for" | "allowPartial">): Promise<CommandDocument>;
  /** What the course's review desk needs, and what ends it. */
  review(named: Named): Promise<{ readonly options: DeskOptions; close(): Promise<void> }>;
}
