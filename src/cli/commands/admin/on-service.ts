import { userInfo } from "node:os";
import { exitCodes } from "../../../shared/exit-codes.ts";
import { Failure } from "../../../shared/failure.ts";
import { startProblemOf } from "../../../story-service/data-folder.ts";
import { type Operator, openOperator } from "../../../story-service/operator/operator.ts";
import type { StorePlace } from "../../../story-service/store/store-place.ts";
import type { Context } from "../../context.ts";
import type { CommandResult } from "../../io.ts";
import { databaseIn } from "../../parser/database-option.ts";
import { type RawOptions, text } from "../../parser/options.ts";
import type { CommandProblem } from "../../problem.ts";

/** Where the service is that a command line names. */
export function placeIn(raw: RawOptions): StorePlace {
  return { dataFolder: text(raw, "data") ?? "out/local/.service", database: databaseIn(raw) };
}

/** The user of the operating system, for the log. One without a name, as in a container, has a number. */
export function userName(): string {
  try {
    return userInfo().username;
  } catch {
    return "without a name";
  }
}

/** Runs a command of the operator on the named service; its result's members become the document. */
export async function onService(
  context: Context,
  work: (operator: Operator) => Promise<Readonly<Record<string, unknown>> & { readonly exitCode?: number }>,
): Promise<CommandResult> {
  const place = placeIn(context.raw);
  const operator = await openOperator(place, context.world, userName()).catch((error: unknown) => {
    const why = startProblemOf(error);
    if (why === null) throw error;
    throw new Failure<CommandProblem>(
      { code: "service_unusable", folder: place.dataFolder, why },
      { cause: error },
    );
  });
  try {
    const { exitCode = exitCodes.done, ...document } = await work(operator);
    return { exitCode, json: { ok: exitCode === exitCodes.done, exitCode, ...document } };
  } finally {
    await operator.store.close();
  }
}
