import { temporaryFolder } from "../../fixtures.ts";
import { freePort } from "../../free-port.ts";
import { type Server, startServer } from "../../ledger/postgres/database/server.ts";
import { type Cluster, type Member, newCluster } from "../../load/cluster.ts";
import { nginxIn, selfSigned } from "../postgres/nginx.ts";

/** A service as `courses/nginx.conf` describes it: nginx before two processes that answer, and two that work, on one database. */
export interface PublicCluster {
  /** The interface's base address, over https. */
  readonly url: string;
  /** The file of the certificate that a client has to trust. */
  readonly certificate: string;
  readonly databaseUrl: string;
  readonly cluster: Cluster;
  /** The processes that run now: two that answer, then two that work. */
  readonly members: readonly Member[];
  /** What nginx has said, line by line. */
  readonly nginxLines: readonly string[];
  /** Starts a process in the place of one that has ended. */
  replace(member: Member): Promise<void>;
  stop(): Promise<void>;
}

export interface PublicClusterOptions {
  /** The configuration without the members that a public address needs. */
  readonly config: Readonly<Record<string, unknown>>;
  readonly writingTime: string;
  readonly env?: Readonly<Record<string, string>>;
}

/** Starts all of it, with the built command. The name of its address is one that every resolver knows. */
export async function startPublicCluster(options: PublicClusterOptions): Promise<PublicCluster> {
  const folder = temporaryFolder();
  const undo: (() => Promise<void>)[] = [() => folder.dispose()];
  const stop = async (): Promise<void> => {
    for (const step of undo.splice(0).reverse()) await step();
  };
  try {
    const server: Server = await startServer();
    undo.push(() => server.stop());
    const made = selfSigned(folder.path, "localhost");
    const nginx = await nginxIn(folder.path, made, "localhost");
    const config = { publicUrl: nginx.publicUrl, trustedProxies: ["127.0.0.1"], ...options.config };
    const { writingTime, env = {} } = options;
    const text = JSON.stringify(config);
    const cluster = await newCluster({ databaseUrl: server.url, config: text, writingTime, env });
    undo.push(() => cluster.stop());
    const ports = [await freePort(), await freePort()] as const;
    const portOf = new Map<Member, number | null>();
    const members: Member[] = [];
    const serve = async (role: Member["role"], port: number | null): Promise<Member> => {
      const member = await cluster.serve(role, port);
      portOf.set(member, port);
      return member;
    };
    // One after the other: the first makes the tables and the accounts.
    for (const port of ports) members.push(await serve("web", port));
    members.push(...(await Promise.all([serve("worker", null), serve("worker", null)])));
    await nginx.start(ports);
    undo.push(() => nginx.stop());
    return {
      url: `${nginx.publicUrl}/api/v1`,
      certificate: made.certificate,
      databaseUrl: server.url,
      cluster,
      members,
      nginxLines: nginx.lines,
      async replace(member) {
        await member.running.finished;
        members[members.indexOf(member)] = await serve(member.role, portOf.get(member) ?? null);
      },
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}
