import { join } from "node:path";
import pg from "pg";
import { coursebinder } from "../fixtures.ts";
import { type Cluster, type ClusterOptions, newCluster } from "./cluster.ts";

/** Makes a backup of a service while it runs, and gives its folder. */
export async function backUp(cluster: Cluster, name: string, databaseUrl: string): Promise<string> {
  const output = join(cluster.folder, name);
  const made = await coursebinder(["serve", "backup", "--output", output, "--data", "data"], {
    cwd: cluster.folder,
    env: { COURSEBINDER_DATABASE: databaseUrl },
  });
  if (made.code !== 0) throw new Error(`no backup: ${made.stderr}`);
  return output;
}

/** A service restored from a backup into a folder and a database of its own, none of whose processes runs yet, and what `serve restore` found wrong. */
export async function restoreFrom(
  backup: string,
  options: ClusterOptions,
): Promise<{ readonly restored: Cluster; readonly problems: readonly string[] }> {
  const restored = await newCluster(options);
  const { code, stderr } = await coursebinder(["serve", "restore", backup, "--data", "data"], {
    cwd: restored.folder,
    env: { COURSEBINDER_DATABASE: options.databaseUrl },
  });
  return { restored, problems: code === 0 ? [] : [`serve restore ended with ${code}: ${stderr}`] };
}

/** Makes a database on a server, and gives its address. */
export async function newDatabase(serverUrl: string, name: string): Promise<string> {
  const client = new pg.Client({ connectionString: serverUrl });
  await client.connect();
  await client.query(`CREATE DATABASE ${name}`);
  await client.end();
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return url.href;
}
