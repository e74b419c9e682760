import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { LessonDocument } from "../../../src/review/documents.ts";
import { chromiumPath, openBrowser } from "../../chromium.ts";
import { narrated, speak } from "../../lessons/revoicing/fixtures.ts";
import { type FakeModel, modelServer } from "../../story-service/running/model-fixtures.ts";
import { needTool } from "../../tools.ts";
import { manifestOf, packagedFiles } from "../fixtures/packaged.ts";
import { Served } from "../fixtures/served.ts";
import { OpenedDesk, requestAbout } from "./opened-desk.ts";
import { ReviewerPage } from "./reviewer-page.ts";

const job = "first.es.2";
const secret = "sk-a-secret-of-the-speech-server";
const corrected = "Ana mira un edificio muy alto y muy viejo.";

let served: Served;
const respokenEvents = () => served.events().filter(({ type }) => type === "lesson.respoken");
const planWith = (narrator: string): void =>
  served.plan(`course: course
title: A small course
budget: { credits: 500 }
languages: [es]
difficulties: [2]
topics: [{ id: first, topic: First, audiobook: true }]
package: { formats: [web, epub] }
review: { required: 1, narrator: ${narrator} }
`);

interface Packaged {
  readonly files: ReadonlyMap<string, Buffer>;
  readonly lesson: {
    readonly corrected?: { readonly respoken?: object; readonly unheard: readonly object[] };
    readonly times: { readonly sentences: number };
  };
}

async function packaged(): Promise<Packaged> {
  const said = await served.commandHere(["package", "course.yaml"], {});
  expect(said.code, said.stderr).toBe(0);
  const files = await packagedFiles(served);
  const [lesson] = (await manifestOf<Packaged["lesson"]>(served)).lessons;
  if (lesson === undefined) throw new Error("no lesson");
  return { files, lesson };
}

async function package_(desk: OpenedDesk): Promise<Packaged> {
  expect((await desk.decide(await desk.lesson(job), "approved")).status).toBe(200);
  return packaged();
}

beforeAll(async () => {
  served = await Served.start({ aligns: true, writingTime: "20ms" });
  planWith("embedded");
  await served.run();
});

// How it sounds, and when it is heard, is told in test/lessons/revoicing; what is recorded of it, in test/run/correct.
describe("a corrected sentence that the embedded narrator speaks anew", () => {
  let desk: OpenedDesk;
  let bought: LessonDocument;
  let before: Packaged;

  beforeAll(async () => {
    desk = await OpenedDesk.enter(served);
    bought = await desk.lesson(job);
    before = await package_(desk);
  });

  it("is as loud as its neighbours, joins them without a click, and voids the approval; nothing is bought or sent", async () => {
    const posts = served.proxy.creations;
    const change = { kind: "sentence", sentence: 1, text: corrected } as const;
    expect((await desk.correct(bought, change)).status).toBe(200);
    const unheard = await desk.lesson(job);
    expect(unheard).toMatchObject({ narrator: "eSpeak NG", unspoken: 1, respoken: null });
    const reply = await desk.post("/api/respoken", requestAbout(unheard));
    expect(reply.status, reply.text).toBe(200);
    expect(JSON.parse(reply.text)).toEqual({ recorded: true, left: [] });
    const now = await desk.lesson(job);
    expect(now).toMatchObject({
      unspoken: 0,
      respoken: { narrator: "eSpeak NG" },
      status: { kind: "waiting" },
    });
    const [part] = now.respoken?.parts ?? [];
    expect(Math.abs((part?.loudness ?? 0) - (part?.neighbours ?? 9))).toBeLessThan(1);
    expect(part?.joints).toHaveLength(2);
    for (const { steepest, around } of part?.joints ?? []) expect(steepest).toBeLessThanOrEqual(around);
    expect(served.proxy.creations).toBe(posts);
    expect(respokenEvents()).toMatchObject([
      { who: "Ana Ruiz", narrator: "eSpeak NG", sentences: 1, title: false },
    ]);
  });

  it("is bound with its sound and its times", async () => {
    const { files, lesson } = await package_(desk);
    expect(lesson.corrected).toMatchObject({
      unheard: [],
      unwritten: [],
      sentences: 1,
      respoken: { narrator: "eSpeak NG", title: false, sentences: [{ paragraph: 0 }] },
    });
    const disclosed = String(files.get("publisher/disclosure.html"));
    expect(disclosed).toContain("Corrections spoken again by eSpeak NG: 1.");
    expect(lesson.times.sentences).toBe(before.lesson.times.sentences);
    expect(String(files.get("es-2/audio/lesson-01.vtt"))).toContain(corrected);
    const sound = files.get("es-2/audio/lesson-01.mp3") ?? Buffer.alloc(0);
    expect(sound.equals(before.files.get("es-2/audio/lesson-01.mp3") ?? sound)).toBe(false);
    const smil = [...files].find(([path]) => path.startsWith("es-2/book/") && path.endsWith(".smil"))?.[1];
    expect(String(smil)).toContain("clipBegin");
  });

  it("is taken back in one step, with its sound; the package is what it was, and its approval counts again", async () => {
    const shown = await desk.lesson(job);
    expect((await desk.undo(shown)).status).toBe(200);
    expect((await desk.lesson(job)).seen).toEqual(bought.seen);
    const { files, lesson } = await packaged();
    expect(lesson.corrected).toBeUndefined();
    const sound = files.get("es-2/audio/lesson-01.mp3") ?? Buffer.alloc(0);
    expect(sound.equals(before.files.get("es-2/audio/lesson-01.mp3") ?? Buffer.alloc(1))).toBe(true);
  });
});

