import { createHash } from "node:crypto";
import { canonicalJson } from "../shared/canonical-json.ts";
import { sha256 } from "../shared/hash.ts";
import { remembered } from "../shared/remembered.ts";
import { type Job, meaning, type Plan, type StoryRequest } from "./plan.ts";

/** Identifies a request: SHA-256 of its canonical JSON. Each request is hashed once: matching, edits and work ask for it. */
export const requestHash = remembered(
  (request: StoryRequest): string => sha256(canonicalRequest(request)),
  new WeakMap(),
);

/**
 * Identifies a plan's meaning: SHA-256 of the canonical JSON of the members in `meaning` and its jobs without `place` and `formerKeys`, each with its
 * `requestHash`. Jobs are hashed one by one: the texts of a hundred thousand would take more memory than the jobs themselves.
 */
export function planHash(plan: Plan): string {
  const { edition, jobs } = plan;
  const head = Object.fromEntries(Object.entries(plan).filter(([key]) => Object.hasOwn(meaning, key)));
  const [before, after] = canonicalJson({ ...head, jobs: [] }).split('"jobs":[]', 2);
  const hash = createHash("sha256").update(`${before}"jobs":[`);
  for (const [index, job] of jobs.entries())
    hash.update((index === 0 ? "" : ",") + canonicalJob(job, edition));
  return hash.update(`]${after}`).digest("hex");
}

// A job's names contain no characters that JSON escapes.
function canonicalJob({ id, request, topicId }: Job, edition: string): string {
  const json = canonicalRequest(request);
  return `{"id":"${id}","key":"${edition}/${id}","request":${json},"requestHash":"${sha256(json)}","topicId":"${topicId}"}`;
}

/** Equal to `canonicalJson` of the request, but faster, since it writes the members in their known order. */
function canonicalRequest(request: StoryRequest): string {
  const { audiobook, difficulty, form, genre, lang, length, topic, visibility } = request;
  const words = request.words?.map(({ gloss, word }) => ({ gloss, word }));
  return JSON.stringify({ audiobook, difficulty, form, genre, lang, length, topic, visibility, words });
}
