import { alignStory, referenceRate } from "../../../../src/lessons/align/align-story.ts";
import { readTimes, writeTimes } from "../../../../src/lessons/align/alignment.ts";
import { scriptOf } from "../../../../src/lessons/align/script.ts";
import { checkVolume } from "../../../../src/lessons/quality/check-volume.ts";
import type { LessonToCheck } from "../../../../src/lessons/quality/checked-lesson.ts";
import type { Check, Finding } from "../../../../src/lessons/quality/finding.ts";
import { measureSound } from "../../../../src/lessons/recording/measure-sound.ts";
import { loadDetector } from "../../../../src/lessons/series/passages.ts";
import { paragraphsOf } from "../../../../src/lessons/text/sentences.ts";
import { defaultQuality } from "../../../../src/plan/quality-checks.ts";
import { languageOf, voiceOf } from "../../../../src/shared/languages/languages.ts";
import { joinSamples, type Samples, sampleRate, silence } from "../../../../src/shared/speech/sound.ts";
import { openEngine, type SpeechEngine } from "../../../../src/shared/speech/speech-engine.ts";
import { encodeMp3, levelled } from "../../../../src/story-service/narrators/narrate-inline.ts";
import { goodVolume, withText, wordsIn, writtenLesson } from "./good-lessons.ts";

interface Outcome {
  readonly planted: readonly { readonly says: string; readonly isFound: boolean }[];
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
  const options = { limits: defaultQuality, detect, headwords: null, reader: languageOf("en") };
  const check = (lessons: readonly LessonToCheck[]) => checkVolume("volume", lessons, options).findings;
  const planted: { says: string; isFound: boolean }[] = [];
  const judge = (says: string, wanted: readonly Check[], lessons: readonly LessonToCheck[]): void => {
    const told = check(lessons).flatMap(({ job, check }) => (job === lessons[0]?.job ? [check] : []));
    planted.push({ says, isFound: told.some((name) => wanted.includes(name)) });
  };
  const volumes = new Map<string, LessonToCheck[]>();
  for (const lang of languages) volumes.set(lang, await goodVolume({ lang, difficulty }));
  for (const [says, lang, told, spoil] of textFaults) {
    const volume = volumes.get(lang) ?? (await goodVolume({ lang, difficulty }));
    const [lesson, second] = volume as [LessonToCheck, LessonToCheck];
    judge(says, told, [await spoil(lesson, second), ...volume.slice(1)]);
  }
  const withSound: LessonToCheck[][] = [];
  for (const [lang, count] of Object.entries(counts)) {
    const lessons = await goodVolume({ lang, difficulty, paragraphs }, count);
    const pieces: Pieces[] = [];
    for (const lesson of lessons) pieces.push(await spoken(lesson));
    const volume: LessonToCheck[] = [];
    for (const [index, lesson] of lessons.entries())
      volume.push(await recorded(lesson, delivered(pieces[index])));
    withSound.push(volume);
    const [first] = lessons;
    // Each fault once: in the first language that there is.
    if (withSound.length > 1 || first === undefined) continue;
    for (const [says, told, spoil] of soundFaults)
      judge(says, told, [await recorded(first, spoil(pieces)), ...volume.slice(1)]);
  }
  const good = [...volumes.values(), ...withSound];
  return {
    planted,
    good: good.reduce((sum, lessons) => sum + lessons.length, 0),
    alarms: good.flatMap(check),
  };
}

/** What spoils the first lesson of a volume; it knows the second, too. */
type Spoil = (lesson: LessonToCheck, second: LessonToCheck) => LessonToCheck | Promise<LessonToCheck>;

const rewritten =
  (change: (paragraphs: string[]) => readonly string[]): Spoil =>
  (lesson) =>
    withText({ ...lesson, text: change(paragraphsOf(lesson.text)).join("\n\n") });

const another =
  (order: { readonly lang?: string; readonly difficulty?: number }): Spoil =>
  async (lesson) => {
    const { title, text } = await writtenLesson({
      lang: lesson.lang,
      difficulty,
      topic: "The lighthouse",
      ...order,
    });
    return withText({ ...lesson, title, text });
  };

/** The second story once more, with some of its words changed. */
const twin =
  (changes: Readonly<Record<string, string>> = {}): Spoil =>
  (lesson, { text }) =>
    withText({
      ...lesson,
      text: Object.entries(changes).reduce((sum, [from, to]) => sum.replaceAll(from, to), text),
    });

