import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { findImbalances } from "../../../src/story-service/money/audit.ts";
import { needTool } from "../../tools.ts";
import { call } from "../call.ts";
import { plainStory, secretOf, tempFolder, undo, withStore } from "../fixtures.ts";
import { serveProcess } from "../serve-process.ts";

const strace = "/usr/bin/strace";
/** The process that strace started. */
const servedBy = (tracer: number): number =>
  Number(readFileSync(`/proc/${tracer}/task/${tracer}/children`, "utf8").trim().split(" ")[0]);

describe.runIf(needTool("strace", strace))("a service whose disk fails a sync", () => {
  it("reports nothing that may be lost, ends with exit 7, and has all it accepted when it is started again", async () => {
    const folder = await tempFolder();
    const config = join(folder, "service.yaml");
    const key = secretOf("a");
    const limits = "limits: { calls: 100000/1m, paidStarts: 100000/1m }";
    writeFileSync(
      config,
      `${limits}\naccounts: [{ id: ann, unlimited: true, keys: [{ name: k, secret: ${key} }] }]\n`,
    );
    const dataFolder = join(folder, "data");
    const trace = join(folder, "trace");
    // From the twelfth one on.
    const faults = ["-e", "trace=fdatasync", "-e", "inject=fdatasync:error=EIO:when=12+"];
    const args = ["--data", dataFolder, "--config", config, "--writing-time", "10ms"];
    // One thread for files, so that its calls are counted in one row.
    const env = { UV_THREADPOOL_SIZE: "1" };
    const served = (under: string[]) => serveProcess(args, { cwd: folder, under, env });
    const { running, url } = await served([strace, "-f", "-qq", "-o", trace, ...faults]);
    undo.push(async () => {
      if (running.process.exitCode === null) process.kill(servedBy(running.process.pid ?? 0), "SIGKILL");
    });
    const told: string[] = [];
    for (let isUp = true; isUp; ) {
      const body = JSON.stringify({ ...plainStory, topic: `story ${told.length}` });
      const reply = await call(`${url}/stories`, { method: "POST", key, body }).catch(() => null);
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
    for (const id of told) {
      const statusOf = async () =>
        (await call(`${next.url}/stories/${id}`, { method: "GET", key })).json.status;
      while ((await statusOf()) !== "ready") await new Promise((resolve) => setTimeout(resolve, 50));
    }
    expect(await withStore(dataFolder, findImbalances)).toEqual([]);
  });
});
