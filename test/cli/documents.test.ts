import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Writable } from "node:stream";
import { afterAll, beforeAll, expect, it } from "vitest";
import { makeContext } from "../../src/cli/context.ts";
import { type DocumentName, documentJsonSchema, documents } from "../../src/cli/documents/documents.ts";
import { withVersion } from "../../src/cli/documents/version.ts";
import type { CommandResult, Io } from "../../src/cli/io.ts";
import { readEnvironment } from "../../src/cli/parser/environment.ts";
import { buildProgram } from "../../src/cli/parser/program.ts";
import { temporaryFolder } from "../fixtures.ts";

const { path: folder, dispose } = temporaryFolder();
const plan = join(folder, "course.yaml");
const bill = join(folder, "bill.json");
const events = join(folder, "events.jsonl");

const silent: Io = {
  say() {},
  note() {},
  warn() {},
  print() {},
  json: true,
  quiet: true,
  live: false,
  canAsk: false,
  isRead: false,
  stderr: new Writable({ write: (_chunk, _encoding, done) => done() }),
};

/** The document that a command line prints with `--json`, in this process. */
async function documentOf(...argv: readonly string[]): Promise<Record<string, unknown>> {
  let result: CommandResult | number = 0;
  const environment = readEnvironment({ COURSEBINDER_STATE: join(folder, "state") });
  const stopping = { interrupt: new AbortController().signal, atOnce: { tell: null } };
  const program = buildProgram({ writeErr() {}, writeOut() {} }, async (given, work) => {
    result = await work(await makeContext(given, { io: silent, environment, ...stopping }));
  });
  await program.parseAsync([...argv, "--json", "--local", "--out", join(folder, "out")], { from: "user" });
  const { json } = result as unknown as CommandResult;
  return JSON.parse(JSON.stringify(withVersion(json))) as Record<string, unknown>;
}

function yaml(topics: readonly string[]): string {
  const head = "course: course\ntitle: A course\nbudget: { credits: 500, month: 900 }\nlanguages: [es]\n";
  const rest = "difficulties: [2]\ndefaults: { audiobook: false }\npackage: { formats: [words] }\n";
  return `${head}${rest}words: { list: { es: [pan, sol] } }\ntopics:\n${topics.map((topic) => `  - { topic: ${topic}, words: [list] }\n`).join("")}`;
}

beforeAll(() => writeFileSync(plan, yaml(["One", "Two"])));
afterAll(dispose);

/** Nothing in a document that its schema doesn't describe. */
function expectDescribed(name: DocumentName, document: unknown): void {
  expect(documents[name].parse(document), name).toEqual(document);
}

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
  expect(moved).toMatchObject({ problems: [{ code: "approval_moved", differs: [{}, {}] }] });
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
  writeFileSync(plan, yaml([]));
  expectDescribed("failure", await documentOf("check", plan));
});

it("tells a program what happens in a run, each line as it is described, in the ledger's order", () => {
  const lines = readFileSync(events, "utf8").trimEnd().split("\n");
  const told = lines.map((line) => documents.event.parse(JSON.parse(line)));
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
