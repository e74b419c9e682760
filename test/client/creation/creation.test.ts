import { expect, onTestFinished, test } from "vitest";
import { spread } from "../../share.ts";
import { http, isAnswering, otherId, story, storyId } from "../answers.ts";
import { misbehavingServer } from "./misbehaving-server.ts";
import { attempt, canary, connectTo, request, requestBody } from "./outcome.ts";
import { acceptance, outcomes } from "./outcomes.ts";

// What bytes alone prove is read from all of them in creation-reply.test.ts; of these, a share comes over a socket, too.
const [plain, acted] = [true, false].map((is) => outcomes.filter(({ server }) => isAnswering(server) === is));

// Most of them only wait, so they run side by side.
test.concurrent.for([...spread(plain ?? [], 4), ...(acted ?? [])])(
  "A creation with this answer: $name",
  async (row, { expect, onTestFinished }) => {
    const server = await misbehavingServer(row.server);
    onTestFinished(() => server.close());
    const verdict = await attempt({
      service: `http://127.0.0.1:${server.port}/api/v1`,
      ...(row.deadlineMs !== undefined && { deadlineMs: row.deadlineMs }),
      ...(row.topic !== undefined && { topic: row.topic }),
      connected: async () => row.meanwhile?.(server),
    });
    await server.quiet();
    expect(verdict).toMatchObject(row.verdict);
    expect(verdict).toMatchObject(
      row.contradiction === undefined ? {} : { contradiction: row.contradiction },
    );
    expect("contradiction" in verdict).toBe(row.contradiction !== undefined);
    const { connections, begun, whole } = server;
    expect([connections, begun, whole]).toEqual(
      { nothing: [1, 0, 0], part: [1, 1, 0], whole: [1, 1, 1] }[row.received],
    );
  },
);

test("An acceptance is known before the connection can contradict it, and a contradiction is known later", async () => {
  const server = await misbehavingServer(() => undefined);
  onTestFinished(() => server.close());
  const connecting = await connectTo(server);
  if (!connecting.ok) throw new Error(connecting.cause);
  const { connection } = connecting;
  const sent = connection.send({ request, deadlineMs: 60_000, mayWrite: () => true });
  const visit = await server.visit();
  await visit.request();
  visit.socket.write(acceptance);
  const reply = await sent;
  expect(reply).toMatchObject({ kind: "accepted", id: storyId });
  visit.socket.write(http({ body: JSON.stringify(story({ id: otherId })) }));
  expect(await (reply.kind === "accepted" && reply.contradiction)).toMatchObject({
    kind: "uncertain",
    received: { ids: [storyId, otherId] },
  });
  await server.quiet();
});

test("The table has every row once", () => {
  const names = outcomes.map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
  expect(names.length).toBeGreaterThan(200);
});

test("The request is one POST with the key, the exact body and a connection of its own", async () => {
  const server = await misbehavingServer(({ socket }) => void socket.once("data", () => socket.end()));
  onTestFinished(() => server.close());
  await attempt({ service: `http://127.0.0.1:${server.port}/api/v1` });
  await server.quiet();
  const [head = "", body] = (server.received[0] ?? "").split("\r\n\r\n");
  expect(head.split("\r\n")[0]).toBe("POST /api/v1/stories HTTP/1.1");
  const headers = head.toLowerCase().split("\r\n");
  expect(headers).toContain(`authorization: bearer ${canary}`);
  expect(headers).toContain("connection: close");
  expect(headers).toContain("accept-encoding: identity");
  expect(headers).toContain(`content-length: ${requestBody.length}`);
  expect(headers.some((line) => /^(expect|upgrade|transfer-encoding):/.test(line))).toBe(false);
  expect(body).toBe(requestBody.toString("latin1"));
});
