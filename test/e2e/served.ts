import { once } from "node:events";
import { readFileSync, writeFileSync } from "node:fs";
import net from "node:net";
import { join } from "node:path";
import Database from "libsql";
import {
  coursebinder,
  type Finished,
  generousLimits,
  type Running,
  start,
  temporaryFolder,
  withoutAligning,
} from "../fixtures.ts";
import { type ShortNarrator, startShortNarrator } from "./short-narrator.ts";

/** A key of the local service's own form. */
export const key = `sk_live_${"k".repeat(43)}`;

/** The key of another account on the same service. */
export const otherKey = `sk_live_${"o".repeat(43)}`;

export interface ServedOptions {
  /** What the account starts with. */
  readonly credits?: number;
  readonly scopes?: readonly string[];
  readonly cap?: number;
  readonly narration?: boolean;
  readonly narrationTime?: string;
  readonly writingTime?: string;
  readonly writing?: boolean;
  readonly limits?: Readonly<Record<string, string>>;
  /** Whether stories are narrated in full, and runs find when sentences are heard. Left out: recordings last two seconds, and runs don't. */
  readonly aligns?: boolean;
}

/**
 * A course folder, the local service in a process of its own, and a proxy between it and the command that counts every `POST /stories`.
 * What the service itself holds is read from its database: the judge of what was bought.
 */
export class Served {
  readonly folder: string;
  readonly proxy: CountingProxy;
  readonly #dispose: () => Promise<void>;
  #service: Running;
  readonly #args: readonly string[];
  readonly #aligns: boolean;
  readonly #narrator: ShortNarrator | null;

  private constructor(parts: {
    folder: string;
    proxy: CountingProxy;
    service: Running;
    args: readonly string[];
    dispose: () => Promise<void>;
    aligns: boolean;
    narrator: ShortNarrator | null;
  }) {
    this.folder = parts.folder;
    this.proxy = parts.proxy;
    this.#service = parts.service;
    this.#args = parts.args;
    this.#dispose = parts.dispose;
    this.#aligns = parts.aligns;
    this.#narrator = parts.narrator;
  }

