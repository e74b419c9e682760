import type { SavedAlignment } from "../../lessons/align/times-file.ts";
import type { Recording } from "../splice/recording.ts";
import { speechIn } from "../splice/speech.ts";
import { type Replacement, type Spliced, splice } from "../splice/splice.ts";
import type { KnownSpeech } from "./earlier-speech.ts";
import type { ToSpeak } from "./parts-to-speak.ts";
import type { RespeakRefusal } from "./respeak-refusal.ts";
import type { SentenceNarrator } from "./sentence-narrator.ts";

/** A spliced recording, and the parts that were replaced in it, in order. */
export interface SplicedParts {
  readonly result: Spliced;
  readonly parts: readonly ToSpeak[];
  readonly left: readonly RespeakRefusal[];
}

/** Speaks and splices all parts that can be; refuses if that is none. */
export async function speakAndSplice(
  recording: Recording,
  parts: readonly ToSpeak[],
  {
    lang,
    times,
    narrator,
    known,
  }: {
    readonly lang: string;
    readonly times: SavedAlignment;
    readonly narrator: SentenceNarrator;
    readonly known: KnownSpeech;
  },
): Promise<SplicedParts | RespeakRefusal> {
  const heard = [...(times.title === null ? [] : [times.title]), ...times.sentences];
  const left: RespeakRefusal[] = [];
  let rest: { part: ToSpeak; replacement: Replacement; isKnown: boolean }[] = [];
  for (const part of parts) {
    const own = await speechFor(part, { lang, narrator, known });
    if (typeof own === "object" && own !== null && "why" in own) {
      // The next sentence would wait for the same answer.
      if (own.why === "narrator_failed") return own;
      left.push(own);
    } else rest.push({ part, replacement: { ...part.heard, by: own }, isKnown: known(part) !== null });
  }
  while (rest.length > 0) {
    const result = await splice(
      recording,
      rest.map(({ replacement }) => replacement),
      heard,
    );
    if (result.kind === "spliced") return { result, parts: rest.map(({ part }) => part), left };
    const failed = rest[result.index];
    const isAgain = failed?.isKnown === true && result.why === "level";
    const fresh = isAgain ? await speechFor(failed.part, { lang, narrator, known: () => null }) : null;
    if (isAgain && fresh !== null && !("why" in fresh)) {
      const replacement = { ...failed.part.heard, by: fresh };
      rest = rest.map((one) => (one === failed ? { ...one, replacement, isKnown: false } : one));
      continue;
    }
    left.push({ why: result.why });
    rest = rest.filter((one) => one !== failed);
  }
  return left[0] ?? { why: "nothing" };
}

/** The speech of a part: as it was spoken before, or spoken now. */
async function speechFor(
  part: ToSpeak,
  { lang, narrator, known }: { lang: string; narrator: SentenceNarrator; known: KnownSpeech },
): Promise<Replacement["by"] | RespeakRefusal> {
  if (part.spoken === null) return null;
  const before = known(part);
  if (before !== null) return before;
  try {
    const { bytes } = await narrator.narrate({ lang, title: "", text: part.spoken });
    return (await speechIn(bytes)) ?? { why: "no_speech" };
  } catch (error) {
    return { why: "narrator_failed", cause: error instanceof Error ? error.message : String(error) };
  }
}