const withoutWords =
  (count: number): Spoil =>
  (lesson) =>
    withText({
      ...lesson,
      text: wordsIn(lesson.lang)
        .slice(0, count)
        .reduce((sum, word) => sum.replaceAll(word, "pan"), lesson.text),
    });

const english =
  "In the afternoon the weather turned cold, and everybody went home early. Nobody had expected that the shop would be closed on such a day.";
const german =
  "Am Nachmittag wurde das Wetter kalt, und alle gingen früh nach Hause. Niemand hatte erwartet, dass der Laden an so einem Tag geschlossen war.";
const oneSentence = "She could not remember where she had left the little blue umbrella that morning.";
const refusal =
  "I'm sorry, but I can't help with that request. As a language model I am not able to write a story about this topic. Please try another one.";

/** Faults that a text alone has, and the checks of which one should tell it. */
const textFaults: readonly (readonly [says: string, lang: string, told: readonly Check[], spoil: Spoil])[] = [
  ["a French story for a Spanish one", "es", ["language"], another({ lang: "fr" })],
  ["an English story for a German one", "de", ["language"], another({ lang: "en" })],
  ["a Spanish story for a Portuguese one", "pt", ["language"], another({ lang: "es" })],
  ["an English paragraph in an Italian story", "it", ["language"], rewritten((p) => p.with(3, english))],
  ["an English paragraph in a Russian story", "ru", ["language"], rewritten((p) => p.with(2, english))],
  ["a German paragraph in a Dutch story", "nl", ["language"], rewritten((p) => p.with(4, german))],
  [
    "one English sentence in a French story",
    "fr",
    ["language"],
    rewritten((p) => p.with(2, `${p[2]} ${oneSentence}`)),
  ],
  ["a refusal instead of a story", "pt", ["language", "length"], rewritten(() => [refusal])],
  ["the same story twice", "en", ["echo"], twin()],
  ["the same story with another market", "es", ["echo"], twin({ tren: "barco", noche: "tarde" })],
  [
    "the same story in other words here and there",
    "fr",
    ["echo"],
    twin({ petit: "grand", train: "bateau", vieux: "jeune" }),
  ],
  [
    "the same story with its paragraphs in another order",
    "it",
    ["echo"],
    (lesson, { text }) => withText({ ...lesson, text: paragraphsOf(text).reverse().join("\n\n") }),
  ],
  ["the title of another lesson", "nl", ["title"], (lesson, { title }) => ({ ...lesson, title })],
  ["level 8 in a volume of level 2, Spanish", "es", ["level"], another({ difficulty: 8 })],
  ["level 8 in a volume of level 2, German", "de", ["level"], another({ difficulty: 8 })],
  ["level 6 in a volume of level 2, English", "en", ["level"], another({ difficulty: 6 })],
  ["level 10 in a volume of level 2, French", "fr", ["level"], another({ difficulty: 10 })],
  ["a required word missing, Spanish", "es", ["missing"], withoutWords(1)],
  ["two required words missing, Italian", "it", ["missing"], withoutWords(2)],
  ["a required word missing, Russian", "ru", ["missing"], withoutWords(1)],
  ["a third of a story", "de", ["length"], rewritten((p) => p.slice(0, 3))],
  [
    "a story that breaks off",
    "en",
    ["brokenOff"],
    rewritten((p) => [...p.slice(0, -1), (p.at(-1) ?? "").slice(0, -25)]),
  ],
  [
    "a paragraph over and over",
    "ru",
    ["repeats"],
    rewritten((p) => [...p.slice(0, 4), ...Array<string>(4).fill(p[3] ?? "")]),
  ],
];

/** What a narrator says of a lesson: its title and its sentences, each with the pause after it. */
type Pieces = readonly Samples[];

const differs: readonly Check[] = ["recording", "sentences"];

const spoilt =
  (change: (sound: Samples) => Samples) =>
  ([own]: readonly Pieces[]): Samples =>
    change(delivered(own));
const retold =
  (change: (pieces: Pieces) => Pieces) =>
  ([own = []]: readonly Pieces[]): Samples =>
    delivered(change(own));

