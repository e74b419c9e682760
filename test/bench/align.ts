/**
 * `npm run bench:align`: how well sentence times are found in recordings by voices of other engines than the reference's. It needs Debian's flite,
 * festival with its voices, lame, and recordings of people; it says what is missing, and measures the rest. `-- voices`, `people`, `edits`, `others` and
 * `cost` measure parts of it.
 */
import { alignStory, referenceRate } from "../../src/lessons/align/align-story.ts";
import type { Alignment, Hint } from "../../src/lessons/align/alignment.ts";
import { type Script, scriptOf } from "../../src/lessons/align/script.ts";
import { languageOf } from "../../src/shared/languages/languages.ts";
import { openEngine, type SpeechEngine } from "../../src/shared/speech/speech-engine.ts";
import { voiceOf } from "../../src/shared/speech/voices.ts";
import { type Case, caseOf, longStory, orderOf, recordingOf } from "./align/cases.ts";
import { type Story, storyIn } from "./align/corpus.ts";
import { costOf } from "./align/cost.ts";
import { humanCases } from "./align/human-voices.ts";
import { type Recording, randomOf } from "./align/recording.ts";
import { actedCases } from "./align/spoken-lines.ts";
import { voices } from "./align/voices.ts";
import { megabytes, say, verdict } from "./measure.ts";

const asked = process.argv.slice(2);
const isAsked = (part: "voices" | "people" | "edits" | "others" | "cost"): boolean =>
  asked.length === 0 || asked.includes(part);

const engines = new Map<string, Promise<SpeechEngine>>();

async function align(recording: Recording, lang: string, script: Script): Promise<Alignment> {
  const voice = voiceOf(lang) ?? "en";
  const engine = engines.get(voice) ?? openEngine(voice, referenceRate);
  engines.set(voice, engine);
  return alignStory({ lang, script, sound: [recording.mp3] }, await engine);
}

function share(values: readonly number[], at: number): number {
  return values.toSorted((a, b) => a - b)[Math.floor(at * (values.length - 1))] ?? Number.NaN;
}

/** What is promised of the starts of sentences. */
function areExact(errors: readonly number[]): string {
  return verdict("0.05 and 0.25 s", share(errors, 0.5) <= 0.05 && share(errors, 0.95) <= 0.25);
}

function figures(errors: readonly number[]): string {
  const [middle, high, highest, most] = [0.5, 0.95, 0.99, 1].map((at) => share(errors, at).toFixed(3));
  return `median ${middle} s, 95 % ${high} s, 99 % ${highest} s, most ${most} s`;
}

/** When each sentence would begin if every character took as long. */
function byCharacters({ sentences }: Script, seconds: number): number[] {
  const total = sentences.reduce((sum, { text }) => sum + text.length, 0);
  let before = 0;
  return sentences.map(({ text }) => {
    const start = (before / total) * seconds;
    before += text.length;
    return start;
  });
}

interface Measured {
  /** Whether the recording was taken to be of this text. */
  readonly isAligned: boolean;
  readonly errors: number[];
  readonly guesses: number[];
  readonly sentences: number;
  readonly hints: readonly Hint[];
}

async function measure(one: Case, withTitle: boolean): Promise<Measured> {
  const recording = await recordingOf(one, orderOf(one, withTitle));
  const alignment = await align(recording, one.voice.lang, one.script);
  const truth = recording.truth.slice(withTitle ? 1 : 0);
  const characters = byCharacters(one.script, recording.seconds);
  const errors = truth.map(({ start }, index) =>
    Math.abs((alignment.sentences[index]?.startMs ?? 0) / 1_000 - start),
  );
  const { rate, bitrate, noiseDb } = one.making;
  const setting = `${rate / 1_000} kHz ${bitrate} kbit/s noise ${noiseDb ?? "none"}${withTitle ? "" : ", title not read"}`;
  const title = (alignment.title !== null) === withTitle ? "" : " TITLE WRONG";
  say(
    `${one.voice.name} (${one.voice.lang}) ${recording.seconds.toFixed(0)} s, ${setting}: ${alignment.level}${title}, ${figures(errors)}, ${alignment.hints.length} hints`,
  );
  return {
    isAligned: alignment.level !== "none",
    errors,
    guesses: truth.map(({ start }, index) => Math.abs((characters[index] ?? 0) - start)),
    sentences: truth.length,
    hints: alignment.hints,
  };
}

