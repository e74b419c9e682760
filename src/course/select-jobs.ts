import type { Job } from "../plan/plan.ts";
import { suggest } from "../plan/schema/suggest.ts";
import { Failure } from "../shared/failure.ts";
import type { CourseProblem } from "./problem.ts";

/** The jobs of a plan that a glob over job ids (`*` and `?`) and a count choose, in the plan's order. */
export function selectJobs<Of extends Job>(
  plan: { readonly jobs: readonly Of[] },
  { only, first }: { only: string | null; first: number | null },
): readonly Of[] {
  const matches = only === null ? () => true : globMatcher(only);
  const chosen = plan.jobs.filter((job) => matches(job.id));
  if (chosen.length === 0) throw new Failure<CourseProblem>({ code: "no_job_selected", only: only ?? "" });
  return first === null ? chosen : chosen.slice(0, first);
}

/** The job of this id, or of one that it had before; else a Failure that suggests the nearest one. */
export function jobOf<Of extends Job>(
  plan: { readonly edition: string; readonly jobs: readonly Of[] },
  id: string,
): Of {
  const key = id.includes("/") ? id : `${plan.edition}/${id}`;
  const job =
    plan.jobs.find((one) => one.id === id || one.key === id) ??
    plan.jobs.find(({ formerKeys }) => formerKeys.includes(key));
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
