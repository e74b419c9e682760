import { Command, type OutputConfiguration } from "commander";
import { version } from "../../shared/version.ts";
import { addAccount, addLogin } from "./account-verbs.ts";
import { calling, creationTimeout, editions, ofStories, reporting, timeout } from "./common-flags.ts";
import { addLedger } from "./ledger-verbs.ts";
import { billFormats } from "./options.ts";
import { addReview } from "./review-verb.ts";
import { choosing, consents, packaging, replacing, running } from "./run-flags.ts";
import { addServe } from "./serve-verbs.ts";
import { acting, type Runner, verb, withExamples, withoutHelpFor } from "./verb.ts";

/** The command line: verbs, arguments, flags and their help. A verb's code is loaded when it is called. */
export function buildProgram(output: OutputConfiguration, runner: Runner): Command {
  const program = new Command("coursebinder")
    .description("Turns a course plan into a zipped course package, and never pays twice for a lesson.")
    .version(version)
    // Before any verb is added: verbs copy these settings when they are created.
    .exitOverride()
    // A flag belongs to the verb before it: serve and serve keys have flags of the same name.
    .enablePositionalOptions()
    .configureOutput(output)
    .showHelpAfterError("(coursebinder --help lists the commands)")
    .configureHelp({
      sortSubcommands: false,
      minWidthToWrap: 20,
      subcommandTerm: (command) =>
        `${command.name()} ${command.usage().replace(/^\[options\] ?/, "")}`.trim(),
    });

  addPlanning(program, runner);
  addBuying(program, runner);
  program.commandsGroup("Settle:");
  addResolve(program, runner);
  addLedger(program, runner);
  addPackaging(program, runner);
  program.commandsGroup("Service:");
  addServe(program, runner);
  addCompletion(program, runner);
  program.addHelpCommand(
    new Command("help").argument("[command]").description("show a command's help").helpGroup("Service:"),
  );
  return withExamples(
    program,
    "coursebinder init my-course",
    "coursebinder run my-course/course.yaml --local   # rehearse, unpaid",
    "coursebinder plan my-course/course.yaml          # what it costs",
  );
}

/** These verbs use neither service nor ledger. */
const onlyThePlan = ["--out", "--local", "--service", "--ledger"];

function addPlanning(program: Command, runner: Runner): void {
  program.commandsGroup("Plan:");
  withoutHelpFor(
    verb(program, "init [folder]", "write a starter plan with its word list and schema", [
      { flags: "--ci", text: "the workflows of a course in continuous integration, too" },
    ]),
    onlyThePlan,
  ).action(
    acting(runner, async (context, [folder = "."]) =>
      (await import("../commands/init.ts")).init(folder, context),
    ),
  );
  withoutHelpFor(
    verb(program, "check <plan>", "validate a plan offline: every problem with its place", [
      ...editions,
      { flags: "--watch", text: "check again whenever the plan or a file beside it changes, until Ctrl-C" },
      ...reporting,
    ]),
    onlyThePlan,
  ).action(
    acting(runner, async (context, [plan = ""]) =>
      (await import("../commands/check.ts")).check(plan, context),
    ),
  );
  addLists(program, runner);
  withExamples(
    verb(program, "plan <plan>", "what a run would do and cost; spends nothing", [
      ...editions,
      ...choosing,
      replacing,
      ...consents,
      {
        flags: "--format <format>",
        text: "the bill for people: a page, or a comment on a change; or as --json",
        choices: billFormats,
      },
      { flags: "--against <file>", text: "show what changed since a bill of --save" },
      { flags: "--save <file>", text: "write the bill for run --approved; it expires after a day" },
      {
        flags: "--next <n>",
        text: "instead: the next n editions with their topics, words and prices",
        excludes: ["save", "format", "against"],
      },
      {
        flags: "--detailed-exitcode",
        text: "exit with 10 where there is something to buy, with 0 where there is nothing",
      },
      ...reporting,
      ...calling,
    ]),
    "coursebinder plan course.yaml --save bill.json",
    "coursebinder plan course.yaml --format html --against bill.json > bill.html",
    "coursebinder plan course.yaml --only '*.es.2' --max-credits 100",
    "coursebinder plan course.yaml --next 8",
  ).action(
    acting(runner, async (context, [plan = ""]) =>
      (await import("../commands/plan/plan.ts")).plan(plan, context),
    ),
  );
}

/** The codes that a plan may use. */
function addLists(program: Command, runner: Runner): void {
  withoutHelpFor(
    verb(program, "languages [text]", "list the codes of languages, or of those named like the text", []),
    onlyThePlan,
  ).action(
    acting(runner, async (context, [text = ""]) =>
      (await import("../commands/lists.ts")).listLanguages(text, context),
    ),
  );
  withoutHelpFor(
    verb(program, "genres", "list what a story may be: genres, forms, lengths", []),
    onlyThePlan,
  ).action(acting(runner, async (context) => (await import("../commands/lists.ts")).listGenres(context)));
}

