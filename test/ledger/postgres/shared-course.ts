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
  /** What these start, in this process: see `coursebinderHere`. */
  here(machine: number, verb: string, ...flags: string[]): Promise<Finished>;
  runHere(machine: number, ...flags: string[]): Promise<Finished>;
}

export async function shareCourse(serverUrl: string, topics: readonly string[]): Promise<SharedCourse> {
  const database = await freshDatabase(serverUrl);
  const served = await Served.start({ writingTime: "50ms" });
  served.plan(smallCourse(topics, "package: { formats: [words] }"));
  const rateLimiter = ["--poll", "100ms", "--limit-calls", "1000/1s", "--limit-starts", "1000/1s"];
  const line = (machine: number, verb: string, ...flags: string[]): string[] => {
    const place = ["--out", `machine-${machine}`];
    return [verb, "course.yaml", ...place, ...(verb === "run" ? rateLimiter : []), ...flags];
  };
  const environmentOf = (machine: number): Record<string, string> => ({
    ...served.environment,
    COURSEBINDER_LEDGER: database.url,
    COURSEBINDER_STATE: `${served.folder}/state-${machine}`,
  });
  const begin: SharedCourse["begin"] = (machine, ...words) =>
    start({ args: line(machine, ...words), cwd: served.folder, env: environmentOf(machine) });
  const here: SharedCourse["here"] = (machine, ...words) =>
    served.commandHere(line(machine, ...words), environmentOf(machine));
  return {
    served,
    database,
    begin,
    run: (machine, ...flags) => begin(machine, "run", "--json", ...flags).finished,
    here,
    runHere: (machine, ...flags) => here(machine, "run", "--json", ...flags),
  };
}
