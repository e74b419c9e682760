import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, onTestFinished, test } from "vitest";
import {
  completion,
  type FakeModel,
  type Given,
  modelServer,
} from "../../story-service/running/model-fixtures.ts";
import { packagedTexts } from "../fixtures/packaged.ts";
import { rig, type Served, smallCourse } from "../fixtures/served.ts";
import { OpenedDesk } from "./opened-desk.ts";

let model: FakeModel;
afterEach(() => model.close());

const job = "first.es.2";

async function courseWith(answer: (text: string, turn: number) => Given | null): Promise<Served> {
  model = await modelServer(({ body }, turn) => answer(JSON.parse(body.messages[1].content).text, turn));
  const url = JSON.stringify(model.server.url.replace(/\/$/, ""));
  const formats = "package: { formats: [web, print, cartridge, moodle, h5p, teacher] }";
  const asks = `languageModel: { url: ${url}, model: a-model, keyFile: model.key }`;
  const served = await rig({ plan: smallCourse(["First", "Second"], `${formats}\n${asks}`) });
  writeFileSync(join(served.folder, "model.key"), "a-key\n");
  return served;
}

const question = "¿Qué cuenta la historia?";
const asking = (text: string, change: object = {}): Given =>
  completion({
    questions: [
      {
        question,
        options: ["Lo que pasa", "Nada", "Otra cosa", "Un sueño"],
        right: 0,
        evidence: /^[^.]+\./.exec(text.split("\n\n")[0] ?? "")?.[0] ?? "",
        ...change,
      },
    ],
  });

const proposals = (served: Served) => served.events().filter(({ type }) => type === "questions.proposed");

const textsIn = async (served: Served): Promise<string> =>
  (await packagedTexts(served)).map((one) => one.join("\n")).join("\n");

test("what a language model proposes is in the package once an editor has taken it, and is proposed once", async () => {
  await using served = await courseWith((text) => asking(text));
  await served.expectRun({ exitCode: 0, problems: [] });
  expect(proposals(served)).toMatchObject([
    { job, model: "a-model", questions: 1 },
    { job: "second.es.2", questions: 1 },
  ]);
  expect(model.asked[0]?.headers.authorization).toBe("Bearer a-key");
  expect(await textsIn(served)).not.toContain(question);
  await served.expectRun({ exitCode: 0 });
  expect(model.asked).toHaveLength(2);

  const desk = await OpenedDesk.enter(served);
  onTestFinished(() => desk.stop());
  const shown = await desk.lesson(job);
  const [proposed = ""] = shown.proposed;
  expect(proposed).toMatch(
    /^¿Qué cuenta la historia\?\n\* Lo que pasa\n- Nada\n- Otra cosa\n- Un sueño\n= ./,
  );
  expect((await desk.correct(shown, { kind: "question", question: 0, text: proposed })).status).toBe(200);
  const taken = await desk.lesson(job);
  expect(taken).toMatchObject({ questions: [proposed], proposed: [] });
  const own = "¿Y después?\n- Llueve\n* Se van";
  expect((await desk.correct(taken, { kind: "question", question: 1, text: own })).status).toBe(200);
  const asked = await desk.lesson(job);
  expect(asked.questions).toEqual([proposed, own]);
  expect((await desk.correct(asked, { kind: "question", question: 3, text: own })).status).toBe(400);
  expect((await desk.correct(asked, { kind: "question", question: 0, text: "What?\n- a\n- b" })).status).toBe(
    400,
  );

  expect((await served.commandHere(["package", "course.yaml"], {})).code).toBe(0);
  const packaged = await textsIn(served);
  for (const path of ["web/", "print/", "assessment", "moodle", "content/content.json", "keys"])
    expect(packaged, path).toMatch(new RegExp(`${path}[\\s\\S]*Y después`));

  const now = await desk.lesson(job);
  expect((await desk.correct(now, { kind: "question", question: 0, text: "" })).status).toBe(200);
  expect(await desk.lesson(job)).toMatchObject({ questions: [own], proposed: [proposed] });
});

test.for([
  ["is refused", (): Given | null => ({ status: 401, body: "{}" }), "it answered 401"],
  ["never ends", (): Given | null => ({ body: "x".repeat(10_000_000) }), "it did not answer"],
] as const)(
  "a model that %s is asked again by the next run, which loses nothing",
  async ([, answer, why]) => {
    let isWell = false;
    await using served = await courseWith((text) => (isWell ? asking(text) : answer()));
    const first = await served.report();
    expect(first).toMatchObject({ exitCode: 0, jobs: { done: 2 } });
    expect(first.notices).toMatchObject([
      { code: "questions_unproposed", message: expect.stringContaining(`about ${job}: ${why}`) },
    ]);
    expect(model.asked).toHaveLength(1);
    isWell = true;
    await served.expectRun({ exitCode: 0, notices: [] });
    expect(proposals(served)).toHaveLength(2);
  },
);

test("a key outside the plan's folder is not sent anywhere", async () => {
  await using served = await courseWith((text) => asking(text));
  const plan = readFileSync(join(served.folder, "course.yaml"), "utf8");
  served.plan(plan.replace("model.key", "../model.key"));
  const run = await served.report();
  expect(run.notices).toMatchObject([{ code: "questions_unproposed" }]);
  expect(model.asked).toEqual([]);
});
