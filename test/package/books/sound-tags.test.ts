import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { coverPicture } from "../../../src/package/cover/cover-picture.ts";
import { sha256 } from "../../../src/shared/hash.ts";
import { iso6392Of, languages } from "../../../src/shared/languages/languages.ts";
import { silence, soundOf, unzip, zipOf } from "../fixtures.ts";
import { bind, tagsOf } from "./sound-fixtures.ts";

/** A tag by another program, in the oldest format. */
function otherTag(title: string): Buffer {
  const text = Buffer.concat([Buffer.from([0]), Buffer.from(title, "latin1")]);
  const frame = Buffer.alloc(10);
  frame.write("TIT2", "latin1");
  frame.writeUInt32BE(text.length, 4);
  const head = Buffer.from("ID3\u0003\0\0\0\0\0\0", "latin1");
  // Seven bits a byte.
  const bytes = frame.length + text.length;
  for (const [at, shift] of [21, 14, 7, 0].entries()) head.writeUInt8((bytes >> shift) & 127, 6 + at);
  return Buffer.concat([head, frame, text]);
}

const frames = silence(60);

describe("a recording in the package", () => {
  test("has a tag with its title, course, number, language, author and cover", async () => {
    const { files } = await bind([frames, frames], {
      as: { author: "Rosa Díaz", publisher: "Ediciones Sol" },
      each: (n) => ({ title: n === 0 ? "La mañana" : "El tren" }),
    });
    const tags = await tagsOf(files.get("es-2/audio/lesson-02.mp3"));
    expect(tags).toMatchObject({
      title: "El tren",
      album: "Weekly Spanish: Spanish, Level 2, Edition 2026-W47",
      track: { no: 2, of: 2 },
      language: "spa",
      artist: "Rosa Díaz",
      label: ["Ediciones Sol"],
    });
    expect(tags.format.tagTypes).toEqual(["ID3v2.3"]);
    const [cover] = tags.picture ?? [];
    expect(cover).toMatchObject({ format: "image/png", type: "Cover (front)" });
    expect(cover?.data.length).toBeLessThan(60_000);
    expect(Buffer.from(cover?.data ?? []).readUInt32BE(16)).toBe(300);
  });

  test.each([
    ["ar", "السوق في الصباح 😀", "ara"],
    ["zh", "早晨的市場", "zho"],
    ["ar-classical", "سوق", "ara"],
    ["de", 'Der <b>Markt</b>\u202e & "mehr"', "deu"],
  ])("in %s has the lesson's title in its own script", async (lang, title, code) => {
    const { files } = await bind([frames], { each: () => ({ lang, title }) });
    const tags = await tagsOf(files.get(`${lang}-2/audio/lesson-01.mp3`));
    expect(tags).toMatchObject({ title: title.replace("\u202e", ""), language: code });
  });

  test("has our tag instead of its own tags, and its sound unchanged, frame by frame", async () => {
    const recordings = [
      frames,
      Buffer.concat([otherTag("Other"), frames]),
      Buffer.concat([otherTag("Other"), otherTag("Again"), frames]),
      // Longer than our tag, which has a cover.
      Buffer.concat([otherTag("Other".repeat(100_000)), frames]),
      await zipOf([{ name: "audio.mp3", bytes: Buffer.concat([otherTag("Other"), frames]) }]),
    ];
    const { files, folder } = await bind(recordings);
    for (const n of recordings.keys()) {
      const file = files.get(`es-2/audio/lesson-0${n + 1}.mp3`);
      expect(soundOf(file).equals(frames)).toBe(true);
      expect(file?.includes("Other")).toBe(false);
      expect((await tagsOf(file)).title).toBe("La mañana en el mercado");
      expect((await readFile(join(folder, `book-${n}`))).equals(recordings[n] ?? frames)).toBe(true);
    }
  });

  test("that is larger than the buffers is the same file, including its tag", async () => {
    const long = Buffer.concat([otherTag("Other"), silence(50_000)]);
    const { files } = await bind([long], { as: { formats: ["epub"], soundIn: ["epub"] } });
    const file = files.get("es-2/audio/lesson-01.mp3");
    expect(soundOf(file).equals(silence(50_000))).toBe(true);
    const epub = await unzip(files.get("es-2/book/es-2.epub") ?? Buffer.alloc(0));
    expect(epub.get("EPUB/audio/lesson-01.mp3")?.equals(file ?? frames)).toBe(true);
  });

  test("is the same file in the zip, the book, the cartridge and the SCORM lesson, and is listed with its real size and hash", async () => {
    const formats = ["epub", "cartridge", "scorm"];
    const as = { formats, soundIn: ["epub", "cartridge", "scorm"] as const };
    const { files, zip } = await bind([frames], { as });
    const file = files.get("es-2/audio/lesson-01.mp3") ?? Buffer.alloc(0);
    const inside = [
      ["es-2/book/es-2.epub", "EPUB/audio/lesson-01.mp3"],
      ["es-2/lms/es-2-cc11.imscc", "web_resources/lesson-01.mp3"],
      ["es-2/lms/scorm12/lesson-01.zip", "lesson-01.mp3"],
    ] as const;
    for (const [archive, path] of inside) {
      expect((await unzip(files.get(archive) ?? zip)).get(path)?.equals(file)).toBe(true);
    }
    const listed = JSON.parse(String(files.get("publisher/manifest.json"))).files as { path: string }[];
    expect(listed.find(({ path }) => path === "es-2/audio/lesson-01.mp3")).toEqual({
      path: "es-2/audio/lesson-01.mp3",
      bytes: file.length,
      sha256: sha256(file),
    });
    const again = await bind([frames], { as });
    expect(again.zip.equals(zip)).toBe(true);
  });

  test("has the plan's own cover, scaled down if it is large", async () => {
    const drawing = (detail: string) =>
      coverPicture(
        `<svg xmlns="http://www.w3.org/2000/svg" width="800" height="1200"><rect width="800" height="1200" fill="#357"/>${detail}</svg>`,
      );
    const small = await drawing("");
    const noise = Array.from(
      { length: 4_000 },
      (_, n) =>
        `<circle cx="${(n * 37) % 800}" cy="${(n * 91) % 1200}" r="${n % 17}" fill="#${String(100 + (n % 899))}"/>`,
    );
    const large = await drawing(noise.join(""));
    expect(large.length).toBeGreaterThan(100_000);
    const coverIn = async (bytes: Buffer) => {
      const { files } = await bind([frames], { as: { cover: { bytes, mediaType: "image/png" } } });
      return Buffer.from((await tagsOf(files.get("es-2/audio/lesson-01.mp3"))).picture?.[0]?.data ?? []);
    };
    expect((await coverIn(small)).equals(small)).toBe(true);
    const made = await coverIn(large);
    expect(made.readUInt32BE(16)).toBe(300);
    expect(made.length).toBeGreaterThan(10_000);
  });

  test("that is only named like one stays unchanged", async () => {
    const lying = Buffer.concat([
      Buffer.from("ID3\u0003\0\0\0\0\u007f\u007f", "latin1"),
      Buffer.alloc(500, 7),
    ]);
    const { files } = await bind([lying]);
    expect(files.get("es-2/audio/lesson-01.mp3")?.equals(lying)).toBe(true);
  });
});

test("every language of the interface has a three-letter code for tags", () => {
  expect(languages.filter(({ bcp47 }) => !/^[a-z]{3}$/.test(iso6392Of(bcp47)))).toEqual([]);
  expect(languages.filter(({ bcp47 }) => iso6392Of(bcp47) === "und")).toEqual([]);
});
