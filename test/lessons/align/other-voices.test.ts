import { describe, expect, it } from "vitest";
import { alignStory, referenceRate } from "../../../src/lessons/align/align-story.ts";
import { voiceOf } from "../../../src/shared/languages/languages.ts";
import { openEngine } from "../../../src/shared/speech/speech-engine.ts";
import { needTool } from "../../tools.ts";
import { type SpokenStory, spokenBy } from "./recording.ts";

const path = "/usr/share/asterisk/sounds/it_IT_m_Carlo";
const isHere = needTool("the recordings of asterisk-core-sounds-it-wav", path);

async function align(lang: string, { mp3, script }: Pick<SpokenStory, "mp3" | "script">) {
  const engine = await openEngine(voiceOf(lang) ?? "en", referenceRate);
  return alignStory({ lang, script, sound: [mp3] }, engine);
}

describe.runIf(isHere)("a recording by a person", () => {
  it.each(["en", "es", "it"])(
    "%s: sentences start within 0.05 s in the median and 0.25 s in 95 of 100",
    async (lang) => {
      const story = await spokenBy(lang);
      const { level, sentences } = await align(lang, story);
      expect(level).toBe("sentences");
      const errors = story.starts
        .slice(1)
        .map((start, index) => Math.abs((sentences[index]?.startMs ?? 0) / 1_000 - start))
        .toSorted((a, b) => a - b);
      expect(errors.length).toBeGreaterThan(15);
      expect(errors[Math.floor(errors.length / 2)]).toBeLessThan(0.05);
      expect(errors[Math.floor(0.95 * (errors.length - 1))]).toBeLessThan(0.25);
    },
  );

  it("is refused if it is of another story", async () => {
    const { script } = await spokenBy("es");
    const { mp3 } = await spokenBy("it");
    expect(await align("it", { mp3, script })).toMatchObject({ level: "none", why: "unlike" });
  });
});
