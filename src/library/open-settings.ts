import { fixedCredential, readCredential } from "../client/credentials.ts";
import type { RemoteProblem } from "../client/problem.ts";
import { readServiceUrl } from "../client/service-url.ts";
import { type CallOptions, standardCalls } from "../course/call-options.ts";
import { type Connection, connect, connectRehearsal, rehearsalService } from "../course/connect.ts";
import { type CoursePlace, placeOfCourse, readNamedLedger, stateFolderFor } from "../course/course-place.ts";
import { realWorld } from "../course/real-world.ts";
import type { Progress } from "../run/run-context.ts";
import { Failure } from "../shared/failure.ts";
import type { World } from "../shared/world.ts";
import type { CourseSettings, ServiceSettings } from "./settings.ts";

/** Settings with every default filled in. */
export interface OpenedCourse {
  readonly place: CoursePlace;
  readonly stateFolder: string | null;
  readonly world: World;
}

/** Throws a Failure with a CourseProblem if the ledger's address is invalid. */
export function openSettings(course: string, settings: CourseSettings): OpenedCourse {
  const { out = "out", ledger, rehearsal: local = false, stateFolder } = settings;
  const where = { out, local, ledger: ledger === undefined ? null : readNamedLedger(ledger) };
  return {
    place: placeOfCourse(course, where),
    stateFolder: stateFolderFor(where, stateFolder),
    world: { ...realWorld(), ...settings.world },
  };
}

export function callOptionsOf({ calls }: Pick<ServiceSettings, "calls">): CallOptions {
  return { ...standardCalls, ...calls };
}

/** The checked address of the service, and the service's name in the ledger. Throws a Failure with `service_url_invalid`. */
export function readService({ service, rehearsal = false }: ServiceSettings): { url: string; name: string } {
  const result = readServiceUrl(service.url);
  if (!result.ok) throw new Failure(result.problem);
  const { url } = result;
  if (rehearsal && !url.startsWith("http:"))
    throw new Failure<RemoteProblem>({ code: "service_url_invalid", url, why: "not-local" });
  return { url, name: rehearsal ? rehearsalService : url };
}

/** Checks and prepares everything needed to call the service. Sends nothing yet. Throws a Failure with a RemoteProblem. */
export async function openService(
  settings: ServiceSettings,
  { stateFolder, world }: OpenedCourse,
): Promise<Connection> {
  const { url } = readService(settings);
  const result = await readCredential({ key: settings.service.key, keyFile: undefined });
  if (!result.ok) throw new Failure(result.problem);
  const credential = fixedCredential(result.secret);
  const { timeoutMs } = callOptionsOf(settings);
  if (settings.rehearsal === true) return connectRehearsal({ url, credential, timeoutMs });
  return connect({ service: url, credential, timeoutMs, stateFolder }, world);
}

/** Calls the caller's listener. The listener's errors are ignored, because a purchase may be in progress. */
export function tellSafely(
  { onProgress }: Pick<ServiceSettings, "onProgress">,
  { log }: Pick<World, "log">,
): (progress: Progress) => void {
  return (progress) => {
    try {
      onProgress?.(progress);
    } catch (error) {
      log.error({ err: error, progress: progress.kind }, "the progress listener threw an error");
    }
  };
}
