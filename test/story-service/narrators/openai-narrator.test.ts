import { describe, expect, it } from "vitest";
import { openAiNarrator, piecesOf, readMp3 } from "../../../src/story-service/narrators/openai-narrator.ts";
import { silentMp3 } from "../fixtures.ts";
import { modelOfTest } from "../running/model-fixtures.ts";

const mp3 = Buffer.from(silentMp3(10));
const frameMs = (1_152 * 1_000) / 44_100;

describe("a narrator that uses a speech server (7)", () => {
  it("reads title and text in pieces that the server accepts, and joins the sound", async () => {
    const model = await modelOfTest(() => ({ type: "audio/mpeg", body: mp3 }));
    const text = Array.from({ length: 40 }, (_, n) => `Paragraph ${n}. ${"word ".repeat(40)}`).join("\n\n");
    const recording = await openAiNarrator(model.server, "alloy").narrate({
      lang: "en",
      title: "Title",
      text,
    });
    expect(model.asked.length).toBeGreaterThan(1);
    for (const { path, body } of model.asked) {
      expect(path).toBe("/v1/audio/speech");
      expect(body).toMatchObject({ model: "a-model", voice: "alloy", response_format: "mp3" });
      expect(body.input.length).toBeLessThanOrEqual(3_500);
    }
    const said = model.asked.map(({ body }) => body.input).join(" ");
    expect(said.replace(/\s+/g, " ")).toBe(`Title ${text}`.replace(/\s+/g, " ").trim());
    expect(recording.contentType).toBe("audio/mpeg");
    expect(recording.durationMs).toBeCloseTo(model.asked.length * 10 * frameMs, 3);
    expect(Buffer.from(recording.bytes)).toEqual(Buffer.concat(model.asked.map(() => mp3)));
  });

  it("fails on a refusal, on no answer and on anything but MP3", async () => {
    for (const given of [
      { status: 429, body: "{}" },
      { body: "RIFF" },
      { body: "" },
      { body: mp3.subarray(1) },
      null,
    ]) {
      const { server } = await modelOfTest(() => given);
      const result = openAiNarrator(server, "alloy").narrate({ lang: "en", title: "T", text: "x" });
      await expect(result).rejects.toThrow(/server/);
    }
  });
});

describe("MP3 from outside", () => {
  it("is used without its tags, its index frame and a truncated last frame", () => {
    const id3 = Buffer.concat([Buffer.from("ID3\x04\x00\x00\x00\x00\x00\x05", "latin1"), Buffer.alloc(5)]);
    const index = Buffer.from(silentMp3(1));
    index.write("Xing", 36, "latin1");
    const v1 = Buffer.concat([Buffer.from("TAG"), Buffer.alloc(125)]);
    const found = readMp3(Buffer.concat([id3, index, mp3, v1]));
    expect(found?.frames).toEqual(mp3);
    expect(found?.durationMs).toBeCloseTo(10 * frameMs, 6);
    expect(readMp3(mp3.subarray(0, mp3.length - 5))?.frames.length).toBe(9 * 417);
    expect(readMp3(Buffer.concat([mp3, Buffer.from("junk")]))).toBeNull();
  });
});

describe("the pieces of a text", () => {
  it("end at paragraphs, else at sentences, else at spaces, and lose nothing", () => {
    expect(piecesOf("One. Two.\n\nThree.", 14)).toEqual(["One. Two.", "Three."]);
    expect(piecesOf("One. Two. Three.", 12)).toEqual(["One. Two.", "Three."]);
    expect(piecesOf("one two three", 9)).toEqual(["one two", "three"]);
    expect(piecesOf("😀😀😀", 3)).toEqual(["😀", "😀", "😀"]);
    expect(piecesOf("  ", 3)).toEqual([]);
  });
});
