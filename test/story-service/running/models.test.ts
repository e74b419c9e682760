import { describe, expect, it } from "vitest";
import { postToModel, reachLogger } from "../../../src/story-service/model-server.ts";
import { healthOf } from "../../../src/story-service/operator/health.ts";
import { openAiWriter } from "../../../src/story-service/writers/openai-writer.ts";
import { coursebinder, start } from "../../fixtures.ts";
import { handWorld, plainStory, silentMp3, startRig, tempFolder } from "../fixtures.ts";
import { operatorOf, passUntilLogged } from "../operator/operator-fixtures.ts";
import { serveProcess } from "../serve-process.ts";
import { until } from "../until.ts";
import { completion, enoughText, type FakeModel, type Given, modelOfTest } from "./model-fixtures.ts";

const fakeModel = (): Promise<FakeModel> =>
  modelOfTest(({ path }) =>
    path.endsWith("/audio/speech")
      ? { type: "audio/mpeg", body: Buffer.from(silentMp3(20)) }
      : completion({ title: "Toki", text: enoughText }),
  );

function envOf({ server }: FakeModel): Record<string, string> {
  const url = server.url.replace(/\/$/, "");
  return {
    STORY_WRITER_URL: url,
    STORY_WRITER_MODEL: "writer",
    STORY_WRITER_KEY: "writer-secret-key",
    STORY_NARRATOR_URL: url,
    STORY_NARRATOR_MODEL: "narrator",
    STORY_NARRATOR_VOICE: "nova",
  };
}

