import { describe, expect, test } from "vitest";
import { cleanLine } from "../../../src/shared/text.ts";
import { showcase } from "../torture/showcase.ts";
import { hostileAsText, hostileWords, tortureCourse } from "../torture/torture-course.ts";
import { ankiOf, recording, shown } from "./anki-fixtures.ts";

/** The rows of the text file for Anki, parsed as Anki does. */
function readAnkiText(text: string) {
  const lines = text.split("\n");
  const header = lines.filter((line) => line.startsWith("#"));
  const rows = lines
    .filter((line) => line !== "" && !line.startsWith("#"))
    .map((line) => line.split("\t").map((cell) => cell.replace(/^"(.*)"$/, "$1").replaceAll('""', '"')));
  return { header, rows };
}

describe("Anki's text", () => {
  test("names its deck, columns and tags, and has the package's own ids", async () => {
    const { text, notes, col } = await ankiOf(showcase(await recording()));
    const { header, rows } = readAnkiText(text);
    expect(header).toEqual([
      "#separator:tab",
      "#html:true",
      "#notetype:Basic",
      "#deck:A Week of Small Journeys::Spanish, Level 2",
      "#guid column:1",
      "#tags column:11",
      "#columns:Id\tFront\tBack\tWord\tMeaning\tSentence\tRecording\tLesson\tLanguage\tReader\tTags",
    ]);
    // The other columns are the fields of the package, for users who imported it.
    const [type] = Object.values(JSON.parse(col.models)) as { name: string; flds: { name: string }[] }[];
    expect(header.at(-1)).toBe(
      `#columns:Id\tFront\tBack\t${type?.flds.map(({ name }) => name).join("\t")}\tTags`,
    );
    expect(rows.map((cells) => cells.slice(3, -1).join("\u001f")).sort()).toEqual(
      notes.map(({ flds }) => flds).sort(),
    );
    expect(rows.map((cells) => cells.length)).toEqual(Array(10).fill(11));
    expect(rows[0]?.slice(1)).toEqual([
      "cesta<br>María compra dos barras de pan y las pone en su <b>cesta</b>.",
      "basket<br>El pan del sábado<br>es-2/audio/lesson-01.mp3",
      "cesta",
      "basket",
      "María compra dos barras de pan y las pone en su <b>cesta</b>.",
      "es-2/audio/lesson-01.mp3",
      "El pan del sábado",
      "es",
      "en",
      "weekly-spanish es-2 lesson-01",
    ]);
    expect(rows.map(([guid]) => guid).sort()).toEqual(notes.map(({ guid }) => guid).sort());
  });
});

describe("hostile content for Anki", () => {
  test("is text and nothing else in every field of the package and of the text", async () => {
    const collection = await ankiOf({
      ...tortureCourse(await recording()),
      soundIn: ["epub", "cartridge", "scorm", "anki"],
    });
    const { rows, header } = readAnkiText(collection.text);
    const words = hostileWords.map(cleanLine);
    expect(collection.notes.map(({ flds }) => shown(flds.split("\u001f")[0] ?? "")).sort()).toEqual(
      [...words].sort(),
    );
    expect(rows.map((cells) => shown(cells[3] ?? "")).sort()).toEqual([...words].sort());
    expect(new Set(rows.map((cells) => shown(cells[7] ?? "")))).toEqual(new Set([hostileAsText("title")]));
    const htmls = [...collection.notes.flatMap(({ flds }) => flds.split("\u001f")), ...rows.flat()];
    for (const html of htmls) {
      const ours = html
        .replace(/^\[sound:torture-lesson-01-[0-9a-f]{12}\.mp3\]$/, "")
        .replace(/<(?:\/?b|br)>/g, "");
      expect(ours).not.toMatch(/[<>[\]{}"\\]/);
    }
    const deck = header.find((line) => line.startsWith("#deck:"))?.slice(6) ?? "";
    expect(deck.split("::")).toHaveLength(2);
    expect(deck).not.toMatch(/[<>"]/);
    expect(header).toHaveLength(7);
    expect(Object.values(collection.media)).toEqual([
      expect.stringMatching(/^torture-lesson-01-[0-9a-f]{12}\.mp3$/),
    ]);
  });
});
