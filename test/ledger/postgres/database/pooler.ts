import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmod, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { freePort } from "../../../free-port.ts";
import { needTool } from "../../../tools.ts";

const program = "/usr/sbin/pgbouncer";

/** Whether Debian's PgBouncer is on this machine. */
export function hasPooler(): boolean {
  return needTool("pgbouncer", program);
}

export interface Pooler {
  /** The same database by way of the pooler. */
  readonly url: string;
  stop(): Promise<void>;
}

/** Starts a PgBouncer in front of one database. `more`: further lines of its configuration. */
export async function startPooler(
  databaseUrl: string,
  mode: "session" | "transaction",
  more: readonly string[] = [],
): Promise<Pooler> {
  const { hostname, port, pathname, username, password } = new URL(databaseUrl);
  const name = pathname.slice(1);
  const folder = await mkdtemp(join(tmpdir(), "coursebinder-pooler-"));
  await chmod(folder, 0o755);
  const listening = await freePort();
  const settings = join(folder, "pgbouncer.ini");
  await writeFile(
    settings,
    [
      "[databases]",
      `${name} = host=${hostname} port=${port} dbname=${name} user=${username} password=${password}`,
      "[pgbouncer]",
      "listen_addr = 127.0.0.1",
      `listen_port = ${listening}`,
      "unix_socket_dir =",
      "auth_type = any",
      `pool_mode = ${mode}`,
      ...more,
      "",
    ].join("\n"),
  );
  // It refuses to run as root.
  const as = process.getuid?.() === 0 ? ["-u", "nobody"] : [];
  const pooler = spawn(program, [...as, settings], { stdio: ["ignore", "ignore", "pipe"] });
  const ended = once(pooler, "exit");
  await new Promise<void>((resolve, reject) => {
    createInterface({ input: pooler.stderr }).on("line", (line) => {
      if (line.includes("process up")) resolve();
    });
    void ended.then(() => reject(new Error("the pooler ended")));
  });
  const url = new URL(databaseUrl);
  url.port = String(listening);
  return {
    url: url.href,
    async stop() {
      pooler.kill("SIGINT");
      await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
}
