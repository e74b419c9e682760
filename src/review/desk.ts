import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { World } from "../shared/world.ts";
import { Access } from "./access.ts";
import { type Answer, begin, refusal, send, untilStopped } from "./answer.ts";
import { DeskCourse, type DeskSource, isFailure } from "./desk-course.ts";
import { LessonSounds } from "./lesson-sound.ts";
import type { DescribeFinding } from "./queue-document.ts";
import { answerTo, type Desk } from "./routes.ts";

export interface DeskOptions extends DeskSource {
  /** 0: a free one. */
  readonly port: number;
  readonly world: Pick<World, "log" | "now">;
  readonly describeFinding: DescribeFinding;
  readonly describeFailure: Desk["describeFailure"];
  readonly describeReplacement: Desk["describeReplacement"];
  readonly narrator: Desk["narrator"];
}

export interface RunningDesk {
  /** The address to open, with the token that is good for one time. For the user's eyes: never log it. */
  readonly address: string;
  readonly port: number;
  close(): Promise<void>;
}

/** Longer than any honest request takes. */
const requestMs = 30_000;
/** For the last answers to reach their pages; a page that holds its connection open is not waited for longer. */
const lastAnswersMs = 500;

const again = "Stop the desk with Ctrl-C, start it again, and open the address that it shows.";
const whyNotAdmitted = {
  host: "The desk is reached only at the address that it shows, with the same name and the same port. Over ssh, forward the same port.",
  origin: "Another site's page led here. Open the address that the desk shows in the terminal instead.",
  token: `This address is good for one browser, and one has opened it already, or the desk was started again since. Nothing is lost. ${again}`,
  session: `This browser has not opened the desk's address, the desk was started again since, or another browser has opened it. Nothing is lost. ${again}`,
} as const;

/** For people, who see it in the place of the page. */
function notAdmitted(why: keyof typeof whyNotAdmitted): Answer {
  return {
    status: 403,
    headers: { "content-type": "text/plain; charset=utf-8" },
    body: `${whyNotAdmitted[why]}\n`,
  };
}

/** Starts the review desk on 127.0.0.1. Throws a system error, such as `EADDRINUSE`, if the port can't be used. */
export async function openDesk(options: DeskOptions): Promise<RunningDesk> {
  const access = new Access();
  const course = new DeskCourse(options);
  const { world, describeFinding: describe, describeFailure, describeReplacement, narrator } = options;
  const words = { describe, describeFailure, describeReplacement };
  const desk = { course, world, narrator, sounds: new LessonSounds(), ...words };
  const server = createServer({ requestTimeout: requestMs, headersTimeout: requestMs });
  let origin = "";
  /** The answers to pages that want to know when the desk stops. */
  const watching = new Set<ServerResponse>();
  const answer = async (request: IncomingMessage): Promise<Answer | typeof untilStopped> => {
    const { url: asked = "/" } = request;
    if (!URL.canParse(asked, origin)) return refusal(400, { code: "not_understood", message: null });
    const url = new URL(asked, origin);
    const admission = access.admit(request, url, origin);
    if (admission.kind === "exchanged") {
      return { status: 303, headers: { location: "/", "set-cookie": admission.cookie } };
    }
    if (admission.kind === "refused") {
      return url.pathname === "/"
        ? notAdmitted(admission.why)
        : refusal(403, { code: "not_admitted", message: null });
    }
    if (request.method === "GET" && url.pathname === "/api/running") return untilStopped;
    return answerTo(request, url, desk).catch((error: unknown) => failed(error, url, options));
  };
  server.on("request", (request, response) => {
    void answer(request).then((answered) => {
      const { method, url = "/" } = request;
      // Never the query: it may have the token.
      options.world.log.debug({ method, path: url.split("?", 1)[0], status: answered.status }, "review");
      // A body that was not read is not waited for.
      if (!request.complete) response.setHeader("connection", "close");
      if (answered.body !== null) {
        send(response, answered);
        return;
      }
      watching.add(response);
      response.once("close", () => watching.delete(response));
      begin(response, answered);
    });
  });
  const port = await listen(server, options.port);
  // A browser never names port 80.
  ({ origin } = new URL(`http://127.0.0.1:${port}`));
  course.prepare();
  return {
    address: `${origin}/?token=${access.token}`,
    port,
    close: async () => {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      // What is being recorded is recorded, and confirmed to its page.
      await course.idle();
      for (const response of watching) response.end();
      server.closeIdleConnections();
      setTimeout(() => server.closeAllConnections(), lastAnswersMs).unref();
      await closed;
    },
  };
}

async function listen(server: Server, port: number): Promise<number> {
  server.listen(port, "127.0.0.1");
  await once(server, "listening");
  return (server.address() as AddressInfo).port;
}

function failed(error: unknown, { pathname: path }: URL, { world, describeFailure }: DeskOptions): Answer {
  if (isFailure(error)) return refusal(409, { code: "failed", message: describeFailure(error.problem) });
  world.log.error({ error: String(error), path }, "review");
  return refusal(500, { code: "broken", message: null });
}
