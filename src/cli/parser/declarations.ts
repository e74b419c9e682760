import {
  groups,
  keyOperations,
  type Operation,
  operations,
} from "../../story-service/operator/operations.ts";
import { usage } from "../problem.ts";
import {
  calling,
  choosing,
  consents,
  creationTimeout,
  databaseFlag,
  editions,
  ofStories,
  packaging,
  replacing,
  reporting,
  running,
  timeout,
} from "./flags.ts";
import { billFormats } from "./options.ts";
import type { Declaration, Flag } from "./verb.ts";

/** For commands that use neither service nor ledger. */
const onlyThePlan = ["--out", "--local", "--service", "--ledger"];

const allowPartial: Flag = {
  flags: "--allow-partial",
  text: "succeed even if lessons are on hold: they can be left out of the package",
};

const planning: readonly Declaration[] = [
  {
    usage: "init [folder]",
    text: "write a starter plan with its word list and schema",
    heading: "Plan:",
    flags: [{ flags: "--ci", text: "also write workflows for continuous integration" }],
    without: onlyThePlan,
    run: async (context, [folder = "."]) => (await import("../commands/init.ts")).init(folder, context),
  },
  {
    usage: "check <plan>",
    text: "validate a plan offline, and list every problem with its place",
    flags: [
      ...editions,
      { flags: "--watch", text: "check again whenever the plan or a file beside it changes, until Ctrl-C" },
      ...reporting,
    ],
    without: onlyThePlan,
    run: async (context, [plan = ""]) => (await import("../commands/check.ts")).check(plan, context),
  },
  {
    usage: "languages [text]",
    text: "list all language codes, or only those of languages whose code or name contains the text",
    without: onlyThePlan,
    run: async (context, [text = ""]) => (await import("../commands/lists.ts")).listLanguages(text, context),
  },
  {
    usage: "genres",
    text: "list the genres, forms and lengths that a story can have",
    without: onlyThePlan,
    run: async (context) => (await import("../commands/lists.ts")).listGenres(context),
  },
  {
    usage: "plan <plan>",
    text: "show what a run would do and cost; spends nothing",
    flags: [
      ...editions,
      ...choosing,
      replacing,
      ...consents,
      {
        flags: "--format <format>",
        text: "the bill for human readers, as a comment on a change (markdown) or as a page (html); json is the same as --json",
        choices: billFormats,
      },
      { flags: "--against <file>", text: "show what has changed since a bill saved with --save" },
      { flags: "--save <file>", text: "write the bill for run --approved; it expires after a day" },
      {
        flags: "--next <n>",
        text: "show the next n editions instead, with their topics, words and prices",
        excludes: ["save", "format", "against"],
      },
      {
        flags: "--detailed-exitcode",
        text: "exit with 10 if there is something to buy, 0 if there is nothing",
      },
      ...reporting,
      ...calling,
    ],
    examples: [
      "coursebinder plan course.yaml --save bill.json",
      "coursebinder plan course.yaml --format html --against bill.json > bill.html",
      "coursebinder plan course.yaml --only '*.es.2' --max-credits 100",
      "coursebinder plan course.yaml --next 8",
    ],
    run: async (context, [plan = ""]) => (await import("../commands/plan/plan.ts")).plan(plan, context),
  },
];

const buying: readonly Declaration[] = [
  {
    usage: "run <plan>",
    text: "quote, check, create, follow and export the stories, then package them; run again to resume",
    heading: "Buy:",
    flags: [...editions, ...choosing, ...running, ...consents, ...reporting, ...calling],
    examples: [
      "coursebinder run course.yaml --first 2",
      "coursebinder run course.yaml --approved bill.json",
      "coursebinder run course.yaml --deadline 50m --ledger-must-exist   # in CI",
    ],
    run: async (context, [plan = ""]) => (await import("../commands/run/run.ts")).run(plan, context),
  },
  {
    usage: "status <plan> [job]",
    text: "show the status of every job, with the reason; offline",
    flags: editions,
    run: async (context, [plan = "", job]) =>
      (await import("../commands/status.ts")).status(plan, job, context),
  },
  {
    usage: "cost [plan...]",
    text: "show the credits quoted, spent, held and wasted, by edition, language and month",
    flags: [...editions, { flags: "--csv", text: "print a table for a spreadsheet" }],
    without: ["--service"],
    examples: [
      "coursebinder cost course.yaml",
      "coursebinder cost --csv > costs.csv   # every course in the out folder",
    ],
    run: async (context, plans) => (await import("../commands/cost.ts")).cost(plans, context),
  },
  {
    usage: "doctor [plan]",
    text: "check everything that a run needs, and say how to fix problems; spends nothing",
    flags: [...editions, timeout],
    run: async (context, [plan]) => (await import("../doctor/doctor.ts")).doctor(plan, context),
  },
  {
    usage: "login",
    text: "connect to the service by giving consent in a browser instead of using an API key",
    flags: [
      { flags: "--no-browser", text: "print the address of the consent page instead of opening it" },
      timeout,
    ],
    without: ["--out", "--ledger"],
    run: async (context) => (await import("../commands/login.ts")).login(context),
  },
  {
    usage: "logout",
    text: "end the connection that login made, and delete the login from this machine",
    flags: [timeout],
    without: ["--out", "--ledger"],
    run: async (context) => (await import("../commands/login.ts")).logout(context),
  },
  {
    usage: "whoami",
    text: "show the service and the credential that would be used; offline",
    without: ["--out", "--ledger"],
    run: async (context) => (await import("../commands/login.ts")).whoami(context),
  },
];

