import type { Damage } from "./read-log.ts";

/** Why a ledger can't be used. */
export type LedgerProblem =
  | { readonly code: "ledger_held"; readonly path: string; readonly holder: string | null }
  | { readonly code: "ledger_damaged"; readonly path: string; readonly damage: Damage }
  | {
      readonly code: "ledger_of_other_course";
      readonly path: string;
      readonly found: string;
      readonly expected: string;
    }
  | {
      readonly code: "ledger_of_other_service";
      readonly path: string;
      readonly found: string;
      readonly expected: string;
    }
  | { readonly code: "ledger_missing"; readonly path: string }
  /** Nothing may be sent afterwards. `rescue`: where the event that could not be recorded went, if anywhere. */
  | { readonly code: "ledger_not_written"; readonly path: string; readonly cause: string }
  | { readonly code: "ledger_grown_by_other"; readonly path: string };

/** What opening did to a ledger's end. `salvaged`: UUIDs that could be read in what was set aside. */
export interface LedgerNotice {
  readonly code: "ledger_tail_set_aside";
  readonly path: string;
  readonly file: string;
  readonly bytes: number;
  readonly salvaged: readonly string[];
}
