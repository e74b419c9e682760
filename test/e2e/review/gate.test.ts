import { beforeAll, describe, expect, it } from "vitest";
import { documentOf, type Finished } from "../../fixtures.ts";
import { Served } from "../fixtures/served.ts";
import { decide } from "./decide.ts";

let served: Served;

interface Shown {
  readonly exitCode: number;
  readonly toCreate: readonly string[];
  readonly waiting: unknown;
  readonly credits: { readonly quoted: number };
  readonly problems: readonly { readonly code: string; readonly message: string }[];
  readonly next: string;
}
const shownBy = (finished: Finished) => documentOf(finished) as unknown as Shown;
const command = (...args: readonly string[]) => served.commandHere(args);
const planned = async () => shownBy(await command("plan", "course.yaml", "--json"));
const approve = (job: string) => decide(served, { who: "Ana Ruiz", job, kind: "approved" });

/** The topics and languages of the stories that were bought, in order. */
const bought = (): string[] =>
  served.events().flatMap(({ type, job }) => (type === "creation.accepted" ? [String(job)] : []));

const topics = ["one", "two", "three", "four"];

describe("a course that is bought whole only when the first two lessons of each volume are approved", () => {
  beforeAll(async () => {
    served = await Served.start();
    served.plan(`course: course
title: A course behind a gate
budget: { credits: 500 }
languages: [es, fr]
difficulties: [2]
defaults: { audiobook: false }
topics: [${topics.map((topic) => `{ id: ${topic}, topic: The ${topic} }`).join(", ")}]
package: { formats: [words] }
quality: { language: ignore }
review: { gate: 2 }
`);
  });

  it("is planned with the price of its samples, and what waits with its own", async () => {
    const shown = await planned();
    expect(shown).toMatchObject({ exitCode: 0, credits: { quoted: 4 * 13 } });
    expect(shown.toCreate).toEqual(["one.es.2", "one.fr.2", "two.es.2", "two.fr.2"]);
    expect(shown.waiting).toEqual({
      credits: 4 * 13,
      gates: [
        { volume: "es-2", missing: 2, samples: ["one.es.2", "two.es.2"], waiting: 2 },
        { volume: "fr-2", missing: 2, samples: ["one.fr.2", "two.fr.2"], waiting: 2 },
      ],
    });
    const { stdout } = await served.command(["plan", "course.yaml"]);
    expect(stdout).toContain(
      "gate     4 lessons wait (52 credits) for 2 more of es-2, 2 more of fr-2 to be approved",
    );
  });

  it("buys its samples, and nothing more however often it runs: exit 4, and the review is next", async () => {
    const first = shownBy(await served.run());
    expect(first.exitCode).toBe(4);
    expect(first.problems.map(({ code }) => code)).toEqual(["gate_closed", "lessons_unapproved"]);
    expect(first.problems[0]?.message).toBe(
      '4 lessons will not be bought until people have approved the first ones in the volume, as "gate" in the plan requires. ' +
        "Not approved yet: 2 of es-2 (one.es.2, two.es.2); 2 of fr-2 (one.fr.2, two.fr.2).",
    );
    expect(first.next).toBe("coursebinder review course.yaml");
    expect(bought()).toHaveLength(4);
    for (const flags of [[], ["--only", "four.*"], ["--first", "8"], ["--allow-partial"]])
      expect((await served.runHere(...flags)).code).toBe(4);
    expect(served.proxy.creations).toBe(4);
    const waiting = await command("plan", "course.yaml");
    expect(waiting).toMatchObject({ code: 4 });
    expect(waiting.stdout).toContain("next     coursebinder review course.yaml");
    const { stdout } = await served.command(["status", "course.yaml"], {});
    expect(stdout).toMatch(/^gate {5}4 lessons wait for 2 more of es-2, 2 more of fr-2 to be approved$/m);
    expect(stdout).toContain("next     coursebinder review course.yaml");
  });

  it("opens for a volume by itself, once enough of its lessons are approved", async () => {
    await approve("one.es.2");
    expect((await served.runHere()).code).toBe(4);
    expect(served.proxy.creations).toBe(4);
    await approve("two.es.2");
    expect((await planned()).toCreate).toEqual(["three.es.2", "four.es.2"]);
    expect((await served.runHere()).code).toBe(4);
    expect(bought().slice(4)).toEqual(["three.es.2", "four.es.2"]);
  });

  it("buys a replacement for a rejected sample, and opens when that is approved", async () => {
    await approve("one.fr.2");
    await decide(served, { who: "Ana Ruiz", job: "two.fr.2", kind: "rejected" });
    expect((await served.runHere()).code).toBe(4);
    expect(served.proxy.creations).toBe(6);
    expect((await served.runHere("--replace", served.has("two.fr.2"))).code).toBe(4);
    expect(bought().slice(6)).toEqual(["two.fr.2"]);
    await approve("two.fr.2");
    expect((await served.runHere()).code).toBe(4);
    expect(bought().slice(7)).toEqual(["three.fr.2", "four.fr.2"]);
  });

  it("is packaged when the rest is approved too", async () => {
    for (const job of ["three.es.2", "four.es.2", "three.fr.2", "four.fr.2"]) await approve(job);
    expect(shownBy(await served.runHere())).toMatchObject({ exitCode: 0, problems: [] });
    expect(served.proxy.creations).toBe(9);
  });
});
