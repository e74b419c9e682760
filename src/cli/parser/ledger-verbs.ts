import type { Command } from "commander";
import { calling, editions } from "./common-flags.ts";
import { acting, type Runner, verb, withExamples } from "./verb.ts";

/** The ledger: inspecting and repairing it. */
export function addLedger(program: Command, runner: Runner): void {
  const ledger = program.command("ledger").description("the record of everything that was bought");
  withExamples(
    ledger,
    "coursebinder ledger verify course.yaml",
    "coursebinder ledger copy course.yaml backup.jsonl",
  );
  verb(ledger, "verify <plan-or-ledger>", "recompute the whole chain of hashes", editions).action(
    acting(runner, async (context, [file = ""]) =>
      (await import("../commands/ledger/ledger.ts")).verifyLedger(file, context),
    ),
  );
  verb(ledger, "show <plan-or-ledger>", "print every event", editions).action(
    acting(runner, async (context, [file = ""]) =>
      (await import("../commands/ledger/ledger.ts")).showLedger(file, context),
    ),
  );
  verb(ledger, "create <plan>", "begin an empty ledger, once, for runs with --ledger-must-exist", [
    ...editions,
    { flags: "--new-ledger", text: "also where this machine knows that lessons were bought" },
  ]).action(
    acting(runner, async (context, [file = ""]) =>
      (await import("../commands/ledger/create-ledger.ts")).createLedger(file, context),
    ),
  );
  verb(
    ledger,
    "join <plan> <ledger>",
    "take in another ledger of the course that went on by itself; lists what the two say differently",
    editions,
  ).action(
    acting(runner, async (context, [file = "", other = ""]) =>
      (await import("../commands/ledger/join.ts")).joinLedger(file, other, context),
    ),
  );
  verb(
    ledger,
    "rejoin <plan> [rescue-file]",
    "put back what a run could not record after it had lost its ledger",
    editions,
  ).action(
    acting(runner, async (context, [file = "", rescue]) =>
      (await import("../commands/ledger/rejoin.ts")).rejoinLedger(file, rescue, context),
    ),
  );
  verb(
    ledger,
    "rebuild <plan>",
    "make a lost ledger again from saved stories, this machine's memory and the service; buys nothing",
    [...editions, ...calling, { flags: "--offline", text: "ask the service nothing" }],
  ).action(
    acting(runner, async (context, [file = ""]) =>
      (await import("../commands/ledger/rebuild.ts")).rebuild(file, context),
    ),
  );
  verb(
    ledger,
    "copy <plan-or-ledger> <ledger>",
    "copy it to another file or database, verified",
    editions,
  ).action(
    acting(runner, async (context, [file = "", to = ""]) =>
      (await import("../commands/ledger/ledger.ts")).copyLedgerTo(file, to, context),
    ),
  );
}
