import type { Job, Plan } from "../plan/plan.ts";
import { suggest } from "../plan/suggest.ts";
import type { Replacement } from "../run/lesson.ts";
import { Failure } from "../shared/failure.ts";
import type { CourseProblem } from "./problem.ts";

export interface JobChoice {
  readonly only?: string | null;
  readonly first?: number | null;
}

export function selectJobs(
  { edition, skippedAt: place, jobs }: Pick<Plan, "edition" | "skippedAt" | "jobs">,
  { only = null, first = null }: JobChoice,
): readonly Job[] {
  const matches = only === null ? () => true : globMatcher(only);
  const chosen = place === null ? jobs.filter((job) => matches(job.id)) : [];
  if (chosen.length === 0)
    throw new Failure<CourseProblem>({ code: "no_job_selected", only, edition, place });
  return first === null ? chosen : chosen.slice(0, first);
}

/** Reads the user's selection of jobs and replacements. Throws a Failure with a CourseProblem. */
export function readSelection(
  plan: Plan,
  { replace, ...choice }: JobChoice & { readonly replace: readonly Replacement[] },
): { readonly jobs: readonly Job[]; readonly replace: readonly Replacement[] } {
  const jobs = selectJobs(plan, choice);
  const asked = replace.map(({ job, of }) => ({ job: jobOf(plan, job).id, of: of?.toLowerCase() ?? null }));
  const chosen = new Set(jobs.map(({ id }) => id));
  const left = asked.find(({ job }) => !chosen.has(job));
  if (left !== undefined) throw new Failure<CourseProblem>({ code: "replace_not_selected", job: left.job });
  return { jobs, replace: asked };
}

/** Parses `--replace <job>@<id>`, and the short form without an id. */
export function readReplacements(typed: readonly string[]): Replacement[] {
  return typed.map((value) => {
    const [job = "", of] = value.split("@", 2);
    return { job, of: of ?? null };
  });
}

/** The job with this id. Throws a Failure that suggests the nearest job if there is none. */
export function jobOf(plan: Pick<Plan, "jobs">, id: string): Job {
  const job = plan.jobs.find((one) => one.id === id || one.key === id);
  if (job !== undefined) return job;
  const suggestion = suggest(
    id,
    plan.jobs.map((one) => one.id),
  );
  throw new Failure<CourseProblem>({ code: "job_unknown", job: id, suggestion });
}

function globMatcher(glob: string): (text: string) => boolean {
  const source = glob
    .replace(/[.+^${}()|[\]\\]/g, "\\$&")
    .replace(/\*+/g, ".*")
    .replace(/\?/g, ".");
  const pattern = new RegExp(`^${source}$`);
  return (text) => pattern.test(text);
}
