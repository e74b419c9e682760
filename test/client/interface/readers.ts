import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { CreationReply } from "../../../src/client/creation-reply.ts";
import { fixedCredential } from "../../../src/client/credentials.ts";
import type { CallResult, Exported, Remote } from "../../../src/client/port.ts";
import { Secret } from "../../../src/client/secret.ts";
import { realFiles } from "../../../src/shared/files/real-files.ts";
import { clientOf } from "../plain-service.ts";

const scopes = ["books:read", "account:read", "levels:read", "stories:write"];
const openingCredits = 200;
/** More than there are tests: each has a reader of its own, whose credits and limits no other test uses. */
const readers = 60;

/** Small enough to be reached, and more than a test uses that is about something else. */
export const limits = { calls: 150, paidStarts: 6 } as const;

/** Between two looks at a story or a balance: at first, and after a while, so that a busy machine's slowness does not use up the calls of a reader. */
const lookEveryMs = { least: 150, most: 2_000 } as const;

const later = (waitedMs: number): number => Math.min(1.5 * waitedMs, lookEveryMs.most);

const keyOf = (name: string): string => `sk_live_${name.padStart(43, "0")}`;

const account = (id: string, credits: number, key: Readonly<Record<string, unknown>> = {}): object => ({
  id,
  credits,
  keys: [{ name: "main", secret: keyOf(id), scopes, ...key }],
});

/** The configuration of a service that the suite can be run against: on top of it may come whatever an address needs. */
export const interfaceConfig = {
  limits: { calls: `${limits.calls}/1m`, paidStarts: `${limits.paidStarts}/10m`, badBearers: "1000/1m" },
  switches: { faults: true },
  accounts: [
    ...Array.from({ length: readers }, (_, number) => account(`reader-${number}`, openingCredits)),
    account("poor", 12),
    account("capped", openingCredits, { cap: 20 }),
    account("narrow", openingCredits, { scopes: ["account:read"] }),
  ],
};

/** A reader who calls the service with the run's own client, once and without retries. */
export class Reader {
  readonly remote: Remote;

  constructor(url: string, id: string) {
    this.remote = clientOf(url, { credential: fixedCredential(new Secret(keyOf(id))), timeoutMs: 20_000 });
  }

  readonly quote = (audiobook: boolean) => this.remote.quote({ lang: "es", difficulty: 3, audiobook });

  /** Orders a story about a topic: 13 credits, and 12 for its audiobook. */
  async create(topic: string, { audiobook = false, deadlineMs = 20_000 } = {}): Promise<CreationReply> {
    const connecting = await this.remote.connect();
    if (!connecting.ok) throw new Error(`not connected: ${connecting.cause}`);
    const request = { topic, lang: "es", difficulty: 3, audiobook } as const;
    const reply = await connecting.connection.send({ request, deadlineMs, mayWrite: () => true });
    if (reply.kind === "accepted") await reply.contradiction;
    return reply;
  }

  /** The id of a story that was accepted. */
  async accepted(topic: string, audiobook = false): Promise<string> {
    const reply = await this.create(topic, { audiobook });
    if (reply.kind !== "accepted") throw new Error(`not accepted: ${JSON.stringify(reply)}`);
    return reply.id;
  }

  /** The id of a story's audiobook. */
  async bookOf(id: string): Promise<string> {
    const story = await this.remote.readStory(id);
    return story.ok ? (story.value.book?.id ?? "") : "";
  }

  async exported(id: string): Promise<CallResult<Exported>> {
    const path = join(tmpdir(), `coursebinder-export-${process.pid}-${id}`);
    const file = await realFiles.openAppend(path);
    try {
      return await this.remote.exportBook(id, file);
    } finally {
      await file.close();
      await rm(path);
    }
  }

  /** Reads a story until it has this status, and gives each status that it had. */
  async readUntil(id: string, status: string): Promise<string[]> {
    const seen: string[] = [];
    let waitMs: number = lookEveryMs.least;
    while (seen.at(-1) !== status) {
      const result = await this.remote.readStory(id);
      if (!result.ok) throw new Error(`not read: ${JSON.stringify(result.callError)}`);
      if (seen.at(-1) !== result.value.status) seen.push(result.value.status);
      const isOver = ["done", "failed", "canceled"].includes(result.value.status);
      if (isOver && result.value.status !== status) throw new Error(`it ended otherwise: ${seen.join(", ")}`);
      if (result.value.status === status) break;
      await sleep(waitMs);
      waitMs = later(waitMs);
    }
    return seen;
  }

  /** What the reader has spent, once nothing is reserved any more. */
  async spent(): Promise<number> {
    for (let waitMs: number = lookEveryMs.least; ; waitMs = later(waitMs)) {
      const result = await this.remote.balance();
      if (!result.ok) throw new Error(`no balance: ${JSON.stringify(result.callError)}`);
      const { credits, reserved } = result.value as { credits: number; reserved: number };
      if (reserved === 0) return openingCredits - credits;
      await sleep(waitMs);
    }
  }
}
