import type { SentencePlace } from "../../lessons/text/story-text.ts";
import { type RecordedLesson, readAlongOf } from "../contents/read-along.ts";
import type { SoundStretch } from "./cut-sound.ts";

/** The confidence from which a sentence is played alone, out of context. */
const sureConfidence = 0.5;

// A margin before a voice becomes clear and after it fades, as far as no other sentence is heard there.
const beforeMs = 40;
const behindMs = 80;

/**
 * The range of the recording to play for each of a lesson's sentences alone, by position. Each range has a small margin, which never
 * reaches into another sentence or a corrected passage. Null if the lesson's times are unknown or not certain enough. Pure.
 */
export function heardAlone(lesson: RecordedLesson): (place: SentencePlace) => SoundStretch | null {
  const parts = lesson.times?.level === "sentences" ? (readAlongOf(lesson)?.parts ?? []) : [];
  const unwritten = lesson.corrected?.unwritten ?? [];
  const spoken: SoundStretch[] = [...parts, ...unwritten].sort((one, other) => one.startMs - other.startMs);
  const indexes = new Map(spoken.map((stretch, index) => [stretch, index]));
  const places = new Map(parts.map((part) => [keyOf(part), part]));
  return (place) => {
    const part = places.get(keyOf(place));
    if (part === undefined || part.confidence < sureConfidence) return null;
    const index = indexes.get(part) ?? -1;
    return {
      startMs: Math.max(spoken[index - 1]?.endMs ?? 0, part.startMs - beforeMs),
      endMs: Math.min(spoken[index + 1]?.startMs ?? Number.POSITIVE_INFINITY, part.endMs + behindMs),
    };
  };
}

function keyOf({ paragraph, from, to }: SentencePlace): string {
  return `${paragraph}:${from}-${to}`;
}
