import { writeFileSync } from "node:fs";
import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { coursebinder, documentOf, start, temporaryFolder } from "../fixtures.ts";

export interface RealRun {
  readonly exitCode: number;
  readonly done: number;
  readonly refusals: number;
  readonly calls: number;
  readonly seconds: number;
}

/** Runs a course of so many stories with the built command against the local service, both processes of their own, and counts what was refused. */
export async function runForReal(stories: number): Promise<RealRun> {
  const { path: folder, dispose } = temporaryFolder();
  writeFileSync(join(folder, "service.yaml"), 'limits: { calls: "60/1s", paidStarts: "20/10s" }\n');
  const times = ["--writing-time", "2s", "--narration-time", "3s"];
  const data = ["--data", join(folder, "service"), "--config", join(folder, "service.yaml")];
  const service = start({ args: ["serve", "--json", "--port", "0", ...data, ...times], cwd: folder });
  const { url, key } = JSON.parse(await service.lineMatching(/^\{"url"/)) as { url: string; key: string };
  const counter = await CountingRelay.listen(Number(new URL(url).port));
  writeFileSync(join(folder, "course.yaml"), courseOf(stories));
  const begun = performance.now();
  try {
    const limits = ["--poll", "3s", "--limit-calls", "60/1s", "--limit-starts", "20/10s"];
    const run = await coursebinder(["run", "course.yaml", "--json", "--yes", "--quiet", ...limits], {
      cwd: folder,
      env: { STORY_API_URL: `http://127.0.0.1:${counter.port}/api/v1`, STORY_API_KEY: key },
    });
    const { exitCode, jobs } = documentOf(run);
    const seconds = (performance.now() - begun) / 1_000;
    return { exitCode, done: jobs.done, refusals: counter.refusals, calls: counter.calls, seconds };
  } finally {
    await counter.close();
    service.process.kill("SIGTERM");
    await service.finished;
    await dispose();
  }
}

function courseOf(stories: number): string {
  const topics = Array.from(
    { length: stories },
    (_, index) => `  - Lesson number ${index + 1} of the course`,
  );
  return ["course: paced", "title: Paced", `budget: { credits: ${stories * 40} }`, "languages: [es]"]
    .concat(["difficulties: [2]", "package: { formats: [words] }", "topics:", ...topics, ""])
    .join("\n");
}

/** Passes every request on to the service, and counts them and their refusals. */
class CountingRelay {
  calls = 0;
  refusals = 0;
  readonly #server: Server;

  private constructor(server: Server) {
    this.#server = server;
  }

  static async listen(servicePort: number): Promise<CountingRelay> {
    const server = createServer();
    const relay = new CountingRelay(server);
    server.on("request", (asked: IncomingMessage, answer: ServerResponse) => {
      relay.#pass(servicePort, asked, answer);
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    return relay;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  close(): Promise<void> {
    this.#server.closeAllConnections();
    return new Promise((resolve) => this.#server.close(() => resolve()));
  }

  #pass(port: number, asked: IncomingMessage, answer: ServerResponse): void {
    this.calls += 1;
    const { method, url, headers } = asked;
    const onward = request(
      { host: "127.0.0.1", port, method, path: url, headers: { ...headers, host: `127.0.0.1:${port}` } },
      (reply) => {
        if (reply.statusCode === 429) this.refusals += 1;
        answer.writeHead(reply.statusCode ?? 502, reply.headers);
        reply.pipe(answer);
      },
    );
    onward.on("error", () => answer.destroy());
    asked.pipe(onward);
  }
}
