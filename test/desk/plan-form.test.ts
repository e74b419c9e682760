import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { withValues } from "../../src/desk/plan-form.ts";
import { inUsualLayout } from "../plan/fixtures.ts";

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

interface Values {
  title: string;
  budget: { credits: number; month?: number };
  topics: unknown[];
  words: Record<string, unknown>;
  [key: string]: unknown;
}

const values = parse(plan) as Values;
const [market, train] = values.topics as [string, Record<string, unknown>];

/** What other values make of the plan, but for white space: each line that is gone with `-`, each new one with `+`. */
function difference(changed: Partial<Values>): string[] | null {
  const after = withValues(plan, { ...values, ...changed });
  if (after === null) return null;
  const [was, is] = [inUsualLayout(plan).split("\n"), after.split("\n")];
  const left = [...is];
  const gone = was.filter((line) => {
    const at = left.indexOf(line);
    if (at !== -1) left.splice(at, 1);
    return at === -1;
  });
  return [...gone.map((line) => `-${line}`), ...left.map((line) => `+${line}`)];
}

describe("a change in the plan's form", () => {
  it.each<[string, Partial<Values>, string[]]>([
    ["a scalar, with its quotes", { title: "C: d" }, ['-title: "A: b"', '+title: "C: d"']],
    [
      "a number in braces, beside its comment",
      { budget: { ...values.budget, credits: 30 } },
      [
        "-budget: { credits: 600, month: 2000 } # agreed in May",
        "+budget: { credits: 30, month: 2000 } # agreed in May",
      ],
    ],
    [
      "a topic's text: its lessons keep the id that was made from the text before",
      { topics: ["A fair", train] },
      ["-  - A market", "+  - id: a-market", "+    topic: A fair"],
    ],
    [
      "a topic's key, beside its comment",
      { topics: [market, { ...train, topic: "A train" }] },
      [
        "-    topic: A very long topic that nobody may fold into several lines, since an author wrote it as one line of text",
        "+    topic: A train",
      ],
    ],
    ["a new key", { publisher: "Us" }, ["+publisher: Us"]],
    ["a map that isn't there yet", { package: { formats: ["web"] } }, ["+package:", "+  formats: [ web ]"]],
    [
      "a topic before another",
      { topics: [market, { id: "x", topic: "X" }, train] },
      ["+  - id: x", "+    topic: X"],
    ],
    ["a topic at the end", { topics: [market, train, "Last"] }, ["+  - Last"]],
    ["one topic less", { topics: [train] }, ["-  - A market"]],
    [
      "a renamed list",
      { words: { trips: values.words.travel } },
      ["-words: { travel: { es: [ billete ] } }", "+words: { trips: { es: [ billete ] } }"],
    ],
  ])("changes these lines alone: %s", (_, changed, expected) => {
    expect(difference(changed)).toEqual(expected);
  });

  it("keeps every character if no value changes", () => {
    expect(withValues(plan, values)).toBe(plan);
  });

  it("keeps every comment and quoting style around what changes", () => {
    const text = [
      "# before",
      "course: 'a'  # id",
      'title: "A"',
      "# why so long",
      "description: |  # two lines",
      "  One.",
      "  Two.",
      "license: >-",
      "  free",
      "  for all",
      "",
      "languages:  # all",
      "  - es  # Spanish",
      "  # no French yet",
      "topics:",
      "  # first",
      "  - id: one  # one",
      "    topic: 'One'",
      "    # spoken",
      "    audiobook: true  # yes",
      '  - { id: two, topic: "Two" }  # second',
      "  # last",
      "# after",
      "",
    ].join("\n");
    const data = parse(text) as Values & { topics: Record<string, unknown>[] };
    const topics = [{ ...data.topics[0], topic: "Uno" }, data.topics[1]];
    const changed = { ...data, topics, languages: ["es", "fr"], author: "Ana" };
    const after = withValues(text, changed) ?? "";
    expect(parse(after)).toEqual(changed);
    const kept = [...text.matchAll(/# .*|'.*'|".*"/g)].map(([part]) => part);
    expect(kept.filter((part) => part !== "'One'" && !after.includes(part))).toEqual([]);
    expect(after).toContain("topic: 'Uno'");
    expect(Object.keys(parse(after) as Values)).toEqual([
      ...["course", "title", "description", "license", "languages", "author", "topics"],
    ]);
  });

  it("finds keys that are numbers", () => {
    const levels = `${plan}levels: { 2: { es: [uno] }, 3: { es: [dos] } }\n`;
    const changed = { ...values, levels: { 3: { es: ["tres"] } } };
    expect(parse(withValues(levels, changed) ?? "")).toEqual(changed);
    expect(withValues(levels, changed)?.match(/\b3: /g)).toHaveLength(1);
  });

  it("moves a topic with all that belongs to it", () => {
    const moved = withValues(plan, { ...values, topics: [train, market] }) ?? "";
    expect(moved.indexOf("id: train")).toBeLessThan(moved.indexOf("A market"));
    for (const comment of ["# Made by Ana", "# the id", "# agreed in May", "# easy ones first", "# by night"])
      expect(moved).toContain(comment);
  });

  it("reads line ends of Windows, and changes no text that isn't YAML", () => {
    const retitled = withValues(plan.replaceAll("\n", "\r\n"), { ...values, title: "x" });
    expect(retitled).toBe(inUsualLayout(plan).replace('"A: b"', '"x"'));
    expect(withValues(`course: ${"[".repeat(50_000)}`, values)).toBeNull();
    expect(withValues("course: [", values)).toBeNull();
    // What the plan can't have stays for its author to mend, since the page isn't shown all of it.
    for (const odd of ["cover: !file x.png", "1.5: a", "__proto__: { a: 1 }", "budget: {}"])
      expect(withValues(`${plan}${odd}\n`, { ...values, title: "x" })).toBeNull();
    const aliases = `${plan}levels: { 1: &one { es: [uno] }, ${Array.from({ length: 150 }, (_, index) => `l${index}: *one`).join(", ")} }\n`;
    const data = parse(aliases, { maxAliasCount: -1 }) as Values;
    expect(withValues(aliases, { ...data, title: "x" })).toBe(
      inUsualLayout(aliases).replace('"A: b"', '"x"'),
    );
  });
});
