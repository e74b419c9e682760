import { readShipped } from "../../shared/files/shipped-file.ts";

/** How many steps the schema has: `migrations/<n>.sql` turns version n-1 into version n. Never edit a released step: add another one. */
export const latestVersion = 15;

/**
 * The step to a version. It is written in SQLite's dialect, which `postgres/postgres-store.ts` translates; where that is not enough, PostgreSQL has a
 * file of its own. Times are stored as whole ms since 1970, credits as whole numbers, and lists and settings as JSON.
 */
export function migrationTo(version: number, engine: "sqlite" | "postgres"): string {
  const name = engine === "postgres" && ownSteps.includes(version) ? `${version}.postgres` : String(version);
  return readShipped(new URL(`./migrations/${name}.sql`, import.meta.url)).toString("utf8");
}

const ownSteps: readonly number[] = [4, 7, 12];
