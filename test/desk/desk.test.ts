import { once } from "node:events";
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import type { ChangesDocument, MadeDocument } from "../../src/desk/documents.ts";
import { key, rig, type Served, smallCourse } from "../e2e/fixtures/served.ts";
import { inUsualLayout } from "../plan/fixtures.ts";
import { OpenedHome } from "./opened-home.ts";

/** A course in a folder with a service, and its desk. */
async function opened(plan: string, options: Parameters<typeof rig>[0] = {}) {
  const served = await rig({ plan, ...options });
  const home = await OpenedHome.enter(served);
  return { served, home, course: await home.course() };
}

const codes = (problems: readonly { code: string }[] = []): string[] => problems.map(({ code }) => code);

describe("the courses of a folder", () => {
  let served: Served;
  let home: OpenedHome;
  const write = (file: string, text: string): void => {
    mkdirSync(join(served.folder, file, ".."), { recursive: true });
    writeFileSync(join(served.folder, file), text);
  };

  beforeAll(async () => {
    served = await rig({ plan: smallCourse(["First"]) });
    write("spring/es/course.yml", smallCourse(["Second"]).replace("course: course", "course: spring"));
    write("broken.yaml", "course: broken\ntitle: Half a plan\ntopics: [\n");
    write("too/far/down/course.yaml", smallCourse(["Third"]));
    write(".hidden/course.yaml", smallCourse(["Third"]));
    write("out/course/course.yaml", smallCourse(["Third"]));
    write("service.yaml", "accounts: []\n");
    symlinkSync(join(served.folder, "course.yaml"), join(served.folder, "linked.yaml"));
    home = await OpenedHome.enter(served);
  });

  it("are its plans, two levels down, with what was made of each, and nothing of the machine", async () => {
    const { courses, ...about } = await home.courses();
    expect(about).toMatchObject({ service: served.url, missing: null });
    expect(courses.map(({ file, title, errors }) => [file, title, errors > 0])).toEqual([
      ["broken.yaml", "Half a plan", true],
      ["course.yaml", "A small course", false],
      ["spring/es/course.yml", "A small course", false],
    ]);
    expect(courses[1]?.paid).toMatchObject({ counts: { total: 1, pending: 1 }, running: null });
    const { text } = await home.send({ path: "/api/courses" });
    expect(text).not.toContain(served.folder);
    expect(text).not.toContain(key);
  });

  it("have plans whose edits keep comments, and are written only over what the page knows", async () => {
    write("course.yaml", `# Ana's course\n${smallCourse(["First"])}`);
    const course = await home.course();
    const before = await home.plan(course);
    const values = { ...(before.values as object), budget: { credits: 77 } };
    const stamp = async () => (await home.read<ChangesDocument>("/api/changes"))[course];
    const unchanged = await stamp();
    expect(await stamp()).toBe(unchanged);
    const saved = await home.ask("/api/plan", { course, hash: before.hash, values });
    expect(saved).toMatchObject({ status: 200, body: { values: { budget: { credits: 77 } }, problems: [] } });
    expect(await stamp()).not.toBe(unchanged);
    const written = readFileSync(join(served.folder, "course.yaml"), "utf8");
    expect(written).toBe(inUsualLayout(before.yaml).replace("credits: 500", "credits: 77"));
    expect(await home.ask("/api/plan", { course, hash: before.hash, values })).toMatchObject({
      status: 409,
      body: { code: "plan_changed" },
    });
    const { hash } = await home.plan(course);
    const wrong = { course, hash, values: { ...values, languages: ["klingon"] } };
    expect(await home.ask("/api/plan", wrong)).toMatchObject({
      status: 200,
      body: { problems: [{ path: ["languages", 0], file: "course.yaml", code: "unknown_language" }] },
    });
    expect(readFileSync(join(served.folder, "course.yaml"), "utf8")).toContain("klingon");
    const nothing = { course, hash: (await home.plan(course)).hash, yaml: "{}\n" };
    expect((await home.ask("/api/plan", nothing)).status).toBe(200);
    const mended = { course, hash: (await home.plan(course)).hash, yaml: smallCourse(["First"]) };
    expect(await home.ask("/api/plan", mended)).toMatchObject({ status: 200, body: { problems: [] } });
  });

  it("begin with a spreadsheet, and change with it once the changes were seen, without losing an id", async () => {
    const table = "topic,languages,levels\nA market,es,2\nA fair,es,2\n";
    expect(await home.upload("subject\nA market\n", { name: "New.csv" })).toMatchObject({
      status: 200,
      body: { written: false, hash: null, problems: [{ severity: "error", code: "sheet_no_topics" }] },
    });
    const shown = await home.upload(table, { name: "New.csv" });
    expect(shown).toMatchObject({
      status: 200,
      body: { written: false, course: null, lessons: 2, files: ["course.yaml"] },
    });
    expect((await home.courses()).courses).toHaveLength(3);
    const confirm = String(shown.body.hash);
    const other = table.replace("A fair", "A ship");
    expect(await home.upload(other, { name: "New.csv", confirm })).toMatchObject({
      status: 409,
      body: { code: "workbook_changed" },
    });
    const made = await home.upload(table, { name: "New.csv", confirm });
    expect(made).toMatchObject({ status: 200, body: { written: true } });
    const course = await home.course("new/course.yaml");
    expect(made.body.course).toBe(course);
    expect(readFileSync(join(served.folder, "new", ".gitattributes"), "utf8")).toContain("*.jsonl");
    expect(await home.upload(table, { name: "New.csv" })).toMatchObject({ body: { code: "folder_taken" } });
    const changed = await home.upload(other, { course });
    expect(changed.body).toMatchObject({
      written: false,
      course,
      changes: [expect.stringMatching(/A ship.*keeps its id and its stories/)],
    });
    const applied = await home.upload(other, { course, confirm: String(changed.body.hash) });
    expect(applied).toMatchObject({ body: { written: true } });
    expect((await home.plan(course)).values).toMatchObject({
      topics: [{ id: "a-market" }, { topic: "A ship" }],
    });
    const template = await home.send({ path: "/template?language=de" });
    expect(template).toMatchObject({ status: 200, text: expect.stringMatching(/^PK/) });
    // Whatever a file is called, its course stays below the folder.
    for (const name of ["../../up.csv", "..\\Up.csv", ".git/up.csv", "Úp.csv"])
      expect((await home.upload(table, { name })).body).toMatchObject({ written: false, lessons: 2 });
    const odd = await home.upload(table, { name: "../.Mañana & más.csv" });
    const written = await home.upload(table, {
      name: "../.Mañana & más.csv",
      confirm: String(odd.body.hash),
    });
    expect(written.body.course).toBe(await home.course("manana-mas/course.yaml"));
  });

  it("can't be bought without a service or a key: the page is told what to set", async () => {
    const { folder, environment } = served;
    const { STORY_API_KEY: _, ...keyless } = environment;
    const other = await OpenedHome.enter({ folder, environment: keyless });
    expect((await other.courses()).missing).toMatchObject({
      code: "key_missing",
      message: expect.stringContaining("STORY_API_KEY"),
    });
    const course = await other.course("spring/es/course.yml");
    const { status, text } = await other.send({ path: `/api/bill?course=${course}` });
    expect([status, JSON.parse(text)]).toMatchObject([409, { code: "key_missing" }]);
    expect(served.proxy.creations).toBe(0);
  });
});

