import { randomUUID } from "node:crypto";
import { readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Browser } from "playwright-core";
import { beforeAll, describe, expect, it } from "vitest";
import { chromiumPath, openBrowser } from "../../chromium.ts";
import { documentOf } from "../../fixtures.ts";
import { spread } from "../../share.ts";
import { needTool } from "../../tools.ts";
import { rig, type Served, smallCourse } from "../fixtures/served.ts";
import { typedCommand } from "../fixtures/typed-command.ts";
import { terminalPath } from "../fixtures/typed-shell.ts";
import { decide } from "./decide.ts";
import { OpenedDesk } from "./opened-desk.ts";
import { answerTo, ReviewerPage, screens } from "./reviewer-page.ts";

const hostile = "</script><script>document.title='caught'</script><!--";

const first = { id: "first", topic: "First", audiobook: true, words: ["w"] } as const;
const course = smallCourse(
  [first, "Second", "Third", { id: "fourth", topic: hostile }],
  "words: { w: { es: [{ word: pan, gloss: bread }] } }\npackage: { formats: [web] }\nreview: { required: 1 }",
);

interface Exported {
  readonly bytes: number;
  readonly soundBytes: number;
}

describe.runIf(needTool("Chromium", chromiumPath))("a reviewer by mail", () => {
  let served: Served;
  let browser: Browser;

  beforeAll(async () => {
    served = await rig({ aligns: true, plan: course });
    await served.runHere();
    browser = await openBrowser();
  });

  const inFolder = (name: string): string => join(served.folder, name);
  const review = (...flags: string[]) => served.commandHere(["review", "course.yaml", ...flags], {});
  const imported = async (path: string) => documentOf(await review("--json", "--yes", "--import", path));
  const decisions = () => served.events().filter(({ type }) => /^lesson\.|^comment\./.test(type));
  const opened = (path: string) => ReviewerPage.open(browser, path);

  it("gets one page that asks nothing of anybody, and in which no text is a script", async () => {
    const said = await review("--export", "reviewer.html");
    expect(said).toMatchObject({ code: 0 });
    expect(said.stdout).toMatch(
      /^page {5}reviewer\.html: 4 lessons, [\d.]+ [kM]B\nsound {4}not included: --with-sound adds 1 recording, [\d.]+ [kM]B more\n/,
    );
    const page = readFileSync(inFolder("reviewer.html"), "utf8");
    expect(page).not.toContain(hostile);
    expect(page).not.toContain("<!--");
    expect(page.match(/<\/script>/g)).toHaveLength(2);
    expect(page).not.toMatch(/credits":\d/);
    const { page: shown, ...reviewer } = await opened(inFolder("reviewer.html"));
    expect(await shown.title()).toContain("A small course");
    await shown.locator("#queue button", { hasText: "caught" }).click();
    await shown.locator("#lesson", { hasText: hostile }).waitFor();
    expect(await shown.evaluate("document.scripts.length")).toBe(2);
    expect(reviewer.complaints).toEqual([]);
    await shown.close();
    const preview = await browser.newPage({ javaScriptEnabled: false });
    await preview.goto(pathToFileURL(inFolder("reviewer.html")).href);
    expect(await preview.innerText("#lesson")).toContain("save the file, then open it");
    await preview.close();
  });

  it("decides by keyboard, closes the page and comes back, and saves an answer that is recorded once", async () => {
    const reviewer = await opened(inFolder("reviewer.html"));
    const { page } = reviewer;
    await reviewer.choose("First");
    expect(await page.locator(".text mark", { hasText: /^pan$/ }).count()).toBeGreaterThan(0);
    expect(await reviewer.text("#lesson")).toContain("This page doesn’t contain the recording");
    await reviewer.answering("a", "Inés Ferrer");
    await reviewer.counted(/^1 approved, 3 waiting/);
    await reviewer.choose("Second");
    await reviewer.answering("h", "The third sentence says it twice.");
    await reviewer.counted(/1 held/);
    await reviewer.choose("Third");
    await reviewer.answering("r", "Not for children.");
    await reviewer.counted(/1 rejected/);
    await reviewer.choose("Third");
    await reviewer.answering("c", "A lovely ending, though.");
    await page.waitForSelector('.history q:has-text("A lovely ending")');
    await page.reload();
    await reviewer.counted(/^1 approved, 1 waiting, 1 held, 1 rejected, of 4/);
    expect(await reviewer.text("#kept")).toBe("");
    const saved = await reviewer.save(served.folder);
    expect(saved).toMatch(/\/review-course-1-inesferrer\.json$/);
    expect(reviewer.asksOutside).toEqual([]);
    expect(reviewer.complaints).toEqual([]);
    await page.close();

    const before = decisions().length;
    const asked = await review("--import", saved);
    expect(asked).toMatchObject({ code: 2 });
    expect(asked.stdout).toContain("from course (without recordings)");
    expect(asked.stdout).toMatch(/first\.es\.2 +approve +Inés Ferrer +to record/);
    expect(asked.stdout).toMatch(/second\.es\.2 +hold +Inés Ferrer +to record +“The third sentence/);
    expect(asked.stdout + asked.stderr).toContain(`coursebinder review course.yaml --yes --import ${saved}`);
    expect(decisions()).toHaveLength(before);
    expect(await imported(saved)).toMatchObject({ exitCode: 0 });
    expect(decisions().slice(before)).toMatchObject([
      { type: "lesson.approved", job: "first.es.2", who: "Inés Ferrer", unheard: true },
      { type: "lesson.held", job: "second.es.2", why: "The third sentence says it twice." },
      { type: "lesson.rejected", job: "third.es.2", why: "Not for children." },
      { type: "comment.added", job: "third.es.2", text: "A lovely ending, though." },
    ]);
    // Only one of the lessons has a recording that could have been heard.
    const others = decisions().slice(before + 1);
    expect(others.filter(({ unheard }) => unheard !== undefined)).toEqual([]);
    expect(await imported(saved)).toMatchObject({ exitCode: 0, entries: Array(4).fill({ before: true }) });
    expect(decisions()).toHaveLength(before + 4);
    const packaged = await served.commandHere(["package", "course.yaml", "--allow-partial", "--json"], {});
    expect(documentOf(packaged)).toMatchObject({ exitCode: 0, missing: 3 });
    expect(served.proxy.creations).toBe(4);
  });

  it("loses no decision, whoever decides otherwise in the meantime: all are recorded, and a person resolves the conflict", async () => {
    expect(await review("--export", "second.html")).toMatchObject({ code: 0 });
    const decision = { why: null, replaces: [] };
    const made = [
      { ...decision, id: randomUUID(), job: "first.es.2", kind: "held" as const },
      { ...decision, id: randomUUID(), job: "second.es.2", kind: "approved" as const },
    ];
    const answer = answerTo(inFolder("second.html"), { who: "Ben Okafor", decisions: made });
    writeFileSync(inFolder("ben.json"), answer);
    await decide(served, { who: "Ana Ruiz", job: "first.es.2", kind: "approved" });
    await decide(served, { who: "Ana Ruiz", job: "second.es.2", kind: "rejected" });
    const before = decisions().length;
    const said = await review("--yes", "--import", "ben.json");
    expect(said).toMatchObject({ code: 0 });
    expect(said.stdout).toMatch(
      /first\.es\.2 .*to record; but .*Ana Ruiz approved it in the meantime: resolve this conflict/,
    );
    expect(said.stdout).toMatch(
      /second\.es\.2 .*to record; overrules Inés Ferrer \(held\); but Ana Ruiz rejected it in the meantime/,
    );
    const next = "next     resolve 2 conflicts at the desk: coursebinder review course.yaml\n";
    expect(said.stdout).toContain(next);
    expect(decisions().slice(before)).toMatchObject([
      { type: "lesson.held", who: "Ben Okafor" },
      { type: "lesson.approved", who: "Ben Okafor" },
    ]);
    const desk = await OpenedDesk.enter(served);
    expect((await desk.lesson("first.es.2")).status).toMatchObject({ kind: "held", people: ["Ben Okafor"] });
    const shown = await desk.lesson("second.es.2");
    expect(shown.status).toMatchObject({ kind: "rejected", people: ["Ana Ruiz"] });
    expect((await desk.decide(shown, "approved", { who: "Cho Lin" })).status).toBe(200);
    const people = ["Ben Okafor", "Cho Lin"];
    expect((await desk.lesson("second.es.2")).status).toMatchObject({ kind: "approved", people });
    await desk.stop();
  });

  it("can't run a script in terminal or desk by a name or a text, nor leave the folder by an id", async () => {
    const text = `<img src=x onerror="document.title='caught'">\u001b]0;caught\u0007\u202e${hostile}`;
    const id = randomUUID();
    const who = `\u001b[2JEve\u202e${hostile}`;
    const comments = [
      { id, job: "fourth.es.2", text },
      { id: randomUUID(), job: "../../../ledger", text },
    ];
    writeFileSync(inFolder("forged.json"), answerTo(inFolder("reviewer.html"), { who, comments }));
    const said = await review("--yes", "--import", "forged.json");
    expect(said).toMatchObject({ code: 4 });
    expect(said.stdout).toMatch(/\.\.\/\.\.\/\.\.\/ledger .*refused: unknown lesson/);
    const kept = served.events().findLast(({ comment }) => comment === id);
    const places = [said.stdout, said.stderr, String(kept?.text), String(kept?.who)];
    for (const sign of ["\u001b", "\u0007", "\u202e"]) expect(places.join()).not.toContain(sign);
    const desk = await OpenedDesk.start(served);
    const page = await browser.newPage();
    await page.goto(desk.address.href);
    await page.locator("#queue button", { hasText: "caught" }).click();
    await page.locator(".history q", { hasText: "onerror" }).waitFor();
    expect(await page.title()).toBe("A small course: review desk");
    expect(await page.locator(".history img, .history script").count()).toBe(0);
    await page.close();
    await desk.stop();
  });

  it.runIf(needTool("script", terminalPath))(
    "asks in a terminal: no records nothing, yes records",
    async () => {
      const comments = [{ id: randomUUID(), job: "fourth.es.2", text: "Read in a terminal." }];
      writeFileSync(inFolder("asked.json"), answerTo(inFolder("reviewer.html"), { comments }));
      const line = "review course.yaml --import asked.json";
      const before = decisions().length;
      const no = await typedCommand(served, line, ["n"]);
      expect(no.text).toMatch(/comment +Cho Lin +to record +“Read in a terminal\.”/);
      expect(no.text).toContain("Record 1 entry? [y/N]");
      expect(no.code).toBe(7);
      expect(decisions()).toHaveLength(before);
      expect((await typedCommand(served, line, ["y"])).code).toBe(0);
      expect(decisions().slice(before)).toMatchObject([{ type: "comment.added", who: "Cho Lin" }]);
    },
  );

  // What else is no answer, or one about something else, is told in test/review/mail.
  it("is refused where the answer was edited, or is none; and an export overwrites nothing but a page of before", async () => {
    const before = decisions().length;
    const comments = [{ id: randomUUID(), job: "fourth.es.2", text: "Fine." }];
    const early = answerTo(inFolder("reviewer.html"), { comments });
    writeFileSync(inFolder("early.json"), early.replace("Fine.", "Poor."));
    const entries = [{ why: "tampered" }];
    expect(await imported("early.json")).toMatchObject({ exitCode: 4, entries });
    for (const name of ["course.yaml", "none.json"]) {
      const stderr = expect.stringContaining(`${name} can't be used as a reviewer's answer`);
      expect(await review("--yes", "--import", name)).toMatchObject({ code: 2, stderr });
    }
    expect(decisions()).toHaveLength(before);
    expect(await review("--export", "reviewer.html")).toMatchObject({ code: 0 });
    for (const name of ["course.yaml", "out/course/ledger.jsonl", "early.json"]) {
      const bytes = readFileSync(inFolder(name));
      expect(await review("--export", name)).toMatchObject({ code: 2 });
      expect(readFileSync(inFolder(name)).equals(bytes)).toBe(true);
    }
    for (const flags of [["--with-sound"], ["--yes"], ["--export", "x.html", "--import", "early.json"]])
      expect(await review(...flags)).toMatchObject({ code: 2 });
  });

  it("hears the recordings in a page that has them, and is told where nothing is kept", async () => {
    const said = await review("--export", "sound.html", "--with-sound");
    expect(said.stdout).toMatch(/^page {5}sound\.html: 4 lessons with 1 recording, [\d.]+ [kM]B\nnext/);
    const told = documentOf(await review("--export", "reviewer.html", "--json")) as unknown as Exported;
    expect(told).toMatchObject({ lessons: 4, recordings: 1, withSound: false });
    expect(told.bytes).toBe(statSync(inFolder("reviewer.html")).size);
    const withoutSound = statSync(inFolder("sound.html")).size - told.soundBytes;
    expect(Math.abs(withoutSound - told.bytes)).toBeLessThan(200);
    writeFileSync(inFolder("frame.html"), '<iframe sandbox="allow-scripts" src="sound.html"></iframe>');
    const page = await browser.newPage();
    await page.goto(`file://${inFolder("frame.html")}`);
    const frame = page.frameLocator("iframe");
    await frame.locator("#kept", { hasText: "doesn’t store what you enter" }).waitFor();
    await page.close();
    const reviewer = await opened(inFolder("sound.html"));
    await reviewer.choose("First");
    await reviewer.press("Space");
    await reviewer.page.waitForSelector(".part.is-heard");
    expect(reviewer.asksOutside).toEqual([]);
    expect(reviewer.complaints).toEqual([]);
    await reviewer.page.close();
  });

  it.each(spread(["laptop", "tablet", "phone"] as const, 2))(
    "can be used by everybody, on a %s",
    async (name) => {
      const isTouched = name !== "laptop";
      const options = { viewport: screens[name], hasTouch: isTouched, isMobile: isTouched, bypassCSP: true };
      const reviewer = await ReviewerPage.open(browser, inFolder("sound.html"), options);
      await reviewer.choose("caught");
      await reviewer.page.click('#lesson button:has-text("Approve")');
      await reviewer.page.waitForSelector("#ask[open]");
      await reviewer.page.keyboard.type("Dee Park");
      await reviewer.page.click("#ask-ok");
      await reviewer.showing("#message", "Approved");
      await reviewer.choose("First");
      expect(await reviewer.obstacles([name])).toEqual([]);
      await reviewer.page.close();
    },
  );
});
