import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import process from "node:process";
import { beforeAll, expect, it, vi } from "vitest";
import { type AtOnce, watchSignals } from "../../src/cli/io.ts";
import { commandsFor } from "../../src/cli/parser/program.ts";
import { messagesIn } from "../../src/cli/problems/texts.ts";
import { type DocumentName, documentJsonSchema, documents } from "../../src/documents/documents.ts";
import { consentAt } from "../e2e/fixtures/consent.ts";
import { key, startInProcess } from "../e2e/fixtures/served.ts";
import { fileFolder } from "../fixtures.ts";
import { mistakesByKind, mistakesOfFiles, reportedElsewhere } from "../plan/mistakes.ts";
import { expectPublished } from "../published.ts";
import { described, expectDescribed, type Json, printedBy, writtenBy } from "./printed.ts";

const folder = fileFolder();
const plan = join(folder, "course.yaml");
const bill = join(folder, "bill.json");
const events = join(folder, "events.jsonl");
const data = join(folder, "service");

const local = ["--local", "--out", join(folder, "out")];
const documentOf = (...argv: readonly string[]) => printedBy([...argv, ...local]);

function yaml(topics: readonly string[]): string {
  const head = "course: course\ntitle: A course\nbudget: { credits: 500, month: 900 }\nlanguages: [es]\n";
  const rest = "difficulties: [2]\ndefaults: { audiobook: false }\npackage: { formats: [words] }\n";
  return `${head}${rest}words: { list: { es: [pan, sol] } }\ntopics:\n${topics.map((topic) => `  - { topic: ${topic}, words: [list] }\n`).join("")}`;
}

beforeAll(() => writeFileSync(plan, yaml(["One", "Two"])));

it("describes all that commands print for programs, member by member", async () => {
  expectDescribed("check", await documentOf("check", plan));
  expectDescribed("coming", await documentOf("plan", plan, "--next", "2"));
  expectDescribed("plan", await documentOf("plan", plan, "--save", bill));
  expectDescribed("bill", JSON.parse(readFileSync(bill, "utf8")));
  const detailed = await documentOf("plan", plan, "--detailed-exitcode");
  expect(detailed).toMatchObject({ ok: true, exitCode: 10 });
  expectDescribed("plan", detailed);
  writeFileSync(plan, yaml(["One", "Three"]));
  const changed = await documentOf("plan", plan, "--against", bill);
  expectDescribed("plan", changed);
  expect(changed).toMatchObject({ against: { added: ["three.es.2"], gone: ["two.es.2"] } });
  const moved = await documentOf("run", plan, "--approved", bill);
  expectDescribed("run", moved);
  expect(moved).toMatchObject({ problems: [{ code: "approval_moved" }] });
  const run = await documentOf("run", plan, "--yes", "--poll", "50ms", "--no-align", "--events", events);
  expectDescribed("run", run);
  expect(run).toMatchObject({
    schema: 1,
    ok: true,
    jobs: { total: 2, done: 2 },
    list: [
      { id: "one.es.2", status: "done", title: expect.any(String), credits: { spent: 13 }, problem: null },
      { id: "three.es.2" },
    ],
  });
  const { balance, balanceAfter } = run.credits as Record<string, number>;
  expect(Number(balance) - Number(balanceAfter)).toBe(26);
  expectDescribed("status", await documentOf("status", plan));
  expectDescribed("job", await documentOf("status", plan, "one.es.2"));
  expectDescribed("package", await documentOf("package", plan));
  expectDescribed("check-lessons", await documentOf("check-lessons", plan));
  expectDescribed("cost", await documentOf("cost", plan));
  expectDescribed("other", await documentOf("doctor", plan));
  writeFileSync(plan, yaml(["One"]));
  const left = await documentOf("status", plan, "three.es.2");
  expectDescribed("job", left);
  expect(left).toMatchObject({ job: { job: "three.es.2", left: "unaccounted" } });
  writeFileSync(plan, `${yaml(["One"])}skip: ["1"]\n`);
  expectDescribed("skipped", await documentOf("plan", plan));
  expectDescribed("skipped", await documentOf("run", plan));
  writeFileSync(plan, `${yaml(["One"])}skip: ["9"]\n`);
  expectDescribed("skipped", await documentOf("status", plan, "--edition", "9"));
  expectDescribed("skipped", await documentOf("package", plan, "--edition", "9"));
  writeFileSync(plan, yaml([]));
  expectDescribed("failure", await documentOf("check", plan));
});

