import { userInfo } from "node:os";
import { closing } from "../../../shared/closing.ts";
import { exitCodes } from "../../../shared/exit-codes.ts";
import { Failure } from "../../../shared/failure.ts";
import { onDataFolder } from "../../../story-service/data-folder.ts";
import { type Operator, openOperator } from "../../../story-service/operator/operator.ts";
import type { StartProblem } from "../../../story-service/start-problem.ts";
import { databaseRefusal, type StorePlace } from "../../../story-service/store/store.ts";
import type { Context } from "../../context.ts";
import { type CommandResult, ended } from "../../io.ts";
import { databaseIn, type RawOptions, text } from "../../parser/options.ts";
import type { CommandProblem } from "../../problem.ts";
import { orStartProblem } from "../../service/local-service.ts";

/** Where to find the service that a command line names. */
export function placeIn(raw: RawOptions): StorePlace {
  return { dataFolder: text(raw, "data") ?? "out/local/.service", database: databaseIn(raw) };
}

/** Problems whose messages have a command for the same service. */
const showsFolder: ReadonlySet<string> = new Set(["account_unknown", "no_such_key"]);

/** The user of the operating system, for the log. In a container one may have no name. */
function userName(): string {
  try {
    return userInfo().username;
  } catch {
    return "without a name";
  }
}

/** Runs an operator's command on the named service; the members of the command's result become the document. */
export async function onService(
  context: Context,
  work: (operator: Operator) => Promise<Readonly<Record<string, unknown>> & { readonly exitCode?: number }>,
): Promise<CommandResult> {
  const place = placeIn(context.raw);
  const unusable = (why: StartProblem): CommandProblem => ({
    code: "service_unusable",
    what: "service",
    folder: place.dataFolder,
    why,
  });
  const { world, environment } = context;
  const user = { userName: userName(), variables: environment.variables };
  const operator = await orStartProblem(openOperator(place, world, user), unusable);
  return closing(operator, async () => {
    // Some drivers open a read-only database, and refuse only the first write.
    const done = work(operator).catch((error: unknown) => {
      if (error instanceof Failure && showsFolder.has(error.problem.code))
        throw new Failure({ ...error.problem, folder: place.dataFolder });
      if (databaseRefusal(error) === null) throw error;
      return onDataFolder(place, () => Promise.reject(error));
    });
    const { exitCode = exitCodes.done, ...document } = await orStartProblem(done, unusable);
    return ended({ ...document }, exitCode);
  });
}
