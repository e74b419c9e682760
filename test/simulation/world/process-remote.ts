import { creationBody } from "../../../src/client/create.ts";
import type { CreationReply } from "../../../src/client/creation-reply.ts";
import type {
  CallError,
  CallResult,
  Connecting,
  CreationConnection,
  Remote,
  Sending,
} from "../../../src/client/port.ts";
import type { Refusal } from "../../../src/client/refusal.ts";
import { writeAll } from "../../../src/shared/files/files.ts";
import { sha256 } from "../../../src/shared/hash.ts";
import {
  acceptance,
  type CreationFault,
  readConnection,
  refusalBytes,
  spoil,
  unprocessed,
  unreached,
} from "../creation-faults.ts";
import type { Judge } from "../judge.ts";
import { type Kernel, never, type SimProcess } from "./kernel.ts";
import type { Served, SimRefusal, SimRequest, SimService } from "./sim-service.ts";

/** The rates of faults of network and service, as shares of the calls. */
export interface NetFaults {
  readonly connect: number;
  readonly certificate: number;
  readonly creation: number;
  /** The faults of creations in this history. */
  readonly kinds: readonly CreationFault[];
  readonly read: number;
  readonly latencyMs: number;
}

export interface Wire {
  faults: NetFaults;
  readonly kernel: Kernel;
  readonly service: SimService;
  readonly judge: Judge;
  /** Updates the judge's view of the ledger. Null if it sees the ledger itself. */
  readonly look: (() => Promise<void>) | null;
}

/** A process's access to the service. Sent requests are processed even if the process ends; answers reach only a live process. */
export function processRemote(wire: Wire, process: SimProcess): Remote {
  const { kernel, service } = wire;
  return {
    service: "https://stories.example/api/v1",
    quote: ({ length = "short", audiobook = true }) =>
      ask(wire, process, () => ({ value: service.quote({ length, audiobook }) })),
    readStory: async (id) => {
      if (wire.look !== null && process.alive) await wire.look();
      if (process.alive) wire.judge.beforeRead(process, id);
      return ask(wire, process, () => service.read(id));
    },
    narrationResult: () => "unknown",
    serviceTime: () => service.time(),
    listBooks: () => ask(wire, process, () => ({ value: { books: [], next: null } })),
    async exportBook(id, file) {
      const exported = await ask(wire, process, () => service.exportBook(id));
      if (!exported.ok) return exported;
      const bytes = exported.value;
      const half = bytes.length >> 1;
      await writeAll(file, bytes.subarray(0, half));
      if (kernel.chance.hits(wire.faults.read)) return network("cut off");
      await writeAll(file, bytes.subarray(half));
      return {
        ok: true,
        value: { bytes: bytes.length, sha256: sha256(bytes), contentType: "audio/mpeg" },
      };
    },
    balance: () => ask(wire, process, () => ({ value: {} })),
    levels: () => ask(wire, process, () => ({ value: { calculatedAt: "", languages: [] } })),
    connect: () => kernel.call(process, () => connect(wire, process)),
    close: () => Promise.resolve(),
  };
}

function connect(wire: Wire, process: SimProcess): Connecting {
  const { chance } = wire.kernel;
  if (chance.hits(wire.faults.certificate)) {
    return { ok: false, cause: "SELF_SIGNED_CERT", certificate: true };
  }
  if (chance.hits(wire.faults.connect)) return { ok: false, cause: "ECONNREFUSED", certificate: false };
  // By the time and not by chance: one more draw would change every history.
  const isReplaced = wire.kernel.now % 2 === 1;
  const connection: CreationConnection = {
    async send(sending) {
      const reply = await send({ wire, process, isReplaced }, sending);
      const isRefused = reply.kind === "refused" && reply.refusal.code === "unauthorized";
      return isRefused ? { ...reply, isCredentialReplaced: Promise.resolve(isReplaced) } : reply;
    },
    close: () => undefined,
  };
  return { ok: true, connection };
}

interface OpenConnection {
  readonly wire: Wire;
  readonly process: SimProcess;
  /** Whether the user logs in again before the answer. */
  readonly isReplaced: boolean;
}

async function send(
  { wire, process, isReplaced }: OpenConnection,
  { request, deadlineMs, mayWrite }: Sending,
): Promise<CreationReply> {
  const { kernel, judge, faults } = wire;
  const body = creationBody(request);
  const fault = kernel.chance.hits(faults.creation) ? kernel.chance.pick(faults.kinds) : null;
  const attempt = await kernel.call(process, () => {
    if (!mayWrite()) return null;
    // Nothing else happens while the judge checks.
    return wire.look === null
      ? judge.beforeSend(process, body)
      : wire.look().then(() => judge.beforeSend(process, body));
  });
  if (attempt === null) return { kind: "notSent", cause: "stood still" };
  kernel.trace?.(`${process.name}: POST ${body.toString()} (${fault ?? "well"}), attempt ${attempt}`);
  if (fault === "unsent") {
    judge.afterSend(process, attempt, null);
    return { kind: "notSent", cause: "EPIPE" };
  }
  const exchange = exchangeFor(wire, { body, fault, attempt, deadlineMs });
  const until = Math.min(exchange.answeredAt, kernel.now + deadlineMs);
  await kernel.sleep(process, until - kernel.now);
  if (!process.alive) return never();
  // A process that was suspended beyond its deadline first reads what has arrived.
  const arrived = exchange.answeredAt <= kernel.now ? exchange.reply() : null;
  judge.afterSend(process, attempt, arrived);
  if (isReplaced && arrived?.reply.kind === "refused" && arrived.reply.refusal.status === 401)
    judge.mayRepeat(process, attempt);
  kernel.trace?.(`${process.name}: answer ${arrived === null ? "none" : describe(arrived.reply)}`);
  return arrived?.reply ?? silence("timeout");
}

