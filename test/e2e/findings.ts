import { once } from "node:events";
import { readdirSync, readFileSync, statSync } from "node:fs";
import type { AddressInfo, Server } from "node:net";
import { join } from "node:path";
import { documentOf, type Finished } from "../fixtures.ts";
import type { Served } from "./served.ts";

/** One check of `doctor --json`. */
export interface Check {
  readonly name: string;
  readonly state: string;
  readonly found: string;
  readonly remedy: string | null;
}

/** The checks of a finished `doctor --json`, by name, in their order. */
export function checksOf(finished: Finished): Readonly<Record<string, Check>> {
  const { checks } = documentOf(finished) as unknown as { checks: readonly Check[] };
  return Object.fromEntries(checks.map((check) => [check.name, check]));
}

/** Every file below a course's folder, but for what its service keeps, with its time and its bytes. */
export function filesBelow(folder: string): Record<string, string> {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const own = files.filter((path) => !path.startsWith(join(folder, "service")));
  return Object.fromEntries(
    own.map((path) => [path, `${statSync(path).mtimeMs} ${readFileSync(path, "hex")}`]),
  );
}

/** Has a server listen on this machine, and gives its port. */
export async function portOf(server: Server): Promise<number> {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return (server.address() as AddressInfo).port;
}

/** The secret of a new key of the account that has only these scopes, such as `books:read,stories:write`. */
export async function keyWith(served: Served, scopes: string): Promise<string> {
  const where = ["--account", "ann", "--data", join(served.folder, "service")];
  const added = await served.command(["serve", "keys", "add", "narrow", "--scopes", scopes, ...where]);
  const secret = /sk_live_[\w-]{43}/.exec(added.stdout)?.[0];
  if (secret === undefined) throw new Error(`${added.stdout}\n${added.stderr}`);
  return secret;
}
