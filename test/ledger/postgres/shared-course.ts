import { Served, smallCourse } from "../../e2e/fixtures/served.ts";
import { type Finished, start } from "../../fixtures.ts";
import { type Database, freshDatabase } from "./fixtures.ts";

/** A course whose ledger is in a database, and the service that it buys from. */
export interface SharedCourse {
  readonly served: Served;
  readonly database: Database;
  /** Starts the command as on a machine of its own: with its own folder for what it saves. */
  begin(machine: number, verb: string, ...flags: string[]): ReturnType<typeof start>;
  run(machine: number, ...flags: string[]): Promise<Finished>;
}

export async function shareCourse(serverUrl: string, topics: readonly string[]): Promise<SharedCourse> {
  const database = await freshDatabase(serverUrl);
  const served = await Served.start({ writingTime: "50ms" });
  served.plan(smallCourse(topics, "package: { formats: [words] }"));
  const rateLimiter = ["--poll", "100ms", "--limit-calls", "1000/1s", "--limit-starts", "1000/1s"];
  const begin: SharedCourse["begin"] = (machine, verb, ...flags) =>
    start({
      args: [
        verb,
        "course.yaml",
        "--out",
        `machine-${machine}`,
        ...(verb === "run" ? rateLimiter : []),
        ...flags,
      ],
      cwd: served.folder,
      env: {
        ...served.environment,
        COURSEBINDER_LEDGER: database.url,
        COURSEBINDER_STATE: `${served.folder}/state-${machine}`,
      },
    });
  return {
    served,
    database,
    begin,
    run: (machine, ...flags) => begin(machine, "run", "--json", ...flags).finished,
  };
}
