import { spawn } from "node:child_process";
import { once } from "node:events";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { documentOf } from "../../fixtures.ts";
import { needTool } from "../../tools.ts";
import { Served, smallCourse } from "../fixtures/served.ts";
import { terminalPath, unwrapped } from "../fixtures/typed-shell.ts";

const command = join(import.meta.dirname, "..", "..", "..", "dist", "cli.js");
let served: Served;

afterEach(() => served.dispose());

/** Runs in a terminal and answers its questions, each when it is asked; gives what the terminal showed. */
async function runInTerminal(answers: readonly string[], ...flags: string[]): Promise<[number, string]> {
  const line = [process.execPath, command, "run", "course.yaml", "--poll", "100ms", ...flags].join(" ");
  const state = { COURSEBINDER_STATE: join(served.folder, ".state") };
  const terminal = spawn(terminalPath, ["-qec", line, "/dev/null"], {
    cwd: served.folder,
    env: { ...process.env, ...served.environment, ...state },
  });
  let shown = "";
  let answered = 0;
  terminal.stdout.setEncoding("utf8").on("data", (chunk: string) => {
    shown += chunk;
    const asked = shown.split("[y/N]").length - 1;
    for (; answered < asked; answered++) terminal.stdin.write(`${answers[answered] ?? "n"}\r`);
  });
  const [code] = (await once(terminal, "close")) as [number];
  return [code, shown];
}

describe.runIf(needTool("script", terminalPath))("in a terminal, if the ledger is lost, the user", () => {
  it("is asked whether to start a new one: no buys nothing and exits 8, yes is remembered for that ledger", async () => {
    served = await Served.start({ writingTime: "20ms" });
    served.plan(smallCourse(["First"]));
    expect(documentOf(await served.runHere())).toMatchObject({ exitCode: 0 });
    rmSync(join(served.folder, "out"), { recursive: true });

    const [refused, shown] = await runInTerminal(["n"]);
    expect(unwrapped(shown)).toMatch(
      /this machine has bought 1 lesson.*pay for those lessons again\? \[y\/N\]/,
    );
    expect([refused, served.proxy.creations]).toEqual([8, 1]);
    const [silent] = await runInTerminal(["y", "y"], "--yes");
    expect([silent, served.proxy.creations]).toEqual([8, 1]);

    // The second question is the bill's.
    const [agreed] = await runInTerminal(["y", "y"]);
    expect([agreed, served.proxy.creations]).toEqual([0, 2]);
    expect(served.events().some(({ type }) => type === "ledger.consented")).toBe(true);
    expect((await served.runHere()).code).toBe(0);
    expect(served.proxy.creations).toBe(2);
  });
});