function addBuying(program: Command, runner: Runner): void {
  program.commandsGroup("Buy:");
  withExamples(
    verb(program, "run <plan>", "quote, check, create, follow, export, package; run again to resume", [
      ...editions,
      ...choosing,
      ...running,
      ...consents,
      ...reporting,
      ...calling,
    ]),
    "coursebinder run course.yaml --first 2",
    "coursebinder run course.yaml --approved bill.json",
    "coursebinder run course.yaml --deadline 50m --ledger-must-exist   # in CI",
  ).action(
    acting(runner, async (context, [plan = ""]) =>
      (await import("../commands/run/run.ts")).run(plan, context),
    ),
  );
  verb(program, "status <plan> [job]", "where every job stands and why, offline", editions).action(
    acting(runner, async (context, [plan = "", job]) =>
      (await import("../commands/status.ts")).status(plan, job, context),
    ),
  );
  withExamples(
    withoutHelpFor(
      verb(
        program,
        "cost [plan...]",
        "what was quoted, spent, held and wasted, by edition, language and month",
        [...editions, { flags: "--csv", text: "as a table for a spreadsheet" }],
      ),
      ["--service"],
    ),
    "coursebinder cost course.yaml",
    "coursebinder cost --csv > costs.csv   # every course in the out folder",
  ).action(
    acting(runner, async (context, plans) => (await import("../commands/cost.ts")).cost(plans, context)),
  );
  verb(program, "doctor [plan]", "check all that a run needs, with a remedy for each; spends nothing", [
    ...editions,
    timeout,
  ]).action(
    acting(runner, async (context, [plan]) => (await import("../commands/doctor.ts")).doctor(plan, context)),
  );
  addLogin(program, runner);
  addAccount(program, runner);
}

function addPackaging(program: Command, runner: Runner): void {
  program.commandsGroup("Package:");
  withExamples(
    withoutHelpFor(
      verb(
        program,
        "package <plan>",
        "build the package again from the ledger and the saved files, offline",
        [...editions, ...packaging, ...reporting],
      ),
      ["--service"],
    ),
    "coursebinder package course.yaml --allow-partial",
    "coursebinder package course.yaml --audio epub,scorm",
  ).action(
    acting(runner, async (context, [plan = ""]) =>
      (await import("../commands/package.ts")).packageCourse(plan, context),
    ),
  );
  withoutHelpFor(
    verb(program, "align <plan>", "find when each sentence of the recordings is heard; offline", [
      ...editions,
      ...choosing.filter(({ refusesEmpty }) => refusesEmpty !== true),
    ]),
    ["--service"],
  ).action(
    acting(runner, async (context, [plan = ""]) =>
      (await import("../commands/align.ts")).align(plan, context),
    ),
  );
  addChecking(program, runner);
  addReview(program, runner);
}

function addChecking(program: Command, runner: Runner): void {
  withExamples(
    withoutHelpFor(
      verb(
        program,
        "check-lessons <plan>",
        "check what was made: words, language, level, echoes and sound; offline",
        [
          ...editions,
          {
            flags: "--allow-partial",
            text: "lessons on hold may stay out of the package: they are no failure",
          },
        ],
      ),
      ["--service"],
    ),
    "coursebinder check-lessons course.yaml",
    "coursebinder check-lessons course.yaml --json",
  ).action(
    acting(runner, async (context, [plan = ""]) =>
      (await import("../commands/check-lessons.ts")).checkLessons(plan, context),
    ),
  );
}

function addResolve(program: Command, runner: Runner): void {
  withExamples(
    withoutHelpFor(
      verb(
        program,
        "resolve <plan> [job...]",
        "list uncertain creations with the evidence; settle one or several (jobs, or the ids of attempts)",
        [
          ...editions,
          ...calling,
          {
            flags: "--story <uuid>",
            text: "it exists: this is its story (once for each job named)",
            repeats: true,
          },
          { flags: "--not-created", text: "you have made sure that it was not created" },
          {
            flags: "--reason <text>",
            text: "how you know, for the ledger; needed against evidence, and to take a --not-created back",
          },
          {
            flags: "--despite-time <text>",
            text: "how you know that a --story which was created at another time is this one",
          },
          creationTimeout,
        ],
      ),
      ofStories,
    ),
    "coursebinder resolve course.yaml                   # the evidence",
    "coursebinder resolve course.yaml market.es.2 --story <its id>",
    "coursebinder resolve course.yaml market.es.2 --not-created",
  ).action(
    acting(runner, async (context, [plan = "", ...jobs]) =>
      (await import("../commands/resolve.ts")).resolve(plan, jobs, context),
    ),
  );
}

/** The shell's script calls `complete` with what is typed; the program's own definition answers. */
function addCompletion(program: Command, runner: Runner): void {
  const unused = ["--out", "--local", "--service", "--ledger", "--quiet", "--no-color"];
  withoutHelpFor(
    verb(program, "completion <shell>", "print a script that completes commands in bash, zsh or fish", []),
    unused,
  ).action(
    acting(runner, async (context, [shell = ""]) =>
      (await import("../commands/completion.ts")).completion(shell, context),
    ),
  );
  verb(program, "complete [word...]", "what may stand at the cursor", [], true).action(
    acting(runner, async (context, words) =>
      (await import("../commands/completion.ts")).complete(words, program, context),
    ),
  );
}
