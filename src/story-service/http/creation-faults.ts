import type { FastifyReply } from "fastify";
import type { Story } from "../../contract/stories.ts";
import type { Caller } from "../accounts/authenticate.ts";
import type { Parts } from "../parts.ts";
import { limited, refused } from "../refusal.ts";
import { rateLimitWait, type Sentinel, sentinelsIn } from "../sentinels.ts";
import { withhold } from "./connections.ts";

// Nothing is created for these.
const refusals: Partial<Record<Sentinel, readonly [status: number, sentence: string]>> = {
  "server-error": [500, "Something unexpected went wrong."],
  unavailable: [503, "Stories can't be made at the moment."],
  payment: [402, "Not enough credits."],
  forbidden: [403, "The plan does not allow this story."],
  conflict: [409, "An earlier job must finish first."],
};

/** Carries out a sentinel that acts before anything is created: resolves with whether it has answered, or rejects with its refusal. */
export async function faultBefore(
  { config, store, clock }: Parts,
  { account }: Caller,
  { topic, reply }: { topic: string; reply: FastifyReply },
): Promise<boolean> {
  for (const name of sentinelsIn(topic, config)) {
    const refusal = refusals[name];
    if (refusal !== undefined) throw refused(...refusal);
    if (name === "drop-before") breakOff(reply);
    else if (name === "unavailable-bare")
      answerAsIs(reply, { status: 503, type: "text/plain", text: "Service Unavailable\n" });
    else continue;
    return true;
  }
  const wait = await rateLimitWait(store, { accountId: account.id, topic, now: clock() }, config);
  if (wait > 0) throw limited(wait, "This topic triggers a simulated rate limit.");
  return false;
}

type After = Partial<Record<Sentinel, (reply: FastifyReply, story: Story) => void>>;

// The story exists and is paid for; only the answer is affected.
const after: After = {
  "lose-reply": (reply) => breakOff(reply),
  "server-error-after": () => {
    throw refused(500, "Something unexpected went wrong.");
  },
  "no-id": (reply, { id: _id, ...story }) =>
    answerAsIs(reply, { status: 202, type: "application/json", text: JSON.stringify(story) }),
  // Announces the whole body, but sends only half of it, including the id.
  "cut-reply": (reply, story) => {
    const text = JSON.stringify(story);
    answerAsIs(reply, { status: 202, type: "application/json", text, sent: Math.floor(text.length / 2) });
  },
  hang: (reply) => {
    reply.hijack();
    withhold(reply.raw);
  },
};

/** Carries out a sentinel that affects the answer to a successful creation; returns whether it has answered. */
export function faultAfter({ config }: Parts, reply: FastifyReply, story: Story): boolean {
  const name = sentinelsIn(story.topic, config).find((one) => after[one] !== undefined);
  if (name === undefined) return false;
  after[name]?.(reply, story);
  return true;
}

/**
 * Writes a raw answer instead of the route's. If the MCP library has already begun its answer, breaks that off. `sent`: how many bytes of the body
 * are sent before the connection ends; left out: all.
 */
function answerAsIs(
  reply: FastifyReply,
  { status, type, text, sent }: { status: number; type: string; text: string; sent?: number },
): void {
  reply.hijack();
  const { raw } = reply;
  if (raw.headersSent) {
    raw.destroy();
    return;
  }
  const body = Buffer.from(text);
  const headers = { "content-type": `${type}; charset=utf-8`, "cache-control": "no-store" };
  raw.writeHead(status, { ...headers, "content-length": body.length });
  if (sent === undefined) raw.end(body);
  else raw.write(body.subarray(0, sent), () => raw.socket?.end());
}

function breakOff(reply: FastifyReply): void {
  reply.hijack();
  reply.raw.destroy();
}
