import { randomUUID } from "node:crypto";
import { cpSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import type { CorrectionRequest, LessonDocument } from "../../../src/review/documents.ts";
import { chromiumPath, openBrowser } from "../../chromium.ts";
import { needTool } from "../../tools.ts";
import { manifestOf, packagedFiles, packagedTexts } from "../fixtures/packaged.ts";
import { rig, type Served, smallCourse } from "../fixtures/served.ts";
import { OpenedDesk, type Reply, requestAbout } from "./opened-desk.ts";
import { ReviewerPage } from "./reviewer-page.ts";

let served: Served;
let desk: OpenedDesk;

const job = "first.es.2";
const file = (...names: string[]): string => join(served.folder, "out", "course", ...names);
const codeOf = ({ text }: Reply): string => (JSON.parse(text) as { code: string }).code;
const corrections = () => served.events().filter(({ type }) => type === "lesson.corrected");
const package_ = () => served.commandHere(["package", "course.yaml"], {});

const approve = async (): Promise<void> => {
  expect((await desk.decide(await desk.lesson(job), "approved")).status).toBe(200);
};
const correct = async (change: CorrectionRequest["change"]): Promise<void> => {
  expect((await desk.correct(await desk.lesson(job), change)).status).toBe(200);
};
const undo = async (): Promise<void> => {
  expect((await desk.undo(await desk.lesson(job))).status).toBe(200);
};

interface Packaged {
  readonly title: string;
  readonly times: { readonly sentences: number };
  readonly words: readonly { readonly word: string; readonly gloss: string | null; readonly used: boolean }[];
  readonly corrected?: object;
}

async function packaged(): Promise<{ lesson: Packaged; files: [path: string, content: string][] }> {
  const [lesson] = (await manifestOf<Packaged>(served)).lessons;
  if (lesson === undefined) throw new Error("no lesson");
  return { lesson, files: await packagedTexts(served) };
}

const words = "words: { w: { es: [{ word: pan, gloss: bread }, { word: rascacielos, gloss: skyscraper }] } }";
const formats = "web, epub, print, words, anki, cartridge, scorm, moodle, teacher, h5p";
const topic = { id: "first", topic: "First", words: ["w"] };
const extra = `${words}\nreview: { required: 1 }\npackage: { formats: [${formats}] }`;
const spoken = extra.replace("required: 1", "required: 1, narrator: embedded");

beforeAll(async () => {
  const plan = smallCourse([{ ...topic, audiobook: true }], spoken);
  served = await rig({ aligns: true, writingTime: "20ms", plan });
  await served.runHere();
});

// How it sounds, and when it is heard, is told in test/lessons/revoicing; what is recorded of it, in test/run/correct.
it("A corrected sentence that the embedded narrator speaks anew is bound with its sound, and taken back with it; nothing is bought", async () => {
  desk = await OpenedDesk.enter(served);
  const text = "Ana mira un edificio muy alto y muy viejo.";
  const bind = async () => {
    const said = await package_();
    expect(said.code, said.stderr).toBe(0);
    const files = await packagedFiles(served);
    const [lesson] = (await manifestOf<Packaged>(served)).lessons;
    return { lesson, sound: files.get("es-2/audio/lesson-01.mp3"), files };
  };
  await approve();
  const before = await bind();
  await correct({ kind: "sentence", sentence: 1, text });
  const reply = await desk.post("/api/respoken", requestAbout(await desk.lesson(job)));
  expect([reply.status, JSON.parse(reply.text)]).toEqual([200, { recorded: true, left: [] }]);
  const respoken = { narrator: "eSpeak NG" };
  const shown = await desk.lesson(job);
  expect(shown).toMatchObject({ unspoken: 0, respoken, status: { kind: "waiting" } });
  await approve();
  const spoken = await bind();
  expect(spoken.lesson).toMatchObject({
    times: { sentences: before.lesson?.times.sentences },
    corrected: { unheard: [], unwritten: [], respoken },
  });
  expect(String(spoken.files.get("es-2/audio/lesson-01.vtt"))).toContain(text);
  const { sound } = served.events().find(({ type }) => type === "lesson.respoken") as unknown as {
    sound: { file: string };
  };
  // Without the tags at its beginning, which the package writes anew.
  expect(spoken.sound?.includes(readFileSync(file(sound.file)).subarray(4_096))).toBe(true);
  await undo();
  // What the approval before saw is in force again.
  const back = await bind();
  expect(back.lesson?.corrected).toBeUndefined();
  expect(back.sound).toEqual(before.sound);
  expect(served.proxy.creations).toBe(1);
});

it("A desk whose plan chooses a speech server needs its address from the environment: exit 2", async () => {
  const chosen = smallCourse([{ ...topic, audiobook: true }], spoken.replace("embedded", "openai"));
  writeFileSync(join(served.folder, "openai.yaml"), chosen);
  const refused = await served.commandHere(["review", "openai.yaml", "--no-open"], {});
  expect([refused.code, refused.stderr]).toEqual([2, expect.stringContaining("STORY_NARRATOR_URL")]);
});

describe.runIf(needTool("Chromium", chromiumPath))("an editor at the desk with a narrator", () => {
  let editor: ReviewerPage;

  beforeAll(async () => {
    const opened = await OpenedDesk.start(served);
    editor = await ReviewerPage.open(await openBrowser(), opened.address);
  });

  it("corrects a sentence by keyboard, sees it spoken anew, and listens to it", async () => {
    await editor.press("ArrowRight", "ArrowRight", "ArrowRight");
    await editor.retype("Por la tarde llueve mucho en toda la ciudad.");
    await editor.showing("#ask-label", /eSpeak NG speaks this sentence again/);
    await editor.press("Enter");
    await editor.answer(/Who is reviewing/, "Inés Ferrer");
    await editor.showing("#message", /^The corrections were spoken again/);
    await editor.showing(".respoken", /Spoken again by eSpeak NG\./);
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

describe("a lesson that people correct", () => {
  let bought: LessonDocument;
  const sentence = (number: number): string => bought.sentences[number]?.original ?? "";

  beforeAll(async () => {
    served.plan(smallCourse([{ ...topic, audiobook: true }], extra));
    desk = await OpenedDesk.enter(served);
  });

  it("is shown sentence by sentence, each in its place, with what another story would cost", async () => {
    bought = await desk.lesson(job);
    expect(bought.sentences.length).toBeGreaterThan(4);
    for (const [number, { original }] of bought.sentences.entries()) {
      const pieces = bought.paragraphs.flat().filter((piece) => piece.sentence === number);
      expect(pieces.map(({ text }) => text).join("")).toBe(original);
    }
    expect(bought).toMatchObject({ undoes: null, originalTitle: bought.title });
    expect(bought.replacement?.command).toMatch(
      /^coursebinder run course\.yaml --replace first\.es\.2@[0-9a-f]{8}$/,
    );
    expect(bought.replacement?.credits).toBeGreaterThan(0);
  });

  it("has its corrections everywhere in the package, and its times everywhere else", async () => {
    await approve();
    expect((await package_()).code).toBe(0);
    const before = await packaged();
    const first = "Ana mira un rascacielos muy alto.";
    for (const change of [
      { kind: "sentence", sentence: 1, text: first },
      { kind: "title", text: "Otro título" },
      { kind: "gloss", word: "pan", text: "a loaf of bread" },
    ] as const)
      await correct(change);
    expect((await package_()).code).toBe(4);
    await approve();
    const said = await package_();
    expect(said.code, said.stderr).toBe(0);
    const { lesson, files } = await packaged();
    const having = (text: string): string[] =>
      files.flatMap(([path, content]) => (content.replaceAll(/<[^>]*>/g, "").includes(text) ? [path] : []));
    const kinds = (paths: readonly string[]): string[] => [
      ...new Set(paths.map((path) => /[^.]*$/.exec(path)?.[0] ?? "")),
    ];
    expect(kinds(having(first))).toEqual(expect.arrayContaining(["html", "xhtml"]));
    expect(kinds(having("a loaf of bread"))).toEqual(
      expect.arrayContaining(["csv", "html", "xhtml", "anki2"]),
    );
    expect([...having(sentence(1)), ...having(bought.title)]).toEqual([]);
    expect(having(first).filter((path) => path.endsWith(".vtt"))).toEqual([]);
    expect(kinds(having(sentence(2)))).toContain("vtt");
    const marked = files.filter(([, content]) => content.includes(`<span class="unheard">`));
    const [inMoodle, outside] = [true, false].map((is) =>
      marked.map(([path]) => path).filter((path) => path.includes(".mbz!") === is),
    );
    expect(kinds(outside ?? []).sort()).toEqual(["html", "xhtml"]);
    // The reader's page in its SCORM package, and the same page as Moodle unpacks it, named by its hash.
    expect(inMoodle).toHaveLength(2);
    for (const [, content] of marked) expect(content).toContain("dashed line");
    expect(lesson).toMatchObject({
      title: "Otro título",
      corrected: {
        title: true,
        sentences: 1,
        glosses: 1,
        unheard: [{ paragraph: expect.any(Number) }],
        unwritten: [{ startMs: expect.any(Number), endMs: expect.any(Number) }],
      },
    });
    expect(lesson.times.sentences).toBe(before.lesson.times.sentences - 1);
    expect(lesson.words).toMatchObject([
      { word: "pan", gloss: "a loaf of bread" },
      { word: "rascacielos", used: true },
    ]);
    expect(before.lesson.corrected).toBeUndefined();
    const heard = (lessons: LessonDocument): (string | undefined)[] =>
      lessons.paragraphs.flat().flatMap((piece) => (piece.heard === null ? [] : [piece.text]));
    const now = await desk.lesson(job);
    const piece = now.paragraphs.flat().find((one) => one.sentence === 1);
    expect(piece?.marks.map(({ start, end }) => piece.text.slice(start, end))).toEqual(["rascacielos"]);
    expect(heard(now)).toEqual(heard(bought).filter((text) => text !== sentence(1)));
    expect(now.sentences[1]).toMatchObject({ original: sentence(1), corrected: first, isUnheard: true });
    const explained = await served.commandHere(["status", "course.yaml", job], {});
    expect(explained.stdout).toContain("corrected by Ana Ruiz");
    expect(await served.reportOf("status")).toHaveProperty("corrected", 1);
    expect(readFileSync(file("stories", `${bought.story}.json`), "utf8")).toContain(bought.title);
  });

  it("has the same bytes from a run, which saves where its words are, and buys nothing", async () => {
    const before = readFileSync(file("course-1.zip"));
    await served.expectRun({ exitCode: 0, creations: 1 });
    expect(readFileSync(file("course-1.zip")).equals(before)).toBe(true);
  });

  it("loses its approval when it is corrected again, and when that is taken back", async () => {
    await correct({ kind: "sentence", sentence: 0, text: "¡Hola!" });
    const lapsed = [{ who: "Ana Ruiz", changed: ["correction"] }];
    expect((await desk.lesson(job)).status).toMatchObject({ kind: "waiting", lapsed });
    expect((await package_()).code).toBe(4);
    await undo();
    // What the approval saw is in force again.
    expect((await desk.lesson(job)).status.kind).toBe("approved");
    await undo();
    const now = await desk.lesson(job);
    expect(now.status.kind).toBe("waiting");
    expect(now.words[0]?.gloss).toBe("bread");
    expect(now.title).toBe("Otro título");
  });

  it("records a correction once, however often it is sent, and none that changes nothing or of another lesson", async () => {
    const shown = await desk.lesson(job);
    const before = corrections().length;
    const change = { kind: "sentence", sentence: 2, text: "Sí.\u0007\u202e" } as const;
    const id = randomUUID();
    for (let time = 0; time < 2; time += 1)
      expect((await desk.correct(shown, change, { id })).status).toBe(200);
    expect(corrections()).toHaveLength(before + 1);
    expect((await desk.lesson(job)).sentences[2]?.corrected).toBe("Sí.");
    expect(codeOf(await desk.correct(shown, { kind: "title", text: "Tarde" }))).toBe("lesson_changed");
    const now = await desk.lesson(job);
    expect((await desk.correct(now, { kind: "sentence", sentence: 2, text: " Sí. " })).status).toBe(200);
    const refusal = async (change: CorrectionRequest["change"], about = now) =>
      codeOf(await desk.correct(about, change));
    expect(await refusal({ kind: "sentence", sentence: 999, text: "x" })).toBe("not_understood");
    expect(await refusal({ kind: "title", text: " \n " })).toBe("nothing_left");
    expect(await refusal({ kind: "title", text: "x".repeat(20_001) })).toBe("not_understood");
    expect(await refusal({ kind: "title", text: "x" }, { ...now, job: "none.es.2" })).toBe("not_found");
    const other = { ...now, undoes: randomUUID() };
    expect(codeOf(await desk.undo(other))).toBe("lesson_changed");
    const body = JSON.stringify({ ...requestAbout(now), change: { kind: "title", text: "Eve" } });
    const headers = { "content-type": "application/json", origin: "https://evil.example" };
    for (const path of ["/api/corrections", "/api/corrections/undo"])
      expect((await desk.send({ method: "POST", path, headers, body })).status).toBe(403);
    expect(corrections()).toHaveLength(before + 1);
  });

  it("is not bound, and says why, while its correction is damaged or lost; the desk takes it back", async () => {
    await approve();
    expect((await package_()).code).toBe(0);
    const zip = readFileSync(file("course-1.zip"));
    const overlay = (corrections().at(-1)?.overlay ?? {}) as { file: string };
    const content = readFileSync(file(overlay.file), "utf8");
    for (const damage of [
      () => writeFileSync(file(overlay.file), content.replace("Sí.", "No.")),
      () => rmSync(file(overlay.file)),
    ]) {
      damage();
      const said = await package_();
      expect(said.code).toBe(7);
      expect(said.stderr).toContain(overlay.file);
      expect(said.stderr + said.stdout).toContain("coursebinder review");
      expect(readFileSync(file("course-1.zip")).equals(zip)).toBe(true);
      expect((await served.report()).exitCode).not.toBe(0);
    }
    const reply = await desk.send({ path: `/api/lesson?job=${job}` });
    expect(codeOf(reply)).toBe("correction_unusable");
    const { undo: offered } = JSON.parse(reply.text) as { undo: object };
    const back = { ...offered, who: "Ana Ruiz", id: randomUUID() };
    expect((await desk.post("/api/corrections/undo", back)).status).toBe(200);
    expect((await desk.lesson(job)).sentences[2]?.corrected).toBeNull();
  });

  it("keeps its corrections when the ledger is restored from the mirror; from the stories alone it says that they are not", async () => {
    const before = await desk.lesson(job);
    const restore = async () => {
      cpSync(file("ledger.jsonl"), file("kept.jsonl"));
      rmSync(file("ledger.jsonl"));
      const said = await served.commandHere(["ledger", "restore", "course.yaml", "--poll", "100ms"]);
      expect(said.code, said.stderr + said.stdout).toBe(0);
      return said.stdout;
    };
    expect(await restore()).not.toContain("corrections and approvals");
    expect(await desk.lesson(job)).toMatchObject({ title: "Otro título", sentences: before.sentences });
    rmSync(join(served.folder, ".state"), { recursive: true });
    const said = await restore();
    expect(said).toMatch(/^changed {2}corrections and approvals are not restored/m);
    cpSync(file("kept.jsonl"), file("ledger.jsonl"));
    rmSync(join(served.folder, ".state"), { recursive: true });
    expect(served.proxy.creations).toBe(1);
  });

  it("leaves its corrections behind with the old story when another one is bought in its place", async () => {
    served.plan(smallCourse([topic], extra));
    const replaced = await served.runHere("--replace", `${job}@${bought.story.slice(0, 8)}`);
    expect(replaced.code, replaced.stderr + replaced.stdout).toBe(4);
    const now = await desk.lesson(job);
    expect(now.story).not.toBe(bought.story);
    expect(now).toMatchObject({ undoes: null, originalTitle: now.title });
    expect(now.sentences.every(({ corrected }) => corrected === null)).toBe(true);
  });
});
