import { basename, dirname, join } from "node:path";
import process from "node:process";
import type { SheetImport } from "../../desk/commands.ts";
import { planLimits } from "../../plan/plan-limits.ts";
import { isError, type PlanProblem } from "../../plan/problem.ts";
import { exitCodes } from "../../shared/exit-codes.ts";
import { errorCode, Failure } from "../../shared/failure.ts";
import { makeFolder } from "../../shared/files/make-folder.ts";
import { createFile } from "../../shared/files/open-file.ts";
import { pluralize } from "../../shared/pluralize.ts";
import { showText } from "../../shared/text.ts";
import { type CourseImport, importCourse, writeImport } from "../../spreadsheet/import-course.ts";
import { templateLanguages } from "../../spreadsheet/languages.ts";
import type { Context } from "../context.ts";
import { readInput } from "../course/protected-file.ts";
import { type CommandResult, EndedEarly, ended } from "../io.ts";
import { type CommandProblem, usage } from "../problem.ts";
import { describeChange, describePlanProblem, planDocument, planProblemText } from "../problems/plan.ts";
import { lettersOf, quoted } from "../problems/texts.ts";
import { promptYesNo } from "../prompt.ts";
import { courseFiles, starterCourse } from "../starter/starter.ts";

interface Imported {
  /** Whether the plan existed already, so that nothing is left to write. */
  readonly isDone: boolean;
  readonly written: readonly string[];
  readonly members: Readonly<Record<string, unknown>>;
}

/** `init --from`: writes a plan from a spreadsheet; if the plan exists, shows the changes, asks for consent, and changes it. */
export async function importFrom(file: string, planFile: string, context: Context): Promise<Imported> {
  const { io, world } = context;
  const bytes = await readInput(file, "spreadsheet", planLimits.workbookBytes);
  const imported = await importCourse(planFile, { bytes, file }, world.now());
  const { problems } = imported;
  if (problems.some(isError)) throw refused(problems, context);
  tell(problems, context);
  const isNew = imported.before === null;
  const changes = imported.changes.map((change) => ({ ...change, message: describeChange(change) }));
  const members = { problems: problems.map(planDocument), changes };
  if (!isNew) {
    for (const { message } of changes) io.say(message);
    if (imported.files.size === 0) io.say(`${showText(planFile)} is up to date with ${showText(file)}.`);
    else await confirm(planFile, members, context);
  }
  if (imported.files.size > 0 && !(await writeImport(planFile, imported)))
    throw new Failure<CommandProblem>({ code: "import_overtaken", path: planFile });
  const written = writtenBy(planFile, imported);
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
  const imported = await importCourse(planFile, { bytes, file }, world.now());
  return {
    isRefused: imported.problems.some(isError),
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
      if (imported.before === null) await writeStarter(dirname(planFile));
      return true;
    },
  };
}

/** Writes a new course's files besides its plan and word lists; existing files stay. */
async function writeStarter(folder: string): Promise<void> {
  for (const { path, content } of courseFiles()) {
    if (starterCourse.includes(path)) continue;
    await createFile(join(folder, path), content, 0o666).catch((error: unknown) => {
      if (errorCode(error) !== "EEXIST") throw error;
    });
  }
}

function writtenBy(planFile: string, { files }: CourseImport): string[] {
  return [...files.keys()].map((path) =>
    path === basename(planFile) ? planFile : join(dirname(planFile), path),
  );
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
  members: Imported["members"],
  { io, raw, interrupt }: Context,
): Promise<void> {
  if (raw.yes === true) return;
  const mayAsk = io.canAsk && !io.json && !io.quiet;
  const asked = { input: process.stdin, output: io.stderr, stop: interrupt };
  if (mayAsk && (await promptYesNo(`Change ${showText(planFile)} like this?`, asked))) return;
  io.warn(`Nothing was written.${mayAsk ? "" : " Add --yes to make these changes."}`);
  throw new EndedEarly(ended({ written: [], ...members }, mayAsk ? exitCodes.stopped : exitCodes.invalid));
}

/** `init --template`: writes a workbook with example rows for `--from`. */
export async function writeTemplate(path: string, { io, raw }: Context): Promise<CommandResult> {
  const language = templateLanguages.find((one) => one === raw.language) ?? "en";
  const { templateWorkbook } = await import("../../spreadsheet/template.ts");
  const bytes = await templateWorkbook(language);
  await makeFolder(dirname(path));
  try {
    await createFile(path, bytes, 0o666);
  } catch (error) {
    if (errorCode(error) !== "EEXIST") throw error;
    throw usage(`${showText(path)} exists. Name another file.`, "Nothing was written.");
  }
  io.say(`wrote    ${showText(path)}`);
  io.say("note     it has example rows: overwrite or delete them");
  io.say(`next     coursebinder init <folder> --from ${quoted(path)}`);
  return ended({ written: [path], kept: [] });
}
