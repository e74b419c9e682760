import { expect, test } from "vitest";
import type { LessonSource } from "../../../src/package/contents/course.ts";
import { course, lesson, packageOf, recording } from "../fixtures.ts";

const formats = ["web", "print", "teacher"];

function story(topicId: string, text: string, words: readonly string[]) {
  return lesson({ topicId, text, words: words.map((word) => ({ word, gloss: `=${word}` })) });
}

test("the recycling of words counts every form of the list words in every lesson, in a table without formulas", async () => {
  const lessons = [
    story("a", "El pan y el pan. La cesta.", ["pan", "cesta"]),
    story("b", "Una silla.", ["silla", "PAN"]),
    story("c", `Una silla y una mesa, sin flores.${" Sol.".repeat(8)}`, ["-mesa", "sol"]),
    story("d", "Dos barras de pan.", ["dos barras de pan"]),
  ];
  const files = await packageOf(course({ lessons, formats }));
  expect(files.text("teacher/es-2/recycling.csv").split("\r\n")).toEqual([
    "\ufeffword,gloss,total,lesson-01,lesson-02,lesson-03,lesson-04",
    "pan,'=pan,3,2,0,0,1",
    "cesta,'=cesta,1,1,0,0,0",
    "silla,'=silla,2,0,1,1,0",
    "'-mesa,'=-mesa,1,0,0,1,0",
    "sol,'=sol,8,0,0,8,0",
    "dos barras de pan,'=dos barras de pan,1,0,0,0,1",
    "",
  ]);
  const page = files.text("teacher/es-2/recycling.html");
  // Not the word that occurs eight times.
  expect(page.match(/below 8/g)).toHaveLength(5);
  expect(page).toContain("<td>1, 4</td>");
  expect(page).toContain('<td class="count">2 lessons</td>');
  expect(page).not.toContain("headword");
});

test("the plan by week brings the words of a lesson back after one, two and four weeks", async () => {
  const words = ["uno", "dos", "tres", "cuatro", "cinco"];
  const lessons = words.map((word) => story(word, `Aquí está ${word}.`, [word]));
  const files = await packageOf(course({ lessons, formats }));
  const weeks = files.text("teacher/es-2/plan.html").split('<section class="week">').slice(1);
  const reviewed = weeks.map((week) => [...week.matchAll(/from week (\d)/g)].map((match) => match[1]));
  expect(reviewed).toEqual([[], ["1"], ["2", "1"], ["3", "2"], ["4", "3", "1"]]);
});

const ana = { who: "Ana Ruiz", at: "2026-11-20T08:00:00.000Z", heard: true };
const bo = { who: "Bo <b>Li</b>", at: "2026-11-21T09:30:00.000Z", heard: false };
const corrected = { title: true, sentences: 2, glosses: 0, unheard: [], unwritten: [] };

/** The disclosure sheet of a course, its rows as text, and what the manifest says of the lessons. */
async function disclosed(change: Parameters<typeof course>[0]) {
  const files = await packageOf(course(change));
  const { lessons }: { lessons: LessonSource[] } = files.json("publisher/manifest.json");
  const page = files.text("publisher/disclosure.html");
  const rows = [...page.matchAll(/<tr><td class="count">.*?<\/tr>/g)].map(([row]) =>
    row.replace(/<[^>]*>/g, " ").replace(/\s+/g, " "),
  );
  return { page, rows, lessons };
}

test("the disclosure says which service wrote the stories, who read them aloud, and who approved each of them and when", async () => {
  const first = lesson({ approvals: [ana, bo], book: await recording() });
  const second = lesson({ topicId: "lake", title: "El lago", approvals: [ana], corrected });
  const { page, rows, lessons } = await disclosed({ lessons: [first, second] });
  for (const said of [
    "ordered from https://stories.example/api/v1.",
    "spoken by a computer voice",
    "every story was read and approved by Ana Ruiz, Bo &lt;b&gt;Li&lt;/b&gt;.",
    "1 story was corrected by hand.",
  ])
    expect(page).toContain(said);
  const approved = "Ana Ruiz 2026-11-20 , Bo &lt;b&gt;Li&lt;/b&gt; 2026-11-21, without hearing the recording";
  expect(rows[0]).toContain(approved);
  expect(rows[1]).toMatch(/El lago .*Ana Ruiz 2026-11-20 .*3 $/);
  expect(lessons.map(({ approvals }) => approvals)).toEqual([[ana, bo], [ana]]);
});

test("the disclosure says whose voice speaks what was corrected, lesson by lesson and in a sentence to paste", async () => {
  const sentences = [{ paragraph: 0, from: 0, to: 4 }];
  const anew = (narrator: string, title: boolean) =>
    lesson({ topicId: narrator, corrected: { ...corrected, respoken: { narrator, title, sentences } } });
  const lessons = [anew("a-voice", true), anew("<i>b", false), lesson({ corrected })];
  const { page, rows } = await disclosed({ lessons });
  const paste = page.slice(page.indexOf('id="paste"'), page.indexOf('id="lessons"'));
  expect(paste).toContain("<p>Corrections spoken again by &lt;i&gt;b, a-voice: 3.</p>");
  expect(rows[0]).toMatch(/ 3 Corrections spoken again by a-voice: 2\. $/);
  expect(rows[1]).toContain("Corrections spoken again by &lt;i&gt;b: 1.");
  expect(rows[2]).toMatch(/nobody yet 3 $/);
});

test("the disclosure claims no approval that isn't on record, and no recording that isn't there", async () => {
  const some = await disclosed({ lessons: [lesson({ approvals: [ana] }), lesson({ topicId: "lake" })] });
  expect(some.page).toContain("1 of 2 stories were read and approved by Ana Ruiz.");
  expect(some.rows[1]).toContain("nobody yet");
  const { page } = await disclosed({ rehearsal: true });
  expect(page).toContain("No person’s approval is on record.");
  expect(page).toContain("They are not meant for publication.");
  expect(page).not.toContain("computer voice");
});

test.each([
  ["de", "Eine Freigabe durch einen Menschen"],
  ["es", "No consta la aprobación"],
  ["fr", "Aucune approbation"],
])("the disclosure speaks the reader's language (%s)", async (reader, words) => {
  expect((await disclosed({ reader })).page).toContain(words);
});
