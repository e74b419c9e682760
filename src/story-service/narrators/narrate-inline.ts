import { inKana } from "../../shared/speech/kana-readings.ts";
import type { Samples } from "../../shared/speech/sound.ts";
import { durationMsOf, joinSamples, silence } from "../../shared/speech/sound.ts";
import { openEngine } from "../../shared/speech/speech-engine.ts";
import { voiceOf } from "../../shared/speech/voices.ts";
import type { Recording } from "../ports.ts";
import { encodeMp3 } from "./encode-mp3.ts";
import { levelled } from "./level.ts";
import { utterancesOf } from "./utterances.ts";

/** The text to narrate. */
export interface Spoken {
  readonly lang: string;
  readonly title: string;
  readonly text: string;
}

/**
 * Narrates a story; blocks the calling thread. The same story gives the same bytes with the same engine. Rejects if the language has no voice, no
 * engine is installed, nothing in the story can be spoken, or the voice can't read any of it.
 */
export async function narrateInline(story: Spoken): Promise<Recording> {
  const samples = levelled(await speakStory(story));
  return { bytes: await encodeMp3(samples), contentType: "audio/mpeg", durationMs: durationMsOf(samples) };
}

/** The story as sound: title first, with pauses between sentences and longer ones between paragraphs. Rejects like `narrateInline`. */
export async function speakStory(story: Spoken): Promise<Samples> {
  const voice = voiceOf(story.lang);
  if (voice === undefined) throw new Error(`no voice reads ${story.lang}`);
  const engine = await openEngine(voice);
  const pieces: Samples[] = [];
  for (const utterance of utterancesOf(story)) {
    const text = story.lang === "ja" ? inKana(utterance.text) : utterance.text;
    pieces.push(await engine.speak(text), silence(utterance.pauseMs));
  }
  if (pieces.every((piece) => piece.every((sample) => sample === 0)))
    throw new Error("nothing in the story can be said");
  return joinSamples(pieces);
}
