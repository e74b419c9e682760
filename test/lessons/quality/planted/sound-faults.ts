import type { Check } from "../../../../src/lessons/quality/finding.ts";
import type { Samples } from "../../../../src/shared/speech/sound.ts";
import { amplified, delivered, faster, muted, type SpokenLesson, withPause } from "./recorded-lessons.ts";

/** A recording that is spoilt, and the checks of which one should tell it. */
export interface SoundFault {
  readonly says: string;
  readonly told: readonly Check[];
  /** The recording that the first lesson gets, of its own pieces and the other lessons'. */
  readonly spoil: (lessons: readonly SpokenLesson[]) => Samples;
}

const piecesOf = (lessons: readonly SpokenLesson[], number = 0): readonly Samples[] =>
  lessons[number]?.pieces ?? [];

const own = (lessons: readonly SpokenLesson[]): Samples => delivered(piecesOf(lessons));

const differs: readonly Check[] = ["recording", "sentences"];

/** Faults that only listening would tell. */
export const soundFaults: readonly SoundFault[] = [
  { says: "the sound of the next story", told: differs, spoil: (all) => delivered(piecesOf(all, 1)) },
  { says: "the sound of another story", told: differs, spoil: (all) => delivered(piecesOf(all, 3)) },
  {
    says: "sound that is cut off at its peaks, much",
    told: ["clipped"],
    spoil: (all) => amplified(own(all), 8),
  },
  {
    says: "sound that is cut off at its peaks, a little",
    told: ["clipped"],
    spoil: (all) => amplified(own(all), 3),
  },
  { says: "no sound at all", told: ["silent"], spoil: (all) => muted(own(all), 0, 1) },
  { says: "no sound in its second half", told: ["silence"], spoil: (all) => muted(own(all), 0.5, 1) },
  { says: "a pause of eight seconds", told: ["silence"], spoil: (all) => withPause(own(all), 0.4, 8) },
  { says: "ten seconds of silence before it", told: ["silence"], spoil: (all) => withPause(own(all), 0, 10) },
  { says: "much too quiet", told: ["loudness"], spoil: (all) => amplified(own(all), 0.25) },
  { says: "half as fast again", told: ["speed", ...differs], spoil: (all) => faster(own(all), 1.5) },
  {
    says: "two sentences left out",
    told: differs,
    spoil: (all) => delivered(piecesOf(all).filter((_, at) => at !== 5 && at !== 6)),
  },
  {
    says: "a sentence twice",
    told: differs,
    spoil: (all) => delivered(piecesOf(all).flatMap((piece, at) => (at === 6 ? [piece, piece] : [piece]))),
  },
  {
    says: "an end after two thirds",
    told: [...differs, "speed"],
    spoil: (all) => delivered(piecesOf(all).slice(0, Math.ceil((piecesOf(all).length * 2) / 3))),
  },
];
