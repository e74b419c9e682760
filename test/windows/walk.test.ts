import { randomUUID } from "node:crypto";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, inject, it, type TestContext } from "vitest";
import { openSqlite } from "../../src/shared/sqlite.ts";
import { ServiceProxy } from "../e2e/fixtures/service-proxy.ts";
import { answerTo } from "../e2e/review/reviewer-page.ts";
import { coursebinder, type Document } from "../fixtures.ts";
import { call } from "../story-service/call.ts";
import { CommandLine, type Ended, type Started, serverEnded, windowsPath } from "./wine.ts";

const folder = mkdtempSync(join(tmpdir(), "coursebinder-windows-"));
const line = new CommandLine({ major: inject("major"), app: inject("app"), folder });
const home = join(folder, "Übungen für Anfänger & Co (2)");
const school = join(home, "Kurs");
mkdirSync(home);

afterAll(async () => {
  await line.dispose();
  rmSync(folder, { recursive: true, force: true });
});

/** Runs a command to its end, and notes its exit code for the table. */
async function type(
  { task }: Pick<TestContext, "task">,
  args: readonly string[],
  { cwd = school, env = {} }: { cwd?: string; env?: Record<string, string> } = {},
): Promise<Ended> {
  const first = await ended(task, line.start(cwd, args, env));
  // Wine itself now and then ends before Node has begun, while its server ends. The program never ends with 1 and without a word.
  if (first.code !== 1 || !/^(?:wine client error:.*\s*)?$/.test(first.stdout + first.stderr)) return first;
  await serverEnded();
  return ended(task, line.start(cwd, args, env));
}

async function ended(task: TestContext["task"], started: Started): Promise<Ended> {
  const result = await started.ended;
  task.meta.exits = [...(task.meta.exits ?? []), String(result.code ?? "killed")];
  return result;
}

/** Puts a figure beside the exit codes in the table. */
function note({ task }: Pick<TestContext, "task">, figure: string): void {
  task.meta.exits = [...(task.meta.exits ?? []), `(${figure})`];
}

const documentIn = ({ stdout, stderr }: Ended): Document => {
  expect(stdout, stderr).not.toBe("");
  return JSON.parse(stdout) as Document;
};

const eventsIn = (path: string, type: string): number =>
  existsSync(path) ? readFileSync(path, "utf8").split(`"type":"${type}"`).length - 1 : 0;

/** The topics that a service has been asked for, by its own database, of which a copy is read. */
function storiesIn(dataFolder: string): string[] {
  const copy = mkdtempSync(join(folder, "database-"));
  for (const name of ["service.db", "service.db-wal"])
    if (existsSync(join(dataFolder, name))) cpSync(join(dataFolder, name), join(copy, name));
  const database = openSqlite(join(copy, "service.db"));
  try {
    const asked = database.prepare("SELECT json_extract(request, '$.topic') AS topic FROM stories");
    return asked.all<{ topic: string }>().map(({ topic }) => topic);
  } finally {
    database.close();
  }
}

/** As Notepad writes it, and as Excel does. */
const asNotepad = (text: string): Buffer => Buffer.from(`\uFEFF${text.replaceAll("\n", "\r\n")}`);
const asUnicodeText = (text: string): Buffer =>
  Buffer.from(`\uFEFF${text.replaceAll("\n", "\r\n")}`, "utf16le");

const plan = `course: kurs
title: Übungen für Anfänger
budget: { credits: 100 }
languages: [es]
difficulties: [2]
defaults: { audiobook: false }
words:
  market: { es: { file: words/market.csv } }
topics:
  - { id: markt, topic: "Ein Morgen auf dem Markt", words: [market], audiobook: true }
  - Der Nachtzug
  - Die Straße
`;
const words = "word\tgloss\npan\tBrot\nniño\tKind\n";

const outOf = (course: string): string => join(school, "out", "local", course);
const ledger = join(outOf("kurs"), "ledger.jsonl");
const service = join(school, "out", "local", ".service");
let sum = "";

