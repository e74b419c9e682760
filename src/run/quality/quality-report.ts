import type { Quality } from "../../lessons/quality/check-volume.ts";
import type { Limits } from "../../lessons/quality/checks.ts";
import type { RunProblem } from "../problem.ts";

/** The findings of all volumes, and which lessons they keep out of the package. */
export interface QualityReport extends Quality {
  /** Lessons that stay out of the package, in the plan's order. */
  readonly held: readonly string[];
  /** Finished lessons that could not be checked because their text or recording is not the one in the ledger. */
  readonly damaged: readonly string[];
}

/** Whether any finding can do more than warn. */
export function isStrict(limits: Limits): boolean {
  return Object.values(limits).some(({ severity }) => severity === "hold" || severity === "fail");
}

/**
 * The problems that fail the command: findings of severity `fail`, and of severity `hold` unless a partial package is allowed. One problem
 * per lesson and one per finding about a volume. Pure.
 */
export function problemsOfQuality(
  { findings, ofVolumes }: Pick<Quality, "findings" | "ofVolumes">,
  allowPartial: boolean,
): RunProblem[] {
  const failing = findings.filter(
    ({ severity }) => severity === "fail" || (severity === "hold" && !allowPartial),
  );
  const jobs = [...new Set(failing.map(({ job }) => job))];
  return [
    ...jobs.map((job): RunProblem => {
      const checks = failing.filter((finding) => finding.job === job).map(({ check }) => check);
      return { code: "lesson_unfit", job, checks: [...new Set(checks)] };
    }),
    ...ofVolumes
      .filter(({ severity }) => severity === "fail")
      .map(({ volume, check }): RunProblem => ({ code: "volume_unfit", volume, check })),
  ];
}
