// Pages in the browser read these too, so this file imports nothing.

/**
 * no_silence: there is no quiet place before or after a sentence. no_speech: nothing is heard in the replacement. level: the replacement can't
 * be made as loud as its neighbours. click: a joint would be heard.
 */
export type SpliceRefusal = "no_silence" | "no_speech" | "level" | "click";

/**
 * Why nothing was spoken anew. nothing: no corrected sentence sounds different. no_times: it is not known when the lesson's sentences are heard.
 * unsure: the times are not certain enough. not_mp3: the recording is in a format that can't be spliced. no_language: the narrator doesn't speak the
 * lesson's language. narrator_failed: `cause` says why. The others: see `splice`.
 */
export type RevoicingRefusal =
  | { readonly why: "nothing" | "no_times" | "not_mp3" | "no_language" | "unsure" | SpliceRefusal }
  | { readonly why: "narrator_failed"; readonly cause: string };
