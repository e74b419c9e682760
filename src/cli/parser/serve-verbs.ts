import type { Command } from "commander";
import { addAdmin, addBackups } from "./admin-verbs.ts";
import { databaseFlag } from "./database-option.ts";
import { acting, type Flag, type Runner, verb, withExamples, withoutHelpFor } from "./verb.ts";

/** Flags about courses and the service that they are bought from; a local service's folder is only given by --data. */
const aboutCourses = ["--out", "--local", "--service", "--ledger"];

function serviceVerb(parent: Command, usage: string, description: string, flags: readonly Flag[]): Command {
  return withoutHelpFor(verb(parent, usage, description, flags), aboutCourses);
}

/** The local service and its keys. */
export function addServe(program: Command, runner: Runner): void {
  const service = serviceVerb(
    program,
    "serve",
    "the local story service, a full stand-in for rehearsals and tests",
    [
      {
        flags: "--port <n>",
        text: "0 takes a free one; a worker's, for /healthz and /readyz",
        standard: "4010, or none for a worker",
      },
      {
        flags: "--host <address>",
        text: "where it listens: 127.0.0.1, ::1, or any address of a service with a publicUrl",
        standard: "127.0.0.1",
      },
      { flags: "--data <folder>", text: "its state", standard: "out/local/.service" },
      databaseFlag,
      {
        flags: "--web",
        text: "with --database: only answer, and leave the work on stories to workers",
        excludes: ["worker"],
      },
      { flags: "--worker", text: "with --database: only work on stories, and answer nobody" },
      {
        flags: "--config <file>",
        text: "its public address, accounts, limits, switches and faults; see courses/local-service.yaml",
      },
      {
        flags: "--clock <instant>",
        text: "where its clock starts, such as 2026-01-31T23:59:50Z",
        standard: "now",
      },
      { flags: "--writing-time <duration>", text: "how long a story takes", standard: "2s" },
      { flags: "--narration-time <duration>", text: "how long an audiobook takes", standard: "3s" },
    ],
  ).action(acting(runner, async (context) => (await import("../commands/serve.ts")).serve(context)));
  service.enablePositionalOptions();
  withExamples(
    service,
    "coursebinder serve --port 0",
    "coursebinder serve --config courses/local-service.yaml",
  );
  serviceVerb(service, "audit", "add up a local service's credits, running or not", [
    { flags: "--data <folder>", text: "its state", standard: "out/local/.service" },
    databaseFlag,
  ]).action(
    acting(runner, async (context) => (await import("../commands/serve-audit.ts")).auditService(context)),
  );
  addAdmin(service, runner, serviceVerb);
  addBackups(service, runner, serviceVerb);
  const keys = service
    .command("keys")
    .description("the keys and connections of a local service, running or not");
  const where: readonly Flag[] = [
    { flags: "--data <folder>", text: "its state", standard: "out/local/.service" },
    databaseFlag,
  ];
  const whose = (standard: string): Flag => ({ flags: "--account <id>", text: "whose", standard });
  serviceVerb(keys, "list", "what is live, and when it was last used", [
    ...where,
    whose("everybody's"),
  ]).action(acting(runner, async (context) => (await import("../commands/serve-keys.ts")).listKeys(context)));
  serviceVerb(keys, "add <name>", "make a key; its secret is shown this once", [
    ...where,
    whose("the only account's; needed where there are several"),
    { flags: "--scopes <list>", text: "such as books:read,account:read", standard: "all of them" },
    { flags: "--cap <credits>", text: "what it may spend in a UTC month, 0 to 100000", standard: "no cap" },
  ]).action(
    acting(runner, async (context, [name = ""]) =>
      (await import("../commands/serve-keys.ts")).addKey(name, context),
    ),
  );
  serviceVerb(keys, "revoke <name-or-id>", "end a key or a connection, at once", [
    ...where,
    whose("that of the only account which has one of that name"),
  ]).action(
    acting(runner, async (context, [which = ""]) =>
      (await import("../commands/serve-keys.ts")).revokeKey(which, context),
    ),
  );
}
