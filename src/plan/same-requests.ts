import { requestHash } from "./fingerprint.ts";
import type { Job } from "./plan.ts";
import type { PlanProblem } from "./problem.ts";

/** Jobs with exactly the same request as another: the same order twice, whatever their topics are called. */
export function sameRequests(jobs: readonly Job[]): PlanProblem[] {
  return [...alikeBefore(jobs)].flatMap((alike) => {
    const firsts = new Map<string, Job>();
    return alike.flatMap((job): PlanProblem[] => {
      const hash = requestHash(job.request);
      const first = firsts.get(hash);
      if (first === undefined) {
        firsts.set(hash, job);
        return [];
      }
      const { place, id } = job;
      return [{ severity: "error", place, code: "same_request", job: id, as: first.id, first: first.place }];
    });
  });
}

/**
 * Jobs of different topics with the same text, language and difficulty: only these can be the same, and hashing all jobs of a long plan
 * would take longer.
 */
function alikeBefore(jobs: readonly Job[]): Iterable<readonly Job[]> {
  const first = new Map<string, Job>();
  const alike = new Map<string, Job[]>();
  for (const job of jobs) {
    const { topic, lang, difficulty } = job.request;
    const key = `${lang}\n${difficulty}\n${topic}`;
    const other = first.get(key);
    if (other === undefined) first.set(key, job);
    else alike.set(key, [...(alike.get(key) ?? [other]), job]);
  }
  return alike.values();
}
