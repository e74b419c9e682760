import { outsideAudiobook } from "../recording/audiobook-limits.ts";
import type { SoundMeasures } from "../recording/sound-measures.ts";
import type { CheckedLesson } from "./checked-lesson.ts";
import type { Limits } from "./checks.ts";
import type { Found, Spot } from "./finding.ts";

/** Published speech is never this quiet. In LUFS. */
const quietest = -50;

/** Checks the recording of one lesson, without comparing it with others. */
export function checkSound(lesson: CheckedLesson, limits: Limits): Found[] {
  const { sound } = lesson;
  const found = [...textOfRecording(lesson, limits)];
  if (sound === null) return found;
  if (sound.loudness === null || sound.loudness < quietest) {
    // Not also reported as a recording that does not match the text.
    return [{ check: "silent", spots: [] }];
  }
  return [
    ...found,
    ...silences(sound, { limits, spotAt: (ms) => spotsAt(lesson, ms) }),
    ...clipped(lesson, sound, limits),
    ...overPeak(sound, limits),
    ...forShops(sound),
  ];
}

/** Whether the recording matches the text, as found by the alignment. */
function textOfRecording({ times, spot }: CheckedLesson, limits: Limits): Found[] {
  if (times === null) return [];
  const { why, hints } = times;
  if (why === "no_sound") return [{ check: "silent", spots: [] }];
  if (why === "unlike" || why === "band_edge" || why === "uneven")
    return [{ check: "recording", why, spots: [] }];
  if (hints.length <= limits.sentences.most) return [];
  return [
    {
      check: "sentences",
      kinds: hints.map(({ kind }) => kind),
      spots: hints.map(({ sentence, atMs }) => ({ ...spot(sentence), atMs })),
    },
  ];
}

function spotsAt({ spot, sentenceAt }: CheckedLesson, ms: number): Spot[] {
  const sentence = sentenceAt(ms);
  return sentence === null ? [] : [{ ...spot(sentence), atMs: ms }];
}

/** A silence this close to the start or the end of the recording belongs there. */
const atEndMs = 30;

function silences(
  { silences, durationMs }: SoundMeasures,
  { limits, spotAt }: { limits: Limits; spotAt: (ms: number) => Spot[] },
): Found[] {
  return silences
    .filter(({ from, to }) => to - from > limits.silence.most)
    .map(({ from, to }) => {
      const where = from <= atEndMs ? "start" : to >= durationMs - atEndMs ? "end" : "within";
      return { check: "silence", where, from, to, spots: where === "start" ? [] : spotAt(from) };
    });
}

function overPeak({ peak }: SoundMeasures, limits: Limits): Found[] {
  return peak !== null && peak > limits.peak.most ? [{ check: "peak", value: peak, spots: [] }] : [];
}

function forShops(sound: SoundMeasures): Found[] {
  const outside = outsideAudiobook(sound);
  return outside.length === 0 ? [] : [{ check: "audiobook", outside, spots: [] }];
}

const minuteMs = 60_000;

function clipped(lesson: CheckedLesson, sound: SoundMeasures, limits: Limits): Found[] {
  // A recording shorter than a minute counts as a minute, so that a few clips in it don't become many per minute.
  const perMinute = (sound.clipped * minuteMs) / Math.max(minuteMs, sound.durationMs);
  const atMs = sound.clippedAtMs;
  if (atMs === null || perMinute <= limits.clipped.most) return [];
  return [{ check: "clipped", perMinute, atMs, spots: spotsAt(lesson, atMs) }];
}
