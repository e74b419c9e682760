import { join } from "node:path";
import { stateFolderFor } from "../../course/course-place.ts";
import { rehearsalsFolder } from "../../plan/names.ts";
import type { Context } from "../context.ts";
import type { SharedOptions } from "../parser/options.ts";

/** The folder in which this machine remembers what it has seen of each ledger, from the command line and the environment. */
export function stateFolderOf({
  shared,
  environment,
}: Pick<Context, "shared" | "environment">): string | null {
  return stateFolderFor(shared, environment.stateFolder);
}

/** The folder for the state of a rehearsal's service. */
export function rehearsalDataFolder({ out }: SharedOptions): string {
  return join(out, rehearsalsFolder, ".service");
}