it("a rehearsal goes from the bill to a reviewed package, and sends nothing to the service", async () => {
  const { served, home, course } = await opened(smallCourse(["First"], "review: { required: 1 }"));
  const of = `course=${course}&kind=rehearsal`;
  expect(await home.bill(course, "rehearsal")).toMatchObject({ total: 13, bill: { service: "local" } });
  expect((await home.ask("/api/run", { course, kind: "rehearsal" })).status).toBe(202);
  await home.ended(course, "rehearsal");
  expect(await home.status(course, "rehearsal")).toMatchObject({ jobs: { done: 1 } });
  const packing = { course, kind: "rehearsal", for: null, allowPartial: false };
  expect(await home.ask("/api/package", packing)).toMatchObject({
    status: 409,
    body: { code: "lessons_unapproved" },
  });
  const review = `/courses/${course}/review/rehearsal/`;
  const page = await home.send({ path: review });
  expect(page.text).toContain('src="desk.js"');
  const lesson = JSON.parse((await home.send({ path: `${review}api/lesson?job=first.es.2` })).text);
  const { job, story, seen, known } = lesson;
  const about = { job, story, seen, known, id: crypto.randomUUID(), who: "Ana", why: "Heard it." };
  expect((await home.ask(`${review}api/decisions`, { ...about, kind: "approved" })).status).toBe(200);
  expect(await home.ask("/api/package", packing)).toMatchObject({ status: 200, body: { ok: true } });
  const zip = await home.send({ path: `/download?${of}` });
  expect(zip.headers).toMatchObject({
    "content-type": "application/zip",
    "content-disposition": 'attachment; filename="course-1.zip"',
  });
  expect(zip.text).toMatch(/^PK/);
  const report = await home.send({ path: `/report?${of}` });
  expect(report.text).toContain("A small course");
  expect(report.headers["content-security-policy"]).toMatch(/^sandbox; default-src 'none'/);
  expect((await home.send({ path: `/download?course=${course}&kind=paid` })).status).toBe(404);
  expect(served.proxy.creations).toBe(0);
});

