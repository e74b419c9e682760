import { checkVolume } from "../../../../src/lessons/quality/check-volume.ts";
import type { LessonToCheck } from "../../../../src/lessons/quality/checked-lesson.ts";
import type { Check, Finding } from "../../../../src/lessons/quality/finding.ts";
import { loadDetector } from "../../../../src/lessons/series/passages.ts";
import { defaultQuality } from "../../../../src/plan/quality-checks.ts";
import { languageOf } from "../../../../src/shared/languages/languages.ts";
import { goodVolume } from "./good-lessons.ts";
import { delivered, recorded, type SpokenLesson, spoken } from "./recorded-lessons.ts";
import { soundFaults } from "./sound-faults.ts";
import { textFaults } from "./text-faults.ts";

/** What became of a planted fault. */
interface Planted {
  readonly says: string;
  readonly isFound: boolean;
}

interface Outcome {
  readonly planted: readonly Planted[];
  /** Good lessons in good volumes, and what was found in them all the same. */
  readonly good: number;
  readonly alarms: readonly Finding[];
}

interface Volumes {
  readonly languages: readonly string[];
  /** Lessons with a recording, which take a few seconds each. */
  readonly recorded: Readonly<Record<string, number>>;
}

const difficulty = 2;

/** Enough for half a minute of sound. */
const paragraphs = 4;

/** Plants every fault in a volume of good lessons, one at a time, and checks the good volumes, too. */
export async function plantAll({ languages, recorded: counts }: Volumes): Promise<Outcome> {
  const detect = await loadDetector();
  const check = (lessons: readonly LessonToCheck[]): readonly Finding[] =>
    checkVolume("volume", lessons, {
      limits: defaultQuality,
      detect,
      headwords: null,
      reader: languageOf("en"),
    }).findings;
  const planted: Planted[] = [];
  const judge = (says: string, wanted: readonly Check[], lessons: readonly LessonToCheck[]): void => {
    const told = check(lessons).flatMap(({ job, check }) => (job === lessons[0]?.job ? [check] : []));
    planted.push({ says, isFound: told.some((name) => wanted.includes(name)) });
  };

  const volumes = new Map<string, LessonToCheck[]>();
  for (const lang of languages) volumes.set(lang, await goodVolume({ lang, difficulty }));
  for (const { says, lang, told, spoil } of textFaults) {
    const volume = volumes.get(lang) ?? (await goodVolume({ lang, difficulty }));
    judge(says, told, [await spoil(volume), ...volume.slice(1)]);
  }

  const withSound: LessonToCheck[][] = [];
  for (const [lang, count] of Object.entries(counts)) {
    const spokenLessons: SpokenLesson[] = [];
    for (const lesson of await goodVolume({ lang, difficulty, paragraphs }, count))
      spokenLessons.push(await spoken(lesson));
    const volume: LessonToCheck[] = [];
    for (const { lesson, pieces } of spokenLessons) volume.push(await recorded(lesson, delivered(pieces)));
    withSound.push(volume);
    // Each fault once: in the first language that there is.
    if (withSound.length > 1) continue;
    for (const { says, told, spoil } of soundFaults) {
      const [lesson] = spokenLessons;
      if (lesson === undefined) continue;
      judge(says, told, [await recorded(lesson.lesson, spoil(spokenLessons)), ...volume.slice(1)]);
    }
  }
  const good = [...volumes.values(), ...withSound];
  return {
    planted,
    good: good.reduce((sum, lessons) => sum + lessons.length, 0),
    alarms: good.flatMap(check),
  };
}
