import { connectForCreation, creationBody } from "../../../src/client/create.ts";
import type { CreationReply } from "../../../src/client/creation-reply.ts";
import { fixedCredential } from "../../../src/client/credentials.ts";
import type { Connecting } from "../../../src/client/port.ts";
import { Secret } from "../../../src/client/secret.ts";
import type { CreationRequest } from "../../../src/contract/stories.ts";
import { asked } from "../answers.ts";
import type { Behaviour, MisbehavingServer } from "./misbehaving-server.ts";

/** How a creation ended: what its answer proves, or that there was no connection to send it on. */
export type Verdict =
  | (Omit<CreationReply, "contradiction"> & { contradiction?: object })
  | { kind: "notConnected"; cause: string; certificate: boolean };

/** One row of the table: what the other side does, and what that proves. */
export interface Outcome {
  readonly name: string;
  readonly server: Behaviour;
  /** Members of the verdict, or matchers for them. */
  readonly verdict: Readonly<Record<string, unknown>>;
  /** How much of a request reached the server. */
  readonly received: "nothing" | "part" | "whole";
  readonly deadlineMs?: number;
  /** The request's topic, where a longer one than usual is needed. */
  readonly topic?: string;
  /** Members of what later bytes contradict of an acceptance; left out: nothing. */
  readonly contradiction?: Readonly<Record<string, unknown>>;
  /** Awaited between the connection and the request. */
  readonly meanwhile?: (server: MisbehavingServer) => Promise<void>;
}

export const request: CreationRequest = { ...asked, length: "short", audiobook: true };
export const requestBody = creationBody(request);
export const canary = "test-key-0123456789012345678901234567890123456789";

export interface Attempt {
  readonly service: string;
  readonly connectTimeoutMs?: number;
  readonly deadlineMs?: number;
  readonly topic?: string;
  /** Awaited between the connection and the request. */
  readonly connected?: () => Promise<void>;
}

/** Opens a connection for a creation at a server on this machine. */
export function connectTo({ port }: Pick<MisbehavingServer, "port">): Promise<Connecting> {
  return connectWith({ service: `http://127.0.0.1:${port}/api/v1` });
}

function connectWith({ service, connectTimeoutMs = 5_000 }: Attempt): Promise<Connecting> {
  const credential = fixedCredential(new Secret(canary));
  return connectForCreation({ url: service, credential, userAgent: "coursebinder-test" }, connectTimeoutMs);
}

/** One creation, from the name look-up to the verdict. */
export async function attempt(given: Attempt): Promise<Verdict> {
  const { deadlineMs = 5_000, topic = asked.topic } = given;
  const connecting = await connectWith(given);
  if (!connecting.ok) {
    return { kind: "notConnected", cause: connecting.cause, certificate: connecting.certificate };
  }
  await given.connected?.();
  const { connection } = connecting;
  const reply = await connection.send({ request: { ...request, topic }, deadlineMs, mayWrite: () => true });
  if (reply.kind !== "accepted") return reply;
  const contradiction = await reply.contradiction;
  const { contradiction: _, ...accepted } = reply;
  return contradiction == null ? accepted : { ...accepted, contradiction };
}

/** Lets the event loop read whatever has arrived on any socket. */
export async function afterNextReads(): Promise<void> {
  await new Promise((resolve) => setImmediate(resolve));
  await new Promise((resolve) => setImmediate(resolve));
}