const cases: Case[] = [];
for (const voice of voices) {
  for (const number of [0, 2]) {
    try {
      const story = await storyIn(voice.lang, number, "short");
      if (cases.some(({ voice: { name }, script }) => name === voice.name && script.title === story.title))
        continue;
      cases.push(await caseOf(voice, story, cases.length));
    } catch (error) {
      say(`${voice.name} is left out (apt install ${voice.from}): ${String(error).slice(0, 200)}`);
    }
  }
}
const rms = voices.find(({ name }) => name === "rms") ?? voices[0];
if (rms === undefined) throw new Error("no voice");
const long = await caseOf(rms, await longStory("en", [0, 1]), 7);

const results: Measured[] = [];
if (isAsked("voices"))
  for (const [index, one] of [...cases, long].entries()) results.push(await measure(one, index % 3 !== 2));
if (isAsked("voices")) {
  const errors = results.flatMap((one) => one.errors);
  say(
    `\n${errors.length} sentences in ${new Set(cases.map(({ voice }) => voice.lang)).size} languages: ${figures(errors)} ${areExact(errors)}`,
  );
  say(`the same by characters: ${figures(results.flatMap(({ guesses }) => guesses))}`);
}

const leaveOut = (voice: string, from: string): void => say(`${voice} is left out (apt install ${from})`);
const humans = [...humanCases(leaveOut), ...(await actedCases(leaveOut))];
if (isAsked("people")) {
  const byHumans: Measured[] = [];
  for (const one of humans) byHumans.push(await measure(one, true));
  const aligned = byHumans.filter(({ isAligned }) => isAligned);
  const humanErrors = aligned.flatMap((one) => one.errors);
  say(
    `\n${aligned.length} of ${humans.length} recordings of human voices aligned ${verdict("12", aligned.length >= 12)}: ${figures(humanErrors)} ${areExact(humanErrors)}`,
  );
  say(`the same by characters: ${figures(aligned.flatMap(({ guesses }) => guesses))}`);
}

if (isAsked("edits")) await measureEdits();
if (isAsked("others")) await measureOthers();
if (isAsked("cost")) await measureCost();

/** Recordings in which what is said differs from the text at one place. */
async function measureEdits(): Promise<void> {
  const random = randomOf(5);
  const kinds = ["missing", "repeated", "swapped"] as const;
  let right = 0;
  let alarms = results.reduce((sum, { hints }) => sum + hints.length, 0);
  let quiet = results.reduce((sum, { sentences }) => sum + sentences, 0);
  const after: number[] = [];
  for (let number = 0; number < 30; number++) {
    const one = cases[number % cases.length] as Case;
    const kind = kinds[number % 3] as Hint["kind"];
    const order = orderOf(one, true);
    const at = 3 + Math.floor(random() * (order.length - 6));
    if (kind === "missing") order.splice(at, 1);
    if (kind === "repeated") order.splice(at, 0, at);
    if (kind === "swapped") order.splice(at, 2, at + 1, at);
    const recording = await recordingOf(one, order);
    const { hints, sentences, level } = await align(recording, one.voice.lang, one.script);
    const planted = at - 1;
    const isNear = (hint: Hint): boolean => Math.abs(hint.sentence - planted) <= 1;
    const found = hints.find((hint) => hint.kind === kind && isNear(hint));
    if (found !== undefined) right += 1;
    alarms += hints.filter((hint) => !isNear(hint)).length;
    quiet += sentences.length - 3;
    for (const [index, said] of order.entries()) {
      if (said < at + 3) continue;
      after.push(
        Math.abs((sentences[said - 1]?.startMs ?? 0) / 1_000 - (recording.truth[index]?.start ?? 0)),
      );
    }
    if (process.env.SHOW !== undefined || found === undefined)
      say(`${one.voice.name} ${kind} ${planted}: ${level} ${JSON.stringify(hints)}`);
  }
  say(
    `\n30 planted edits: ${right} hints right, ${alarms} false alarms among ${quiet} sentences (${((100 * alarms) / quiet).toFixed(2)} %) ${verdict("20 and 2 %", right >= 20 && alarms <= 0.02 * quiet)}`,
  );
  say(
    `sentences from the second after an edit on: ${figures(after)}, ${after.filter((error) => error > 0.5).length} of ${after.length} beyond 0.5 s`,
  );
}

