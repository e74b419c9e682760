import { basename, dirname, join } from "node:path";
import type { SheetImport } from "../../desk/commands.ts";
import { planLimits } from "../../plan/plan-limits.ts";
import { isError, type PlanProblem } from "../../plan/problem.ts";
import { planJsonSchema } from "../../plan/schema.ts";
import { exitCodes } from "../../shared/exit-codes.ts";
import { errorCode, Failure } from "../../shared/failure.ts";
import { makeFolder } from "../../shared/files/make-folder.ts";
import { createFile } from "../../shared/files/open-file.ts";
import { readShipped } from "../../shared/files/shipped-file.ts";
import { pluralize } from "../../shared/pluralize.ts";
import { showText } from "../../shared/text.ts";
import { programFolder, version } from "../../shared/version.ts";
import { templateLanguages } from "../../spreadsheet/languages.ts";
import type { Context } from "../context.ts";
import { readInput } from "../course/protected-file.ts";
import { type CommandResult, EndedEarly, ended, quoted } from "../io.ts";
import type { Verbs } from "../parser/declarations.ts";
import { type CommandProblem, usage } from "../problem.ts";
import { describeChange, describePlanProblem, planDocument, planProblemText } from "../problems/plan.ts";
import { lettersOf } from "../problems/texts.ts";
import { mayAsk, promptYesNo } from "../prompt.ts";

export const verbs: Verbs = { init: (context, [folder = "."]) => init(folder, context) };

/**
 * `init [folder]`: writes a starter plan with its word list, and the git settings that a ledger needs; with `--ci`, workflows too. Never overwrites a
 * file.
 */
export async function init(folder: string, context: Context): Promise<CommandResult> {
  const { io, raw } = context;
  if (typeof raw.template === "string") return writeTemplate(raw.template, context);
  const plan = join(folder, "course.yaml");
  const imported = typeof raw.from === "string" ? await importFrom(raw.from, plan, context) : null;
  if (imported?.isDone === true) return ended(imported.members);
  const isForCi = raw.ci === true;
  const written: string[] = [...(imported?.written ?? [])];
  const kept: string[] = [];
  const own = imported === null ? courseFiles() : filesBesideImport();
  for (const file of [...own, ...(isForCi ? workflowFiles() : [])]) {
    const target = join(folder, file.path);
    const isNew = await writeIfMissing(target, file.content);
    (isNew ? written : kept).push(target);
    io.say(isNew ? `wrote    ${showText(target)}` : `kept     ${showText(target)}: it already exists`);
  }
  if (isForCi) {
    const tools = join(folder, "tools");
    await makeFolder(tools);
    // The workflows install the program from the repository, since anyone could publish a package under its name.
    io.say(
      `ci       the workflows run the program from tools/coursebinder-${version}.tgz; this command puts it there:`,
    );
    io.say(`         npm pack ${quoted(programFolder)} --ignore-scripts --pack-destination ${quoted(tools)}`);
  }
  io.say(`next     coursebinder run ${quoted(plan)} --local`);
  return ended({ written, kept, ...imported?.members });
}

/** Loads the code that reads spreadsheets, which few commands need. */
const spreadsheets = () => import("../../spreadsheet/import-course.ts");

/**
 * `init --from`: writes a plan from a spreadsheet; if the plan exists, shows the changes, asks for consent, and changes it. `isDone`: the plan existed
 * already, so that nothing is left to write.
 */
async function importFrom(file: string, planFile: string, context: Context) {
  const { io, world } = context;
  const bytes = await readInput(file, "spreadsheet", planLimits.workbookBytes);
  const { importCourse, writeImport } = await spreadsheets();
  const imported = await importCourse(planFile, { bytes, file }, world.now());
  const { problems } = imported;
  if (problems.some(isError)) throw refused(problems, context);
  tell(problems, context);
  const isNew = imported.before === null;
  const found = isNew ? [] : imported.changes;
  const changes = found.map((change) => ({ ...change, message: describeChange(change) }));
  const members = { problems: problems.map(planDocument), changes };
  if (!isNew) {
    for (const { message } of changes) io.say(message);
    if (imported.files.size === 0) io.say(`${showText(planFile)} is up to date with ${showText(file)}.`);
    else await confirm(planFile, members, context);
  }
  if (imported.files.size > 0 && !(await writeImport(planFile, imported)))
    throw new Failure<CommandProblem>({ code: "import_overtaken", path: planFile });
  const written = [...imported.files.keys()].map((path) =>
    path === basename(planFile) ? planFile : join(dirname(planFile), path),
  );
  for (const path of written) io.say(`wrote    ${showText(path)}`);
  if (isNew) io.say(`plan     ${pluralize(imported.jobs, "job")}`);
  return { isDone: !isNew, written, members: isNew ? members : { written, kept: [], ...members } };
}

