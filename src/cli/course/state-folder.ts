import { join } from "node:path";
import { stateFolderFor } from "../../course/course-place.ts";
import type { Context } from "../context.ts";
import type { SharedOptions } from "../parser/options.ts";

/** Where this machine remembers what it has seen of each ledger, as the command line and the environment say. */
export function stateFolderOf({
  shared,
  environment,
}: Pick<Context, "shared" | "environment">): string | null {
  return stateFolderFor(shared, environment.stateFolder);
}

/** Where the service inside a rehearsal keeps its state. */
export function rehearsalDataFolder({ out }: SharedOptions): string {
  return join(out, "local", ".service");
}
