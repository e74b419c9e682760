import { canonicalJson } from "../shared/canonical-json.ts";
import { sha256 } from "../shared/hash.ts";
import { remembered } from "../shared/remembered.ts";
import { meaning, type Plan, type StoryRequest } from "./plan.ts";

/** Identifies a request: SHA-256 of its canonical JSON. Each request is hashed once: matching, edits and work ask for it. */
export const requestHash = remembered(
  (request: StoryRequest): string => sha256(canonicalRequest(request)),
  new WeakMap(),
);

/**
 * Identifies a plan's meaning: SHA-256 of the canonical JSON of the members in `meaning` and its jobs without `place`, each with its `requestHash`.
 */
export function planHash(plan: Plan): string {
  const head = Object.fromEntries(Object.entries(plan).filter(([key]) => Object.hasOwn(meaning, key)));
  const jobs = plan.jobs.map(({ id, key, topicId, request }) => {
    return { id, key, topicId, request, requestHash: requestHash(request) };
  });
  return sha256(canonicalJson({ ...head, jobs }));
}

/** Equal to `canonicalJson` of the request, but faster, since it writes the members in their known order. */
function canonicalRequest(request: StoryRequest): string {
  const { audiobook, difficulty, form, genre, lang, length, topic, visibility } = request;
  const words = request.words?.map(({ gloss, word }) => ({ gloss, word }));
  return JSON.stringify({ audiobook, difficulty, form, genre, lang, length, topic, visibility, words });
}
