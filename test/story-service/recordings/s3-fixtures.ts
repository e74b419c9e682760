import { readdir, utimes } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { HandWorld, RigOptions } from "../fixtures.ts";
import { type OAuthFixture, signingReaders, startOAuthFixture } from "../oauth/oauth-fixtures.ts";
import type { S3Server } from "./s3-server.ts";

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
