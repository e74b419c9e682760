import { join } from "node:path";
import { Failure } from "../shared/failure.ts";
import type { Context } from "./context.ts";
import type { SharedOptions } from "./options.ts";
import type { CommandProblem } from "./problem.ts";

/** Where a course's files are. */
export interface CoursePlace {
  readonly folder: string;
  readonly ledger: string;
}

/** A rehearsal's courses are in a folder of their own, so that it is never mistaken for the real thing. */
export function placeOfCourse(course: string, { out, local, ledger }: SharedOptions): CoursePlace {
  const folder = local ? join(out, "local", course) : join(out, course);
  if (ledger !== null && /^postgres(ql)?:/.test(ledger)) {
    throw new Failure<CommandProblem>({ code: "postgres_unsupported" });
  }
  return { folder, ledger: ledger ?? join(folder, "ledger.jsonl") };
}

/** Where this machine remembers what it has seen of each ledger: for a rehearsal beside it, since nothing was paid. */
export function stateFolderOf({
  shared,
  environment,
}: Pick<Context, "shared" | "environment">): string | null {
  return shared.local ? join(shared.out, "local", ".state") : environment.stateFolder;
}

/** Where the service inside a rehearsal keeps its state. */
export function rehearsalDataFolder({ out }: SharedOptions): string {
  return join(out, "local", ".service");
}
