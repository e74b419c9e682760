import {
  copyFileSync,
  linkSync,
  mkdirSync,
  readFileSync,
  renameSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { documentOf } from "../../fixtures.ts";
import { shareOf } from "../../share.ts";
import { rig, smallCourse } from "../fixtures/served.ts";

it.each([
  ["exclude: [{ topic: the-markt, lang: es }]", "exclude", 'did you mean "the-market"'],
  ["include: [{ lang: et, length: long }]", "include", 'did you mean "es"'],
])("A rule that matches nothing, %s, buys nothing", async (rules, name, suggestion) => {
  await using served = await rig({ plan: smallCourse(["The market", "The train"], rules) });
  const finished = await served.run();
  expect(finished.code, finished.stderr).toBe(2);
  expect(finished.stderr).toMatch(/^course\.yaml:7:\d+: error: /m);
  expect(finished.stderr).toContain(`this ${name} rule matches no job`);
  expect(finished.stderr).toContain(suggestion);
  expect(documentOf(finished)).toMatchObject({ problems: [{ code: "rule_matches_nothing" }] });
  expect(served.proxy.requests).toEqual([]);
});

it("No flag that names an output file can overwrite a ledger, by whatever name, or any other file", async () => {
  await using served = await rig({ plan: smallCourse(["The market", "The train"]) });
  const at = (...parts: string[]) => join(served.folder, ...parts);
  expect((await served.run("--first", "1")).code).toBe(0);
  writeFileSync(at("words.csv"), "word,gloss\npan,bread\n");
  symlinkSync(join("out", "course", "ledger.jsonl"), at("linked"));
  linkSync(at("out", "course", "ledger.jsonl"), at("hard"));
  const ledger = join("out", "course", "ledger.jsonl");
  const others = ["course.yaml", "words.csv", "out/course/course-1.zip", "out/course/report.html"];
  const files = [ledger, join("out", "..", ledger), "linked", "hard", ...others];
  const before = files.map((file) => readFileSync(at(file)));
  const asked = served.proxy.requests.length;
  for (const [index, file] of files.entries()) {
    const every = [
      ["plan", "course.yaml", "--save", file],
      ["run", "course.yaml", "--log-file", file],
      ["ledger", "copy", "course.yaml", file],
      ["ledger", "create", "course.yaml", "--ledger", file],
    ];
    // The ledger meets every flag by each of its names; of the other files each meets one, and each flag one or two of them.
    const isLedger = /ledger\.jsonl$|^linked$|^hard$/.test(file);
    for (const args of isLedger ? every : every.filter((_, flag) => (flag + index) % shareOf(4) === 0)) {
      // The first file meets every flag of a started command.
      const finished = await (index === 0 ? served.command(args) : served.commandHere(args));
      // A ledger says for itself that something would take its place; the course's own is there already, and stays as it is.
      const isOwn = args[1] === "create" && isLedger;
      const codes = isOwn ? [0, 8] : [2, args[0] === "ledger" ? 8 : 2];
      expect(codes, `${args.join(" ")}: ${finished.stderr}`).toContain(finished.code);
    }
  }
  expect(files.map((file) => readFileSync(at(file)))).toEqual(before);
  expect(served.proxy.requests.length).toBe(asked);
  expect(served.proxy.creations).toBe(1);
});

it("Another file with the package's name is kept and reported; once it is moved away the package is written", async () => {
  await using served = await rig({ plan: smallCourse(["The market"]), writingTime: "20ms" });
  const at = (...parts: string[]) => join(served.folder, ...parts);
  mkdirSync(at("out", "course"), { recursive: true });
  const path = at("out", "course", "course-1.zip");
  writeFileSync(path, "notes of mine");
  expect(documentOf(await served.run())).toMatchObject({
    exitCode: 7,
    jobs: { done: 1 },
    package: null,
    problems: [{ code: "package_of_others" }],
  });
  const bound = await served.commandHere(["package", "course.yaml"], {});
  expect([bound.code, readFileSync(path, "utf8")]).toEqual([7, "notes of mine"]);
  renameSync(path, at("mine.zip"));
  expect(await served.report()).toMatchObject({
    exitCode: 0,
    package: { path: "out/course/course-1.zip" },
  });
  // Another course's package, which somebody has put there.
  served.plan(smallCourse(["The market"]).replace("course: course", "course: other"));
  mkdirSync(at("out", "other"), { recursive: true });
  copyFileSync(path, at("out", "other", "other-1.zip"));
  const other = await served.runHere("--new-ledger");
  expect(documentOf(other)).toMatchObject({ package: null, problems: [{ code: "package_of_others" }] });
  expect(readFileSync(at("out", "other", "other-1.zip"))).toEqual(readFileSync(path));
});
