import type { AddressInfo } from "node:net";
import { type FastifyInstance, fastify } from "fastify";
import type { z } from "zod";
import { type AnyProblem, Failure } from "../shared/failure.ts";
import { bundledScript, readShipped } from "../shared/files/shipped-file.ts";
import type { World } from "../shared/world.ts";
import { Access } from "./access.ts";

// The local web application of `review` and `open`: who may use it, and what it answers if something goes wrong.

export interface ApplicationOptions {
  /** 0: any free port. */
  readonly port: number;
  readonly world: Pick<World, "log" | "now">;
  /** Puts the problem of a Failure into words. */
  readonly describeFailure: (problem: AnyProblem) => string;
}

export interface RunningDesk {
  /** The address to open, with its one-time token. For the user's eyes: never log it. */
  readonly address: string;
  readonly port: number;
  close(): Promise<void>;
}

/** Longer than any normal request takes. */
const requestMs = 30_000;
/** The time for the last answers to reach their pages; after that, open connections are closed. */
const lastAnswersMs = 500;
/** The largest body that one of our pages sends. Larger ones are not read, unless a route sets its own limit. */
const bodyBytesMost = 128 * 1024;

const again = "Stop the desk with Ctrl-C, start it again, and open the address that it shows.";
/** Messages for people, who see them in place of the page. */
const whyNotAdmitted = {
  host: "The desk can be reached only at the address that it shows, with the same name and port. Over ssh, forward the same port.",
  origin:
    "A page on another site sent you here. Open the address that the desk shows in the terminal instead.",
  token: `This address works in one browser only: either a browser has opened it already, or the desk has been restarted since. Nothing is lost. ${again}`,
  session: `This browser has not opened the desk's address, another browser has opened it, or the desk has been restarted since. Nothing is lost. ${again}`,
} as const;

// Nothing is loaded from outside, shown in a frame or cached by the browser, and no site learns the page's address.
const securityHeaders = {
  "content-security-policy":
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; media-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  "referrer-policy": "no-referrer",
  "x-content-type-options": "nosniff",
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  "cache-control": "no-store",
} as const;

/**
 * Starts an application on 127.0.0.1 with the routes that `addRoutes` adds. When closed, it keeps answering until `finish` has resolved. Throws a
 * system error, such as `EADDRINUSE`, if the port can't be used.
 */
export async function startApplication(
  options: ApplicationOptions,
  { addRoutes, finish }: { addRoutes: (app: FastifyInstance) => void; finish: () => Promise<void> },
): Promise<RunningDesk> {
  const access = new Access();
  const app = fastify({
    bodyLimit: bodyBytesMost,
    requestTimeout: requestMs,
    http: { headersTimeout: requestMs },
    exposeHeadRoutes: false,
    return503OnClosing: false,
  });
  guard(app, access, options);
  addRoutes(app);
  await app.listen({ port: options.port, host: "127.0.0.1" });
  const { port } = app.server.address() as AddressInfo;
  return {
    address: `${originOf(app)}/?token=${access.token}`,
    port,
    close: async () => {
      const closed = app.close();
      await finish();
      setTimeout(() => app.server.closeAllConnections(), lastAnswersMs).unref();
      await closed;
    },
  };
}

/** The origin as browsers write it, which never includes port 80. */
function originOf({ server }: FastifyInstance): string {
  return new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}`).origin;
}

/** Admits only those who may use the application, and turns errors into answers. */
function guard(
  app: FastifyInstance,
  access: Access,
  { world, describeFailure }: Omit<ApplicationOptions, "port">,
): void {
  app.addHook("onRequest", async ({ raw, url }, reply) => {
    reply.headers(securityHeaders);
    const origin = originOf(app);
    if (!URL.canParse(url, origin)) throw new Refusal(400, "not_understood");
    const { pathname, searchParams } = new URL(url, origin);
    const admission = access.admit(raw, { searchParams }, origin);
    switch (admission.kind) {
      case "admitted":
        return undefined;
      case "exchanged":
        return reply.code(303).headers({ location: "/", "set-cookie": admission.cookie }).send();
      case "refused":
        if (pathname !== "/") throw new Refusal(403, "not_admitted");
        return reply.code(403).type("text/plain; charset=utf-8").send(`${whyNotAdmitted[admission.why]}\n`);
    }
  });
  app.addHook("onSend", async ({ raw }, reply) => {
    // Don't wait for a body that was not read.
    if (!raw.complete) reply.header("connection", "close");
  });
  app.addHook("onResponse", async ({ method, url }, { statusCode: status }) => {
    // Never log the query: it may contain the token.
    world.log.debug({ method, path: url.split("?", 1)[0], status }, "review");
  });
  app.setNotFoundHandler(() => notFound());
  app.setErrorHandler((error: Error & { statusCode?: number }, { url }, reply) => {
    const { status, document } = refusalOf(error, describeFailure);
    if (status === 500) world.log.error({ error: String(error), path: url.split("?", 1)[0] }, "review");
    return reply.code(status).send(document);
  });
}

function refusalOf(
  error: Error & { statusCode?: number },
  describeFailure: ApplicationOptions["describeFailure"],
): Refusal {
  if (error instanceof Refusal) return error;
  if (error instanceof Failure)
    return new Refusal(409, "failed", { message: describeFailure(error.problem) });
  const { statusCode = 500 } = error;
  if (statusCode === 413) return new Refusal(413, "body_too_large");
  return statusCode < 500 ? new Refusal(400, "not_understood") : new Refusal(500, "broken");
}

/** Thrown to refuse a request: the status and the document of the answer. */
export class Refusal extends Error {
  readonly status: number;
  readonly document: { readonly code: string; readonly message: string | null };

  constructor(status: number, code: string, more: object = {}) {
    super(code);
    this.status = status;
    this.document = { message: null, ...more, code };
  }
}

export function notFound(): never {
  throw new Refusal(404, "not_found");
}

/** What a request asks for. Refuses what doesn't fit the schema. */
export function read<Schema extends z.ZodType>(schema: Schema, asked: unknown): z.output<Schema> {
  const result = schema.safeParse(asked);
  if (!result.success) throw new Refusal(400, "not_understood");
  return result.data;
}

/** A file that ships with a page, as built. */
export function pageFile(module: "desk" | "review", name: string): string {
  const file = new URL(`../${module}/browser/${name}`, import.meta.url);
  return readShipped(name.endsWith(".js") ? bundledScript(file) : file).toString("utf8");
}

/** The style sheet of a page. */
export function pageStyle(module: "desk" | "review"): string {
  return `${pageFile("review", "common.css")}\n${pageFile(module, "desk.css")}`;
}

/** The review page's HTML, for the desk or for a reviewer by mail: lines marked for the other use are left out. */
export function pageHtml(of: "desk" | "mail"): string {
  const lines = pageFile("review", "page.html").split("\n");
  const own = lines.filter((line) => !line.startsWith(of === "desk" ? "<!--mail-->" : "<!--desk-->"));
  return own.map((line) => line.replace(`<!--${of}-->`, "")).join("\n");
}
