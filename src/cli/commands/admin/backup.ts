import { type ExitCode, exitCodeOfAll, exitCodes } from "../../../shared/exit-codes.ts";
import { pluralize } from "../../../shared/pluralize.ts";
import { showText } from "../../../shared/text.ts";
import { makeBackup, restoreBackup } from "../../../story-service/backup.ts";
import type { Context } from "../../context.ts";
import { type CommandResult, ended, type Io } from "../../io.ts";
import { text } from "../../parser/options.ts";
import { usage } from "../../problem.ts";
import { orStartProblem, readConfig } from "../../service/local-service.ts";
import { reportAudit } from "../serve-audit.ts";
import { onService, placeIn } from "./on-service.ts";

/** `serve backup`: copies everything durable as it was at one instant, while the service runs. */
export async function backup(context: Context): Promise<CommandResult> {
  const output = text(context.raw, "output");
  if (output === null) throw usage("Name a new folder with --output.", "Nothing was written.");
  const { io } = context;
  return onService(context, async (operator) => {
    const { recordings, bytes, missingRecordings } = await makeBackup(operator, output);
    io.say(
      `${showText(output)}: the database, ${pluralize(recordings, "recording")} and the pepper, ${Math.ceil(bytes / 1000)} kB`,
    );
    io.note(
      "The service's keys and sign-ins depend on the pepper: keep this folder as secret as the service's own folder.",
    );
    const exitCode = warnOfMissing(
      missingRecordings,
      io,
      "not in the backup, because they are missing from the service's storage",
    );
    return { exitCode, output, recordings, bytes, missingRecordings };
  });
}

/** `serve restore`: restores a backup to an empty location and adds up its credits. */
export async function restore(folder: string, context: Context): Promise<CommandResult> {
  const { io, raw, world } = context;
  const config = await readConfig(text(raw, "config"));
  const { variables } = context.environment;
  const place = { ...placeIn(raw), s3: config.recordings.s3, variables };
  const { at, recordings, missingRecordings, audit } = await orStartProblem(
    restoreBackup(folder, place, world),
    (why) => ({
      code: "service_unusable",
      what: "service",
      folder: place.dataFolder,
      why,
    }),
  );
  io.say(
    `Restored the service as it was at ${at}, with ${pluralize(recordings, "recording")} and the pepper, so its keys and sign-ins work again.`,
  );
  io.note(
    "Keys, tokens and bans are again as they were at that time. coursebinder serve admin revoke-all revokes every key and secret.",
  );
  const audited = reportAudit(audit, io);
  const missing = warnOfMissing(missingRecordings, io, "not in this backup, so they were not restored");
  return ended({ at, recordings, missingRecordings, ...audit }, exitCodeOfAll([audited, missing]));
}

const shownMost = 5;

/** Says whose recordings are missing; exit code 4 if any are. */
function warnOfMissing(ids: readonly string[], io: Io, where: string): ExitCode {
  if (ids.length === 0) return exitCodes.done;
  const more = ids.length > shownMost ? ` and ${ids.length - shownMost} more` : "";
  io.warn(
    `The recordings of ${pluralize(ids.length, "book")} are ${where}. Books: ${ids.slice(0, shownMost).map(showText).join(", ")}${more}. Nothing else is missing.`,
  );
  return exitCodes.failed;
}
