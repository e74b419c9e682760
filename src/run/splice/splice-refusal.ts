/**
 * no_silence: there is no quiet place before or behind a sentence. no_speech: nothing is heard in what should replace it. level: it can't be
 * made as loud as its neighbours. click: a joint would be heard.
 */
export type SpliceRefusal = "no_silence" | "no_speech" | "level" | "click";
