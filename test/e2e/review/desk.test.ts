import { randomUUID } from "node:crypto";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { openFileLedger } from "../../../src/ledger/file/file-ledger.ts";
import { emptyHead, writeLine } from "../../../src/ledger/format/line.ts";
import { realFiles } from "../../../src/shared/files/real-files.ts";
import { documentOf, fileFolder, start } from "../../fixtures.ts";
import { coursebinderHere } from "../fixtures/in-this-process.ts";
import { rig, type Served, smallCourse } from "../fixtures/served.ts";
import { OpenedDesk } from "./opened-desk.ts";

let served: Served;
let desk: OpenedDesk;

const file = (...names: string[]): string => join(served.folder, "out", "course", ...names);
const codeOf = ({ text }: { text: string }): string => (JSON.parse(text) as { code: string }).code;
const decisions = () => served.events().filter(({ type }) => type.startsWith("lesson."));

const first = { id: "first", topic: "First", audiobook: true, words: ["w"] } as const;
const extra =
  "words: { w: { es: [{ word: pan, gloss: bread }] } }\npackage: { formats: [web] }\nreview: { required: 1 }";

beforeAll(async () => {
  served = await rig({ aligns: true, plan: smallCourse([first, "Second", "Third"], extra) });
  await served.runHere();
  desk = await OpenedDesk.enter(served);
});

