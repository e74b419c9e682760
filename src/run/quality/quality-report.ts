import type { Quality } from "../../lessons/quality/check-volume.ts";
import type { Limits } from "../../lessons/quality/checks.ts";
import type { RunProblem } from "../problem.ts";

/** What checking the finished lessons of a plan came to. */
export interface QualityReport extends Quality {
  /** Lessons that stay out of the package, in the plan's order. */
  readonly held: readonly string[];
  /** Finished lessons whose text or recording is not what the ledger recorded: they could not be checked. */
  readonly damaged: readonly string[];
}

/** Whether a plan lets any finding do more than be told. */
export function isStrict(limits: Limits): boolean {
  return Object.values(limits).some(({ severity }) => severity === "hold" || severity === "fail");
}

/**
 * What keeps a command from ending well: a lesson on hold, unless a package without it is wanted, and whatever the plan says must fail. A problem for each lesson and
 * for each trait of a volume. Pure.
 */
export function problemsOfQuality(
  { findings, ofVolumes }: Pick<Quality, "findings" | "ofVolumes">,
  allowPartial: boolean,
): RunProblem[] {
  const grave = findings.filter(
    ({ severity }) => severity === "fail" || (severity === "hold" && !allowPartial),
  );
  const jobs = [...new Set(grave.map(({ job }) => job))];
  return [
    ...jobs.map((job): RunProblem => {
      const checks = grave.filter((finding) => finding.job === job).map(({ check }) => check);
      return { code: "lesson_unfit", job, checks: [...new Set(checks)] };
    }),
    ...ofVolumes
      .filter(({ severity }) => severity === "fail")
      .map(({ volume, check }): RunProblem => ({ code: "volume_unfit", volume, check })),
  ];
}
