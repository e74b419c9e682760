import { describe, expect, it } from "vitest";
import { postToModel, reachLogger } from "../../../src/story-service/model-server.ts";
import { coursebinder, start } from "../../fixtures.ts";
import { handWorld, plainStory, silentMp3, tempFolder } from "../fixtures.ts";
import { serveProcess } from "../serve-process.ts";
import { until } from "../until.ts";
import { completion, type FakeModel, modelOfTest } from "./model-fixtures.ts";

const fakeModel = (): Promise<FakeModel> =>
  modelOfTest(({ path }) =>
    path.endsWith("/audio/speech")
      ? { type: "audio/mpeg", body: Buffer.from(silentMp3(20)) }
      : completion({ title: "Toki", text: "jan li tawa.\n\npini." }),
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
    expect(await read()).toMatchObject({ status: "done", title: "Toki", text: "jan li tawa.\n\npini." });
    expect(model.asked.map(({ path, headers, body }) => [path, headers.authorization, body.model])).toEqual([
      ["/v1/chat/completions", "Bearer writer-secret-key", "writer"],
      ["/v1/audio/speech", undefined, "narrator"],
    ]);
    expect(model.asked[1]?.body).toMatchObject({ voice: "nova", input: "Toki\n\njan li tawa.\n\npini." });
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
    const warnings = stderr.split("\n").filter((line) => line.includes("does not answer"));
    expect(warnings.map((line) => JSON.parse(line))).toMatchObject([
      { what: "writer", url: envOf(model).STORY_WRITER_URL, cause: "ECONNREFUSED" },
    ]);
    expect(stderr).not.toContain("the-writers-key");
  });

  it("warns again when a server that answered in between stops once more", async () => {
    const model = await modelOfTest((_, turn) => (turn === 3 ? { body: "{}" } : null));
    const { log, lines } = handWorld();
    const onReached = reachLogger(log, { what: "narrator", url: model.server.url });
    for (let turn = 1; turn <= 5; turn += 1) {
      await postToModel({ ...model.server, onReached }, "/audio/speech", {}).catch(() => undefined);
    }
    expect(lines.map(({ level, message }) => [level, message])).toEqual([
      ["warn", "the model's server does not answer"],
      ["info", "the model's server is answering again"],
      ["warn", "the model's server does not answer"],
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