describe("a paid run", () => {
  it("buys exactly the bill that was shown, and only for its sum, typed", async () => {
    const { served, home, course } = await opened(smallCourse(["First", "Second"]));
    const bill = await home.bill(course);
    expect(bill).toMatchObject({ total: 26, bill: { toCreate: ["first.es.2", "second.es.2"] } });
    const run = { course, kind: "paid", hash: bill.hash, sum: 26 };
    for (const [asked, status, code] of [
      [{ ...run, sum: 25 }, 409, "sum_differs"],
      [{ ...run, sum: "26" }, 400, "not_understood"],
      [{ course, kind: "paid", sum: 26 }, 400, "not_understood"],
      [{ ...run, hash: "0".repeat(64) }, 409, "bill_unknown"],
    ] as const)
      expect(await home.ask("/api/run", asked)).toMatchObject({ status, body: { code } });
    // A plan that has changed is another bill.
    served.plan(smallCourse(["First", "Second", "Third"]));
    expect((await home.ask("/api/run", run)).status).toBe(202);
    await home.refused(course, "approval_moved");
    expect(served.proxy.creations).toBe(0);
    const shown = await home.bill(course);
    expect((await home.buy(course, shown)).status).toBe(202);
    expect(await home.ended(course)).toMatchObject({ ok: true, exitCode: 0, jobs: { done: 3 } });
    // The same bill once more buys nothing, as with --approved, and a new one has nothing to buy.
    await home.buy(course, shown);
    expect(await home.ended(course)).toMatchObject({ exitCode: 0 });
    expect(await home.bill(course)).toMatchObject({ total: 0, bill: { toCreate: [] } });
    expect(served.proxy.creations).toBe(3);
  });

  it("keeps to the most that a variable lets every run spend", async () => {
    const served = await rig({ plan: smallCourse(["First", "Second"]) });
    const environment = { ...served.environment, COURSEBINDER_MAX_CREDITS: "20" };
    const home = await OpenedHome.enter({ folder: served.folder, environment });
    const { hash, bill } = await home.bill(await home.course());
    expect([hash, codes(bill.problems)]).toEqual([null, ["over_budget"]]);
  });

  it("is stopped, at the page or with Ctrl-C, and goes on without buying anything twice", async () => {
    const topics = ["One", "Two", "Three", "Four"];
    const { served, home, course } = await opened(smallCourse(topics));
    await home.listen();
    const slowly = { ...served.environment, COURSEBINDER_LIMIT_STARTS: "1/1s" };
    const slow = await OpenedHome.enter({ folder: served.folder, environment: slowly });
    expect((await slow.buy(course)).status).toBe(202);
    expect(await slow.runOf(course)).toMatchObject({ running: "here", result: null });
    expect(await slow.buy(course)).toMatchObject({ status: 409, body: { code: "running" } });
    expect(await slow.ask("/api/run/stop", { course, kind: "paid" })).toMatchObject({
      body: { stopping: true },
    });
    expect(await slow.ended(course)).toMatchObject({ exitCode: 7 });
    const afterStop = served.proxy.creations;
    expect(afterStop).toBeLessThan(4);
    expect((await slow.buy(course)).status).toBe(202);
    slow.running.process.kill("SIGINT");
    expect(await slow.running.finished).toMatchObject({ code: 7 });
    expect(served.events().at(-1)).toMatchObject({ type: "run.ended", exitCode: 7 });
    expect((await home.buy(course)).status).toBe(202);
    expect(await home.ended(course)).toMatchObject({ exitCode: 0, jobs: { done: 4 } });
    expect(served.proxy.creations).toBe(4);
    expect(served.stories()).toHaveLength(4);
  });

  it("ends at once with a second Ctrl-C, says what is uncertain, and leaves that to be settled", async () => {
    const { served, home, course } = await opened(smallCourse(["First", "Second"]));
    served.proxy.holdsAnswers = true;
    const asked = home.buy(course).catch(() => null);
    await served.proxy.heldAnswer();
    home.running.process.kill("SIGINT");
    await home.running.lineMatching(/^Interrupt again to stop at once/);
    home.running.process.kill("SIGINT");
    expect(await home.running.finished).toMatchObject({ code: 5 });
    served.proxy.dropHeld();
    await asked;
    const again = await OpenedHome.enter(served);
    expect((await again.uncertain(course)).uncertain).toMatchObject([{ job: "first.es.2" }]);
    expect(served.proxy.creations).toBe(1);
  });

  it("goes on when its tab is closed", async () => {
    const { served, home, course } = await opened(smallCourse(["First", "Second"]));
    const { hash, total } = await home.bill(course);
    const { origin } = home.address;
    const tab = new AbortController();
    const asked = fetch(`${origin}/api/run`, {
      method: "POST",
      headers: { origin, cookie: home.cookie, "content-type": "application/json" },
      body: JSON.stringify({ course, kind: "paid", hash, sum: total }),
      signal: tab.signal,
    }).catch(() => null);
    served.proxy.moments.once("creationAnswer", () => tab.abort());
    await asked;
    expect(await home.ended(course)).toMatchObject({ exitCode: 0, jobs: { done: 2 } });
    expect(served.proxy.creations).toBe(2);
  });
});

