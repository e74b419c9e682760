import type { SpliceRefusal } from "../splice/splice-refusal.ts";

/**
 * Why nothing was spoken anew. nothing: no corrected sentence is heard otherwise. no_times: it is not known when its sentences are heard.
 * unsure: it is not certain enough. not_mp3: its recording is in a format that can't be spliced. no_language: the narrator doesn't speak it.
 * narrator_failed: `cause` says why. The others: see `splice`.
 */
export type RespeakRefusal =
  | { readonly why: "nothing" | "no_times" | "not_mp3" | "no_language" | "unsure" | SpliceRefusal }
  | { readonly why: "narrator_failed"; readonly cause: string };
