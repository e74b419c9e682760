import { randomUUID } from "node:crypto";
import { type IncomingHttpHeaders, request } from "node:http";
import type { CorrectionRequest, LessonDocument, QueueDocument } from "../../../src/review/documents.ts";
import { type Running, start } from "../../fixtures.ts";
import { undoAfterFile } from "../../undo.ts";
import type { Served } from "../fixtures/served.ts";

export interface Reply {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

export interface Sent {
  readonly method?: string;
  readonly path?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
}

/** Where a desk is started. */
type CourseFolder = Pick<Served, "folder" | "environment">;

/** A review desk in a process of its own, and a browser's requests to it. */
export class OpenedDesk {
  readonly running: Running;
  readonly address: URL;
  cookie = "";

  protected constructor(running: Running, address: URL) {
    this.running = running;
    this.address = address;
  }

  /** Starts the desk until `stop`, at the latest until the tests of the file have ended, without opening its address. */
  static async start(course: CourseFolder, ...flags: readonly string[]): Promise<OpenedDesk> {
    const args = ["review", "course.yaml", "--json", "--no-open", ...flags];
    return new OpenedDesk(...(await OpenedDesk.begin(course, args)));
  }

  protected static async begin({ folder, environment }: CourseFolder, args: readonly string[]) {
    const running = start({ args, cwd: folder, env: environment });
    const first = await running.lineMatching(/^\{.*"address"/);
    undoAfterFile.push(async () => {
      running.process.kill("SIGTERM");
      await running.finished;
    });
    return [running, new URL((JSON.parse(first) as { address: string }).address)] as const;
  }

  /** Starts the desk, and exchanges the token for the cookie. */
  static async enter(course: CourseFolder, ...flags: readonly string[]): Promise<OpenedDesk> {
    const desk = await OpenedDesk.start(course, ...flags);
    await desk.exchange();
    return desk;
  }

  /** Opens the address, which gives the cookie for the token. */
  async exchange(): Promise<void> {
    const { headers } = await this.send({ path: this.address.pathname + this.address.search });
    this.cookie = String(headers["set-cookie"]?.[0]).split(";")[0] ?? "";
  }

  /** Sends a request as given; the cookie is added if there is one. */
  send({ method = "GET", path = "/", headers = {}, body = "" }: Sent): Promise<Reply> {
    const { hostname, port } = this.address;
    const cookie = this.cookie === "" ? {} : { cookie: this.cookie };
    return new Promise((resolve, reject) => {
      // A connection of its own: one that was kept may be closed by the desk just when it is used again, which browsers try again and this does not.
      const options = { hostname, port, method, path, headers: { ...cookie, ...headers }, agent: false };
      const sent = request(options, (reply) => {
        const pieces: Buffer[] = [];
        reply.on("data", (piece: Buffer) => pieces.push(piece));
        reply.on("end", () =>
          resolve({
            status: reply.statusCode ?? 0,
            headers: reply.headers,
            text: String(Buffer.concat(pieces)),
          }),
        );
        reply.on("error", reject);
      });
      sent.on("error", reject);
      sent.end(body);
    });
  }

  /** A request of the desk's own page. */
  post(path: string, body: object): Promise<Reply> {
    const headers = { origin: this.address.origin, "content-type": "application/json" };
    return this.send({ method: "POST", path, headers, body: JSON.stringify(body) });
  }

  async queue(): Promise<QueueDocument> {
    return JSON.parse((await this.send({ path: "/api/queue" })).text) as QueueDocument;
  }

  async lesson(job: string): Promise<LessonDocument> {
    return JSON.parse((await this.send({ path: `/api/lesson?job=${job}` })).text) as LessonDocument;
  }

  /** A decision about a lesson as its page was shown. */
  decide(
    shown: Pick<LessonDocument, "job" | "story" | "seen" | "known">,
    kind: "approved" | "held" | "rejected",
    more: object = {},
  ): Promise<Reply> {
    const { job, story, seen, known } = shown;
    const decision = { id: randomUUID(), who: "Ana Ruiz", why: null };
    return this.post("/api/decisions", { job, story, seen, known, kind, ...decision, ...more });
  }

  /** Corrects a lesson as its page was shown. */
  correct(shown: About, change: CorrectionRequest["change"], more: object = {}): Promise<Reply> {
    return this.post("/api/corrections", { ...requestAbout(shown), change, ...more });
  }

  /** Takes back what a lesson's page offers to take back. */
  undo(shown: LessonDocument): Promise<Reply> {
    return this.post("/api/corrections/undo", { ...requestAbout(shown), undoes: shown.undoes });
  }

  async stop(): Promise<void> {
    this.running.process.kill("SIGTERM");
    await this.running.finished;
  }
}

type About = Pick<LessonDocument, "job" | "story" | "seen">;

/** What each request of a lesson's page begins with. */
export function requestAbout({ job, story, seen }: About) {
  return { job, story, seen, who: "Ana Ruiz", id: randomUUID() };
}
