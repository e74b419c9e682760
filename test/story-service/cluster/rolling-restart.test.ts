import { readFileSync } from "node:fs";
import { Agent } from "undici";
import { describe, expect, it, onTestFinished } from "vitest";
import { needTool } from "../../tools.ts";
import { call } from "../call.ts";
import { keyOfAnn } from "../fixtures.ts";
import { nginxPath, opensslPath } from "../postgres/nginx.ts";
import { startPublicCluster } from "./cluster-behind-nginx.ts";

const hasTools = [needTool("nginx", nginxPath), needTool("OpenSSL", opensslPath)].every(Boolean);
const config = {
  limits: { calls: "100000/1m" },
  accounts: [{ id: "ann", credits: 100, keys: [{ name: "main", secret: keyOfAnn }] }],
};

describe.runIf(hasTools)("two processes behind nginx", () => {
  it.each([
    ["killed", "SIGKILL"],
    ["stopped in order", "SIGTERM"],
  ] as const)(
    "can be %s and started again one after the other while clients read: each read is answered",
    async (_, signal) => {
      const site = await startPublicCluster({ config, writingTime: "10ms" });
      onTestFinished(() => site.stop());
      const dispatcher = new Agent({ connect: { ca: readFileSync(site.certificate) } });
      onTestFinished(() => dispatcher.close());
      const balance = () => call(`${site.url}/balance`, { method: "GET", key: keyOfAnn, dispatcher });
      const statuses: number[] = [];
      const stopping = new AbortController();
      const reading = Array.from({ length: 4 }, async () => {
        while (!stopping.signal.aborted) statuses.push((await balance()).status);
      });
      for (const member of site.members.slice(0, 2)) {
        const replaced = site.replace(member);
        member.running.process.kill(signal);
        await replaced;
      }
      expect((await balance()).status).toBe(200);
      stopping.abort();
      await Promise.all(reading);
      expect(statuses.length).toBeGreaterThan(20);
      expect(statuses.filter((status) => status !== 200)).toEqual([]);
    },
  );
});