describe("two that share a ledger", () => {
  it("each tell within two seconds what the other does: a run in a terminal, its end, and its death", async () => {
    const { served, home, course } = await opened(smallCourse(["First", "Second"]), { writingTime: "3s" });
    await home.listen();
    const status = (running: string | null, active: number) => (made: MadeDocument) =>
      made.running === running && made.counts.active === active;
    const run = served.begin("run", "--yes");
    await expect.poll(() => served.proxy.creations, { interval: 20 }).toBe(2);
    await home.shows(status("elsewhere", 2));
    expect(await home.runOf(course)).toMatchObject({ running: "elsewhere" });
    await home.buy(course);
    await home.refused(course, "ledger_held");
    const { result } = await home.runOf(course);
    expect(result?.problems?.[0]?.message).toContain(`process ${run.process.pid}`);
    run.process.kill("SIGKILL");
    await once(run.process, "close");
    await home.shows(status(null, 2));
    expect((await served.runHere("--yes")).code).toBe(0);
    await home.shows((made) => made.counts.done === 2);
    expect(served.proxy.creations).toBe(2);
  });

  it("buy nothing twice, though both are told to buy the same bill at the same time", async () => {
    const { served, home, course } = await opened(smallCourse(["First", "Second", "Third"]));
    const other = await OpenedHome.enter(served);
    await Promise.all([home.buy(course), other.buy(course)]);
    const results = await Promise.all([home.ended(course), other.ended(course)]);
    expect(results.map(({ ok }) => ok)).toContain(true);
    for (const { ok, problems } of results)
      if (!ok) expect(["ledger_held", "approval_moved"]).toContain(codes(problems)[0]);
    const { jobs } = await other.status(course);
    expect(jobs).toMatchObject({ done: 3 });
    expect(served.proxy.creations).toBe(3);
    expect(served.stories()).toHaveLength(3);
  });
});
