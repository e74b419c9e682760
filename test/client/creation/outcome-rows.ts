import { expect } from "vitest";
import { http, story, storyId } from "../answers.ts";
import type { Behaviour } from "./misbehaving-server.ts";
import type { Outcome } from "./outcome.ts";

export const acceptance = http({ body: JSON.stringify(story()) });

export const no = JSON.stringify({ error: "The service says no.", code: "forbidden" });

/** An outcome of a request that the server received completely. */
export function row(name: string, server: Behaviour, verdict: Outcome["verdict"]): Outcome {
  return { name, server, verdict, received: "whole" };
}

/** The story may exist. `ids`: those in the answer, the most likely first. */
export function unclear(ids: readonly string[], cause = /./): Outcome["verdict"] {
  const received = expect.objectContaining({ ids, start: expect.anything() });
  return { kind: "uncertain", cause: expect.stringMatching(cause), received };
}

export function head(status: number, ...headers: readonly string[]): string {
  return [`HTTP/1.1 ${status} Whatever`, ...headers, "", ""].join("\r\n");
}

export const length = (body: string): string => `content-length: ${body.length}`;

export const chunk = (body: string): string => `${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`;

export const refused = { kind: "refused", refusal: { status: 403, code: "forbidden" } };

export const taken = { kind: "accepted", id: storyId };