const withoutStories = [...ofStories, "--ledger"];

const account: readonly Declaration[] = [
  {
    usage: "account",
    text: "ask the service about the account; spends nothing",
    examples: ["coursebinder account balance", "coursebinder account quote es 2 short"],
  },
  {
    usage: "account balance",
    text: "the credits left",
    flags: calling,
    without: withoutStories,
    run: async (context) => (await import("../commands/account.ts")).balance(context),
  },
  {
    usage: "account levels [language...]",
    text: "the language levels in effect",
    flags: calling,
    without: withoutStories,
    run: async (context, languages) => (await import("../commands/account.ts")).levels(languages, context),
  },
  {
    usage: "account books",
    text: "the newest books",
    flags: calling,
    without: withoutStories,
    run: async (context) => (await import("../commands/account.ts")).books(context),
  },
  {
    usage: "account export <id>",
    text: "a book's export, unchanged",
    flags: calling,
    without: withoutStories,
    run: async (context, [id = ""]) => (await import("../commands/account.ts")).exportBook(id, context),
  },
  {
    usage: "account quote <lang> <difficulty> [length]",
    text: "the price of a story with these settings",
    flags: [...calling, { flags: "--no-audiobook", text: "the text alone" }],
    without: withoutStories,
    run: async (context, [lang = "", difficulty = "", length = "short"]) => {
      const audiobook = context.raw.audiobook !== false;
      return (await import("../commands/account.ts")).quote({ lang, difficulty, length, audiobook }, context);
    },
  },
];

const restoring: Omit<Declaration, "usage"> = {
  text: "restore a lost or incomplete ledger from this machine's copy of it or from saved stories; buys nothing",
  flags: [...editions, ...calling, { flags: "--offline", text: "send nothing to the service" }],
  run: async (context, [file = ""]) => (await import("../commands/ledger/restore.ts")).restore(file, context),
};

const settling: readonly Declaration[] = [
  {
    usage: "resolve <plan> [job...]",
    text: "list uncertain creations with the evidence; resolve one or more, named by job or by attempt id",
    heading: "Resolve:",
    flags: [
      ...editions,
      ...calling,
      {
        flags: "--story <uuid>",
        text: "the creation made the story with this id (give one id for each job named)",
        repeats: true,
      },
      { flags: "--not-created", text: "you have made sure that the creation did not make a story" },
      {
        flags: "--reason <text>",
        text: "how you know, to be kept in the ledger; required to contradict the evidence, to name a --story created at another time, or to take back --not-created",
      },
      creationTimeout,
    ],
    without: ofStories,
    examples: [
      "coursebinder resolve course.yaml                   # the evidence",
      "coursebinder resolve course.yaml market.es.2 --story <its id>",
      "coursebinder resolve course.yaml market.es.2 --not-created",
    ],
    run: async (context, [plan = "", ...jobs]) =>
      (await import("../commands/resolve.ts")).resolve(plan, jobs, context),
  },
  {
    usage: "ledger",
    text: "the record of everything that was bought",
    examples: ["coursebinder ledger verify course.yaml", "coursebinder ledger copy course.yaml backup.jsonl"],
  },
  {
    usage: "ledger verify <plan-or-ledger>",
    text: "recompute the whole chain of hashes",
    flags: editions,
    run: async (context, [file = ""]) =>
      (await import("../commands/ledger/ledger.ts")).verifyLedger(file, context),
  },
  {
    usage: "ledger show <plan-or-ledger>",
    text: "print every event",
    flags: editions,
    run: async (context, [file = ""]) =>
      (await import("../commands/ledger/ledger.ts")).showLedger(file, context),
  },
  {
    usage: "ledger create <plan>",
    text: "create an empty ledger, once, for runs with --ledger-must-exist",
    flags: [
      ...editions,
      { flags: "--new-ledger", text: "create one even if this machine knows that lessons were bought" },
    ],
    run: async (context, [file = ""]) =>
      (await import("../commands/ledger/create-ledger.ts")).createLedger(file, context),
  },
  {
    usage: "ledger join <plan> <ledger>",
    text: "merge a separately continued ledger of the same course, and list where the two ledgers disagree",
    flags: editions,
    run: async (context, [file = "", other = ""]) =>
      (await import("../commands/ledger/join.ts")).joinLedger(file, other, context),
  },
  { usage: "ledger restore <plan>", ...restoring },
  // Names of before, which scripts may call.
  { usage: "ledger rejoin <plan> [rescue-file]", isHidden: true, ...restoring },
  { usage: "ledger rebuild <plan>", isHidden: true, ...restoring },
  {
    usage: "ledger copy <plan-or-ledger> <ledger>",
    text: "make a verified copy of a ledger in another file or database",
    flags: editions,
    run: async (context, [file = "", to = ""]) =>
      (await import("../commands/ledger/ledger.ts")).copyLedgerTo(file, to, context),
  },
];

