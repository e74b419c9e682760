import { temporaryFolder } from "../../fixtures.ts";
import { freePort } from "../../free-port.ts";
import { type Server, startServer } from "../../ledger/postgres/database/server.ts";
import { type Cluster, type Member, newCluster } from "../../load/cluster.ts";
import { type Nginx, nginxIn, selfSigned } from "../postgres/nginx.ts";

/** A service as `courses/nginx.conf` describes it: nginx before two processes on one database. */
export interface PublicCluster {
  /** The interface's base address, over https. */
  readonly url: string;
  /** The file of the certificate that a client has to trust. */
  readonly certificate: string;
  readonly databaseUrl: string;
  readonly cluster: Cluster;
  /** The processes that run now. */
  readonly members: readonly Member[];
  readonly nginx: Nginx;
  /** Starts a process in the place of one that has ended. */
  replace(member: Member): Promise<void>;
  stop(): Promise<void>;
}

export interface PublicClusterOptions {
  /** The configuration without the members that a public address needs. */
  readonly config: Readonly<Record<string, unknown>>;
  readonly writingTime: string;
  readonly env?: Readonly<Record<string, string>>;
  /** In its address; left out, one that every resolver knows. */
  readonly name?: string;
}

/** Starts all of it, with the built command. */
export async function startPublicCluster(options: PublicClusterOptions): Promise<PublicCluster> {
  const folder = temporaryFolder();
  const undo: (() => Promise<void>)[] = [() => folder.dispose()];
  const stop = async (): Promise<void> => {
    for (const step of undo.splice(0).reverse()) await step();
  };
  try {
    const server: Server = await startServer();
    undo.push(() => server.stop());
    const { name = "localhost" } = options;
    const made = selfSigned(folder.path, name);
    const nginx = await nginxIn(folder.path, made, name);
    const config = { publicUrl: nginx.publicUrl, trustedProxies: ["127.0.0.1"], ...options.config };
    const { writingTime, env = {} } = options;
    const text = JSON.stringify(config);
    const cluster = await newCluster({ databaseUrl: server.url, config: text, writingTime, env });
    undo.push(() => cluster.stop());
    const ports = [await freePort(), await freePort()] as const;
    const portOf = new Map<Member, number>();
    const members: Member[] = [];
    const serve = async (port: number): Promise<Member> => {
      const member = await cluster.serve(port);
      portOf.set(member, port);
      return member;
    };
    // One after the other: the first makes the tables and the accounts.
    for (const port of ports) members.push(await serve(port));
    await nginx.start(ports);
    undo.push(() => nginx.stop());
    return {
      url: `${nginx.publicUrl}/api/v1`,
      certificate: made.certificate,
      databaseUrl: server.url,
      cluster,
      members,
      nginx,
      async replace(member) {
        await member.running.finished;
        members[members.indexOf(member)] = await serve(portOf.get(member) ?? 0);
      },
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}