/** Another story in the language of a case; null for a language that has one only. */
async function otherStory({ voice, script }: Case, number: number): Promise<Story | null> {
  for (let step = 1; step <= 3; step++) {
    const story = await storyIn(voice.lang, number + step, "short");
    if (story.title !== script.title) return story;
  }
  return null;
}

async function measureOthers(): Promise<void> {
  let refused = 0;
  let tried = 0;
  for (let number = 0; tried < 20; number++) {
    const one = cases[number % cases.length] as Case;
    const other = await otherStory(one, number);
    if (other === null) continue;
    const script = scriptOf(other, languageOf(one.voice.lang));
    const recording = await recordingOf(one, orderOf(one, true));
    tried += 1;
    const { level, why } = await align(recording, one.voice.lang, script);
    if (level === "none") refused += 1;
    else say(`not refused: ${one.voice.name} ${level} ${why}`);
  }
  say(`\nrecordings of another story: ${refused} of ${tried} refused ${verdict("all", refused === tried)}`);

  // The same with human voices: what the same person, or another one in the same language, says elsewhere.
  let humansRefused = 0;
  let humansTried = 0;
  for (const [number, one] of humans.entries()) {
    const others = humans.filter(
      ({ voice, script }) => voice.lang === one.voice.lang && script !== one.script,
    );
    const other = others[number % Math.max(1, others.length)];
    if (other === undefined) continue;
    const recording = await recordingOf(one, orderOf(one, true));
    humansTried += 1;
    const { level } = await align(recording, one.voice.lang, other.script);
    if (level === "none") humansRefused += 1;
    else say(`not refused: ${one.voice.name} (${one.voice.lang}) ${level}`);
  }
  say(
    `recordings of human voices with another text: ${humansRefused} of ${humansTried} refused ${verdict("all", humansRefused === humansTried)}`,
  );
}

async function measureCost(): Promise<void> {
  const shortest = cases.toSorted((a, b) => spokenSeconds(a) - spokenSeconds(b))[0] as Case;
  for (const one of [shortest, cases[0] as Case, long]) {
    const recording = await recordingOf(one, orderOf(one, true));
    const { first, later, peak } = costOf(recording, one);
    const part = (seconds: number): string =>
      `${seconds.toFixed(1)} s (${((100 * seconds) / recording.seconds).toFixed(1)} %)`;
    const isCheap = first <= 0.03 * recording.seconds && later <= 0.03 * recording.seconds;
    say(
      `a recording of ${recording.seconds.toFixed(0)} s takes ${part(first)} of processor time with the start of the thread, ${part(later)} after another; ${megabytes(peak)} in a process of its own ${verdict("3 % and 200 MB", isCheap && peak <= 200e6)}`,
    );
  }
}

/** Without the pauses. */
function spokenSeconds({ sounds }: Case): number {
  return sounds.reduce((sum, { rate, samples }) => sum + samples.length / rate, 0);
}
