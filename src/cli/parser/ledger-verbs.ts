import type { Command } from "commander";
import { calling, editions } from "./common-flags.ts";
import { acting, type Runner, verb, withExamples } from "./verb.ts";

/** The verb, and its names of before, which scripts may call. */
const restoring = [
  ["restore <plan>", false],
  ["rejoin <plan> [rescue-file]", true],
  ["rebuild <plan>", true],
] as const;

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
  for (const [name, isHidden] of restoring) {
    const restore = verb(
      ledger,
      name,
      "bring back a lost or older ledger from this machine's mirror, or from saved stories; buys nothing",
      [...editions, ...calling, { flags: "--offline", text: "ask the service nothing" }],
      isHidden,
    );
    restore.action(
      acting(runner, async (context, [file = ""]) =>
        (await import("../commands/ledger/restore.ts")).restore(file, context),
      ),
    );
  }
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