describe("the user's way", () => {
  it("init writes a course that check accepts", async (test) => {
    const begun = await type(test, ["init", "Kurs"], { cwd: home });
    expect(begun).toMatchObject({ code: 0, stderr: "" });
    expect(begun.stdout).toContain("wrote    Kurs\\course.yaml");
    expect(await type(test, ["check", "course.yaml"])).toMatchObject({ code: 0, stderr: "" });
  });

  it("check finds mistakes at their places in files with CRLF, a byte order mark or UTF-16", async (test) => {
    writeFileSync(join(school, "course.yaml"), asNotepad(plan.replace("audiobook: true", "audiobok: true")));
    writeFileSync(join(school, "words", "market.csv"), asUnicodeText(words.replace("Kind", "x".repeat(300))));
    const { code, stderr } = await type(test, ["check", "course.yaml"]);
    expect({ code, stderr }).toMatchObject({ code: 2 });
    expect(stderr).toMatch(/^course\.yaml:10:\d+: error: unknown key "audiobok"/m);
    expect(stderr).toMatch(/^words\/market\.csv:3:\d+: error/m);
    writeFileSync(join(school, "course.yaml"), asNotepad(plan));
    writeFileSync(join(school, "words", "market.csv"), asUnicodeText(words));
    expect(await type(test, ["check", "course.yaml"])).toMatchObject({ code: 0, stderr: "" });
  });

  it("plan shows what there is to buy, and buys nothing", async (test) => {
    const planned = await type(test, ["plan", "course.yaml", "--local", "--detailed-exitcode"]);
    expect(planned).toMatchObject({ code: 10 });
    expect(planned.stdout).toContain("Übungen für Anfänger, edition 1: 3 jobs, 0 done, 3 to create");
    expect(storiesIn(service)).toEqual([]);
  });

  it("run --local buys each lesson once and makes the package", async (test) => {
    const bought = await type(test, ["run", "course.yaml", "--local", "--yes", "--json"]);
    const { jobs, problems, package: made } = documentIn(bought);
    expect({ code: bought.code, jobs, problems }).toMatchObject({
      code: 0,
      jobs: { done: 3, total: 3 },
      problems: [],
    });
    expect(eventsIn(ledger, "creation.intended")).toBe(3);
    expect(storiesIn(service)).toHaveLength(3);
    note(test, "3 stories");
    sum = made?.sha256 ?? "";
  });

  it("run again buys nothing and gives the same bytes", async (test) => {
    const again = await type(test, ["run", "course.yaml", "--local", "--yes", "--json"]);
    expect(again.code, again.stderr).toBe(0);
    expect(documentIn(again).package?.sha256).toBe(sum);
    expect(eventsIn(ledger, "creation.intended")).toBe(3);
    expect(storiesIn(service)).toHaveLength(3);
  });

  it("package gives the bytes that Linux gives", async (test) => {
    const onLinux = join(folder, "linux");
    cpSync(school, onLinux, { recursive: true });
    rmSync(join(onLinux, "out", "local", "kurs", "kurs-1.zip"));
    const { code, stdout, stderr } = await coursebinder(["package", "course.yaml", "--local", "--json"], {
      cwd: onLinux,
    });
    expect(code, stderr).toBe(0);
    expect((JSON.parse(stdout) as Document).package?.sha256).toBe(sum);
    rmSync(join(outOf("kurs"), "kurs-1.zip"));
    const bound = await type(test, ["package", "course.yaml", "--local", "--json"]);
    expect(documentIn(bound).package?.sha256).toBe(sum);
    const zips = [onLinux, school].map((at) => readFileSync(join(at, "out", "local", "kurs", "kurs-1.zip")));
    expect(zips[0]?.equals(zips[1] ?? Buffer.of())).toBe(true);
    note(test, `${zips[0]?.length} equal bytes`);
  });

  it.for([
    ["status", ["status", "course.yaml", "--local"], /^markt\.es\.2 +done/m],
    ["status of a lesson", ["status", "course.yaml", "markt.es.2", "--local"], /saved as stories\//],
    ["cost", ["cost", "course.yaml", "--local"], /^kurs +1 +es /m],
    ["doctor", ["doctor", "course.yaml", "--local"], /^Nothing is wrong\.$/m],
    ["check-lessons", ["check-lessons", "course.yaml", "--local"], /3 lessons/],
    ["ledger verify", ["ledger", "verify", "course.yaml", "--local"], /intact/],
  ] as const)("%s", async ([, args, shown], test) => {
    const { code, stdout, stderr } = await type(test, args);
    expect(code, stderr).toBe(0);
    expect(stdout).toMatch(shown);
  });

  it("review --export writes a page, and --import records its answer", async (test) => {
    const exported = await type(test, ["review", "course.yaml", "--local", "--export", "Für Jörg.html"]);
    expect(exported.code, exported.stderr).toBe(0);
    const decision = {
      id: randomUUID(),
      job: "markt.es.2",
      kind: "approved" as const,
      why: null,
      replaces: [],
    };
    writeFileSync(
      join(school, "answer.json"),
      answerTo(join(school, "Für Jörg.html"), { decisions: [decision] }),
    );
    const imported = await type(test, [
      "review",
      "course.yaml",
      "--local",
      "--import",
      "answer.json",
      "--yes",
    ]);
    expect(imported.code, imported.stderr).toBe(0);
    expect(eventsIn(ledger, "lesson.approved")).toBe(1);
  });
});

/** `serve` in its own process, and a proxy that counts the creations that runs send to it. */
describe("serve", () => {
  const data = join(home, "Dienst");
  const topics = ["Eins", "Zwei", "Drei", "Vier"];
  let serving: Started;
  let proxy: ServiceProxy;
  let url = "";
  let key = "";

  async function serve(port: string): Promise<void> {
    const times = ["--writing-time", "200ms"];
    serving = line.start(home, ["serve", "--json", "--port", port, "--data", "Dienst", ...times]);
    await expect.poll(() => serving.stdout).toMatch(/^\{.*"url".*\}\n/);
    const first = JSON.parse(serving.stdout.split("\n")[0] ?? "") as { url: string; key?: string };
    url = first.url;
    key = first.key ?? key;
  }

  const environment = () => ({
    STORY_API_URL: url.replace(/:\d+/, `:${proxy.port}`),
    STORY_API_KEY: key,
  });
  const run = () =>
    line.start(school, ["run", "served.yaml", "--yes", "--json", "--poll", "1s"], environment());

  afterAll(() => proxy.close());

  it("answers programs outside of Windows", async ({ task }) => {
    await serve("0");
    proxy = await ServiceProxy.listen(Number(new URL(url).port));
    const asked = { topic: "Die Brücke", lang: "es", difficulty: 2 };
    const quote = await call(`${url}/stories/quote`, {
      method: "POST",
      key,
      body: JSON.stringify({ lang: "es", difficulty: 2 }),
    });
    expect(quote.status).toBe(200);
    const created = await call(`${url}/stories`, { method: "POST", key, body: JSON.stringify(asked) });
    expect(created).toMatchObject({ status: 202, json: { topic: asked.topic } });
    await expect
      .poll(
        async () => (await call(`${url}/stories/${created.json.id}`, { method: "GET", key })).json.status,
        {
          interval: 2_000,
        },
      )
      .toBe("done");
    expect(await call(`${url}/balance`, { method: "GET", key: `${key}x` })).toMatchObject({ status: 401 });
    note({ task }, "serves");
  });

  it("a second run at once is refused, and one that is killed in a creation buys nothing twice", async (test) => {
    const begun = plan.replace("course: kurs", "course: served").replace(/words:\n.*\n/, "");
    const named = topics.map((topic) => `  - ${topic}\n`).join("");
    writeFileSync(join(school, "served.yaml"), begun.replace(/topics:.*/s, `topics:\n${named}`));
    const third = new Promise<void>((resolve) => {
      proxy.beforeCreation = () => {
        if (proxy.creations < 3) return Promise.resolve();
        resolve();
        return new Promise(() => undefined);
      };
    });
    const first = run();
    await third;
    expect(await ended(test.task, run())).toMatchObject({ code: 8 });
    await first.kill();
    await ended(test.task, first);
    proxy.beforeCreation = () => Promise.resolve();
    const resumed = await ended(test.task, run());
    expect(documentIn(resumed)).toMatchObject({ exitCode: 5, jobs: { done: 3, uncertain: 1 } });
    const held = documentIn(resumed).problems.find(({ job }) => job != null)?.job ?? "";
    const settled = ["resolve", "served.yaml", held, "--not-created", "--reason", "it was held back"];
    expect(await ended(test.task, line.start(school, settled, environment()))).toMatchObject({ code: 0 });
    const whole = await ended(test.task, run());
    expect(documentIn(whole)).toMatchObject({ exitCode: 0, jobs: { done: topics.length } });
    // The third was sent twice, and reached the service once.
    expect(proxy.creations).toBe(topics.length + 1);
    note(test, `${proxy.creations} POSTs, ${topics.length} stories`);
  });

  it("keeps what was bought when it is killed itself", async (test) => {
    await serving.kill();
    await ended(test.task, serving);
    expect(storiesIn(data).sort()).toEqual(["Die Brücke", ...topics].sort());
    await serve("0");
    proxy.target = Number(new URL(url).port);
    const again = await ended(test.task, run());
    expect(again.code, again.stdout).toBe(0);
    expect(proxy.creations).toBe(topics.length + 1);
    note(test, "no POST");
  });
});

describe("paths and other programs", () => {
  it("a course lies in a folder whose path has 250 characters", async (test) => {
    const start = windowsPath(home).length + 1;
    const deep = join(home, ...Array.from({ length: 3 }, () => "ü".repeat(50)), "");
    const far = join(deep, "n".repeat(250 - start - 3 * 51));
    expect(windowsPath(far)).toHaveLength(250);
    mkdirSync(far, { recursive: true });
    writeFileSync(join(far, "course.yaml"), plan.replace(/words:\n.*\n/, "").replace(/ {2}- \{.*\n/, ""));
    const { code, stdout, stderr } = await type(test, ["run", "course.yaml", "--local", "--yes", "--json"], {
      cwd: far,
    });
    expect(code, stderr + stdout).toBe(0);
    const found = join(far, "out", "local", "kurs");
    expect(eventsIn(join(found, "ledger.jsonl"), "creation.intended")).toBe(2);
    expect(statSync(join(found, "kurs-1.zip")).size).toBeGreaterThan(10_000);
  });

  it.for([
    ["the package", join(outOf("kurs"), "kurs-1.zip"), "package"],
    ["the ledger", ledger, "run"],
    ["a word list", join(school, "words", "market.csv"), "check"],
  ] as const)("%s is open in another program", async ([, path, verb], test) => {
    const before = readFileSync(path);
    const held = line.hold(path);
    await expect.poll(() => held.stdout).toContain("held");
    const flags = verb === "check" ? [] : ["--local"];
    const refused = await type(test, [verb, "course.yaml", ...flags]);
    await held.kill();
    expect({ path, ...refused }).toMatchObject({ code: { check: 2, package: 7, run: 8 }[verb] });
    expect(refused.stderr).toContain("open in another program");
    expect(refused.stderr).not.toMatch(/chown|chmod|no package of this course/);
    expect(readFileSync(path).equals(before)).toBe(true);
    expect(await type(test, [verb, "course.yaml", ...flags])).toMatchObject({ code: 0 });
    expect(storiesIn(service)).toHaveLength(3);
  });
});
