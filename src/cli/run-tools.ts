import { openFileLedger } from "../ledger/file-store.ts";
import type { LedgerStore } from "../ledger/store.ts";
import type { Patiences } from "../pipeline/tools.ts";
import { fixedPace, type Pace } from "../remote/pace.ts";
import { realFiles } from "../shared/real-files.ts";
import { serviceOf } from "./connection.ts";
import type { Context } from "./context.ts";
import { type CoursePlace, stateFolderOf } from "./course-place.ts";
import type { CallOptions } from "./options.ts";

/** Opens the course's ledger for writing, alone. */
export function holdLedger(
  { course, place, mustExist }: { course: string; place: CoursePlace; mustExist: boolean },
  context: Context,
  processId: number,
): Promise<LedgerStore> {
  const stateFolder = stateFolderOf(context);
  const since = new Date(context.world.now()).toISOString();
  return openFileLedger({
    path: place.ledger,
    identity: { course, service: serviceOf(context) },
    mustExist,
    holder: `process ${processId} since ${since}`,
    ...(stateFolder === null ? {} : { stateFolder }),
    files: realFiles,
    world: context.world,
  });
}

export function paceOf({ calls, starts, pollMs }: CallOptions, context: Context): Pace {
  return fixedPace({ calls, starts, pollMs }, context.world);
}

export function patiencesOf({ creationTimeoutMs, maxWaitMs, giveUpMs }: CallOptions): Patiences {
  return { creationTimeoutMs, maxWaitMs, giveUpMs };
}
