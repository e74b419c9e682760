import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { createInterface } from "node:readline";
import {
  type S3Settings,
  s3SettingsSchema,
  type Variables,
} from "../../../src/story-service/recordings/s3-settings.ts";
import { freePort } from "../../free-port.ts";
import { needTool } from "../../tools.ts";
import { tempFolder, undo } from "../fixtures.ts";

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
    fileOf: (name) => join(folder, bucket, prefix, `${name}._S3rver_object`),
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
