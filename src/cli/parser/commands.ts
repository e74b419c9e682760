import type { Operation } from "../../story-service/operator/operations.ts";
import { usage } from "../problem.ts";
import { type Declaration, declarations, type Flag, flagsNamed, nameOf } from "./declarations.ts";

type Run = NonNullable<Declaration["run"]>;

const restore: Run = async (context, [file = ""]) =>
  (await import("../commands/ledger.ts")).restore(file, context);
const account = () => import("../commands/account.ts");
const login = () => import("../commands/login.ts");
const ledger = () => import("../commands/ledger.ts");
const lists = () => import("../commands/lists.ts");
const completing = () => import("../commands/completion.ts");

/** The code of each command, loaded only when the command is run. */
export const runs: Readonly<Record<string, Run>> = {
  init: async (context, [folder = "."]) => (await import("../commands/init.ts")).init(folder, context),
  check: async (context, [plan = ""]) => (await import("../commands/check.ts")).check(plan, context),
  languages: async (context, [text = ""]) => (await lists()).listLanguages(text, context),
  genres: async (context) => (await lists()).listGenres(context),
  plan: async (context, [plan = ""]) => (await import("../commands/plan.ts")).plan(plan, context),
  run: async (context, [plan = ""]) => (await import("../commands/run/run.ts")).run(plan, context),
  status: async (context, [plan = "", job]) =>
    (await import("../commands/status.ts")).status(plan, job, context),
  cost: async (context, plans) => (await import("../commands/cost.ts")).cost(plans, context),
  doctor: async (context, [plan]) => (await import("../commands/doctor/doctor.ts")).doctor(plan, context),
  login: async (context) => (await login()).login(context),
  logout: async (context) => (await login()).logout(context),
  whoami: async (context) => (await login()).whoami(context),
  "account balance": async (context) => (await account()).balance(context),
  "account levels": async (context, languages) => (await account()).levels(languages, context),
  "account books": async (context) => (await account()).books(context),
  "account export": async (context, [id = ""]) => (await account()).exportBook(id, context),
  "account quote": async (context, [lang = "", difficulty = "", length = "short"]) => {
    const audiobook = context.raw.audiobook !== false;
    return (await account()).quote({ lang, difficulty, length, audiobook }, context);
  },
  resolve: async (context, [plan = "", job]) =>
    (await import("../commands/resolve/resolve.ts")).resolve(plan, job, context),
  "ledger verify": async (context, [file = ""]) => (await ledger()).verifyLedger(file, context),
  "ledger show": async (context, [file = ""]) => (await ledger()).showLedger(file, context),
  "ledger create": async (context, [file = ""]) =>
    (await import("../commands/ledger.ts")).createLedger(file, context),
  "ledger join": async (context, [file = "", other = ""]) =>
    (await import("../commands/ledger.ts")).joinLedger(file, other, context),
  "ledger copy": async (context, [file = "", to = ""]) => (await ledger()).copyLedgerTo(file, to, context),
  package: async (context, [plan = ""]) =>
    (await import("../commands/package.ts")).packageCourse(plan, context),
  align: async (context, [plan = ""]) => (await import("../commands/align.ts")).align(plan, context),
  "check-lessons": async (context, [plan = ""]) =>
    (await import("../commands/check-lessons.ts")).checkLessons(plan, context),
  review: async (context, [plan = ""]) => (await import("../commands/review.ts")).review(plan, context),
  open: async (context, [folder = "."]) => (await import("../commands/open.ts")).open(folder, context),
  serve: async (context) => (await import("../commands/serve.ts")).serve(context),
  "serve admin pepper": async () => {
    throw usage(
      "serve admin pepper no longer exists. Use serve admin revoke-all: it revokes every secret and replaces the pepper; issue new secrets afterwards.",
    );
  },
  "serve restore": async (context, [folder = ""]) =>
    (await import("../commands/serve-admin.ts")).restore(folder, context),
  completion: async (context, [shell = ""]) => (await completing()).completion(shell, context),
  complete: async (context, words, program) => (await completing()).complete(words, program, context),
  "ledger restore": restore,
  "ledger rejoin": restore,
  "ledger rebuild": restore,
};

/** Every command with its code, in the order in which the help lists them. `verb`: the one that was typed; left out: all are shown. */
export async function commandsFor(verb?: string): Promise<readonly Declaration[]> {
  const own = declarations.map((one): Declaration => {
    const run = runs[nameOf(one)];
    return run === undefined ? one : { ...one, run };
  });
  return verb === undefined || verb === "serve" ? [...own, ...(await operatorCommands())] : own;
}

/** The operator's commands for a local service, loaded only when needed. Each operation is declared once, for the commands and the pages. */
async function operatorCommands(): Promise<readonly Declaration[]> {
  const { groups, keyOperations, operations, serviceOperations } = await import(
    "../../story-service/operator/operations.ts"
  );
  return [
    ...Object.entries(groups).map(([group, text]): Declaration => ({ usage: `serve admin ${group}`, text })),
    ...operations.map((operation) => commandOf(`serve admin ${operation.name}`, operation)),
    ...serviceOperations.map((operation) => commandOf(`serve ${operation.name}`, operation)),
    ...keyOperations.map((operation) => commandOf(`serve keys ${operation.name}`, operation)),
  ];
}

/** An operation as a command: its target and other arguments are positional, the rest are flags. */
function commandOf(name: string, operation: Operation): Declaration {
  const fields = Object.values(operation.fields);
  const positional = fields.filter(({ flag }) => flag.startsWith("<"));
  const flags = fields
    .filter(({ flag }) => flag.startsWith("--"))
    .map(
      ({ flag, help, input, shownStandard }): Flag => ({
        flags: flag,
        text: help,
        ...(typeof input === "object" ? { choices: input.choices } : {}),
        ...(shownStandard === undefined ? {} : { standard: shownStandard }),
      }),
    );
  const asks = operation.asks?.("").refusal !== undefined;
  return {
    usage: [name, operation.to?.argument ?? [], ...positional.map(({ flag }) => flag)].flat().join(" "),
    text: operation.about,
    flags: [...flagsNamed(["where"]), ...flags, ...(asks ? [{ flags: "--yes", text: "don't ask" }] : [])],
    without: ["--out", "--local", "--service", "--ledger"],
    ...(operation.examples === undefined ? {} : { examples: operation.examples }),
    run: async (context, args) =>
      (await import("../commands/serve-admin.ts")).operate(operation, args, context),
  };
}
