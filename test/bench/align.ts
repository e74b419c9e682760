/**
 * `npm run bench:align`: how well sentence times are found in recordings by voices of other engines than the reference's, and by people. It needs
 * Debian's flite, festival with its Italian voices, lame, and asterisk-core-sounds-{en,es,it}-wav; it says what is missing, and measures the rest.
 */
import { alignStory, referenceRate } from "../../src/lessons/align/align-story.ts";
import type { Alignment, Hint } from "../../src/lessons/align/alignment.ts";
import type { Script } from "../../src/lessons/align/script.ts";
import { voiceOf } from "../../src/shared/languages/languages.ts";
import { openEngine, type SpeechEngine } from "../../src/shared/speech/speech-engine.ts";
import { randomOf } from "../random.ts";
import { type Case, caseOf, orderOf, recordingOf, storyIn, voices } from "./align/cases.ts";
import { humanCases } from "./align/human-voices.ts";
import type { Recording } from "./align/recording.ts";
import { percentile, say, verdict } from "./measure.ts";

const engines = new Map<string, Promise<SpeechEngine>>();

async function align(recording: Recording, lang: string, script: Script): Promise<Alignment> {
  const voice = voiceOf(lang) ?? "en";
  const engine = engines.get(voice) ?? openEngine(voice, referenceRate);
  engines.set(voice, engine);
  return alignStory({ lang, script, sound: [recording.mp3] }, await engine);
}

const spoken: Case[] = [];
for (const voice of voices) {
  for (const [number, length] of [
    [0, "short"],
    [2, "short"],
    [1, "long"],
  ] as const) {
    try {
      spoken.push(await caseOf(voice, await storyIn(voice.lang, number, length), spoken.length));
    } catch (error) {
      say(`${voice.name} is left out: ${String(error).slice(0, 200)}`);
    }
  }
}
const human = humanCases((voice, from) => say(`${voice} is left out (apt install ${from})`));

await measureStarts("by other engines", spoken);
await measureStarts("by people", human);
await measureEdits();
await measureOtherStories();

/** How far from the truth sentences are found to start. The title of every third story is not read. */
async function measureStarts(name: string, cases: readonly Case[]): Promise<void> {
  const errors: number[] = [];
  let aligned = 0;
  let hints = 0;
  for (const [index, one] of cases.entries()) {
    const withTitle = index % 3 !== 2;
    const recording = await recordingOf(one, orderOf(one, withTitle));
    const found = await align(recording, one.voice.lang, one.script);
    hints += found.hints.length;
    if (found.level === "none") say(`  refused: story ${index} of ${one.voice.name} (${found.why})`);
    if (found.level === "none") continue;
    aligned += 1;
    for (const [at, { start }] of recording.truth.slice(withTitle ? 1 : 0).entries())
      errors.push(Math.abs((found.sentences[at]?.startMs ?? 0) / 1_000 - start));
  }
  const isExact = percentile(errors, 0.5) <= 0.05 && percentile(errors, 0.95) <= 0.25;
  say(
    `\n${aligned} of ${cases.length} recordings ${name} are aligned ${verdict("all", aligned === cases.length)}`,
  );
  say(
    `  ${errors.length} sentences start ${figures(errors)} from the truth ${verdict("0.05 and 0.25 s", isExact)}`,
  );
  say(`  ${hints} false alarms ${verdict("2 %", hints <= 0.02 * errors.length)}`);
}

/** Recordings in which what is said differs from the text at one place. */
async function measureEdits(): Promise<void> {
  const random = randomOf(5);
  const kinds = ["missing", "repeated", "swapped"] as const;
  const after: number[] = [];
  let right = 0;
  let alarms = 0;
  for (let number = 0; number < 30; number++) {
    const one = spoken[number % spoken.length] as Case;
    const kind = kinds[number % 3] as Hint["kind"];
    const order = orderOf(one, true);
    const at = 3 + Math.floor(random() * (order.length - 6));
    if (kind === "missing") order.splice(at, 1);
    if (kind === "repeated") order.splice(at, 0, at);
    if (kind === "swapped") order.splice(at, 2, at + 1, at);
    const recording = await recordingOf(one, order);
    const { hints, sentences } = await align(recording, one.voice.lang, one.script);
    const isNear = (hint: Hint): boolean => Math.abs(hint.sentence - (at - 1)) <= 1;
    if (hints.some((hint) => hint.kind === kind && isNear(hint))) right += 1;
    alarms += hints.filter((hint) => !isNear(hint)).length;
    for (const [index, said] of order.entries()) {
      const start = recording.truth[index]?.start ?? 0;
      if (said >= at + 3) after.push(Math.abs((sentences[said - 1]?.startMs ?? 0) / 1_000 - start));
    }
  }
  say(
    `\n30 planted edits: ${right} named at the right place ${verdict("20", right >= 20)}, ${alarms} false alarms`,
  );
  say(`  sentences from the second after an edit on start ${figures(after)} from the truth`);
}

/** Recordings aligned with another text in their language. */
async function measureOtherStories(): Promise<void> {
  let refused = 0;
  let tried = 0;
  const all = [...spoken, ...human];
  for (const [number, one] of all.entries()) {
    const others = all.filter(
      ({ voice, script }) => voice.lang === one.voice.lang && script.title !== one.script.title,
    );
    const other = others[number % Math.max(1, others.length)];
    if (other === undefined) continue;
    tried += 1;
    const recording = await recordingOf(one, orderOf(one, true));
    const { level } = await align(recording, one.voice.lang, other.script);
    if (level === "none") refused += 1;
    else say(`  not refused: ${one.voice.name} ${level}`);
  }
  say(`\nrecordings of another text: ${refused} of ${tried} refused ${verdict("all", refused === tried)}`);
}

function figures(errors: readonly number[]): string {
  const [middle, high, most] = [0.5, 0.95, 1].map((share) => percentile(errors, share).toFixed(3));
  return `${middle} s in the median, ${high} s at the 95th percentile and ${most} s at most`;
}