const byMail = "By mail:";

const binding: readonly Declaration[] = [
  {
    usage: "package <plan>",
    text: "build the package again from the ledger and the saved files, offline",
    heading: "Package:",
    flags: [...editions, ...packaging, ...reporting],
    without: ["--service"],
    examples: [
      "coursebinder package course.yaml --allow-partial",
      "coursebinder package course.yaml --audio epub,scorm",
    ],
    run: async (context, [plan = ""]) =>
      (await import("../commands/package.ts")).packageCourse(plan, context),
  },
  {
    usage: "align <plan>",
    text: "find the time of each sentence in the recordings; offline",
    flags: [...editions, ...choosing.filter(({ refusesEmpty }) => refusesEmpty !== true)],
    without: ["--service"],
    run: async (context, [plan = ""]) => (await import("../commands/align.ts")).align(plan, context),
  },
  {
    usage: "check-lessons <plan>",
    text: "check the words, language, level and sound of finished lessons, and the overlap between stories; offline",
    flags: [...editions, allowPartial],
    without: ["--service"],
    examples: ["coursebinder check-lessons course.yaml", "coursebinder check-lessons course.yaml --json"],
    run: async (context, [plan = ""]) =>
      (await import("../commands/check-lessons.ts")).checkLessons(plan, context),
  },
  {
    usage: "review <plan>",
    text: "read, listen to and approve the lessons in a browser; offline",
    flags: [
      ...editions,
      { flags: "--port <n>", text: "the desk's port on this computer; 0 picks a free one", standard: "0" },
      { flags: "--no-open", text: "print the address instead of opening a browser" },
      {
        flags: "--export <file>",
        text: "write the lessons as a single page, which a reviewer can open anywhere and use to save an answer",
        group: byMail,
      },
      { flags: "--with-sound", text: "include the recordings, which makes a large page", group: byMail },
      {
        flags: "--import <file>",
        text: "show what a reviewer's answer would record, and record it once you confirm. An edited or damaged answer is refused, but a forged answer looks genuine, so accept answers only from people you know",
        group: byMail,
      },
      { flags: "--yes", text: "record the answer without asking for confirmation", group: byMail },
    ],
    without: ["--service"],
    examples: [
      "coursebinder review course.yaml",
      "coursebinder review course.yaml --no-open --port 4020",
      "coursebinder review course.yaml --export page.html   # for a reviewer",
      "coursebinder review course.yaml --import answer.json",
    ],
    run: async (context, [plan = ""]) => (await import("../commands/review/review.ts")).review(plan, context),
  },
];

const where: readonly Flag[] = [
  { flags: "--data <folder>", text: "the folder with the service's state", standard: "out/local/.service" },
  databaseFlag,
];