it("tells a program what happens in a run, each line as it is described, in the ledger's order", () => {
  const lines = readFileSync(events, "utf8").trimEnd().split("\n");
  const told = lines.map((line) => documents.event.parse(JSON.parse(line)));
  described.add("event");
  const types = told.map(({ type }) => type);
  for (const type of [
    "run.started",
    "quote.received",
    "creation.intended",
    "creation.accepted",
    "story.observed",
    "story.saved",
    "run.packaging",
    "package.written",
    "run.ended",
  ])
    expect(types).toContain(type);
  const ledger = readFileSync(join(folder, "out", "local", "course", "ledger.jsonl"), "utf8");
  const recorded = ledger
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as { seq: number; type: string; run?: string });
  const numbers = told.flatMap((line) => ("seq" in line ? [Number(line.seq)] : []));
  const first = numbers[0] ?? 0;
  expect(numbers).toEqual(recorded.map(({ seq }) => seq).filter((seq) => seq >= first));
  expect(lines.join()).not.toContain('"hash"');
});

it.each(Object.keys(documents) as DocumentName[])(
  "ships the JSON Schema of %s as the code has it",
  (name) => {
    const path = join(import.meta.dirname, "../../courses/api/schemas", `${name}.json`);
    const text = `${JSON.stringify(documentJsonSchema(name), null, 2)}\n`;
    if (process.env.WRITE_SCHEMAS === "true") writeFileSync(path, text);
    expect(
      JSON.parse(readFileSync(path, "utf8")),
      "WRITE_SCHEMAS=true npx vitest run test/cli/documents writes them",
    ).toEqual(JSON.parse(text));
  },
);

const values: Readonly<Record<string, string>> = {
  "[folder]": join(folder, "new"),
  "<plan>": plan,
  "<plan-or-ledger>": plan,
  "<ledger>": join(folder, "copy.jsonl"),
  "<backup>": folder,
  "<lang>": "es",
  "<difficulty>": "2",
  "<shell>": "bash",
};

