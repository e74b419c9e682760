import type { FastifyReply } from "fastify";
import type { Story } from "../../contract/stories.ts";
import type { Caller } from "../accounts/authenticate.ts";
import type { Parts } from "../parts.ts";
import { limited, refused } from "../refusal.ts";
import { rateLimitWait } from "../sentinel-refusals.ts";
import { type Sentinel, sentinelsIn } from "../sentinels.ts";
import { withhold } from "./connections.ts";

/** Whether a sentinel answered a creation itself. */
export type Taken = "nothing" | "answered";

type Before = Partial<Record<Sentinel, (reply: FastifyReply) => void>>;

// Nothing is created for these.
const before: Before = {
  "drop-before": (reply) => breakOff(reply),
  "server-error": () => {
    throw refused(500, "Something unexpected went wrong.");
  },
  unavailable: () => {
    throw refused(503, "Stories can't be made at the moment.");
  },
  "unavailable-bare": (reply) =>
    answerAsIs(reply, { status: 503, type: "text/plain", body: "Service Unavailable\n" }),
  payment: () => {
    throw refused(402, "Not enough credits.");
  },
  forbidden: () => {
    throw refused(403, "The plan does not allow this story.");
  },
  conflict: () => {
    throw refused(409, "An earlier job must finish first.");
  },
};

/** Carries out a sentinel that acts before anything is created, or rejects with its refusal. */
export async function faultBefore(
  parts: Parts,
  caller: Caller,
  { topic, reply }: { topic: string; reply: FastifyReply },
): Promise<Taken> {
  const found = sentinelsIn(topic, parts.config);
  const fault = found.map((name) => before[name]).find((known) => known !== undefined);
  if (fault !== undefined) {
    fault(reply);
    return "answered";
  }
  const moment = { accountId: caller.account.id, topic, now: parts.clock(), settings: parts.config };
  const wait = await rateLimitWait(parts.store, moment);
  if (wait > 0) throw limited(wait, "This topic asks for a pause.");
  return "nothing";
}

type After = Partial<Record<Sentinel, (reply: FastifyReply, story: Story) => void>>;

// The story exists and is paid for; only the answer is affected.
const after: After = {
  "lose-reply": (reply) => breakOff(reply),
  "server-error-after": () => {
    throw refused(500, "Something unexpected went wrong.");
  },
  "no-id": (reply, { id: _id, ...story }) =>
    answerAsIs(reply, { status: 202, type: "application/json", body: JSON.stringify(story) }),
  "cut-reply": (reply, story) => cutOff(reply, story),
  hang: (reply) => {
    reply.hijack();
    withhold(reply.raw);
  },
};

/** Carries out a sentinel that affects the answer to a successful creation. */
export function faultAfter({ config }: Parts, reply: FastifyReply, story: Story): Taken {
  const fault = sentinelsIn(story.topic, config)
    .map((name) => after[name])
    .find((known) => known !== undefined);
  if (fault === undefined) return "nothing";
  fault(reply, story);
  return "answered";
}

/** Writes a raw answer, bypassing the route's. The one of MCP's library may have begun: then it is broken off. */
function answerAsIs(
  reply: FastifyReply,
  { status, type, body }: { status: number; type: string; body: string },
): void {
  if (reply.raw.headersSent) {
    breakOff(reply);
    return;
  }
  reply.hijack();
  reply.raw.writeHead(status, { "content-type": `${type}; charset=utf-8`, "cache-control": "no-store" });
  reply.raw.end(body);
}

function breakOff(reply: FastifyReply): void {
  reply.hijack();
  reply.raw.destroy();
}

/** Announces the whole body, sends half of it, including the id, and ends the connection. */
function cutOff(reply: FastifyReply, story: Story): void {
  if (reply.raw.headersSent) {
    breakOff(reply);
    return;
  }
  const body = Buffer.from(JSON.stringify(story));
  reply.hijack();
  const { raw } = reply;
  raw.writeHead(202, { "content-type": "application/json; charset=utf-8", "content-length": body.length });
  raw.write(body.subarray(0, Math.floor(body.length / 2)), () => raw.socket?.end());
}
