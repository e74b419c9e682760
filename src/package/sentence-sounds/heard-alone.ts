import type { SentencePlace } from "../../lessons/align/script.ts";
import { type RecordedLesson, readAlongOf } from "../contents/read-along.ts";
import type { SoundStretch } from "./cut-sound.ts";

/** From which confidence on a sentence is played by itself, where nobody sees what comes before it and after. */
const sureConfidence = 0.5;

// What comes before a voice is heard clearly, and what fades behind it, where no other sentence is heard there.
const beforeMs = 40;
const behindMs = 80;

/**
 * Tells of a lesson's sentences by their places when each is to be played by itself: a little longer than it is heard, and never into another one.
 * Null where that is not known, or not well enough. Pure.
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
