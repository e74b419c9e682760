/** The cause recorded for an attempt whose run ended between its intention and its outcome. */
export const crashCause = "the run ended before the answer was recorded";
