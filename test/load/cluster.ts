import { writeFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { coursebinder, type Running, start } from "../fixtures.ts";

/** Processes of one service, the built command, on one database and one folder. */
export interface Cluster {
  readonly folder: string;
  readonly databaseUrl: string | null;
  /** Where its commands run. */
  readonly place: { readonly cwd: string; readonly env: Readonly<Record<string, string>> };
  /** Starts a process; resolves once it says that it is ready. */
  serve(port?: number): Promise<Member>;
  /** What `serve audit` says of the books: an empty list if they balance. */
  audit(): Promise<readonly unknown[]>;
  /** Stops every process in order, and removes the folder. */
  stop(): Promise<void>;
}

export interface Member {
  readonly running: Running;
  /** The interface's base address. */
  readonly url: string;
  /** Where the process listens, whatever its public address. */
  readonly listensAt: string;
}

export interface ClusterOptions {
  /** The address of a database that nothing else uses; null: a file in the folder, for one process. */
  readonly databaseUrl: string | null;
  /** The configuration, as YAML or JSON. */
  readonly config: string;
  readonly writingTime: string;
  /** More variables of the processes' environment. */
  readonly env?: Readonly<Record<string, string>>;
}

/** A service of several processes, none of which runs yet. */
export async function newCluster(options: ClusterOptions): Promise<Cluster> {
  const { databaseUrl, config, writingTime, env = {} } = options;
  const folder = await mkdtemp(join(tmpdir(), "service-cluster-"));
  writeFileSync(join(folder, "service.yaml"), config);
  const members = new Set<Member>();
  const database = databaseUrl === null ? {} : { COURSEBINDER_DATABASE: databaseUrl };
  const place = { cwd: folder, env: { ...env, ...database } };
  return {
    folder,
    databaseUrl,
    place,
    async serve(port = 0) {
      const times = ["--writing-time", writingTime, "--narration-time", writingTime];
      const files = ["--data", "data", "--config", "service.yaml"];
      const running = start({ args: ["serve", "--json", ...files, ...times, "--port", `${port}`], ...place });
      const line = JSON.parse(await running.lineMatching(/^\{.*"url"/)) as Omit<Member, "running">;
      const member = { running, url: line.url, listensAt: line.listensAt };
      members.add(member);
      void running.finished.then(() => members.delete(member));
      return member;
    },
    async audit() {
      const { stdout, stderr } = await coursebinder(["serve", "audit", "--json", "--data", "data"], place);
      if (!stdout.startsWith("{")) throw new Error(`no audit: ${stderr}`);
      return (JSON.parse(stdout) as { imbalances: unknown[] }).imbalances;
    },
    async stop() {
      const ending = [...members].map(({ running }) => {
        running.process.kill("SIGTERM");
        return running.finished;
      });
      await Promise.all(ending);
      await rm(folder, { recursive: true, force: true });
    },
  };
}
