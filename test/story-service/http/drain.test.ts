import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import type { Running } from "../../fixtures.ts";
import { plainStory, query, tempFolder } from "../fixtures.ts";
import { accountOfAnn, serveProcess } from "../serve-process.ts";
import { answersIn, postRequest, readToEnd } from "./raw-socket.ts";

let served: { readonly running: Running; readonly port: number; readonly dataFolder: string };

beforeEach(async () => {
  const dataFolder = join(await tempFolder(), "data");
  const serving = await serveProcess(["--data", dataFolder, "--writing-time", "1h"], {
    config: accountOfAnn("unlimited: true"),
  });
  served = { running: serving.running, port: Number(new URL(serving.url).port), dataFolder };
});

/** A connection that has been answered, after what others wrote before was read, and is idle now; and what comes at its end. */
async function idleConnection(): Promise<{ ended: Promise<string> }> {
  const socket = await open();
  socket.write("GET /api/v1/openapi.json HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n");
  const ended = readToEnd(socket);
  await once(socket, "data");
  return { ended };
}

async function open(): Promise<Socket> {
  const socket = connect(served.port, "127.0.0.1");
  await once(socket, "connect");
  return socket;
}

const creation = (topic: string): string => postRequest("/api/v1/stories", { ...plainStory, topic });

function toolCall(topic: string): string {
  const params = { name: "create_story", arguments: { ...plainStory, topic } };
  const accept = "Accept: application/json, text/event-stream\r\nMCP-Protocol-Version: 2025-06-18\r\n";
  return postRequest("/api/mcp", { jsonrpc: "2.0", id: 1, method: "tools/call", params }, accept);
}

const idsIn = (text: string): string[] => [
  ...new Set(text.match(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g)),
];
const storiesKept = async (): Promise<string[]> =>
  (await query<{ id: string }>(served.dataFolder, "SELECT id FROM stories ORDER BY id")).map(({ id }) => id);

/** Whether somebody who connects now is let in, and what is said. */
function knock(): Promise<"refused" | string> {
  const socket = connect(served.port, "127.0.0.1");
  socket.write(creation("too late"));
  let refused = false;
  socket.once("error", () => {
    refused = true;
  });
  return readToEnd(socket).then((text) => (refused && text === "" ? "refused" : text));
}

describe("a service that is stopping", () => {
  it.each(["SIGTERM", "SIGINT"] as const)(
    "by %s answers 72 creations whose heads had arrived, completely, and no later ones",
    async (signal) => {
      const wishes = [
        ...Array.from({ length: 60 }, (_, n) => creation(`story ${n}`)),
        ...Array.from({ length: 12 }, (_, n) => toolCall(`told ${n}`)),
      ];
      const asked = await Promise.all(
        wishes.map(async (wish) => {
          const socket = await open();
          socket.write(wish.slice(0, -1));
          return { socket, wish, answer: readToEnd(socket) };
        }),
      );
      const idle = await idleConnection();
      served.running.process.kill(signal);
      // Idle connections end at once, while others are still waited for.
      await idle.ended;
      expect(await knock()).toBe("refused");
      for (const { socket, wish } of asked) socket.write(wish.slice(-1));
      const answers = await Promise.all(asked.map(({ answer }) => answer));
      const { code } = await served.running.finished;
      expect(code).toBe(0);
      expect(answers.filter((text) => idsIn(text).length !== 1)).toEqual([]);
      for (const text of answers.slice(0, 60))
        expect(answersIn(text).map(({ status }) => status)).toEqual([202]);
      for (const text of answers.slice(60)) expect(text).toMatch(/^HTTP\/1\.1 200 /);
      expect(answers.flatMap(idsIn).sort()).toEqual(await storiesKept());
    },
  );

  it("stops at once on a second signal, whatever it was waiting for", async () => {
    const socket = await open();
    socket.write(creation("never whole").slice(0, -1));
    const answer = readToEnd(socket);
    const idle = await idleConnection();
    served.running.process.kill("SIGTERM");
    await idle.ended;
    expect(served.running.process.exitCode).toBeNull();
    served.running.process.kill("SIGTERM");
    const { code, stderr } = await served.running.finished;
    expect([code, stderr]).toEqual([
      7,
      expect.stringMatching(/Stopped at once[\s\S]*the next start continues with what is unfinished\./),
    ]);
    expect(stderr).not.toContain("coursebinder status");
    expect(await answer).toBe("");
    expect(await storiesKept()).toEqual([]);
  });

  it("refuses a request that arrives after one still pending, and says that nothing was done", async () => {
    const socket = await open();
    const first = creation("the first");
    socket.write(first.slice(0, -1));
    const answer = readToEnd(socket);
    const idle = await idleConnection();
    served.running.process.kill("SIGTERM");
    await idle.ended;
    socket.write(first.slice(-1) + creation("the second"));
    const answers = answersIn(await answer);
    const [made, late] = answers.map(({ status, json }) => [status, json.code]);
    expect([made, late, answers.length]).toEqual([[202, undefined], [503, "unavailable"], 2]);
    expect((await served.running.finished).code).toBe(0);
    expect(await storiesKept()).toEqual([answers[0]?.json.id]);
  });
});
