import type { Place } from "../plan/plan.ts";
import type { RunProblem } from "../run/problem.ts";
import { exitCodes } from "../shared/exit-codes.ts";
import { ends, type ProblemIn } from "../shared/problems.ts";

const { invalid, failed, uncertain } = exitCodes;

export const courseProblems = {
  /** No job matches `only`, a glob over job ids; or, if `place` isn't null, the plan leaves out the whole edition there. */
  no_job_selected: ends<{ only: string | null; edition: string; place: Place | null }>(invalid),
  /** The coming editions can't be determined, since the current one has no place in a sequence. */
  edition_not_in_sequence: ends<{ edition: string }>(invalid),
  job_unknown: ends<{ job: string; suggestion: string | null }>(invalid),
  /** Empty, or not an address; it is not repeated, since it may contain a password. */
  bad_ledger_address: ends(invalid),
  replace_not_selected: ends<{ job: string }>(invalid),
  /**
   * `jobs`: the first few missing ones; `held`: how many finished lessons are kept out because of findings, `unfit`: the first few of them with their
   * findings; `ready`: how many lessons a partial package would have.
   */
  package_incomplete: ends<{
    missing: number;
    uncertain: number;
    held: number;
    jobs: readonly string[];
    unfit: readonly RunProblem[];
    ready: number;
  }>((gaps) => (gaps.uncertain > 0 ? uncertain : failed)),
};

/** Problems with the selection of a course's jobs or with its ledger, and those that prevent a course from being bought or packaged. */
export type CourseProblem = ProblemIn<typeof courseProblems>;
