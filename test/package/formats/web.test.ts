import { describe, expect, it } from "vitest";
import { localeFor, localeTags } from "../../../src/package/locales/locale.ts";
import { course, lesson, packageOf, recording, withTimes } from "../fixtures.ts";

async function pageOf(
  what: Parameters<typeof course>[0],
  make: (source: ReturnType<typeof lesson>) => ReturnType<typeof lesson>,
): Promise<string> {
  const files = await packageOf((book) =>
    course({ ...what, formats: ["web"], lessons: [make(lesson({ book }))] }),
  );
  return files.text("es-2/web/lesson-01.html");
}

const partsOf = (page: string): string[] =>
  [...page.matchAll(/<span class="part"[^>]*>.*?<\/span>/g)].map(([part]) =>
    part.replace(/<a [^>]*>/g, "<a>"),
  );

describe("a lesson's page in the reader", () => {
  it("has the times of each sentence and of the title in its text", async () => {
    expect(partsOf(await pageOf({}, (source) => withTimes(source)))).toEqual([
      '<span class="part" data-from="0" data-to="500">La mañana en el mercado</span>',
      '<span class="part" id="s1" data-from="600" data-to="1100">Ana va al mercado.</span>',
      '<span class="part" id="s2" data-from="1200" data-to="1700">Compra <a>pan</a>.</span>',
      '<span class="part" id="s3" data-from="1800" data-to="2300">El <a>pan</a> está caliente.</span>',
    ]);
  });

  it("has the times of paragraphs if nothing finer is known", async () => {
    const page = await pageOf({}, (source) => withTimes(source, "paragraphs"));
    expect(partsOf(page).slice(1)).toEqual([
      '<span class="part" id="s1" data-from="600" data-to="1700">Ana va al mercado. Compra <a>pan</a>.</span>',
      '<span class="part" id="s2" data-from="1800" data-to="2300">El <a>pan</a> está caliente.</span>',
    ]);
    for (const name of ["Previous", "Next", "Repeat", "Pause after each", "Play from"])
      expect(page).toContain(`${name} paragraph`);
    expect(page).not.toContain("Repeat sentence");
  });

  it.each(localeTags())(
    "labels all controls of the player in the language of its pages (%s)",
    async (tag) => {
      const page = await pageOf({ reader: tag }, (source) => withTimes(source));
      const { player } = localeFor({ bcp47: tag });
      const { hear, ...labels } = player.sentences;
      const { play, pause, position, turn, help, slower, faster, space, useKeys, handle } = player;
      const own = [play, pause, position, turn, help, slower, faster, space, useKeys, handle];
      for (const label of [...Object.values(labels), ...own]) expect(page).toContain(label);
      expect(page).toContain(`class="hear" tabindex="-1" aria-label="${hear("{number}")}"`);
      expect(page).toContain(`data-length="${player.positionOf("{at}", "{length}")}"`);
      // Every button has a text for people who can't see its icon.
      for (const [button] of page.matchAll(
        /<button(?:(?!<\/button>).)*data-do="(?!smaller|larger|night)(?:(?!<\/button>).)*<\/button>/gs,
      )) {
        expect(button).toMatch(/aria-label="[^"]+"|class="way">[^<]+</);
      }
    },
  );
});

it("subtitles have the time of each sentence, and text that can't be taken for tags", async () => {
  const book = await recording();
  const text = "Ana & Luis van al <mercado>. Compran pan.\n\nEl pan está caliente.";
  const lessons = [withTimes(lesson({ book, text })), lesson({ book, topicId: "silent" })];
  const files = await packageOf(course({ lessons }));
  expect(files.text("es-2/audio/lesson-01.vtt")).toBe(`WEBVTT

s1
00:00:00.600 --> 00:00:01.100
Ana &amp; Luis van al &lt;mercado&gt;.

s2
00:00:01.200 --> 00:00:01.700
Compran pan.

s3
00:00:01.800 --> 00:00:02.300
El pan está caliente.
`);
  expect(files.paths.filter((path) => path.endsWith(".vtt"))).toHaveLength(1);
});