describe("a local service with a model's server in its environment (7)", () => {
  it("has that server write and narrate stories, in a language that is not built in", async () => {
    const model = await fakeModel();
    const times = ["--writing-time", "1ms", "--narration-time", "1ms"];
    const { get, post } = await serveProcess(times, { env: envOf(model) });
    const wish = { topic: "tawa", lang: "tok", difficulty: 2, words: [{ word: "jan" }] };
    const { id } = (await post("/stories", wish)).json;
    const read = async () => (await get(`/stories/${id}`)).json;
    await until(async () => ["done", "failed"].includes((await read()).status));
    expect(await read()).toMatchObject({ status: "done", title: "Toki", text: enoughText });
    expect(model.asked.map(({ path, headers, body }) => [path, headers.authorization, body.model])).toEqual([
      ["/v1/chat/completions", "Bearer writer-secret-key", "writer"],
      ["/v1/audio/speech", undefined, "narrator"],
    ]);
    expect(model.asked[1]?.body).toMatchObject({ voice: "nova", input: `Toki\n\n${enoughText}` });
  });

  it("reports at startup which servers write and narrate, without a key, and what is built in", async () => {
    const model = await fakeModel();
    const { STORY_NARRATOR_URL: _, ...env } = envOf(model);
    const shown = async (...more: string[]): Promise<string> => {
      const running = start({ args: ["serve", "--port", "0", ...more], cwd: await tempFolder(), env });
      await running.lineMatching(/^stop it|^\{/);
      running.process.kill("SIGTERM");
      return (await running.finished).stdout;
    };
    const url = env.STORY_WRITER_URL;
    expect(JSON.parse(await shown("--json"))).toMatchObject({
      writer: { url, model: "writer" },
      narrator: null,
    });
    const lines = await shown();
    expect(lines).toContain(`writer         writer at ${url}`);
    expect(lines).toContain("narrator       built in");
    expect(lines).not.toContain("writer-secret-key");
  });

  it("warns once when the server stops answering, with its address and the cause, and never with its key", async () => {
    const model = await fakeModel();
    await model.close();
    const env = { ...envOf(model), STORY_WRITER_KEY: "the-writers-key" };
    const { get, post, running, stop } = await serveProcess(["--writing-time", "1ms"], { env });
    for (const topic of ["first", "second"]) {
      const { id } = (await post("/stories", { ...plainStory, topic })).json;
      // It is tried five times.
      await until(async () => (await get(`/stories/${id}`)).json.status === "failed");
    }
    await stop();
    const { stderr } = await running.finished;
    const warnings = stderr
      .split("\n")
      .filter((line) => line.includes("does not answer"))
      .map((line) => JSON.parse(line));
    const givenUp = { msg: "work on a story was given up", reason: "the model's server does not answer" };
    expect(warnings).toMatchObject([
      { what: "writer", url: envOf(model).STORY_WRITER_URL, cause: "ECONNREFUSED" },
      givenUp,
      givenUp,
    ]);
    expect(stderr).not.toContain("the-writers-key");
  });

  it("warns again when a server that answered in between stops once more", async () => {
    const model = await modelOfTest((_, turn) => (turn === 3 ? { body: "{}" } : null));
    const { log, lines } = handWorld();
    const onReached = reachLogger(log, { what: "narrator", url: model.server.url });
    for (let turn = 1; turn <= 5; turn += 1) {
      const request = { path: "/audio/speech", body: {} };
      const limits = { who: "the speech server", mostBytes: 1_000 } as const;
      await postToModel({ ...model.server, onReached }, request, limits).catch(() => undefined);
    }
    expect(lines.map(({ level, message }) => [level, message])).toEqual([
      ["warn", "the speech server does not answer"],
      ["info", "the speech server is answering again"],
      ["warn", "the speech server does not answer"],
    ]);
  });

  it("does not start if the address is not safe or the model has no name", async () => {
    for (const [env, names] of [
      [{ STORY_WRITER_URL: "http://models.example/v1", STORY_WRITER_MODEL: "x" }, "STORY_WRITER_URL"],
      [{ STORY_NARRATOR_URL: "https://models.example/v1" }, "STORY_NARRATOR_MODEL"],
    ] as const) {
      const { code, stderr } = await coursebinder(["serve", "--port", "0"], { env: { ...env } });
      expect(code).toBe(2);
      expect(stderr).toContain(names);
    }
  });
});

const story = completion({ title: "Toki", text: enoughText });
const busy = { status: 429, headers: { "retry-after": "30" }, body: "{}" };
const always = (given: Given | null) => (): Given | null => given;
const atFirst =
  (given: Given) =>
  (turn: number): Given =>
    turn === 1 ? given : story;

describe("a model that misbehaves, with what it costs and what the operator sees (7)", () => {
  it.each<[what: string, answer: (turn: number) => Given | null, asked: number, why: string | null]>([
    ["refuses the key", always({ status: 401, body: "{}" }), 1, "the model's server answered 401"],
    ["is not at that address", always({ status: 404, body: "{}" }), 1, "the model's server answered 404"],
    ["is broken", always({ status: 500, body: "{}" }), 5, "the model's server answered 500"],
    ["hangs up", always(null), 5, "the model's server does not answer"],
    ["is busy, and says for how long", atFirst(busy), 2, null],
    [
      "thinks first",
      always(completion(`<think>\nHm.\n</think>\n${JSON.stringify({ title: "T", text: enoughText })}`)),
      1,
      null,
    ],
    ["answers with no story once", atFirst(completion("Once upon a time")), 2, null],
    ["answers with no story", always(completion("Once upon a time")), 2, "the model's answer is not a story"],
    [
      "stops after a line",
      always(completion({ title: "T", text: "jan li tawa." })),
      2,
      "fewer than 100 words",
    ],
    [
      "can't stop",
      always({ body: "x".repeat(2 * 1024 * 1024) }),
      1,
      "the model's server sent too large an answer",
    ],
  ])("%s", async (_, answer, asked, why) => {
    const model = await modelOfTest((_one, turn) => answer(turn));
    const fixture = await startRig({ writer: openAiWriter(model.server) });
    const began = fixture.world.monotonic();
    const id = await fixture.order({ ...plainStory, length: "short" });
    await passUntilLogged(fixture, why === null ? "story written" : "writing failed");
    expect(model.asked).toHaveLength(asked);
    expect(await fixture.story(id)).toMatchObject({
      status: why === null ? "ready" : "failed",
      credits: why === null ? 13 : 0,
    });
    expect(await fixture.balance()).toMatchObject({ credits: why === null ? 987 : 1000, reserved: 0 });
    const { findings = [], lines = [] } = await healthOf(await operatorOf(fixture));
    if (why === null) expect([findings, lines.at(-1)]).toEqual([[], expect.stringContaining("All is well")]);
    else
      expect(findings.join("\n")).toMatch(
        new RegExp(`the latest writing \\(ordered at 2026-.*\\) failed: .*${why}`),
      );
    if (answer(1) === busy) expect(fixture.world.monotonic() - began).toBeGreaterThanOrEqual(30_000);
  });

  it("and hangs, holds no story longer than the time that is left for it", async () => {
    const { server } = await modelOfTest(() => new Promise(() => undefined));
    const order = { ...plainStory, length: "short", genre: null, form: null, words: [] } as const;
    await expect(openAiWriter(server).write(order, 50)).rejects.toThrow("the model's server does not answer");
  });
});