describe("the review desk", () => {
  it("exchanges the token for a cookie that no script can read, and leads to the address without it", async () => {
    const other = await OpenedDesk.start(served);
    const path = other.address.pathname + other.address.search;
    const strange = await other.send({});
    expect([strange.status, strange.text]).toEqual([
      403,
      expect.stringContaining("has not opened the desk's address"),
    ]);
    const reply = await other.send({ path });
    expect(reply).toMatchObject({
      status: 303,
      headers: { location: "/", "referrer-policy": "no-referrer" },
    });
    expect(reply.headers["set-cookie"]?.[0]).toMatch(/; HttpOnly; SameSite=Strict; Path=\/$/);
    expect(await other.send({ path })).toMatchObject({ status: 403 });
    other.cookie = String(reply.headers["set-cookie"]?.[0]).split(";")[0] ?? "";
    const page = await other.send({});
    expect(page.status).toBe(200);
    expect(page.text).not.toContain(other.address.searchParams.get("token") ?? "");
    expect(page.headers["content-security-policy"]).toContain("default-src 'none'; script-src 'self'");
    expect(page.text).not.toMatch(/https?:/);
    await other.stop();
  });

  it("shows the lessons in the order of what was found, and each with its text, words, sound and price", async () => {
    const queue = await desk.queue();
    expect(queue).toMatchObject({ title: "A small course", required: 1, isAsked: true });
    expect(queue.lessons.map(({ job }) => job).sort()).toEqual(["first.es.2", "second.es.2", "third.es.2"]);
    const counts = queue.lessons.map(({ findings }) => findings.length);
    expect(counts).toEqual([...counts].sort((a, b) => b - a));
    const lesson = await desk.lesson("first.es.2");
    expect(lesson).toMatchObject({ lang: "es", dir: "ltr", hasSound: true, status: { kind: "waiting" } });
    const pieces = lesson.paragraphs.flat();
    expect(pieces.filter(({ heard }) => heard !== null).length).toBeGreaterThan(3);
    expect(lesson.words).toMatchObject([{ word: "pan", gloss: "bread" }]);
    expect(lesson.history).toMatchObject([{ kind: "bought", credits: expect.any(Number) }]);
    const sound = await desk.send({ path: "/api/sound?job=first.es.2", headers: { range: "bytes=0-99" } });
    expect(sound).toMatchObject({ status: 206, headers: { "content-length": "100" } });
    expect(await desk.send({ path: "/api/lesson?job=none.es.2" })).toMatchObject({ status: 404 });
  });

  it("records a decision once, however often it is sent, with who, why and what was seen", async () => {
    const shown = await desk.lesson("second.es.2");
    const id = randomUUID();
    for (let time = 0; time < 3; time += 1) {
      expect((await desk.decide(shown, "held", { id, why: "a\u001b[31m typo" })).status).toBe(200);
    }
    expect(decisions()).toMatchObject([
      { type: "lesson.held", job: "second.es.2", decision: id, who: "Ana Ruiz", seen: shown.seen },
    ]);
    expect(String(decisions()[0]?.why)).not.toContain("\u001b");
    expect((await desk.lesson("second.es.2")).status).toMatchObject({ kind: "held", people: ["Ana Ruiz"] });
  });

  it("records nothing about a lesson that has changed, or that somebody else has decided about since", async () => {
    const before = decisions().length;
    const shown = await desk.lesson("second.es.2");
    const changed = { ...shown, seen: { ...shown.seen, text: "0".repeat(64) } };
    expect(codeOf(await desk.decide(changed, "approved"))).toBe("lesson_changed");
    expect(codeOf(await desk.decide({ ...shown, story: randomUUID() }, "approved"))).toBe("lesson_changed");
    expect(codeOf(await desk.decide({ ...shown, known: [] }, "approved"))).toBe("decided_meanwhile");
    expect(codeOf(await desk.decide(shown, "approved", { who: " \u0000 " }))).toBe("not_understood");
    expect(decisions()).toHaveLength(before);
    expect((await desk.decide(shown, "approved", { who: "Ben Okafor" })).status).toBe(200);
    expect((await desk.lesson("second.es.2")).status).toMatchObject({ kind: "approved" });
  });

  it("records comments, which decide nothing", async () => {
    const { job, story, seen } = await desk.lesson("third.es.2");
    const comment = { job, story, seen, who: "Ana Ruiz", id: randomUUID(), text: "Nice." };
    expect((await desk.post("/api/comments", comment)).status).toBe(200);
    expect((await desk.post("/api/comments", comment)).status).toBe(200);
    const lesson = await desk.lesson("third.es.2");
    expect(lesson.history.filter(({ kind }) => kind === "comment")).toMatchObject([{ text: "Nice." }]);
    expect(lesson.status.kind).toBe("waiting");
  });

  it("records nothing while a run holds the ledger, says who does, and can still be read", async () => {
    const shown = await desk.lesson("third.es.2");
    const held = await openFileLedger({
      path: file("ledger.jsonl"),
      identity: { course: "course", service: served.url },
      mustExist: true,
      holder: "process 4711",
      files: realFiles,
      world: { now: Date.now, random: Math.random },
    });
    const refused = await desk.decide(shown, "approved");
    expect(refused.status).toBe(409);
    expect(refused.text).toContain("process 4711");
    expect((await desk.queue()).lessons).toHaveLength(3);
    await held.close();
    expect((await desk.decide(shown, "held")).status).toBe(200);
  });

  it.each([
    ["text", "story.saved", "second.es.2"],
    ["recording", "book.exported", "first.es.2"],
  ] as const)(
    "shows and packages no %s that was changed on disk, and says whose it is",
    async (_, type, job) => {
      const path = file(
        String(served.events().findLast((event) => event.type === type && event.job === job)?.file),
      );
      const before = readFileSync(path);
      expect((await desk.decide(await desk.lesson(job), "approved")).status).toBe(200);
      writeFileSync(path, Buffer.concat([before, Buffer.from(" ")]));
      const said = await served.reportOf("package", "--allow-partial");
      const other = await OpenedDesk.enter(served);
      const refused = await other.send({ path: `/api/lesson?job=${job}` });
      await other.stop();
      writeFileSync(path, before);
      const message = expect.stringContaining(job);
      expect(said).toMatchObject({ exitCode: 7, problems: [{ code: "file_damaged", message }] });
      expect(refused).toMatchObject({ status: 409, text: message });
      expect((await desk.lesson(job)).status.kind).toBe("approved");
    },
  );

  it("has approved the times of a recording, too: other ones are not packaged", async () => {
    const { story, seen, status } = await desk.lesson("first.es.2");
    expect([status.kind, seen.times]).toEqual(["approved", expect.any(String)]);
    const packaged = () => served.reportOf("package", "--allow-partial");
    // Of the third, which is held.
    expect(await packaged()).toMatchObject({ missing: 1 });
    const path = file("times", `${story}.json`);
    const before = readFileSync(path);
    writeFileSync(path, `${String(before)} `);
    expect(await packaged()).toMatchObject({ exitCode: 7, problems: [{ code: "times_damaged" }] });
    rmSync(path);
    expect(await packaged()).toMatchObject({ exitCode: 7, problems: [{ code: "times_damaged" }] });
    writeFileSync(path, before);
    expect(await packaged()).toMatchObject({ missing: 1 });
  });

  it("buys nothing and writes its token nowhere", async () => {
    expect(served.proxy.creations).toBe(3);
    const log = join(served.folder, "desk.log");
    const logged = await OpenedDesk.enter(served, "--log-level", "debug", "--log-file", log);
    await logged.queue();
    await logged.send({ path: "/?token=wrong" });
    await logged.stop();
    const token = logged.address.searchParams.get("token") ?? "";
    expect(token.length).toBeGreaterThan(40);
    expect(readFileSync(log, "utf8")).toContain("/api/queue");
    expect(readFileSync(log, "utf8")).not.toContain(token);
    expect(readFileSync(file("ledger.jsonl"), "utf8")).not.toContain(token);
  });
});

const nothingMade = (next: string) => ({ exitCode: 8, problems: [{ code: "nothing_made", next }] });

describe("whoever opens the review desk", () => {
  const folder = fileFolder();
  const review = (...args: string[]) =>
    coursebinderHere(["review", "course.yaml", "--json", ...args], { cwd: folder });

  beforeAll(() => writeFileSync(join(folder, "course.yaml"), smallCourse(["A market"])));

  it("is told to make the lessons first, with the line to type", async () => {
    const said = documentOf(await review());
    expect(said).toMatchObject(nothingMade("coursebinder run course.yaml"));
  });

  it("is led to the rehearsal, where there is only that", async () => {
    const begun = { type: "ledger.opened", format: 1, ledger: crypto.randomUUID() } as const;
    const opened = { ...begun, course: "course", service: "http://127.0.0.1:1/api/v1" };
    const local = join(folder, "out", "local", "course");
    mkdirSync(local, { recursive: true });
    writeFileSync(join(local, "ledger.jsonl"), writeLine(emptyHead, "2026-11-20T08:00:00.000Z", opened).line);
    const said = documentOf(await review());
    expect(said).toMatchObject(nothingMade("coursebinder review course.yaml --local"));
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
