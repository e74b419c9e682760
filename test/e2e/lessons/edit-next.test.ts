import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { documentOf } from "../../fixtures.ts";
import { printed } from "../../run/compound-edits.ts";
import { undo } from "../../undo.ts";
import { BoughtOnce } from "../fixtures/bought-once.ts";
import { Served } from "../fixtures/served.ts";

let served: Served;
const courses = new BoughtOnce({ writingTime: "20ms" });

/** A plan of Spanish lessons: topics by their ids, and keys that stand above them. */
function planOf(topics: Readonly<Record<string, string>>, keys = ""): string {
  const rows = Object.entries(topics).map(([id, topic]) => `  - { id: ${id}, topic: "${topic}" }`);
  return `course: course
title: A small course
budget: { credits: 500 }
languages: [es]
difficulties: [2]
defaults: { audiobook: false }
quality: { language: ignore }
package: { formats: [words] }
${keys}topics:
${rows.join("\n")}
`;
}

const first = { l1: "The night train", l2: "A market in spring", l3: "How bread is baked" };
const nextIn = (stdout: string): string => /^next {5}(.*)$/m.exec(stdout)?.[1] ?? "";

/** The lines of YAML that a refusal proposes below a key, as they are to be pasted. */
const proposed = (message: string, key: "moved" | "removed"): string =>
  `${printed(`${message}\n`, key).join("\n")}\n`;

describe("After lessons have left the plan", () => {
  it("the next step is the edit, by file and line, and then the same command", async () => {
    served = await courses.course(planOf(first));
    const { l3: _, ...rest } = first;
    served.plan(planOf({ ...rest, l4: "Lighthouses" }));
    const refused = await served.begin("run", "--max-credits", "60").finished;
    expect(refused.code).toBe(2);
    const flags = "--max-credits 60 --poll 100ms";
    expect(nextIn(refused.stdout)).toBe(
      "write moved: above course.yaml:9 (topics:), or write removed: above course.yaml:9 (topics:), " +
        `then coursebinder run course.yaml ${flags}`,
    );
    const planned = await served.here("plan", "--max-credits", "60");
    expect(nextIn(planned.stdout)).toMatch(
      /^write moved: above .*, then coursebinder plan course\.yaml --max/,
    );
    // Where the key stands already, its own line is named.
    served.plan(planOf({ ...rest, l4: "Lighthouses" }, "removed: [l9]\n"));
    const { problems } = documentOf(await served.runHere());
    expect(problems[0]?.advice).toMatch(
      /^write moved: above course\.yaml:10 \(topics:\), or add to removed: at course\.yaml:9, then coursebinder run /,
    );
    // What it names is all that it takes.
    served.plan(planOf({ ...rest, l4: "Lighthouses" }, "removed: [l9, l3]\n"));
    expect(documentOf(await served.runHere())).toMatchObject({ exitCode: 0, jobs: { done: 3 } });
    expect(served.proxy.creations).toBe(4);
  });

  it("an entry that contradicts itself is reported by its line", async () => {
    served = await courses.course(planOf(first));
    served.plan(planOf(first, 'removed:\n  - { text: "The night train" }\n'));
    const refused = await served.runHere();
    expect(refused.code).toBe(2);
    expect(documentOf(refused).problems[0]?.advice).toMatch(/^edit course\.yaml:10, then coursebinder run /);
  });

  it("a lesson whose id now belongs to another topic is named by its text or its story, never by that id", async () => {
    const two = (topics: Readonly<Record<string, string>>, more: string): string =>
      planOf(topics).replace("languages: [es]", "languages: [es, fr]").concat(more);
    served = await courses.course(two(first, ""));
    // The old l2 is l9, in Spanish alone: nobody has its French lesson, and l2 is another topic.
    const today = two(
      { l1: first.l1, l3: first.l3 },
      `  - { id: l2, topic: Volcanoes under the ice, languages: [es] }
  - { id: l9, topic: ${first.l2}, languages: [es] }
  - { id: l4, topic: Lighthouses, languages: [fr] }
`,
    );
    served.plan(today);
    const asked = documentOf(await served.runHere());
    expect(asked.exitCode).toBe(2);
    const [{ message = "" } = {}] = asked.problems;
    expect(message).not.toMatch(/(from|topic): l2\b/);
    expect(proposed(message, "moved")).toContain('- { text: "A market in spring", to: l4 }');
    const removal = proposed(message, "removed");
    expect(removal).toMatch(/- \{ story: "[0-9a-f]{8}" \} {2}# l2\.fr\.2/);
    served.plan(today.replace("topics:", `${removal}topics:`));
    expect(documentOf(await served.runHere())).toMatchObject({ exitCode: 0, jobs: { done: 7 } });
    expect(served.proxy.creations).toBe(8);
  });
});

it("an uncertain creation whose topic has another id and another text is counted, and said to be no longer in the plan", async () => {
  served = await Served.start({ writingTime: "20ms" });
  undo.push(() => served.dispose());
  served.plan(planOf({ l1: first.l1, l2: first.l2 }));
  served.proxy.holdsAnswers = true;
  const answered = served.proxy.heldAnswer();
  const running = served.begin("run");
  await answered;
  running.process.kill("SIGKILL");
  await running.finished;
  served.proxy.dropHeld();
  served.plan(planOf({ volcanoes: "Volcanoes under the ice", l2: first.l2 }));
  const line = /^jobs {5}0 done, 0 failed, 1 uncertain \(1 no longer in the plan\), 2 not started, of 2$/m;
  expect((await served.commandHere(["status", "course.yaml"])).stdout).toMatch(line);
  const status = documentOf(await served.commandHere(["status", "course.yaml", "--json"]));
  const counts = { total: 2, uncertain: 1, uncertainOrphans: 1 };
  expect(status).toMatchObject({ jobs: counts });
  expect(documentOf(await served.here("plan", "--json"))).toMatchObject({ jobs: counts });
  const ran = await served.here("run");
  expect(ran.stdout).toMatch(line);
  expect(served.proxy.creations).toBe(1);
});

it("package suggests the edit too if it is unclear which lessons are whose", async () => {
  served = await courses.course(planOf(first));
  const path = join(served.folder, "course.yaml");
  writeFileSync(
    path,
    planOf({ l1: "Volcanoes under the ice", l2: first.l2, l3: first.l3, l4: "The night trains" }),
  );
  const refused = await served.command(["package", "course.yaml"]);
  expect(refused.code, readFileSync(path, "utf8")).toBe(2);
  expect(nextIn(refused.stdout)).toMatch(/then coursebinder package course\.yaml$/);
});
