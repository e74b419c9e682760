import type { Command } from "commander";
import type { Context } from "../context.ts";
import type { CommandResult } from "../io.ts";
import { databaseFlag } from "./database-option.ts";
import { acting, type Flag, type Runner, withExamples } from "./verb.ts";

/** How a verb of the local service is added: without the flags about courses in its help. */
export type AddVerb = (
  parent: Command,
  usage: string,
  description: string,
  flags: readonly Flag[],
) => Command;

const where: readonly Flag[] = [
  { flags: "--data <folder>", text: "the service's state", standard: "out/local/.service" },
  databaseFlag,
];

/** What the operator of a local service sees and changes, while it runs. */
export function addAdmin(service: Command, runner: Runner, addVerb: AddVerb): void {
  const admin = service
    .command("admin")
    .description("see and change a local service while it runs: accounts, credits, work");
  withExamples(
    admin,
    "coursebinder serve admin accounts add ann --credits 500",
    'coursebinder serve admin credits ann --add 100 --reason "invoice 17"',
  );
  const add = (
    [parent, usage, description, flags = []]: readonly [Command, string, string, (readonly Flag[])?],
    work: (context: Context, args: readonly string[]) => Promise<CommandResult>,
  ): Command => addVerb(parent, usage, description, [...where, ...flags]).action(acting(runner, work));
  addAccounts(admin.command("accounts").description("who may use the service"), add);
  withExamples(
    add(
      [
        admin,
        "credits <account>",
        "an account's credits; --add changes them, as an entry of its books",
        [
          {
            flags: "--add <credits>",
            text: "how many to add; negative: to take away, never what stories reserve",
          },
          { flags: "--reason <text>", text: "why: it stays in the books, and the account's owner sees it" },
          {
            flags: "--reference <text>",
            text: "an invoice's number, say: what was done under it is not done again",
            standard: "a new one, which is shown",
          },
        ],
      ],
      async (context, [id = ""]) => (await import("../commands/admin/credits.ts")).credits(id, context),
    ),
    'coursebinder serve admin credits ann --add 9 --reason "bill 7" --reference 7',
    'coursebinder serve admin credits ann --add -20 --reason "entered twice"',
  );
  addPepper(admin.command("pepper").description("what the service's secrets are hashed with"), add);
  addOperators(admin.command("operators").description("who may use the operator's pages, /operator"), add);
  addWork(admin.command("work").description("writing and narration: what is stuck or was given up"), add);
  addData(admin, add);
  add([admin, "health", "whether anything needs the operator; exit code 4 if so"], async (context) =>
    (await import("../commands/admin/health.ts")).health(context),
  );
  add(
    [
      admin,
      "log",
      "who did what to which account",
      [
        { flags: "--account <id>", text: "of this account alone" },
        { flags: "--lines <n>", text: "how many, the newest", standard: "100" },
      ],
    ],
    async (context) => (await import("../commands/admin/log.ts")).log(context),
  );
}

type Add = (
  verb: readonly [Command, string, string, (readonly Flag[])?],
  work: (context: Context, args: readonly string[]) => Promise<CommandResult>,
) => Command;

function addAccounts(accounts: Command, add: Add): void {
  const commands = () => import("../commands/admin/accounts.ts");
  add([accounts, "list", "all of them, with their credits"], async (context) =>
    (await commands()).accounts(context),
  );
  add(
    [
      accounts,
      "add <account>",
      "add one; its sign-in secret is shown this once",
      [
        { flags: "--plan <plan>", text: "its plan", choices: ["paid", "free"], standard: "paid" },
        { flags: "--credits <n>", text: "its opening balance", standard: "0" },
        { flags: "--unlimited", text: "not limited by credits" },
        { flags: "--admin", text: "its keys need a cap before they can spend" },
        { flags: "--unconfirmed", text: "opens nothing before: accounts confirm" },
      ],
    ],
    async (context, [id = ""]) => (await commands()).addNewAccount(id, context),
  );
  for (const [name, description] of [
    ["ban", "refuse its keys, tokens and sign-ins, from the next request on"],
    ["unban", "undo that"],
    ["confirm", "record that its email address is confirmed"],
  ] as const) {
    add([accounts, `${name} <account>`, description], async (context, [id = ""]) =>
      (await commands()).change(name, id, context),
    );
  }
  add(
    [accounts, "plan <account> <plan>", "change its plan to paid or free"],
    async (context, [id = "", plan = ""]) => (await commands()).changePlan(id, plan, context),
  );
  add(
    [accounts, "secret <account>", "a new sign-in secret, shown this once; ends its sessions"],
    async (context, [id = ""]) => (await commands()).newSecret(id, context),
  );
}

function addOperators(operators: Command, add: Add): void {
  const commands = () => import("../commands/admin/operators.ts");
  add([operators, "list", "all of them"], async (context) => (await commands()).operators(context));
  add(
    [operators, "add <name>", "let a person use the pages; their secret is shown this once"],
    async (context, [name = ""]) => (await commands()).addNewOperator(name, context),
  );
  add([operators, "remove <name>", "take that away; ends their sessions"], async (context, [name = ""]) =>
    (await commands()).removeNamed(name, context),
  );
}

function addPepper(pepper: Command, add: Add): void {
  const commands = () => import("../commands/admin/pepper.ts");
  add([pepper, "list", "how many keys, tokens and sign-ins are kept under each"], async (context) =>
    (await commands()).peppers(context),
  );
  add([pepper, "rotate", "a new one for all hashes; what is there goes on working"], async (context) =>
    (await commands()).rotate(context),
  );
  add(
    [
      pepper,
      "retire",
      "end what is still kept under older ones, and drop these",
      [{ flags: "--yes", text: "don't ask" }],
    ],
    async (context) => (await commands()).retire(context),
  );
}

function addWork(work: Command, add: Add): void {
  const commands = () => import("../commands/admin/work.ts");
  add(
    [work, "list", "what is stuck or was given up", [{ flags: "--all", text: "all that is not done" }]],
    async (context) => (await commands()).work(context),
  );
  add(
    [work, "retry <id>", "order given-up work again; charges the account for it again"],
    async (context, [id = ""]) => (await commands()).retry(id, context),
  );
  add([work, "dismiss <id>", "take given-up work off the list"], async (context, [id = ""]) =>
    (await commands()).dismiss(id, context),
  );
}

function addData(admin: Command, add: Add): void {
  const commands = () => import("../commands/admin/data.ts");
  add(
    [
      admin,
      "export <account>",
      "all that the service knows of an account, for its owner",
      [{ flags: "--output <path>", text: "a new .zip, or a new folder" }],
    ],
    async (context, [id = ""]) => (await commands()).exportData(id, context),
  );
  add(
    [
      admin,
      "delete <account>",
      "delete an account's data; its movements stay under another name",
      [{ flags: "--yes", text: "don't ask" }],
    ],
    async (context, [id = ""]) => (await commands()).deleteData(id, context),
  );
}

/** Copies of a local service. */
export function addBackups(service: Command, runner: Runner, addVerb: AddVerb): void {
  const commands = () => import("../commands/admin/backup.ts");
  addVerb(service, "backup", "copy a local service while it runs: database, recordings, pepper", [
    ...where,
    { flags: "--output <folder>", text: "a new folder" },
  ]).action(acting(runner, async (context) => (await commands()).backup(context)));
  addVerb(service, "restore <backup>", "put such a copy into an empty place, and audit it", [
    ...where,
    { flags: "--config <file>", text: "where the recordings go, if not into --data", standard: "none" },
  ]).action(acting(runner, async (context, [folder = ""]) => (await commands()).restore(folder, context)));
}