export interface Arrived {
  readonly reply: CreationReply;
  /** The story's id, if the answer arrived completely. */
  readonly shownId: string | null;
  /** The story's id, if it arrived in any form. */
  readonly namedId: string | null;
}

interface Exchange {
  readonly answeredAt: number;
  readonly reply: () => Arrived | null;
}

/** Sends a request, which is processed in time even if its sender ends. */
function exchangeFor(
  wire: Wire,
  sent: { body: Buffer; fault: CreationFault | null; attempt: string; deadlineMs: number },
): Exchange {
  const { kernel, service, judge, faults } = wire;
  const { chance } = kernel;
  const { fault, attempt, deadlineMs } = sent;
  const slow = fault === "late" ? deadlineMs + chance.between(-20, 60_000) : 0;
  const processedIn = chance.below(faults.latencyMs + 1) + (chance.hits(0.5) ? slow : 0);
  const answeredAt =
    kernel.now + Math.max(processedIn, slow) + chance.below(faults.latencyMs + 1) + (processedIn > 0 ? 1 : 0);
  let arrived: Arrived | null = null;
  const lost = (): Arrived => ({
    reply: silence("ECONNRESET"),
    shownId: null,
    namedId: null,
  });
  if (fault !== null && unreached.has(fault)) {
    const bytes = unprocessed(fault, chance);
    arrived = bytes === null ? lost() : arrivedWith(bytes);
    return { answeredAt, reply: () => arrived };
  }
  judge.travels(attempt);
  kernel.later(processedIn, () => {
    const { knownStories } = judge;
    const otherId = knownStories.length === 0 ? null : chance.pick(knownStories);
    const served = service.create(JSON.parse(sent.body.toString()) as SimRequest, attempt);
    judge.processed(attempt);
    if ("refused" in served) {
      arrived = arrivedWith(refusalBytes(served.refused));
      return;
    }
    const { id } = served.value;
    const body = acceptance(served.value);
    const { bytes, isCut = false, showsId } = spoil(fault ?? "late", body, { chance, otherId });
    if (bytes === null) arrived = lost();
    else {
      const isNamed = fault === "gzip" || bytes.toString("latin1").toLowerCase().includes(id);
      arrived = {
        reply: readConnection(bytes, isCut ? "reset" : null),
        shownId: showsId ? id : null,
        namedId: isNamed ? id : null,
      };
    }
  });
  return {
    answeredAt: fault === "hang" ? Number.POSITIVE_INFINITY : answeredAt,
    reply: () => arrived,
  };
}

function arrivedWith(bytes: Buffer): Arrived {
  return { reply: readConnection(bytes, null), shownId: null, namedId: null };
}

async function ask<Value>(
  wire: Wire,
  process: SimProcess,
  serve: () => Served<Value>,
): Promise<CallResult<Value>> {
  const { kernel, faults } = wire;
  const { chance } = kernel;
  const goesWrong = chance.hits(faults.read);
  const kind = goesWrong ? chance.pick(readFaults) : null;
  if (kind === "lost-before") return kernel.call(process, () => network("ECONNREFUSED"));
  const served = await kernel.call(process, serve);
  if (faults.latencyMs > 0 && chance.hits(0.3)) await kernel.sleep(process, chance.below(faults.latencyMs));
  if (kind === "lost-after") return network("ECONNRESET");
  if (kind === "garbled") {
    return { ok: false, callError: { kind: "garbled", status: 200, why: "cut off", retryAfterMs: null } };
  }
  if (kind !== null) return refused({ status: kind, code: readCodes[kind], waitMs: waits[kind] });
  return "value" in served ? { ok: true, value: served.value } : refused(served.refused);
}

const readFaults = ["lost-before", "lost-after", "lost-after", "garbled", 500, 503, 429, 404] as const;
const readCodes = { 500: "server_error", 503: "unavailable", 429: "rate_limited", 404: "not_found" } as const;
const waits = { 500: null, 503: null, 429: 7_000, 404: null } as const;

function refused({ status, code, waitMs }: SimRefusal): { ok: false; callError: CallError } {
  const refusal = { status, code, message: "no", retryAfterMs: waitMs } as Refusal;
  return { ok: false, callError: { kind: "refused", refusal } };
}

function network(cause: string): { ok: false; callError: CallError } {
  return { ok: false, callError: { kind: "network", cause, isUnsent: cause === "ECONNREFUSED" } };
}

function silence(cause: string): CreationReply {
  return readConnection(Buffer.alloc(0), cause);
}

function describe(reply: CreationReply): string {
  if (reply.kind === "accepted") return `accepted ${reply.id}`;
  return `${reply.kind} ${reply.kind === "refused" ? reply.refusal.code : reply.cause}`;
}
