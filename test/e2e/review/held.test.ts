import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { documentOf } from "../../fixtures.ts";
import { unzip } from "../../package/fixtures.ts";
import { rig, smallCourse } from "../fixtures/served.ts";
import { decide } from "./decide.ts";

it("a lesson that a person held is missing from the package of a plan that asks for no review, and named with person and reason", async () => {
  await using served = await rig({ plan: smallCourse(["First", "Second"], "package: { formats: [web] }") });
  const command = async (...flags: string[]) => served.commandHere([...flags], {});
  expect(documentOf(await served.runHere())).toMatchObject({ exitCode: 0, missing: 0 });
  await decide(served, { who: "Ben Okafor", job: "second.es.2", kind: "held", why: "The end is missing" });
  const named = 'second.es.2 held by Ben Okafor: "The end is missing"';
  const objections = [{ job: "second.es.2", decision: "held", who: "Ben Okafor", why: "The end is missing" }];

  const shown = await command("status", "course.yaml");
  expect(shown).toMatchObject({ code: 0 });
  expect(shown.stdout.replaceAll("  ", " ")).toContain(named);
  expect(documentOf(await command("status", "course.yaml", "--json"))).toMatchObject({ objections });
  expect(shown.stdout).toContain("next     coursebinder review course.yaml");

  const refused = await command("package", "course.yaml");
  expect(refused).toMatchObject({ code: 4, stderr: expect.stringContaining(named) });
  const run = documentOf(await served.runHere());
  expect(run).toMatchObject({ exitCode: 4, package: null, missing: 1, objections });
  expect(run).toMatchObject({ problems: [{ message: expect.stringContaining(named) }] });

  const part = await command("package", "course.yaml", "--allow-partial", "--json");
  expect(documentOf(part)).toMatchObject({ exitCode: 0, missing: 1, objections });
  const files = await unzip(readFileSync(join(served.folder, "out/course/course-1.zip")));
  const everything = [...files.values()].join("");
  expect(files.has("es-2/web/lesson-02.html")).toBe(false);
  expect(everything).not.toContain("Okafor");

  const [held] = served.events().filter(({ type }) => type === "lesson.held");
  const despite = [String(held?.decision)];
  await decide(served, { who: "Ana Ruiz", job: "second.es.2", kind: "approved", despite });
  expect(documentOf(await served.runHere())).toMatchObject({ exitCode: 0, missing: 0 });
  expect(served.proxy.creations).toBe(2);
});
