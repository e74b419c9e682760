import { describe, expect, test } from "vitest";
import type { Course, LessonSource } from "../../../src/package/contents/course.ts";
import { packageOf } from "../bound.ts";
import { course, lesson, recording } from "../fixtures.ts";

const ana = { who: "Ana Ruiz", at: "2026-11-20T08:00:00.000Z", heard: true };
const bo = { who: "Bo <b>Li</b>", at: "2026-11-21T09:30:00.000Z", heard: false };
const corrected = { title: true, sentences: 2, glosses: 0, unheard: [], unwritten: [] };

async function disclosed(change: Partial<Course>): Promise<{ page: string; lessons: LessonSource[] }> {
  const files = await packageOf(course(change));
  const { lessons } = JSON.parse(String(files.get("publisher/manifest.json")));
  return { page: String(files.get("publisher/disclosure.html")), lessons };
}

const rowsOf = (page: string) =>
  [...page.matchAll(/<tr><td class="count">.*?<\/tr>/g)].map(([row]) =>
    row.replace(/<[^>]*>/g, " ").replace(/\s+/g, " "),
  );

describe("the disclosure sheet", () => {
  test("says which service wrote the stories, who read them aloud, and who approved each of them and when", async () => {
    const book = await recording();
    const { page, lessons } = await disclosed({
      lessons: [
        lesson({ approvals: [ana, bo], book }),
        lesson({ topicId: "lake", title: "El lago", approvals: [ana], corrected }),
      ],
    });
    expect(page).toContain("ordered from https://stories.example/api/v1.");
    expect(page).toContain("spoken by a computer voice");
    expect(page).toContain("every story was read and approved by Ana Ruiz, Bo &lt;b&gt;Li&lt;/b&gt;.");
    expect(page).toContain("1 story was corrected by hand.");
    const [first = "", second = ""] = rowsOf(page);
    expect(first).toContain(
      "Ana Ruiz 2026-11-20 , Bo &lt;b&gt;Li&lt;/b&gt; 2026-11-21, without hearing the recording",
    );
    expect(second).toMatch(/El lago .*Ana Ruiz 2026-11-20 .*3 $/);
    expect(lessons.map(({ approvals }) => approvals)).toEqual([[ana, bo], [ana]]);
  });

  test("says whose voice speaks what was corrected, lesson by lesson and in a sentence to paste", async () => {
    const sentences = [{ paragraph: 0, from: 0, to: 4 }];
    const anew = (narrator: string, title: boolean) =>
      lesson({ topicId: narrator, corrected: { ...corrected, respoken: { narrator, title, sentences } } });
    const { page } = await disclosed({
      lessons: [anew("a-voice", true), anew("<i>b", false), lesson({ corrected })],
    });
    const paste = page.slice(page.indexOf('id="paste"'), page.indexOf('id="lessons"'));
    expect(paste).toContain("<p>Corrections spoken again by &lt;i&gt;b, a-voice: 3.</p>");
    const [first, second, third] = rowsOf(page);
    expect(first).toMatch(/ 3 Corrections spoken again by a-voice: 2\. $/);
    expect(second).toContain("Corrections spoken again by &lt;i&gt;b: 1.");
    expect(third).toMatch(/nobody yet 3 $/);
  });

  test("claims no approval that isn't on record, and no recording that isn't there", async () => {
    const some = await disclosed({ lessons: [lesson({ approvals: [ana] }), lesson({ topicId: "lake" })] });
    expect(some.page).toContain("1 of 2 stories were read and approved by Ana Ruiz.");
    expect(rowsOf(some.page)[1]).toContain("nobody yet");
    const none = await disclosed({ rehearsal: true });
    expect(none.page).toContain("No person’s approval is on record.");
    expect(none.page).toContain("They are not meant for publication.");
    expect(none.page).not.toContain("computer voice");
  });

  test.each([
    ["de", "Eine Freigabe durch einen Menschen"],
    ["es", "No consta la aprobación"],
    ["fr", "Aucune approbation"],
  ])("speaks the reader's language (%s)", async (reader, words) => {
    expect((await disclosed({ reader })).page).toContain(words);
  });
});
