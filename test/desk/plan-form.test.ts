import { describe, expect, it } from "vitest";
import type { PlanEdit } from "../../src/desk/documents.ts";
import { editYaml } from "../../src/desk/plan-form.ts";

const plan = `# Made by Ana
course: weekly   # the id
title: "A: b"

budget: { credits: 600, month: 2000 }   # agreed in May
languages: [es, fr]
topics:
  # easy ones first
  - A market
  - id: train   # by night
    topic: A very long topic that nobody may fold into several lines, since an author wrote it as one line of text
    words: [travel]

words: { travel: { es: [billete] } }
`;

/** What an edit makes of the plan: each line that is gone with `-`, each new one with `+`. */
function difference(edits: readonly PlanEdit[], before = plan): string[] | null {
  const after = editYaml(before, edits);
  if (after === null) return null;
  const [was, is] = [before.split("\n"), after.split("\n")];
  const left = [...is];
  const gone = was.filter((line) => {
    const at = left.indexOf(line);
    if (at !== -1) left.splice(at, 1);
    return at === -1;
  });
  return [...gone.map((line) => `-${line}`), ...left.map((line) => `+${line}`)];
}

describe("an edit from the plan's form", () => {
  it.each<[string, PlanEdit[], string[] | null]>([
    ["nothing", [], []],
    ["a scalar, with its quotes", [{ path: ["title"], value: "C: d" }], ['-title: "A: b"', '+title: "C: d"']],
    [
      "a number in braces, beside its comment",
      [{ path: ["budget", "credits"], value: 30 }],
      [
        "-budget: { credits: 600, month: 2000 }   # agreed in May",
        "+budget: { credits: 30, month: 2000 } # agreed in May",
      ],
    ],
    ["a topic's text", [{ path: ["topics", 0], value: "A fair" }], ["-  - A market", "+  - A fair"]],
    ["a new key", [{ path: ["publisher"], value: "Us" }], ["+publisher: Us"]],
    [
      "a key of a map that isn't there yet",
      [{ path: ["package", "formats"], value: ["web"] }],
      ["+package:", "+  formats: [ web ]"],
    ],
    [
      "a topic before another",
      [{ path: ["topics", 1], insert: { id: "x", topic: "X" } }],
      ["+  - id: x", "+    topic: X"],
    ],
    ["a topic at the end", [{ path: ["topics", 9], insert: "Last" }], ["+  - Last"]],
    [
      "the first item of a list that isn't there",
      [{ path: ["removed", 0], insert: "fair" }],
      ["+removed: [ fair ]"],
    ],
    ["one topic less", [{ path: ["topics", 0], remove: true }], ["-  - A market"]],
    [
      "a renamed list",
      [{ path: ["words", "travel"], rename: "trips" }],
      ["-words: { travel: { es: [billete] } }", "+words: { trips: { es: [billete] } }"],
    ],
    [
      "several at once, in order",
      [
        { path: ["topics", 0], remove: true },
        { path: ["topics", 0, "topic"], value: "Train" },
      ],
      [
        "-  - A market",
        "-    topic: A very long topic that nobody may fold into several lines, since an author wrote it as one line of text",
        "+    topic: Train",
      ],
    ],
    ["a place that isn't there", [{ path: ["topics", 5, "id"], value: "x" }], null],
    ["a key of a text", [{ path: ["title", "x"], value: 1 }], null],
    ["what isn't there, away", [{ path: ["license"], remove: true }], null],
    ["a name that is taken", [{ path: ["title"], rename: "course" }], null],
    [
      "one of them unfit: all of them",
      [
        { path: ["title"], value: "x" },
        { path: ["y"], remove: true },
      ],
      null,
    ],
  ])("changes these lines alone: %s", (_, edits, expected) => {
    expect(difference(edits)).toEqual(expected);
  });

  it("moves a topic with all that belongs to it", () => {
    const moved = editYaml(plan, [{ path: ["topics", 1], move: 0 }]) ?? "";
    expect(moved.indexOf("id: train")).toBeLessThan(moved.indexOf("A market"));
    for (const comment of ["# Made by Ana", "# the id", "# agreed in May", "# easy ones first", "# by night"])
      expect(moved).toContain(comment);
  });

  it("keeps line ends of Windows where it changes nothing, and edits no text that isn't YAML", () => {
    const windows = plan.replaceAll("\n", "\r\n");
    expect(editYaml(windows, [{ path: ["title"], value: "x" }])).toContain("languages: [es, fr]\r\n");
    expect(editYaml(`course: ${"[".repeat(50_000)}`, [{ path: ["title"], value: "x" }])).toBeNull();
    // What the plan can't have stays for its author to mend.
    const odd = `${plan}cover: !file x.png\n1.5: a\nbudget: {}\n`;
    expect(editYaml(odd, [{ path: ["title"], value: "x" }])).toBe(odd.replace('"A: b"', '"x"'));
    const aliases = `${plan}levels: { 1: &one { es: [uno] }, ${Array.from({ length: 150 }, (_, index) => `l${index}: *one`).join(", ")} }\n`;
    expect(editYaml(aliases, [{ path: ["title"], value: "x" }])).toBe(aliases.replace('"A: b"', '"x"'));
    expect(editYaml("course: [", [{ path: ["title"], value: "x" }])).toBeNull();
  });
});
