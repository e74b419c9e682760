import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { copyFileSync, mkdtempSync, rmSync } from "node:fs";
import http from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Served, smallCourse } from "../../e2e/fixtures/served.ts";
import { type Server, startServer } from "../../ledger/postgres/database/server.ts";

/**
 * `npm run bench:duplicates`: one paid request whose answer is lost, and one whose sender is killed before the answer came, by several
 * clients as they are without further settings. What counts is how many requests the service received. The packages are installed for the
 * occasion, in a temporary folder.
 */
const packages = [
  "openai@6.30.1",
  "stripe@23.1.0",
  "replicate@1.4.0",
  "pg-boss@10.4.2",
  "@dbos-inc/dbos-sdk@5.3.0",
];

// Long enough for every client's own patience.
const limitMs = 120_000;

interface Row {
  readonly name: string;
  readonly lost: number;
  /** Null for a client that has no second life. */
  readonly killed: number | null;
}

const folder = mkdtempSync(join(tmpdir(), "coursebinder-duplicates-"));
let server: Server | null = null;
try {
  const install = [
    "install",
    "--prefix",
    folder,
    "--ignore-scripts",
    "--no-audit",
    "--no-fund",
    "--loglevel",
    "error",
  ];
  execFileSync("npm", [...install, ...packages], { stdio: ["ignore", "ignore", "inherit"] });
  copyFileSync(join(import.meta.dirname, "buyers.mjs"), join(folder, "buyers.mjs"));
  server = await startServer();
  const rows: Row[] = [];
  for (const name of ["openai", "stripe", "stripe, retries off", "replicate"]) {
    rows.push({ name, lost: await withLostAnswers(name, ""), killed: null });
  }
  for (const name of ["pg-boss", "dbos"]) {
    const lost = await withDatabase(server, (database) => withLostAnswers(name, database));
    rows.push({ name, lost, killed: await withDatabase(server, (database) => withKill(name, database)) });
  }
  rows.push({ name: "coursebinder", lost: await ourLostAnswer(), killed: await ourKill() });
  tell(rows);
} finally {
  await server?.stop();
  rmSync(folder, { recursive: true, force: true });
}

function tell(rows: readonly Row[]): void {
  const line = (...cells: readonly string[]): string =>
    `${(cells[0] ?? "").padEnd(22)}${(cells[1] ?? "").padStart(13)}${(cells[2] ?? "").padStart(17)}\n`;
  process.stdout.write(`Node ${process.version}, ${packages.join(", ")}\n`);
  process.stdout.write(
    "POSTs that the service received for one purchase (1 is right), restarts included:\n\n",
  );
  process.stdout.write(line("", "answer lost", "sender killed"));
  for (const { name, lost, killed } of rows) {
    process.stdout.write(line(name, String(lost), killed === null ? "-" : String(killed)));
  }
  process.stdout.write(
    "\nstripe sends one idempotency key with all tries, by which its own service tells them apart; the service here has no such key.\n" +
      "BullMQ is left out: it needs a Redis server.\n",
  );
}

/** A service that counts what it is paid for. `treat` decides what becomes of each answer. */
async function withService<Result>(
  treat: (number: number, response: http.ServerResponse) => void,
  use: (url: string, posts: () => number) => Promise<Result>,
): Promise<Result> {
  let posts = 0;
  const service = http.createServer((request, response) => {
    request.resume();
    request.on("end", () => {
      if (request.method === "POST") posts += 1;
      treat(posts, response);
    });
  });
  service.listen(0, "127.0.0.1");
  await once(service, "listening");
  try {
    return await use(`http://127.0.0.1:${(service.address() as AddressInfo).port}`, () => posts);
  } finally {
    service.closeAllConnections();
    service.close();
  }
}

function withLostAnswers(name: string, database: string): Promise<number> {
  return withService(
    (_, response) => response.destroy(),
    async (url, posts) => {
      await ended(buyer(name, [url, database, "first"]));
      return posts();
    },
  );
}

/** The first request is never answered: its sender is killed. Its next life gets every answer that it asks for. */
async function withKill(name: string, database: string): Promise<number> {
  let first: ChildProcess | null = null;
  return withService(
    (number, response) => {
      if (number === 1) first?.kill("SIGKILL");
      else response.end("{}");
    },
    async (url, posts) => {
      first = buyer(name, [url, database, "first"]);
      await ended(first);
      await ended(buyer(name, [url, database, "second"]));
      return posts();
    },
  );
}

function buyer(name: string, args: readonly string[]): ChildProcess {
  return spawn(process.execPath, [join(folder, "buyers.mjs"), name, ...args], {
    cwd: folder,
    stdio: "ignore",
  });
}

async function ended(child: ChildProcess): Promise<void> {
  const limit = setTimeout(() => child.kill("SIGKILL"), limitMs);
  if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
  clearTimeout(limit);
}

/** A database of its own for one purchase, gone afterwards. */
async function withDatabase({ url }: Server, use: (database: string) => Promise<number>): Promise<number> {
  const { Client } = await import("pg");
  const client = new Client({ connectionString: url });
  const name = `coursebinder_duplicates_${process.pid}`;
  await client.connect();
  try {
    await client.query(`CREATE DATABASE ${name}`);
    const own = new URL(url);
    own.pathname = `/${name}`;
    const posts = await use(own.href);
    await client.query(`DROP DATABASE ${name} WITH (FORCE)`);
    return posts;
  } finally {
    await client.end();
  }
}

/** The built command on the local service, which loses the answer; and once more, as a person would. */
async function ourLostAnswer(): Promise<number> {
  const served = await Served.start();
  try {
    served.plan(smallCourse(["A story [[lose-reply]]"]));
    await served.run();
    await served.run();
    return served.proxy.creations;
  } finally {
    await served.dispose();
  }
}

async function ourKill(): Promise<number> {
  const served = await Served.start();
  try {
    served.plan(smallCourse(["A story"]));
    served.proxy.holdsAnswers = true;
    const running = served.begin("run", "--json");
    await served.proxy.heldAnswer();
    running.process.kill("SIGKILL");
    await running.finished;
    served.proxy.holdsAnswers = false;
    await served.run();
    await served.run();
    return served.proxy.creations;
  } finally {
    await served.dispose();
  }
}
