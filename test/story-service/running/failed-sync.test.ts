import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { findImbalances } from "../../../src/story-service/money/audit.ts";
import { start, temporaryFolder } from "../../fixtures.ts";
import { needTool } from "../../tools.ts";
import { call } from "../call.ts";
import { plainStory, query, secretOf, withStore } from "../fixtures.ts";

const strace = "/usr/bin/strace";
const undo: (() => Promise<unknown>)[] = [];

afterEach(async () => {
  for (let step = undo.pop(); step !== undefined; step = undo.pop()) await step();
});

/** The process that strace started. */
const servedBy = (tracer: number): number =>
  Number(readFileSync(`/proc/${tracer}/task/${tracer}/children`, "utf8").trim().split(" ")[0]);

describe.runIf(needTool("strace", strace))("a service whose disk occasionally fails a sync", () => {
  it("reports nothing that may be lost meanwhile, and continues without a restart", async () => {
    const folder = temporaryFolder();
    undo.push(() => folder.dispose());
    const config = join(folder.path, "service.yaml");
    const key = secretOf("a");
    const limits = "limits: { calls: 100000/1m, paidStarts: 100000/1m }";
    writeFileSync(
      config,
      `${limits}\naccounts: [{ id: ann, unlimited: true, keys: [{ name: k, secret: ${key} }] }]\n`,
    );
    const dataFolder = join(folder.path, "data");
    const trace = join(folder.path, "trace");
    // Every fourth one.
    const faults = ["-e", "trace=fdatasync", "-e", "inject=fdatasync:error=EIO:when=4+4"];
    const running = start({
      args: [
        "serve",
        "--json",
        "--port",
        "0",
        "--data",
        dataFolder,
        "--config",
        config,
        "--writing-time",
        "10ms",
      ],
      cwd: folder.path,
      under: [strace, "-f", "-qq", "-o", trace, ...faults],
      // One thread for files, so that its calls are counted in one row.
      env: { UV_THREADPOOL_SIZE: "1" },
    });
    const stop = async (signal: NodeJS.Signals): Promise<void> => {
      if (running.process.exitCode === null) process.kill(servedBy(running.process.pid ?? 0), signal);
      await running.finished;
    };
    undo.push(() => stop("SIGKILL"));
    const { url } = JSON.parse(await running.lineMatching(/^\{"url"/)) as { url: string };
    const told: string[] = [];
    while (told.length < 40) {
      const body = JSON.stringify({ ...plainStory, topic: `story ${told.length}` });
      const reply = await call(`${url}/stories`, { method: "POST", key, body });
      if (reply.status === 202) told.push(reply.json.id);
    }
    for (const id of told) {
      const statusOf = async () => (await call(`${url}/stories/${id}`, { method: "GET", key })).json.status;
      while ((await statusOf()) !== "ready") await new Promise((resolve) => setTimeout(resolve, 50));
    }
    await stop("SIGTERM");
    expect(readFileSync(trace, "utf8")).toContain("(INJECTED)");
    const rows = await query<{ id: string }>(dataFolder, "SELECT id FROM stories");
    const kept = rows.map(({ id }) => id);
    expect(told.filter((id) => !kept.includes(id))).toEqual([]);
    expect(await withStore(dataFolder, findImbalances)).toEqual([]);
  });
});
