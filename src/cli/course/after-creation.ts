import { resolve } from "node:path";
import process from "node:process";
import type { CoursePlace } from "../../course/course-place.ts";
import type { AfterCreation, Progress, RecordedCreation } from "../../run/run-context.ts";
import type { Context } from "../context.ts";
import { withoutSecrets } from "../parser/environment.ts";
import { text } from "../parser/options.ts";
import { runInShell } from "../shell-command.ts";

/** Enough for a push to a slow server. */
const commandMs = 5 * 60_000;

export interface AboutCourse {
  readonly course: string;
  readonly place: CoursePlace;
  readonly tell: (progress: Progress) => void;
}

/**
 * The command given by `--after-creation`; null if not given. It comes from the command line or its variable, never from a plan. The
 * command gets the creation's facts in `COURSEBINDER_*` variables, and none of this program's secrets.
 */
export function afterCreationIn({ raw }: Pick<Context, "raw">, about: AboutCourse): AfterCreation | null {
  const command = text(raw, "afterCreation");
  if (command === null) return null;
  const onLine = (line: string): void => about.tell({ kind: "commandSaid", line });
  return (recorded) => {
    const env = { ...withoutSecrets(process.env), ...variablesFor(recorded, about) };
    return runInShell(command, { env, mostMs: commandMs, onLine });
  };
}

function variablesFor(
  { recordName: { edition, job }, outcome, story }: RecordedCreation,
  { course, place }: AboutCourse,
): Record<string, string> {
  return {
    COURSEBINDER_COURSE: course,
    COURSEBINDER_EDITION: edition,
    COURSEBINDER_JOB: job,
    COURSEBINDER_OUTCOME: outcome,
    COURSEBINDER_FOLDER: resolve(place.folder),
    ...(story === null ? {} : { COURSEBINDER_STORY: story }),
    ...(place.ledger.kind === "file" ? { COURSEBINDER_LEDGER_FILE: resolve(place.ledger.location) } : {}),
  };
}
