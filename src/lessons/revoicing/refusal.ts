// Pages in the browser read these too, so this file imports nothing.

/** no_silence: no quiet place beside the sentence. level: it can't be made as loud as its neighbours. click: a joint would be heard. */
export type SpliceRefusal = "no_silence" | "no_speech" | "level" | "click";

/** nothing: no corrected sentence sounds different. unsure: the times are not certain enough. not_mp3: it can't be spliced. */
export type RevoicingRefusal =
  | { readonly why: "nothing" | "no_times" | "not_mp3" | "no_language" | "unsure" | SpliceRefusal }
  | { readonly why: "narrator_failed"; readonly cause: string };