/** Works out what a spreadsheet makes of a plan, for a page that shows the changes before writing them. */
export async function importShown(
  planFile: string,
  { bytes, name: file }: { readonly bytes: Buffer; readonly name: string },
  { world }: Pick<Context, "world">,
): Promise<SheetImport> {
  const { importCourse, writeImport } = await spreadsheets();
  const imported = await importCourse(planFile, { bytes, file }, world.now());
  return {
    problems: imported.problems.map((problem) => {
      const { code, severity, place } = problem;
      const { sheet, line: row, column } = place;
      const cell = sheet === undefined ? { row: null, column: null } : { row, column: lettersOf(column) };
      return { code, severity, sheet: sheet ?? "", ...cell, message: planProblemText(problem) };
    }),
    changes: imported.changes.map(describeChange),
    lessons: imported.jobs,
    files: imported.files,
    write: async () => {
      if (!(await writeImport(planFile, imported))) return false;
      if (imported.before === null)
        for (const file of filesBesideImport())
          await writeIfMissing(join(dirname(planFile), file.path), file.content);
      return true;
    },
  };
}

/** The files of a new course besides the plan and the word lists that come from a spreadsheet. */
function filesBesideImport(): readonly StarterFile[] {
  return courseFiles().filter(({ path }) => !starterCourse.includes(path));
}

/** Writes a file unless there is one. False: there is one. */
async function writeIfMissing(path: string, content: string | Uint8Array): Promise<boolean> {
  await makeFolder(dirname(path));
  try {
    await createFile(path, content, 0o666);
    return true;
  } catch (error) {
    if (errorCode(error) !== "EEXIST") throw error;
    return false;
  }
}

function tell(problems: readonly PlanProblem[], { io }: Context): void {
  for (const problem of problems)
    io.warn(describePlanProblem(problem), problem.severity === "error" ? "bad" : "waiting");
}

function refused(problems: readonly PlanProblem[], context: Context): EndedEarly {
  tell(problems, context);
  const errors = problems.filter(isError).length;
  context.io.warn(`${pluralize(errors, "error")}. Nothing was written.`, "bad");
  return new EndedEarly(ended({ problems: problems.map(planDocument) }, exitCodes.invalid));
}

/** Asks for consent, unless the user has given it already. Without it, the command ends. */
async function confirm(
  planFile: string,
  members: Readonly<Record<string, unknown>>,
  { io, raw, interrupt }: Context,
): Promise<void> {
  if (raw.yes === true) return;
  const isAsked = mayAsk(io);
  if (isAsked && (await promptYesNo(`Change ${showText(planFile)} like this?`, io, interrupt))) return;
  io.warn(`Nothing was written.${isAsked ? "" : " Add --yes to make these changes."}`);
  throw new EndedEarly(ended({ written: [], ...members }, isAsked ? exitCodes.stopped : exitCodes.invalid));
}

/** `init --template`: writes a workbook with example rows for `--from`. */
async function writeTemplate(path: string, { io, raw }: Context): Promise<CommandResult> {
  const language = templateLanguages.find((one) => one === raw.language) ?? "en";
  const { templateWorkbook } = await import("../../spreadsheet/template.ts");
  const bytes = await templateWorkbook(language);
  if (!(await writeIfMissing(path, bytes)))
    throw usage(`${showText(path)} exists. Name another file.`, "Nothing was written.");
  io.say(`wrote    ${showText(path)}`);
  io.say("note     it has example rows: overwrite or delete them");
  io.say(`next     coursebinder init <folder> --from ${quoted(path)}`);
  return ended({ written: [path], kept: [] });
}

/** A file that `init` writes. */
interface StarterFile {
  readonly path: string;
  readonly content: string;
}

/** The files of the starter course, which a course from a spreadsheet replaces. */
const starterCourse: readonly string[] = ["course.yaml", "words/market.es.csv"];

/** The files of a small course that runs as it is, and the git settings that a ledger needs. */
function courseFiles(): readonly StarterFile[] {
  return [
    { path: "course.yaml", content: template("course.yaml") },
    { path: "course.schema.json", content: `${JSON.stringify(planJsonSchema(), null, 1)}\n` },
    { path: "words/market.es.csv", content: template("market.es.csv") },
    { path: ".gitattributes", content: template("gitattributes") },
    { path: ".gitignore", content: template("gitignore") },
  ];
}

/**
 * The workflows of the course: one makes the course each week and keeps its ledger in the repository; the other posts a comment on what a change to the
 * plan would cost.
 */
function workflowFiles(): readonly StarterFile[] {
  return [
    { path: ".github/workflows/course.yml", content: template("course-workflow.yml") },
    { path: ".github/keep-ledger.sh", content: template("keep-ledger.sh") },
    { path: ".github/workflows/bill.yml", content: template("bill-workflow.yml") },
    { path: ".github/comment-bill.sh", content: template("comment-bill.sh") },
  ];
}

function template(name: string): string {
  const text = readShipped(new URL(`../starter/${name}`, import.meta.url)).toString();
  // A checkout may have Windows line endings; the files of a course always have the same ones.
  return text.replaceAll("\r\n", "\n").replaceAll("{{version}}", version);
}