const serving: readonly Declaration[] = [
  {
    usage: "serve",
    text: "the local story service, a full stand-in for rehearsals and tests",
    heading: "Service:",
    flags: [
      {
        flags: "--port <n>",
        text: "0 takes a free one",
        standard: "4010",
      },
      {
        flags: "--host <address>",
        text: "the address to listen on: 127.0.0.1, ::1, or any address if the service has a publicUrl",
        standard: "127.0.0.1",
      },
      {
        flags: "--data <folder>",
        text: "the folder with the service's state",
        standard: "out/local/.service",
      },
      databaseFlag,
      { flags: "--web", text: "gone" },
      { flags: "--worker", text: "gone" },
      {
        flags: "--config <file>",
        text: "a file with the service's public address, accounts, limits, switches and faults; see courses/local-service.yaml",
      },
      {
        flags: "--clock <instant>",
        text: "the time at which the service's clock starts, such as 2026-01-31T23:59:50Z",
        standard: "now",
      },
      { flags: "--writing-time <duration>", text: "how long a story takes", standard: "2s" },
      { flags: "--narration-time <duration>", text: "how long an audiobook takes", standard: "3s" },
    ],
    without: [...onlyThePlan, "--web", "--worker"],
    examples: ["coursebinder serve --port 0", "coursebinder serve --config courses/local-service.yaml"],
    run: async (context) => (await import("../commands/serve.ts")).serve(context),
  },
  {
    usage: "serve audit",
    text: "check that a local service's credits add up, whether it is running or not",
    flags: [
      {
        flags: "--data <folder>",
        text: "the folder with the service's state",
        standard: "out/local/.service",
      },
      databaseFlag,
    ],
    without: onlyThePlan,
    run: async (context) => (await import("../commands/serve-audit.ts")).auditService(context),
  },
];

const backups = () => import("../commands/admin/backup.ts");

/** What the operator of a local service sees and changes, while it runs: each operation is declared once, for commands and pages. */
const operating: readonly Declaration[] = [
  {
    usage: "serve admin",
    text: "inspect and change a running local service: its accounts, credits and work",
    examples: [
      "coursebinder serve admin accounts add ann --credits 500",
      'coursebinder serve admin credits ann --add 100 --reason "invoice 17"',
    ],
  },
  ...Object.entries(groups).map(([group, text]): Declaration => ({ usage: `serve admin ${group}`, text })),
  ...operations.map((operation) => commandOf(`serve admin ${operation.name}`, operation)),
  // What does its work now is said; it is not in the help.
  {
    usage: "serve admin pepper [verb]",
    text: "gone: see revoke-all",
    isHidden: true,
    run: async () => {
      throw usage(
        "serve admin pepper no longer exists. Use serve admin revoke-all: it revokes every secret and replaces the pepper; issue new secrets afterwards.",
      );
    },
  },
  {
    usage: "serve backup",
    text: "back up a running local service: its database, recordings and pepper",
    flags: [{ flags: "--output <folder>", text: "a new folder" }],
    run: async (context) => (await backups()).backup(context),
  },
  {
    usage: "serve restore <backup>",
    text: "restore a backup into an empty location, and audit the result",
    flags: [
      {
        flags: "--config <file>",
        text: "a service configuration that says where the recordings go, if not into --data",
        standard: "none",
      },
    ],
    run: async (context, [folder = ""]) => (await backups()).restore(folder, context),
  },
  {
    usage: "serve keys",
    text: "manage the keys and connections of a local service, whether it is running or not",
  },
  ...keyOperations.map((operation) => commandOf(`serve keys ${operation.name}`, operation)),
];

const completing: readonly Declaration[] = [
  {
    usage: "completion <shell>",
    text: "print a script that completes commands in bash, zsh, fish or PowerShell",
    without: [...onlyThePlan, "--quiet", "--no-color"],
    run: async (context, [shell = ""]) =>
      (await import("../commands/completion.ts")).completion(shell, context),
  },
  // The shell's script calls it with what is typed; the program's own definition answers.
  {
    usage: "complete [word...]",
    text: "the possible completions at the cursor",
    isHidden: true,
    run: async (context, words, program) =>
      (await import("../commands/completion.ts")).complete(words, program, context),
  },
];

/** Every command, in the order in which the help lists them. A verb's code is loaded only when the verb is called. */
export const declarations: readonly Declaration[] = [
  ...planning,
  ...buying,
  ...account,
  ...settling,
  ...binding,
  ...serving,
  ...operating.map(
    (one): Declaration =>
      one.run === undefined ? one : { ...one, without: onlyThePlan, flags: [...where, ...(one.flags ?? [])] },
  ),
  ...completing,
];

/** The command of an operation: what it is done to and its other arguments are positional, the rest are flags. */
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
  const asks = operation.asks?.("", {})?.refusal !== undefined;
  return {
    usage: [name, operation.to?.argument ?? [], ...positional.map(({ flag }) => flag)].flat().join(" "),
    text: operation.about,
    flags: asks ? [...flags, { flags: "--yes", text: "don't ask" }] : flags,
    ...(operation.examples === undefined ? {} : { examples: operation.examples }),
    run: async (context, args) =>
      (await import("../commands/admin/operate.ts")).operate(operation, args, context),
  };
}
