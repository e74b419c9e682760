import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, readdir, utimes } from "node:fs/promises";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import {
  type S3Settings,
  s3SettingsSchema,
  type Variables,
} from "../../../src/story-service/recordings/s3-settings.ts";
import { freePort } from "../../free-port.ts";
import { needTool } from "../../tools.ts";
import { type HandWorld, type RigOptions, tempFolder, undo } from "../fixtures.ts";
import { type OAuthFixture, signingReaders, startOAuthFixture } from "../oauth/oauth-fixtures.ts";

const tools = "/opt/coursebinder-tools";
const program = `${tools}/s3rver/node_modules/@20minutes/s3rver/lib/s3rver.js`;
// The server is written for a later Node than this one, and the tokens of its lists need an old cipher.
const node = `${tools}/node-24/node_modules/node-linux-${process.arch}/bin/node`;

/** Whether the server and what it runs on are installed. */
export const hasS3 = [needTool("s3rver", program), needTool("Node 24", node)].every(Boolean);

/** A server with the S3 interface that keeps objects in a folder and checks signatures of version 4, with a bucket of the test's own. */
export interface S3Server {
  readonly settings: S3Settings;
  /** What a service's configuration says of it. */
  readonly config: string;
  /** The environment with the key that opens it. */
  readonly variables: Variables;
  /** The file that the server keeps an object's bytes in. */
  fileOf(name: string): string;
  /** Ends it at once, with what it is sending. */
  stop(): Promise<void>;
  /** Starts it again, at the same address. */
  start(): Promise<void>;
  /** Leaves it running without doing anything, as a machine that hangs. */
  suspend(): void;
  resume(): void;
}

const variables = { AWS_ACCESS_KEY_ID: "S3RVER", AWS_SECRET_ACCESS_KEY: "S3RVER" };
const bucket = "stories";
const prefix = "of/tests/";

/** Starts one, until the test that runs now has ended. */
export async function startS3(): Promise<S3Server> {
  const folder = await tempFolder();
  const port = await freePort();
  await mkdir(join(folder, bucket));
  let child: ChildProcess | null = null;
  const server: S3Server = {
    settings: s3SettingsSchema.parse({ endpoint: `http://127.0.0.1:${port}`, bucket, prefix }),
    config: `recordings: { s3: { endpoint: "http://127.0.0.1:${port}", bucket: ${bucket}, prefix: ${prefix} } }`,
    variables,
    fileOf: (name) => join(folder, bucket, prefix, `${name}${suffix}`),
    async start() {
      child = spawn(node, ["--openssl-legacy-provider", "-e", script, program, folder, String(port)], {
        stdio: ["ignore", "pipe", "inherit"],
      });
      const lines = createInterface({ input: child.stdout as NonNullable<ChildProcess["stdout"]> });
      await once(lines, "line");
    },
    async stop() {
      if (child === null) return;
      const ended = once(child, "exit");
      child.kill("SIGKILL");
      await ended;
      child = null;
    },
    suspend: () => void child?.kill("SIGSTOP"),
    resume: () => void child?.kill("SIGCONT"),
  };
  await server.start();
  undo.push(() => server.stop());
  return server;
}

const script = `
const [program, directory, port] = process.argv.slice(1);
const S3rver = require(program);
new S3rver({ address: "127.0.0.1", port: Number(port), silent: true, directory }).run().then(() => console.log("ready"));
`;

/** A service with two readers whose recordings are in the bucket. */
export function serviceWith(server: S3Server, options: RigOptions = {}): Promise<OAuthFixture> {
  const config = `limits: { calls: 100000/1m, paidStarts: 100000/1m }\n${server.config}\n${signingReaders}`;
  return startOAuthFixture({ config, variables: server.variables, ...options });
}

const suffix = "._S3rver_object";

/** The names of the objects in the place of the recordings, as the server has them on its disk. */
export async function objectsIn(server: S3Server): Promise<string[]> {
  const names = await readdir(dirname(server.fileOf("x"))).catch(() => []);
  return names.filter((name) => name.endsWith(suffix)).map((name) => name.slice(0, -suffix.length));
}

/** The recordings among them. */
export async function recordingsIn(server: S3Server): Promise<string[]> {
  return (await objectsIn(server)).filter((name) => name.endsWith(".mp3")).sort();
}

/** Makes all objects as old as that by the clock of the service. */
export async function age(server: S3Server, world: HandWorld, ms: number): Promise<void> {
  const at = new Date(world.now() - ms);
  for (const name of await objectsIn(server)) await utimes(join(server.fileOf(name)), at, at);
}
