import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { CreationReply } from "../../../src/client/creation-reply.ts";
import { fixedCredential } from "../../../src/client/credentials.ts";
import { httpRemote } from "../../../src/client/http-remote.ts";
import type { CallResult, Exported, Remote } from "../../../src/client/port.ts";
import type { ReadBookPage, ReadLevels, ReadQuote, ReadStory } from "../../../src/client/readable.ts";
import { Secret } from "../../../src/client/secret.ts";
import type { CreationRequest, QuoteRequest } from "../../../src/contract/stories.ts";
import { realFiles } from "../../../src/shared/files/real-files.ts";

/** One call of the run's own client, as plain data, so that it can also be made by another process. */
export type ClientCall = { readonly url: string; readonly key: string } & (
  | { readonly what: "quote"; readonly setting: QuoteRequest }
  | { readonly what: "create"; readonly request: CreationRequest; readonly deadlineMs: number }
  | { readonly what: "read" | "export"; readonly id: string }
  | { readonly what: "books"; readonly limit: number; readonly before: string | null }
  | { readonly what: "balance" }
  | { readonly what: "levels"; readonly languages: readonly string[] }
);

/** What each call gives. */
export interface Results {
  readonly quote: CallResult<ReadQuote>;
  readonly create: CreationReply;
  readonly read: CallResult<ReadStory>;
  readonly export: CallResult<Exported>;
  readonly books: CallResult<ReadBookPage>;
  readonly balance: CallResult<unknown>;
  readonly levels: CallResult<ReadLevels>;
}

/** Makes calls, here or in another process. */
export type MakeCall = <Call extends ClientCall>(call: Call) => Promise<Results[Call["what"]]>;

const timeoutMs = 20_000;
const userAgent = "coursebinder-test";

/** Makes a call with the client as a run does, once and without retries. */
export async function makeCall(call: ClientCall): Promise<Results[ClientCall["what"]]> {
  const { url, key } = call;
  const credential = fixedCredential(new Secret(key));
  const remote = httpRemote({ url, service: url, credential, userAgent, timeoutMs });
  try {
    return await callOn(remote, call);
  } finally {
    await remote.close();
  }
}

function callOn(remote: Remote, call: ClientCall): Promise<Results[ClientCall["what"]]> {
  switch (call.what) {
    case "quote":
      return remote.quote(call.setting);
    case "create":
      return create(remote, call);
    case "read":
      return remote.readStory(call.id);
    case "export":
      return exportBook(remote, call.id);
    case "books":
      return remote.listBooks(call);
    case "balance":
      return remote.balance();
    case "levels":
      return remote.levels(call.languages);
  }
}

async function create(
  remote: Remote,
  { request, deadlineMs }: Extract<ClientCall, { what: "create" }>,
): Promise<CreationReply> {
  const connecting = await remote.connect();
  if (!connecting.ok) throw new Error(`not connected: ${connecting.cause}`);
  const reply = await connecting.connection.send({ request, deadlineMs, mayWrite: () => true });
  await connecting.connection.contradiction?.();
  return reply;
}

async function exportBook(remote: Remote, id: string): Promise<CallResult<Exported>> {
  const path = join(tmpdir(), `coursebinder-export-${process.pid}-${id}`);
  const file = await realFiles.openNew(path);
  try {
    return await remote.exportBook(id, file);
  } finally {
    await file.close();
    await rm(path);
  }
}
