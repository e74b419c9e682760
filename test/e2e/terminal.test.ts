import { afterEach, expect, it } from "vitest";
import { needTool } from "../tools.ts";
import { rig, type Served } from "./fixtures/served.ts";
import { Tmux, tmuxPath } from "./fixtures/tmux.ts";

let served: Served;
let tmux: Tmux | null = null;

afterEach(async () => {
  tmux?.close();
  await served.dispose();
});

const plan = `course: course
title: First Steps in Spanish
edition: "2026-W48"
budget: { credits: 300, month: 900 }
languages: [es, fr]
difficulties: [2]
defaults: { length: short, audiobook: false }
words:
  travel: { es: [billete, { word: estación, gloss: station }], fr: [billet] }
topics:
  - A morning at the market
  - { id: night-train, topic: The night train that never arrived, words: [travel] }
quality: { language: ignore }
package: { formats: [words] }
`;

/** The shell waits for the first command. What is typed before it shows its prompt is echoed twice. */
const atFirstPrompt = /^\$$/m;

/** A command has ended and said what to do next. */
const atPrompt = /next .*\n(?:.*\n)*\$\n$/;

/** What differs between two runs, in as many characters; of a bar and of what is said of time, which break elsewhere, only that they are there. */
function normalized(text: string): string {
  return text
    .replaceAll(/^[━─]+/gm, "━")
    .replaceAll(/^time .*\n(?: {9}.*\n)*/gm, "time\n")
    .replaceAll(/time left .*\n(?: +judging by.*\n)?/g, "time left\n")
    .replaceAll(/about \d+ (?:h|min|s)(?: \d+ (?:min|s))?/g, "about 0 min")
    .replaceAll(/\b\d\d:\d\d(:\d\d)?\b/g, (time) => time.replaceAll(/\d/g, "0"))
    .replaceAll(/\b[0-9a-f]{16,64}\b/g, (hash) => "0".repeat(hash.length))
    .replaceAll(/story [0-9a-f]{8}\b/g, "story 00000000")
    .replaceAll(/\d[\d.]*(?= [kM]B)/g, (number) => number.replaceAll(/\d/g, "0"));
}

it.runIf(needTool("tmux", tmuxPath))(
  "a terminal of 80 x 24 shows the bill, a run, its stop by Ctrl-C and the rest",
  async () => {
    served = await rig({ writingTime: "1s", plan: plan });
    tmux = Tmux.open(served.folder, {
      columns: 80,
      rows: 24,
      env: { ...served.environment, COURSEBINDER_POLL: "30s" },
    });
    const golden = (name: string, text: string) =>
      expect(normalized(text)).toMatchFileSnapshot(`terminal/80x24/${name}.txt`);
    await tmux.shown(atFirstPrompt);
    tmux.type("coursebinder plan course.yaml");
    await golden("bill", await tmux.shown(atPrompt));
    tmux.clear();
    tmux.type("coursebinder run course.yaml");
    await tmux.shown(/\[y\/N\]/);
    tmux.type("y");
    await golden("run", await tmux.shown(/created {4}night-train\.fr\.2[\s\S]*0\/4 done/));
    tmux.press("C-c");
    await golden("stopped", await tmux.shown(atPrompt));
    const isWriting = () => served.stories().some(({ status }) => status === "writing");
    await expect.poll(isWriting, { timeout: 60_000 }).toBe(false);
    tmux.type("export COURSEBINDER_POLL=200ms");
    await tmux.shown(/200ms\n\$\n$/);
    tmux.clear();
    tmux.type("coursebinder run course.yaml");
    await golden("resumed", await tmux.shown(atPrompt));
    tmux.clear();
    tmux.type("coursebinder run course.yaml --replace night-train.fr.2");
    const [, id] = /place of ([0-9a-f]{8}) for night-train\.fr\.2\? \[y\/N\]/.exec(
      await tmux.shown(/\? \[y\/N\]/),
    ) ?? [""];
    tmux.type("y");
    await tmux.shown(/for 13 credits\? \[y\/N\]/);
    tmux.type("y");
    await tmux.shown(atPrompt);
    const replaced = served.events().findLast(({ type }) => type === "creation.intended");
    expect(replaced).toMatchObject({ job: "night-train.fr.2", replaces: expect.anything() });
    expect(served.stories().filter(({ id: whole }) => whole.startsWith(id ?? "?"))).toHaveLength(1);
    expect(served.proxy.creations).toBe(5);
  },
);
