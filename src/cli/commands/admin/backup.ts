import { type ExitCode, exitCodeOfAll, exitCodes } from "../../../shared/exit-codes.ts";
import { Failure } from "../../../shared/failure.ts";
import { pluralize } from "../../../shared/pluralize.ts";
import { showText } from "../../../shared/text.ts";
import { makeBackup } from "../../../story-service/backup/make-backup.ts";
import { restoreBackup } from "../../../story-service/backup/restore-backup.ts";
import type { Context } from "../../context.ts";
import type { CommandResult, Io } from "../../io.ts";
import { text } from "../../parser/options.ts";
import type { CommandProblem } from "../../problem.ts";
import { readConfig } from "../../service/read-config.ts";
import { orStartProblem } from "../../service/start-problems.ts";
import { reportAudit } from "../serve-audit.ts";
import { onService, placeIn } from "./on-service.ts";

/** `serve backup`: a copy of everything that is durable, as of one instant, while the service runs. */
export async function backup(context: Context): Promise<CommandResult> {
  const output = text(context.raw, "output");
  if (output === null) {
    const message = "Say where with --output: a new folder. Nothing was written.";
    throw new Failure<CommandProblem>({ code: "usage", message });
  }
  const { io } = context;
  return onService(context, async (operator) => {
    const { recordings, bytes, missingRecordings } = await makeBackup(operator, output);
    io.say(
      `${showText(output)}: the database, ${pluralize(recordings, "recording")} and the pepper, ${Math.ceil(bytes / 1000)} kB`,
    );
    io.note(
      "The pepper is what makes its keys and sign-ins work: keep the folder as secret as the service's own.",
    );
    const exitCode = warnOfMissing(
      missingRecordings,
      io,
      "not in the backup: they are not where the service keeps them",
    );
    return { exitCode, output, recordings, bytes, missingRecordings };
  });
}

/** `serve restore`: puts a backup into an empty place and adds up its books. */
export async function restore(folder: string, context: Context): Promise<CommandResult> {
  const { io, raw, world } = context;
  const config = await readConfig(text(raw, "config"));
  const { variables } = context.environment;
  const place = { ...placeIn(raw), s3: config.recordings.s3, variables };
  const { at, recordings, missingRecordings, audit } = await orStartProblem(
    restoreBackup(folder, place, world),
    (why) => ({
      code: "service_unusable",
      folder: place.dataFolder,
      why,
    }),
  );
  io.say(
    `Restored the service of ${at} with ${pluralize(recordings, "recording")} and the pepper, so that its keys and sign-ins work again.`,
  );
  const { json, ...audited } = reportAudit(audit, io, { at, recordings, missingRecordings });
  const missing = warnOfMissing(missingRecordings, io, "not in this backup, and so not restored");
  const exitCode = exitCodeOfAll([audited.exitCode as ExitCode, missing]);
  return { exitCode, json: { ...json, ok: exitCode === exitCodes.done, exitCode } };
}

const shownMost = 5;

/** Says whose recordings are missing; exit code 4 if any are. */
function warnOfMissing(ids: readonly string[], io: Io, where: string): ExitCode {
  if (ids.length === 0) return exitCodes.done;
  const more = ids.length > shownMost ? ` and ${ids.length - shownMost} more` : "";
  io.warn(
    `The recordings of ${pluralize(ids.length, "book")} are ${where}. Books: ${ids.slice(0, shownMost).map(showText).join(", ")}${more}. Everything else is there.`,
  );
  return exitCodes.failed;
}
