import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { withValues } from "../../src/desk/plan-form.ts";

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

/** What other values make of the plan: each line that is gone with `-`, each new one with `+`. */
function difference(changed: Partial<Values>): string[] | null {
  const after = withValues(plan, { ...values, ...changed });
  if (after === null) return null;
  const [was, is] = [plan.split("\n"), after.split("\n")];
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
    ["nothing", {}, []],
    ["a scalar, with its quotes", { title: "C: d" }, ['-title: "A: b"', '+title: "C: d"']],
    [
      "a number in braces, beside its comment",
      { budget: { ...values.budget, credits: 30 } },
      [
        "-budget: { credits: 600, month: 2000 }   # agreed in May",
        "+budget: { credits: 30, month: 2000 } # agreed in May",
      ],
    ],
    ["a topic's text", { topics: ["A fair", train] }, ["-  - A market", "+  - A fair"]],
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
      ["-words: { travel: { es: [billete] } }", "+words: { trips: { es: [ billete ] } }"],
    ],
  ])("changes these lines alone: %s", (_, changed, expected) => {
    expect(difference(changed)).toEqual(expected);
  });

  it("moves a topic with all that belongs to it", () => {
    const moved = withValues(plan, { ...values, topics: [train, market] }) ?? "";
    expect(moved.indexOf("id: train")).toBeLessThan(moved.indexOf("A market"));
    for (const comment of ["# Made by Ana", "# the id", "# agreed in May", "# easy ones first", "# by night"])
      expect(moved).toContain(comment);
  });

  it("keeps line ends of Windows where it changes nothing, and changes no text that isn't YAML", () => {
    const retitled = (text: string) => withValues(text, { ...(parse(text) as Values), title: "x" });
    expect(retitled(plan.replaceAll("\n", "\r\n"))).toContain("languages: [es, fr]\r\n");
    expect(withValues(`course: ${"[".repeat(50_000)}`, values)).toBeNull();
    expect(withValues("course: [", values)).toBeNull();
    // What the plan can't have stays for its author to mend, also if the page isn't shown it.
    const odd = `${plan}cover: !file x.png\n1.5: a\n__proto__: { a: 1 }\nbudget: {}\n`;
    expect(withValues(odd, { ...values, cover: "x.png", "1.5": "a", budget: {}, title: "x" } as never)).toBe(
      odd.replace('"A: b"', '"x"'),
    );
    const aliases = `${plan}levels: { 1: &one { es: [uno] }, ${Array.from({ length: 150 }, (_, index) => `l${index}: *one`).join(", ")} }\n`;
    const data = parse(aliases, { maxAliasCount: -1 }) as Values;
    expect(withValues(aliases, { ...data, title: "x" })).toBe(aliases.replace('"A: b"', '"x"'));
  });
});
