import { describe, expect, it } from "vitest";
import { coursebinder } from "../../fixtures.ts";
import { silentMp3 } from "../fixtures.ts";
import { serveProcess } from "../serve-process.ts";
import { until } from "../until.ts";
import { completion, enoughText, type FakeModel, modelOfTest } from "./model-fixtures.ts";

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
  it("has that server write and narrate stories, in a language that is not built in, says so at startup, and warns once it stops answering, without its key", async () => {
    const model = await fakeModel();
    const env = envOf(model);
    const times = ["--writing-time", "0s", "--narration-time", "0s"];
    const { post, running, ...served } = await serveProcess(times, { env });
    expect(JSON.parse(await running.lineMatching(/^\{.*"url"/))).toMatchObject({
      writer: { url: env.STORY_WRITER_URL, model: "writer" },
      narrator: { model: "narrator" },
    });
    const wish = { topic: "tawa", lang: "tok", difficulty: 2, words: [{ word: "jan" }] };
    const { id } = (await post("/stories", wish)).json;
    await until(async () => ["done", "failed"].includes((await served.story(id)).status));
    expect(await served.story(id)).toMatchObject({ status: "done", title: "Toki", text: enoughText });
    expect(model.asked.map(({ path, headers, body }) => [path, headers.authorization, body.model])).toEqual([
      ["/v1/chat/completions", "Bearer writer-secret-key", "writer"],
      ["/v1/audio/speech", undefined, "narrator"],
    ]);
    expect(model.asked[1]?.body).toMatchObject({ voice: "nova", input: `Toki\n\n${enoughText}` });
    await model.close();
    await served.order({ ...wish, audiobook: false });
    const warning = JSON.parse(await running.lineMatching(/does not answer/));
    expect(warning).toMatchObject({ what: "writer", url: env.STORY_WRITER_URL, cause: "ECONNREFUSED" });
    await served.stop();
    expect((await running.finished).stderr).not.toContain("writer-secret-key");
  });

  it("does not start if the address is not safe or the model has no name", async () => {
    for (const [env, names] of [
      [{ STORY_WRITER_URL: "http://models.example/v1", STORY_WRITER_MODEL: "x" }, "STORY_WRITER_URL"],
      [{ STORY_NARRATOR_URL: "https://models.example/v1" }, "STORY_NARRATOR_MODEL"],
    ] as const) {
      const { code, stderr } = await coursebinder(["serve", "--port", "0"], { env: { ...env } });
      expect([code, stderr]).toEqual([2, expect.stringContaining(names)]);
    }
  });
});
