import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { emptyHead, writeLine } from "../../../src/ledger/format/line.ts";
import { documentOf, fileFolder, start } from "../../fixtures.ts";
import { coursebinderHere } from "../fixtures/in-this-process.ts";
import { smallCourse } from "../fixtures/served.ts";

describe("whoever opens the review desk", () => {
  const folder = fileFolder();
  const review = (...args: string[]) =>
    coursebinderHere(["review", "course.yaml", "--json", ...args], { cwd: folder });

  beforeAll(() => writeFileSync(join(folder, "course.yaml"), smallCourse(["A market"])));

  it("is told to make the lessons first, with the line to type", async () => {
    const said = documentOf(await review());
    expect(said).toMatchObject({
      exitCode: 8,
      problems: [{ code: "nothing_made", next: "coursebinder run course.yaml" }],
    });
  });

  it("is led to the rehearsal, where there is only that", async () => {
    const begun = {
      type: "ledger.opened",
      format: 1,
      ledger: "0b54c6c4-3f0f-4a5e-9a53-000000000000",
    } as const;
    const opened = { ...begun, course: "course", service: "http://127.0.0.1:1/api/v1" };
    const local = join(folder, "out", "local", "course");
    mkdirSync(local, { recursive: true });
    writeFileSync(join(local, "ledger.jsonl"), writeLine(emptyHead, "2026-11-20T08:00:00.000Z", opened).line);
    const said = documentOf(await review());
    expect(said).toMatchObject({
      exitCode: 8,
      problems: [{ code: "nothing_made", next: "coursebinder review course.yaml --local" }],
    });
  });

  it("over ssh is shown the line that leads there from another computer", async () => {
    const env = { SSH_CONNECTION: "192.0.2.1 50000 192.0.2.2 22", BROWSER: "" };
    const desk = start({ args: ["review", "course.yaml", "--local", "--no-open"], cwd: folder, env });
    await desk.lineMatching(/^stop it/);
    desk.process.kill("SIGTERM");
    const { stdout } = await desk.finished;
    const port = /http:\/\/127\.0\.0\.1:(\d+)\//.exec(stdout)?.[1];
    expect(stdout).toContain(`ssh -L ${port}:127.0.0.1:${port} `);
  });
});
