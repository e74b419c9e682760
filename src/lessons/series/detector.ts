/** The languages that a text may be in, each with a score from 0 to 1. Impossible languages are left out. */
export type Detect = (text: string) => Readonly<Record<string, number>>;

/** Loads the language detector only when it is needed: it takes about half a second and 50 MB of memory that is never released. */
export async function loadDetector(): Promise<Detect> {
  const { eld } = await import("eld/small");
  return (text) => eld.detect(text).getScores();
}
