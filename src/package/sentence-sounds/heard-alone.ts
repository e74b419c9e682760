import type { SentencePlace } from "../../lessons/align/script.ts";
import { type RecordedLesson, readAlongOf } from "../contents/read-along.ts";
import type { SoundStretch } from "./cut-sound.ts";

/** The confidence from which a sentence is played alone, out of context. */
const sureConfidence = 0.5;

// A margin before a voice becomes clear and after it fades, as far as no other sentence is heard there.
const beforeMs = 40;
const behindMs = 80;

/**
 * When to play each of a lesson's sentences alone, by position: with a small margin, but never into another sentence. Null if its times are
 * unknown or not certain enough. Pure.
 */
export function heardAlone(lesson: RecordedLesson): (place: SentencePlace) => SoundStretch | null {
  const parts = lesson.source.times?.level === "sentences" ? (readAlongOf(lesson)?.parts ?? []) : [];
  const places = new Map(parts.map((part, index) => [keyOf(part), index]));
  return (place) => {
    const index = places.get(keyOf(place)) ?? -1;
    const part = parts[index];
    if (part === undefined || part.confidence < sureConfidence) return null;
    return {
      startMs: Math.max(parts[index - 1]?.endMs ?? 0, part.startMs - beforeMs),
      endMs: Math.min(parts[index + 1]?.startMs ?? Number.POSITIVE_INFINITY, part.endMs + behindMs),
    };
  };
}

function keyOf({ paragraph, from, to }: SentencePlace): string {
  return `${paragraph}:${from}-${to}`;
}
