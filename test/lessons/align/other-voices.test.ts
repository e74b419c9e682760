import { describe, expect, it } from "vitest";
import { alignStory, referenceRate } from "../../../src/lessons/align/align-story.ts";
import type { Alignment } from "../../../src/lessons/align/alignment.ts";
import type { Script } from "../../../src/lessons/align/script.ts";
import { voiceOf } from "../../../src/shared/languages/languages.ts";
import { openEngine } from "../../../src/shared/speech/speech-engine.ts";
import { type Case, caseOf, orderOf, recordingOf, storyIn, voices } from "../../bench/align/cases.ts";
import { humanCases } from "../../bench/align/human-voices.ts";
import type { Recording } from "../../bench/align/recording.ts";
import { needTool } from "../../tools.ts";

const isHere = [
  ["flite", "/usr/bin/flite"],
  ["festival", "/usr/bin/festival"],
  ["lame", "/usr/bin/lame"],
  ["the recordings of asterisk-core-sounds-it-wav", "/usr/share/asterisk/sounds/it_IT_m_Carlo"],
].map(([name = "", path = ""]) => needTool(name, path));

async function spoken(name: string): Promise<Case> {
  const voice = voices.find((each) => each.name === name);
  if (voice === undefined) throw new Error(`no voice ${name}`);
  return caseOf(voice, await storyIn(voice.lang, 0, "short"), 1);
}

/** The first story of a person who speaks a language. */
async function human(lang: string): Promise<Case> {
  const found = humanCases(() => undefined).find(({ voice }) => voice.lang === lang);
  if (found === undefined) throw new Error(`nobody speaks ${lang}`);
  return found;
}

async function align({ mp3 }: Recording, lang: string, script: Script): Promise<Alignment> {
  const engine = await openEngine(voiceOf(lang) ?? "en", referenceRate);
  return alignStory({ lang, script, sound: [mp3] }, engine);
}

const speakers = [
  ["an English voice of flite", () => spoken("slt")],
  ["an Italian voice of festival", () => spoken("pc_diphone")],
  ["an English speaker", () => human("en")],
  ["a Spanish speaker", () => human("es")],
  ["an Italian speaker", () => human("it")],
] as const;

describe.runIf(isHere.every(Boolean))("a recording by a voice of another engine or by a person", () => {
  it.for(speakers)(
    "%s: sentences start within 0.05 s in the median and 0.25 s in 95 of 100",
    async ([, make]) => {
      const one = await make();
      const recording = await recordingOf(one, orderOf(one, true));
      const { level, sentences } = await align(recording, one.voice.lang, one.script);
      expect(level).toBe("sentences");
      const errors = recording.truth
        .slice(1)
        .map(({ start }, index) => Math.abs((sentences[index]?.startMs ?? 0) / 1_000 - start))
        .toSorted((a, b) => a - b);
      expect(errors.length).toBeGreaterThan(15);
      expect(errors[Math.floor(errors.length / 2)]).toBeLessThan(0.05);
      expect(errors[Math.floor(0.95 * (errors.length - 1))]).toBeLessThan(0.25);
    },
  );

  it("is refused if it is of another story", async () => {
    const [one, other] = [await human("it"), await spoken("pc_diphone")];
    const recording = await recordingOf(one, orderOf(one, true));
    expect(await align(recording, "it", other.script)).toMatchObject({ level: "none", why: "unlike" });
  });
});