  static async start(options: ServedOptions = {}): Promise<Served> {
    const { path: folder, dispose } = temporaryFolder();
    writeFileSync(join(folder, "service.yaml"), configFor(options));
    const args = [
      "serve",
      "--json",
      "--port",
      "0",
      "--data",
      join(folder, "service"),
      "--config",
      join(folder, "service.yaml"),
      "--writing-time",
      options.writingTime ?? "200ms",
      "--narration-time",
      options.narrationTime ?? "200ms",
    ];
    const aligns = options.aligns ?? false;
    const narrator = aligns ? null : await startShortNarrator();
    const service = start({ args, env: narrator?.environment ?? {} });
    const first = JSON.parse(await service.lineMatching(/^\{"url"/)) as { url: string };
    const proxy = await CountingProxy.listen(Number(new URL(first.url).port));
    return new Served({ folder, proxy, service, args, dispose, aligns, narrator });
  }

  get url(): string {
    return `http://127.0.0.1:${this.proxy.port}/api/v1`;
  }

  /** The process of the service. */
  get servicePid(): number | undefined {
    return this.#service.process.pid;
  }

  get environment(): Record<string, string> {
    const aligning = this.#aligns ? {} : withoutAligning;
    return { STORY_API_URL: this.url, STORY_API_KEY: key, ...generousLimits, ...aligning };
  }

  /** Writes the course plan that the test is about. */
  plan(yaml: string): void {
    writeFileSync(join(this.folder, "course.yaml"), yaml);
  }

  /** Starts a command about the plan, with the service and the key in its environment. */
  begin(verb: string, ...flags: readonly string[]): Running {
    const args = [verb, "course.yaml", "--poll", "100ms", ...flags];
    return start({ args, cwd: this.folder, env: this.environment });
  }

  run(...flags: readonly string[]): Promise<Finished> {
    return this.begin("run", "--json", ...flags).finished;
  }

  /** A command without the pace flags of `run`. */
  command(
    args: readonly string[],
    env: Readonly<Record<string, string>> = this.environment,
  ): Promise<Finished> {
    return coursebinder(args, { cwd: this.folder, env });
  }

  /** The events of the course's ledger. */
  events(course = "course"): { type: string; job?: string; [member: string]: unknown }[] {
    const text = readFileSync(join(this.folder, "out", course, "ledger.jsonl"), "utf8");
    return text
      .split("\n")
      .filter((line) => line !== "")
      .map((line) => JSON.parse(line) as { type: string });
  }

  /** What a job has now, as the newest answer in the ledger names it: `<job>@<the first 8 characters of its story's id>`. */
  has(job: string): string {
    const accepted = this.events().filter((event) => event.type === "creation.accepted" && event.job === job);
    return `${job}@${String(accepted.at(-1)?.id).slice(0, 8)}`;
  }

  /** The stories that the service has accepted, by its own database. */
  stories(): { id: string; topic: string; status: string }[] {
    const database = new Database(join(this.folder, "service", "service.db"), { readonly: true });
    try {
      return database
        .prepare("SELECT id, json_extract(request, '$.topic') AS topic, status FROM stories ORDER BY rowid")
        .all() as never;
    } finally {
      database.close();
    }
  }

  async stopService(): Promise<void> {
    this.#service.process.kill("SIGTERM");
    await this.#service.finished;
  }

  async restartService(): Promise<void> {
    await this.stopService();
    this.#service = start({ args: this.#args, env: this.#narrator?.environment ?? {} });
    const first = JSON.parse(await this.#service.lineMatching(/^\{"url"/)) as { url: string };
    this.proxy.target = Number(new URL(first.url).port);
  }

  async dispose(): Promise<void> {
    await this.proxy.close();
    await this.stopService();
    await this.#narrator?.close();
    await this.#dispose();
  }
}

function configFor(options: ServedOptions): string {
  return JSON.stringify({
    limits: { calls: "100000/1m", paidStarts: "100000/10m", ...options.limits },
    switches: { api: true, writing: options.writing ?? true, narration: options.narration ?? true },
    accounts: [
      {
        id: "ann",
        plan: "paid",
        credits: options.credits ?? 1000,
        keys: [
          {
            name: "main",
            secret: key,
            scopes: options.scopes ?? ["books:read", "account:read", "levels:read", "stories:write"],
            ...(options.cap === undefined ? {} : { cap: options.cap }),
          },
        ],
      },
      { id: "bob", plan: "paid", credits: 1000, keys: [{ name: "main", secret: otherKey }] },
    ],
  });
}

/** Passes bytes between the command and the service, counts the creations, and can swallow their answers. */
export class CountingProxy {
  readonly port: number;
  target: number;
  /** How many `POST /stories` went through. */
  creations = 0;
  /** Answers that told the command to slow down. */
  refusals = 0;
  /** Every request line that went through. */
  readonly requests: string[] = [];
  /** Answers of creations are held back: the service has made the story, the command waits. */
  holdsAnswers = false;
  /** Whether the answer to a request with this line breaks off in its first bytes. */
  breaks: (line: string) => boolean = () => false;
  readonly #server: net.Server;
  readonly #sockets = new Set<net.Socket>();
  #waiting: (() => void)[] = [];
  #held: { readonly client: net.Socket; readonly chunk: Buffer }[] = [];

  private constructor(server: net.Server, target: number) {
    this.#server = server;
    this.target = target;
    this.port = (server.address() as net.AddressInfo).port;
    server.on("connection", (socket) => this.#join(socket));
  }

  static async listen(target: number): Promise<CountingProxy> {
    const server = net.createServer();
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    return new CountingProxy(server, target);
  }

  /** Resolves when an answer to a creation has come from the service and is held back. */
  heldAnswer(): Promise<void> {
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  /** Lets the answers through that were held back, and every later one. */
  passHeld(): void {
    this.holdsAnswers = false;
    for (const { client, chunk } of this.#held.splice(0)) client.end(chunk);
  }

  /** Breaks off the connections whose answers were held back: nobody will ever hear them. */
  dropHeld(): void {
    this.holdsAnswers = false;
    for (const { client } of this.#held.splice(0)) client.destroy();
  }

  #join(client: net.Socket): void {
    const upstream = net.connect(this.target, "127.0.0.1");
    let isCreation = false;
    let isBroken = false;
    for (const socket of [client, upstream]) {
      this.#sockets.add(socket);
      socket.on("close", () => this.#sockets.delete(socket));
      socket.on("error", () => undefined);
    }
    client.on("data", (chunk: Buffer) => {
      // A request begins a chunk: the command sends one at a time on a connection.
      const line = /^(GET|POST) \S+ HTTP\/1\.1/.exec(chunk.toString("latin1"))?.[0];
      if (line !== undefined) {
        this.requests.push(line);
        isBroken = this.breaks(line);
      }
      isCreation = line === "POST /api/v1/stories HTTP/1.1" || (isCreation && line === undefined);
      if (line === "POST /api/v1/stories HTTP/1.1") this.creations += 1;
      upstream.write(chunk);
    });
    upstream.on("data", (chunk: Buffer) => {
      if (chunk.subarray(0, "HTTP/1.1 429".length).toString("latin1") === "HTTP/1.1 429") this.refusals += 1;
      if (isCreation && this.holdsAnswers) {
        this.#held.push({ client, chunk });
        for (const tell of this.#waiting.splice(0)) tell();
        return;
      }
      if (isBroken) client.write(chunk.subarray(0, 20), () => client.destroy());
      else client.write(chunk);
    });
    client.on("end", () => upstream.end());
    upstream.on("end", () => {
      if (!(isCreation && this.holdsAnswers)) client.end();
    });
    client.on("close", () => upstream.destroy());
    upstream.on("close", () => {
      if (!(isCreation && this.holdsAnswers)) client.destroy();
    });
  }

  async close(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    this.#server.close();
    await once(this.#server, "close");
  }
}

/**
 * A small course that the local service writes at once: `topics` as given, Spanish, difficulty 2. Without what takes most of a small run's
 * processor time, where a test is not about it: the language detector, and books.
 */
export function smallCourse(topics: readonly string[], extra = ""): string {
  return `course: course
title: A small course
budget: { credits: 500 }
languages: [es]
difficulties: [2]
defaults: { audiobook: false }
${extra}
topics:
${topics.map((topic) => `  - ${JSON.stringify(topic)}`).join("\n")}
quality: { language: ignore }
${extra.includes("package:") ? "" : "package: { formats: [web, words] }"}
`;
}
