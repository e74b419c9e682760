import { connectForCreation } from "../../../src/client/creation/creation-connection.ts";
import { type CreationReply, readCreationReply } from "../../../src/client/creation/creation-reply.ts";
import { creationBody } from "../../../src/client/port.ts";
import { Secret } from "../../../src/client/secret.ts";
import { asked } from "../answers.ts";
import type { Behaviour, MisbehavingServer } from "./misbehaving-server.ts";

/** How a creation ended: what its answer proves, or that there was no connection to send it on. */
export type Verdict = CreationReply | { kind: "notConnected"; cause: string; certificate: boolean };

/** One row of the table: what the other side does, and what that proves. */
export interface Outcome {
  readonly name: string;
  readonly server: Behaviour;
  /** Members of the verdict, or matchers for them. */
  readonly verdict: Readonly<Record<string, unknown>>;
  /** How much of a request reached the server. */
  readonly received: "nothing" | "part" | "whole";
  readonly deadlineMs?: number;
  /** The request's body, where a bigger one than usual is needed. */
  readonly body?: Buffer;
  /** Awaited between the connection and the request. */
  readonly meanwhile?: (server: MisbehavingServer) => Promise<void>;
}

export const requestBody = creationBody({ ...asked, length: "short", audiobook: true });
export const canary = "test-key-0123456789012345678901234567890123456789";

export interface Attempt {
  readonly service: string;
  readonly connectTimeoutMs?: number;
  readonly deadlineMs?: number;
  readonly body?: Buffer;
  /** Awaited between the connection and the request. */
  readonly connected?: () => Promise<void>;
}

/** One creation, from the name look-up to the verdict. */
export async function attempt(given: Attempt): Promise<Verdict> {
  const { service, connectTimeoutMs = 5_000, deadlineMs = 5_000, body = requestBody } = given;
  const connecting = await connectForCreation({
    service,
    secret: new Secret(canary),
    userAgent: "coursebinder-test",
    connectTimeoutMs,
  });
  if (!connecting.ok) {
    return { kind: "notConnected", cause: connecting.cause, certificate: connecting.certificate };
  }
  await given.connected?.();
  const raw = await connecting.connection.send({ body, deadlineMs, mayWrite: () => true });
  if (raw.kind === "withheld") throw new Error("nobody withheld it");
  return readCreationReply(raw, asked);
}

/** Lets the event loop read whatever has arrived on any socket. */
export async function afterNextReads(): Promise<void> {
  await new Promise((resolve) => setImmediate(resolve));
  await new Promise((resolve) => setImmediate(resolve));
}
