import { describe, expect, test } from "vitest";
import { bind } from "../bound.ts";
import { course, lesson } from "../fixtures.ts";
import { longCourse } from "../torture/torture-course.ts";

const formats = ["web", "print", "teacher"];

function story(topicId: string, text: string, words: readonly string[]) {
  return lesson({ topicId, text, words: words.map((word) => ({ word, gloss: `=${word}` })) });
}

describe("the recycling of words", () => {
  test("counts every form of the list words in every lesson, in a table without formulas", async () => {
    const lessons = [
      story("a", "El pan y el pan. La cesta.", ["pan", "cesta"]),
      story("b", "Una silla.", ["silla", "PAN"]),
      story("c", "Una silla y una mesa, sin flores.", ["-mesa"]),
      story("d", "Dos barras de pan.", ["dos barras de pan"]),
    ];
    const { text } = await bind(course({ lessons, formats }));
    expect(text("teacher/es-2/recycling.csv").split("\r\n")).toEqual([
      "\ufeffword,gloss,total,lesson-01,lesson-02,lesson-03,lesson-04",
      "pan,'=pan,3,2,0,0,1",
      "cesta,'=cesta,1,1,0,0,0",
      "silla,'=silla,2,0,1,1,0",
      "'-mesa,'=-mesa,1,0,0,1,0",
      "dos barras de pan,'=dos barras de pan,1,0,0,0,1",
      "",
    ]);
    const page = text("teacher/es-2/recycling.html");
    expect(page.match(/below 8/g)).toHaveLength(5);
    expect(page).toContain("<td>1, 4</td>");
    expect(page).toContain('<td class="count">2 lessons</td>');
    expect(page).not.toContain("headword");
  });

  test("does not mark a word that occurs eight times", async () => {
    const { text } = await bind(longCourse(20, null, { formats }));
    const rows = text("teacher/es-4/recycling.csv").trim().split("\r\n").slice(1);
    const totals = rows.map((row) => Number(row.split(",")[2]));
    expect(totals.every((total) => total >= 8)).toBe(true);
    expect(text("teacher/es-4/recycling.html")).not.toContain("below 8");
  });
});

describe("the plan by week", () => {
  test("brings the words of a lesson back after one, two and four weeks", async () => {
    const lessons = ["uno", "dos", "tres", "cuatro", "cinco"].map((word) =>
      story(word, `Aquí está ${word}.`, [word]),
    );
    const { text } = await bind(course({ lessons, formats }));
    const weeks = text("teacher/es-2/plan.html").split('<section class="week">').slice(1);
    const reviewed = weeks.map((week) => [...week.matchAll(/from week (\d)/g)].map((match) => match[1]));
    expect(reviewed).toEqual([[], ["1"], ["2", "1"], ["3", "2"], ["4", "3", "1"]]);
  });
});