/** Faults that only listening would tell: the recording that the first lesson gets, of its own pieces and the other lessons'. */
const soundFaults: readonly (readonly [
  says: string,
  told: readonly Check[],
  spoil: (all: readonly Pieces[]) => Samples,
])[] = [
  ["the sound of the next story", differs, (all) => delivered(all[1])],
  ["the sound of another story", differs, (all) => delivered(all[3])],
  ["sound that is cut off at its peaks, much", ["clipped"], spoilt((sound) => amplified(sound, 8))],
  ["sound that is cut off at its peaks, a little", ["clipped"], spoilt((sound) => amplified(sound, 3))],
  ["no sound at all", ["silent"], spoilt((sound) => muted(sound, 0))],
  ["no sound in its second half", ["silence"], spoilt((sound) => muted(sound, 0.5))],
  ["a pause of eight seconds", ["silence"], spoilt((sound) => withPause(sound, 0.4, 8))],
  ["ten seconds of silence before it", ["silence"], spoilt((sound) => withPause(sound, 0, 10))],
  ["much too quiet", ["loudness"], spoilt((sound) => amplified(sound, 0.25))],
  ["half as fast again", ["speed", ...differs], spoilt((sound) => faster(sound, 1.5))],
  ["two sentences left out", differs, retold((own) => own.filter((_, at) => at !== 5 && at !== 6))],
  [
    "a sentence twice",
    differs,
    retold((own) => own.flatMap((piece, at) => (at === 6 ? [piece, piece] : [piece]))),
  ],
  [
    "an end after two thirds",
    [...differs, "speed"],
    retold((own) => own.slice(0, Math.ceil((own.length * 2) / 3))),
  ],
];

const engines = new Map<string, Promise<SpeechEngine>>();
// The narrator's own pace differs from the one that recordings are compared with.
const narratorsPace = 150;
const afterSentenceMs = 350;

function engineOf(lang: string, pace: number): Promise<SpeechEngine> {
  const voice = voiceOf(lang) ?? "en";
  const key = `${voice} ${pace}`;
  const engine = engines.get(key) ?? openEngine(voice, pace);
  engines.set(key, engine);
  return engine;
}

/** Reads a lesson aloud. */
async function spoken(lesson: LessonToCheck): Promise<Pieces> {
  const engine = await engineOf(lesson.lang, narratorsPace);
  const { title, sentences } = scriptOf(lesson, languageOf(lesson.lang));
  const pieces: Samples[] = [];
  for (const text of [title, ...sentences.map((one) => one.text)])
    pieces.push(joinSamples([await engine.speak(text), silence(afterSentenceMs)]));
  return pieces;
}

/** As a narrator delivers it. */
const delivered = (pieces: Pieces = []): Samples => levelled(joinSamples(pieces));

const pieceBytes = 65_536;

/** The lesson with a recording: encoded, measured, and aligned with its text. */
async function recorded(lesson: LessonToCheck, samples: Samples): Promise<LessonToCheck> {
  const mp3 = await encodeMp3(samples);
  const script = scriptOf(lesson, languageOf(lesson.lang));
  const engine = await engineOf(lesson.lang, referenceRate);
  const alignment = await alignStory({ lang: lesson.lang, script, sound: [mp3] }, engine);
  const hash = "0".repeat(64);
  const times = readTimes(Buffer.from(writeTimes(alignment, { text: hash, sound: hash })));
  return { ...lesson, hasSound: true, times, sound: await measureSound(inPieces(mp3)) };
}

async function* inPieces(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += pieceBytes) yield bytes.subarray(at, at + pieceBytes);
}

/** Sound that is so many times louder, cut off where it goes over. */
function amplified(samples: Samples, gain: number): Samples {
  return samples.map((sample) => Math.max(-32_768, Math.min(32_767, Math.round(sample * gain))));
}

/** Sound that is played so many times faster. */
function faster(samples: Samples, times: number): Samples {
  const length = Math.floor(samples.length / times);
  return Int16Array.from({ length }, (_, at) => samples[Math.floor(at * times)] ?? 0);
}

/** Sound that is silent from a share of its length on. */
function muted(samples: Samples, from: number): Samples {
  return samples.map((sample, at) => (at >= from * samples.length ? 0 : sample));
}

/** Sound with so many seconds of silence before a share of its length. */
function withPause(samples: Samples, at: number, seconds: number): Samples {
  const cut = Math.floor(at * samples.length);
  return joinSamples([samples.subarray(0, cut), new Int16Array(seconds * sampleRate), samples.subarray(cut)]);
}