const commands = (await commandsFor())
  .filter(({ run }) => run !== undefined)
  .map(({ usage, flags = [] }) => {
    const words = usage.split(" ");
    const name = words.filter((word) => /^[a-z]/.test(word)).join(" ");
    const given = words.flatMap(
      (word) => values[word] ?? (/^\[/.test(word) ? [] : word.replace(/^<.*>$/, "ann")),
    );
    const where = flags.some((flag) => flag.flags.startsWith("--data")) ? ["--data", data] : [];
    const port = flags.some((flag) => flag.flags.startsWith("--port")) ? ["--port", "0"] : [];
    return { name, argv: [...given, ...where, ...port] };
  });

/** Logs in as a person does who consents in a browser. */
async function loginWithConsent(argv: readonly string[]): Promise<Json> {
  const accounts = [{ id: "ann", signIn: "ann-signs-in", credits: 1, keys: [{ name: "main", secret: key }] }];
  const service = await startInProcess({
    dataFolder: join(folder, "consents"),
    config: JSON.stringify({ accounts }),
    port: 0,
    writingTimeMs: 1,
  });
  const consents: Promise<unknown>[] = [];
  const consent = (text: string): void => {
    const [address] = /^http\S+/m.exec(text) ?? [];
    if (address !== undefined) consents.push(consentAt(service.appUrl, address, "allow"));
  };
  const env = { STORY_API_URL: `${service.appUrl}/api/v1` };
  try {
    const argvHere = [...argv, "--no-browser"];
    const printed = await printedBy(argvHere, new AbortController().signal, undefined, consent, env);
    expect(printed).toMatchObject({ ok: true, exitCode: 0 });
    await Promise.all(consents);
    return printed;
  } finally {
    await service.close();
  }
}

it("prints a published document for every command: where it is done or refused, and where it is interrupted", async () => {
  mkdirSync(data, { recursive: true });
  writeFileSync(plan, yaml(["One", "Two"]));
  expect(commands.length).toBeGreaterThan(50);
  for (const { name, argv } of commands) {
    expectPublished(name, await printedBy([...argv, ...local], AbortSignal.abort()));
    if (["serve", "review", "open"].includes(name)) {
      // They print their document once they can be reached, and go on until they are interrupted.
      const stop = new AbortController();
      const served = await printedBy([...argv, ...local], stop.signal, undefined, (_, stream) => {
        if (stream === "stdout") stop.abort();
      });
      expectDescribed(name === "serve" ? "service" : "desk", served);
    } else if (name === "login") {
      expectDescribed("other", await loginWithConsent(argv));
    } else {
      expectPublished(name, await printedBy([...argv, ...local]));
      expectPublished(name, await printedBy([...argv, "--out", join(folder, "elsewhere")]));
    }
    expectPublished(name, await printedBy([...argv, "--nonsense"]));
  }
});

it("prints a published document for every mistake of a plan", async () => {
  const codes = new Set<unknown>();
  for (const [index, mistake] of [...mistakesByKind.values(), mistakesOfFiles].flat().entries()) {
    const at = join(folder, "mistakes", String(index));
    for (const [path, content] of Object.entries({ ...mistake.files, "plan.yaml": mistake.plan })) {
      mkdirSync(dirname(join(at, path)), { recursive: true });
      writeFileSync(join(at, path), content);
    }
    const document = await printedBy(["check", join(at, "plan.yaml")]);
    expectPublished("check", document);
    for (const { code } of document.problems as readonly { code: string }[]) codes.add(code);
  }
  expect(
    Object.keys(messagesIn("plan")).filter(
      (code) => !code.startsWith("part_") && !codes.has(code) && !reportedElsewhere.includes(code),
    ),
  ).toEqual([]);
});

it("prints a published document at a second Ctrl-C, whatever the command had to tell", async () => {
  const exit = vi.spyOn(process, "exit").mockImplementation((() => undefined) as never);
  const listeners = process.listeners("SIGINT");
  const writtenAtTwo = async (argv: readonly string[], given: AtOnce): Promise<string> => {
    const written = await writtenBy(async () => {
      const { interrupt, atOnce } = watchSignals([...argv, "--json"]);
      Object.assign(atOnce, given);
      const [listener] = process.listeners("SIGINT").filter((one) => !listeners.includes(one));
      listener?.("SIGINT");
      expect(interrupt.aborted).toBe(true);
      listener?.("SIGINT");
    });
    for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const)
      for (const one of process.listeners(signal)) if (!listeners.includes(one)) process.off(signal, one);
    return written;
  };
  const stopTwice = async (argv: readonly string[], tell: AtOnce["tell"]): Promise<Json> =>
    JSON.parse(await writtenAtTwo(argv, { tell })) as Json;
  for (const { name, argv } of commands) {
    const stopped = await stopTwice(argv, null);
    expectPublished(name, stopped);
    expect(stopped.next).toMatch(`coursebinder ${name}`);
  }
  expect(await stopTwice(["run", "a b.yaml", "--only", "*.es.2"], null)).toMatchObject({
    next: "coursebinder run 'a b.yaml' --only '*.es.2'",
  });
  const secret = "postgres://me:secret@db.school/books";
  expect(await stopTwice(["run", plan, "--ledger", secret], null)).not.toHaveProperty("next");
  // If its document is being printed already, there is no second one.
  expect(await writtenAtTwo(["run", plan], { tell: null, ended: 4 })).toBe("");
  expect(exit).toHaveBeenLastCalledWith(4);
  const atOnce: AtOnce = { tell: null };
  writeFileSync(plan, yaml(["One", "Four"]));
  await printedBy(["run", plan, ...local, "--yes"], AbortSignal.abort(), atOnce);
  expect(atOnce.tell).not.toBeNull();
  const document = await stopTwice(["run", plan], atOnce.tell);
  expectDescribed("run", document);
  expect(exit).toHaveBeenLastCalledWith(document.exitCode);
  exit.mockRestore();
});

it("compares the schema of every document with what a command prints", () => {
  expect([...described].sort()).toEqual(Object.keys(documents).sort());
});
