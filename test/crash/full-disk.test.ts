import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { Served } from "../e2e/fixtures/served.ts";
import { ServiceProxy } from "../e2e/fixtures/service-proxy.ts";
import { documentOf } from "../fixtures.ts";
import { CrashedCourse } from "./crashed-course.ts";
import { mayMount, pageBytes, SmallDisk } from "./small-disk.ts";

/**
 * The length of topics for which the third intention ends 130 bytes before the end of a page, so that its outcome does not fit on the full
 * disk. Each of the three intentions contains its topic once. `ledger`: of a course with the shortest topics. The run under test polls too
 * late to record anything else in between.
 */
function topicLengthForFullPage(ledger: string): number {
  const lines = ledger.split("\n").filter((line) => !/"type":"(pace|story)\./.test(line));
  const third = lines.findIndex((line) => line.includes('"creation.intended"') && line.includes("lesson-3"));
  const end = Buffer.byteLength(lines.slice(0, third + 1).join("\n"));
  const wanted = Math.ceil((end + 130) / pageBytes) * pageBytes - 130;
  return "Lesson 3 of disk-11".length + Math.floor((wanted - end) / 3);
}

describe.runIf(mayMount())("a disk", () => {
  let served: Served;
  let proxy: ServiceProxy;
  let disk: SmallDisk;
  let disks = 0;

  beforeAll(async () => {
    served = await Served.start({ credits: 1_000_000, writingTime: "30ms" });
    proxy = await ServiceProxy.listen(served.proxy.target);
  });

  afterAll(async () => {
    await proxy.close();
    await served.dispose();
  });

  afterEach(() => disk.dispose());

  /** A course on a disk of its own; the machine's memory is on another disk, or on the same. */
  async function courseOnDisk({ topicLength = 0, stateOnDisk = false } = {}): Promise<CrashedCourse> {
    const name = `disk-${++disks}`;
    disk = await SmallDisk.mount(join(served.folder, name), 512 * 1024);
    const { folder, outside: seen } = disk;
    const place = { folder, seen, stateFolder: join(stateOnDisk ? seen : served.folder, `state-${name}`) };
    return CrashedCourse.begin(served, { name, topics: 3, topicLength, proxy, place });
  }

  it("that is full when an answer arrives leaves the outcome in the mirror, and the ledger is restored from there", async () => {
    const trial = await courseOnDisk();
    expect((await trial.run(disk).finished).code).toBe(0);
    const measured = readFileSync(trial.ledger, "utf8");
    await disk.dispose();
    const course = await courseOnDisk({ topicLength: topicLengthForFullPage(measured) });
    const fillAtThirdAnswer = (): void => {
      if (course.created().length === 3) disk.leave(0);
    };
    proxy.moments.on("creationAnswer", fillAtThirdAnswer);
    const finished = await course.run({ ...disk, flags: ["--poll", "10s"] }).finished;
    proxy.moments.off("creationAnswer", fillAtThirdAnswer);
    course.judge({ killed: false });
    const { problems } = documentOf(finished);
    expect(problems.map(({ code }) => code)).toContain("outcome_not_recorded");
    // One of the two would be wrong.
    for (const { message } of problems)
      expect(message).not.toContain("Everything that was paid for is in the ledger");
    expect(finished.code).toBe(8);
    const [mirror = ""] = readdirSync(course.stateFolder).filter((name) => name.endsWith(".jsonl"));
    const kept = readFileSync(join(course.stateFolder, mirror), "utf8");
    for (const { id } of course.created()) expect(kept).toContain(id);
    disk.makeRoom();
    const refused = documentOf(await course.run(disk).finished);
    expect(refused).toMatchObject({ exitCode: 8, problems: [{ code: "ledger_older_copy" }] });
    expect(refused.problems[0]?.next).toContain("coursebinder ledger restore");
    await course.heal(disk);
  });

  it("that is read-only allows status, while a run sends nothing and exits 8", async () => {
    const course = await courseOnDisk();
    expect((await course.run({ ...disk, flags: ["--first", "1"] }).finished).code).toBe(0);
    disk.setReadOnly(true);
    const before = proxy.creations;
    const refused = documentOf(await course.run(disk).finished);
    expect(refused).toMatchObject({ exitCode: 8, problems: [{ code: "ledger_unreadable" }] });
    expect(refused.problems[0]?.message).toContain("EROFS");
    expect((await course.begin("status", [], disk).finished).code).toBe(0);
    expect(proxy.creations).toBe(before);
    disk.setReadOnly(false);
    await course.heal(disk);
  });

  it("that is full or read-only and holds this machine's mirrors stops the run before anything more is sent", async () => {
    const other = await courseOnDisk({ stateOnDisk: true });
    expect((await other.run({ ...disk, flags: ["--first", "1"] }).finished).code).toBe(0);
    const own = await CrashedCourse.begin(served, {
      name: `${other.name}-own`,
      topics: 1,
      proxy,
    });
    const manner = { ...disk, env: { COURSEBINDER_STATE: other.stateFolder } };
    const before = proxy.creations;
    for (const flags of [[], ["--new-ledger"]]) {
      disk.leave(0);
      const full = documentOf(await own.run({ ...manner, flags }).finished);
      expect(full).toMatchObject({ exitCode: 8, problems: [{ code: "mirror_unusable" }] });
      disk.makeRoom();
      disk.setReadOnly(true);
      const readOnly = documentOf(await own.run({ ...manner, flags }).finished);
      expect(readOnly).toMatchObject({ exitCode: 8, problems: [{ code: "mirror_unusable" }] });
      disk.setReadOnly(false);
    }
    expect(proxy.creations).toBe(before);
    expect((await own.run(manner).finished).code).toBe(0);
  });
});
