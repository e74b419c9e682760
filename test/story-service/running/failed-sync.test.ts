import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { findImbalances } from "../../../src/story-service/money/audit.ts";
import { needTool } from "../../tools.ts";
import { plainStory, tempFolder, undo, withStore } from "../fixtures.ts";
import { accountOfAnn, serveProcess } from "../serve-process.ts";
import { until } from "../until.ts";

const strace = "/usr/bin/strace";
/** The process that strace started. */
const servedBy = (tracer: number): number =>
  Number(readFileSync(`/proc/${tracer}/task/${tracer}/children`, "utf8").trim().split(" ")[0]);

describe.runIf(needTool("strace", strace))("a service whose disk fails a sync", () => {
  it("reports nothing that may be lost, ends with exit 7, and has all it accepted when it is started again", async () => {
    const folder = await tempFolder();
    const dataFolder = join(folder, "data");
    const trace = join(folder, "trace");
    // From the twelfth one on.
    const faults = ["-e", "trace=fdatasync", "-e", "inject=fdatasync:error=EIO:when=12+"];
    const args = ["--data", dataFolder, "--writing-time", "10ms"];
    // One thread for files, so that its calls are counted in one row.
    const env = { UV_THREADPOOL_SIZE: "1" };
    const served = (under: string[]) =>
      serveProcess(args, { cwd: folder, config: accountOfAnn("unlimited: true"), under, env });
    const { running, post } = await served([strace, "-f", "-qq", "-o", trace, ...faults]);
    undo.push(async () => {
      if (running.process.exitCode === null) process.kill(servedBy(running.process.pid ?? 0), "SIGKILL");
    });
    const told: string[] = [];
    for (let isUp = true; isUp; ) {
      const topic = `story ${told.length}`;
      const reply = await post("/stories", { ...plainStory, topic }).catch(() => null);
      if (reply?.status === 202) told.push(reply.json.id);
      isUp = reply !== null;
    }
    const { code, stderr } = await running.finished;
    expect([code, stderr]).toEqual([
      7,
      expect.stringContaining("reported an error (EIO): data may be missing"),
    ]);
    expect(readFileSync(trace, "utf8")).toContain("(INJECTED)");
    expect(told.length).toBeGreaterThan(0);
    const next = await served([]);
    for (const id of told)
      await until(async () => (await next.get(`/stories/${id}`)).json.status === "ready");
    expect(await withStore(dataFolder, findImbalances)).toEqual([]);
  });
});
