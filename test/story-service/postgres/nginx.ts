import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { checkServerIdentity } from "node:tls";
import { Agent } from "undici";
import { temporaryFolder } from "../../fixtures.ts";
import { freePort } from "../../free-port.ts";
import { startServer } from "../../ledger/postgres/database/server.ts";
import { type Cluster, type Member, newCluster } from "../../load/cluster.ts";

export const nginxPath = "/usr/sbin/nginx";
export const opensslPath = "/usr/bin/openssl";

/** In the place of the name in `courses/nginx.conf`: one that every resolver knows. */
export const publicName = "localhost";

interface Certificate {
  readonly key: string;
  readonly certificate: string;
}

/** Makes a key and a certificate of its own for the public name, as files in a folder. */
function selfSigned(folder: string): Certificate {
  const key = join(folder, "key.pem");
  const certificate = join(folder, "certificate.pem");
  const subject = ["-subj", `/CN=${publicName}`, "-addext", `subjectAltName=DNS:${publicName}`, "-days", "2"];
  const kind = ["req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"];
  execFileSync(opensslPath, [...kind, ...subject, "-keyout", key, "-out", certificate], { stdio: "ignore" });
  return { key, certificate };
}

/** What nginx has around a site, with all of its files in one folder. */
function aroundSite(folder: string): string {
  const paths = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map(
    (name) => `${name}_temp_path ${join(folder, name)};`,
  );
  const user = process.getuid?.() === 0 ? "user root;" : "";
  return `${user} daemon off; pid ${join(folder, "nginx.pid")}; error_log stderr notice; worker_processes 1;
events {} http { access_log off; ${paths.join(" ")} include ${join(folder, "site.conf")}; }
`;
}

interface Nginx {
  readonly httpPort: number;
  readonly publicUrl: string;
  /** What it has said, line by line. */
  readonly lines: readonly string[];
  /** The file of its log of requests. */
  readonly log: string;
  /** Starts it in front of processes on these ports. Resolves once it accepts connections. */
  start(ports: readonly [number, number]): Promise<void>;
  stop(): Promise<void>;
}

/** nginx with `courses/nginx.conf`: only name, ports and paths are others. */
async function nginxIn(folder: string, { key, certificate }: Certificate): Promise<Nginx> {
  const httpPort = await freePort();
  const port = await freePort();
  const publicUrl = `https://${publicName}:${port}`;
  const lines: string[] = [];
  const log = join(folder, "requests.log");
  let stop = async (): Promise<void> => undefined;
  return {
    httpPort,
    publicUrl,
    lines,
    log,
    async start([one, other]) {
      const changes: [string, string][] = [
        ["  listen [::]:80;\n", ""],
        ["  listen [::]:443 ssl;\n", ""],
        ["listen 80;", `listen 127.0.0.1:${httpPort};`],
        ["listen 443 ssl;", `listen 127.0.0.1:${port} ssl;`],
        ["server 127.0.0.1:4010 ", `server 127.0.0.1:${one} `],
        ["server 127.0.0.1:4011 ", `server 127.0.0.1:${other} `],
        ["/etc/letsencrypt/live/stories.example.org/fullchain.pem", certificate],
        ["/etc/letsencrypt/live/stories.example.org/privkey.pem", key],
        ["/var/log/nginx/stories.log", log],
        ["https://stories.example.org$request_uri", `${publicUrl}$request_uri`],
        ["server_name stories.example.org;", `server_name ${publicName};`],
      ];
      let site = readFileSync("courses/nginx.conf", "utf8");
      for (const [from, to] of changes) {
        if (!site.includes(from)) throw new Error(`courses/nginx.conf has no ${from}`);
        site = site.replaceAll(from, to);
      }
      writeFileSync(join(folder, "site.conf"), site);
      const file = join(folder, "nginx.conf");
      writeFileSync(file, aroundSite(folder));
      const child = spawn(nginxPath, ["-c", file, "-p", folder, "-e", "stderr"], {
        stdio: ["ignore", "ignore", "pipe"],
      });
      const ended = once(child, "close");
      await new Promise<void>((resolve, reject) => {
        createInterface({ input: child.stderr }).on("line", (line) => {
          lines.push(line);
          if (line.includes("start worker process")) resolve();
        });
        void ended.then(() => reject(new Error(lines.join("\n"))));
      });
      stop = async () => {
        child.kill("SIGTERM");
        await ended;
      };
    },
    stop: () => stop(),
  };
}

/** A client that finds the public name at this machine, trusts its certificate, and comes from one of this machine's addresses. */
export function clientFrom(localAddress: string, certificate: string): Agent {
  return new Agent({
    localAddress,
    connect: {
      ca: readFileSync(certificate),
      // Also where a test names another host.
      checkServerIdentity: (_name, seen) => checkServerIdentity(publicName, seen),
      lookup: (_name, { all }, found) =>
        all === true ? found(null, [{ address: "127.0.0.1", family: 4 }]) : found(null, "127.0.0.1", 4),
    },
  });
}

/** A service as `courses/nginx.conf` describes it: nginx before two processes on one database. */
export interface PublicCluster {
  /** The file of the certificate that a client has to trust. */
  readonly certificate: string;
  readonly cluster: Cluster;
  readonly members: readonly Member[];
  readonly nginx: Nginx;
  stop(): Promise<void>;
}

/** Starts all of it, with the built command. `config`: without the members that a public address needs. */
export async function startPublicCluster(
  config: object,
  env: Readonly<Record<string, string>>,
): Promise<PublicCluster> {
  const folder = temporaryFolder();
  const undo: (() => Promise<void>)[] = [() => folder.dispose()];
  const stop = async (): Promise<void> => {
    for (const step of undo.splice(0).reverse()) await step();
  };
  try {
    const server = await startServer();
    undo.push(() => server.stop());
    const made = selfSigned(folder.path);
    const nginx = await nginxIn(folder.path, made);
    const text = JSON.stringify({ publicUrl: nginx.publicUrl, trustedProxies: ["127.0.0.1"], ...config });
    const cluster = await newCluster({ databaseUrl: server.url, config: text, writingTime: "10ms", env });
    undo.push(() => cluster.stop());
    const ports = [await freePort(), await freePort()] as const;
    // One after the other: the first makes the tables and the accounts.
    const members = [await cluster.serve(ports[0]), await cluster.serve(ports[1])];
    await nginx.start(ports);
    undo.push(() => nginx.stop());
    return { certificate: made.certificate, cluster, members, nginx, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