describe("a corrected sentence that a speech server speaks anew", () => {
  let model: FakeModel;
  let onAsked = (): void => undefined;
  let desk: OpenedDesk;
  const environment = () => ({
    ...served.environment,
    STORY_NARRATOR_URL: model.server.url,
    STORY_NARRATOR_MODEL: "tts-1",
    STORY_NARRATOR_KEY: secret,
  });

  beforeAll(async () => {
    planWith("openai");
    const [spoken] = await speak([corrected]);
    const sound = await narrated(spoken ?? new Int16Array(), 0.4);
    model = await modelServer(() => {
      onAsked();
      return { type: "audio/mpeg", body: sound };
    });
  });

  afterAll(() => model.close());

  it("needs that server's address from the environment: the plan only chooses", async () => {
    const refused = await served.commandHere(["review", "course.yaml", "--no-open"], {});
    expect(refused.code).toBe(2);
    expect(refused.stderr).toContain("STORY_NARRATOR_URL");
  });

  it("leaves the lesson as it was if the desk is killed while the server speaks", async () => {
    desk = await OpenedDesk.enter({ folder: served.folder, environment: environment() });
    await desk.correct(await desk.lesson(job), { kind: "sentence", sentence: 1, text: corrected });
    const unheard = await desk.lesson(job);
    const events = respokenEvents().length;
    onAsked = () => void desk.running.process.kill("SIGKILL");
    await expect(desk.post("/api/respoken", requestAbout(unheard))).rejects.toThrow();
    await desk.running.finished;
    onAsked = () => undefined;
    expect(respokenEvents()).toHaveLength(events);
    desk = await OpenedDesk.enter({ folder: served.folder, environment: environment() });
    expect((await desk.lesson(job)).seen).toEqual(unheard.seen);
  });
});

describe.runIf(needTool("Chromium", chromiumPath))("an editor at the desk with a narrator", () => {
  let desk: OpenedDesk;
  let editor: ReviewerPage;

  beforeAll(async () => {
    planWith("embedded");
    desk = await OpenedDesk.start(served);
    editor = await ReviewerPage.open(await openBrowser(), desk.address);
  });

  it("corrects a sentence by keyboard, sees it spoken anew with its joints, and listens to it", async () => {
    await editor.press("ArrowRight", "ArrowRight", "ArrowRight");
    await editor.retype("Por la tarde llueve mucho en toda la ciudad.");
    await editor.showing("#ask-label", /eSpeak NG speaks this sentence again/);
    await editor.press("Enter");
    await editor.answer(/Who is reviewing/, "Inés Ferrer");
    await editor.showing("#message", /^The corrections were spoken again/);
    await editor.showing(".respoken", /eSpeak NG, at -\d+\.\d LUFS \(neighbouring sentences: -\d+\.\d\)/);
    expect(await editor.page.locator('[data-unit="2"].part').count()).toBe(1);
    await editor.press("l");
    await editor.page.waitForFunction(
      "!document.querySelector('audio').paused && document.querySelector('audio').currentTime > 0.5",
    );
    await editor.press(" ");
    expect(await editor.obstacles(["laptop", "tablet"])).toEqual([]);
    await editor.undo();
    expect(editor.complaints).toEqual([]);
  });
});
