import { dirname } from "node:path";
import { ledgerVersion } from "../../course/ledger.ts";
import type { RunningDesk } from "../../review/application.ts";
import { type DeskOptions, openDesk } from "../../review/desk.ts";
import { DeskCourse, type DeskSource } from "../../review/desk-course.ts";
import { lessonsMost } from "../../review/mail/answer-document.ts";
import {
  type AnswerRefusal,
  type JudgedEntry,
  judgeAnswer,
  type MailedEntry,
  type ReadAnswer,
  readAnswerFile,
  recordAnswer,
  type Verdict,
} from "../../review/mail/judge-answer.ts";
import { type ReviewerPage, reviewerPage } from "../../review/mail/reviewer-page.ts";
import { endingWith } from "../../shared/closing.ts";
import { exitCodes } from "../../shared/exit-codes.ts";
import { errorCode, Failure, isSystemError } from "../../shared/failure.ts";
import { replaceFileWith } from "../../shared/files/atomic-file.ts";
import { writeAll } from "../../shared/files/files.ts";
import { realFiles } from "../../shared/files/real-files.ts";
import { pluralize } from "../../shared/pluralize.ts";
import { shorten, showText } from "../../shared/text.ts";
import type { Context } from "../context.ts";
import { refuseForeignFile, unreadable } from "../course/protected-file.ts";
import { openCourse } from "../course-session.ts";
import { type CommandResult, ended, untilAborted, withVersion } from "../io.ts";
import { commandLine, nextAt, repeatedFlagsFor } from "../next.ts";
import type { Verbs } from "../parser/declarations.ts";
import { portIn, text } from "../parser/options.ts";
import type { CommandProblem } from "../problem.ts";
import { describeProblem } from "../problems/problems.ts";
import { replacing } from "../problems/run.ts";
import { showAs, textIn, wordFor } from "../problems/texts.ts";
import { mayAsk, openBrowser, promptYesNo } from "../prompt.ts";
import { describeFact } from "../render/quality.ts";
import { describeSize } from "../render/run.ts";
import { formatTable } from "../render/terminal.ts";
import { narratorFor, type OpenedNarrator } from "../service/local-service.ts";

export const verbs: Verbs = { review: (context, [plan = ""]) => review(plan, context) };

/**
 * `review <plan>`: runs the review desk until it is stopped; with `--export`, writes a page for a reviewer; with `--import`, reads a reviewer's answer.
 */
export async function review(file: string, context: Context): Promise<CommandResult | number> {
  const { raw } = context;
  const source = await courseToReview(file, context);
  const [page, answer] = [text(raw, "export"), text(raw, "import")];
  if (page !== null) return exportPage({ file, source, page }, context);
  if (answer !== null) return importAnswer({ file, source, answer }, context);
  return serveDesk(file, source, context);
}

/** Runs the review desk. The first line of output gives its address. */
async function serveDesk(file: string, source: DeskSource, context: Context): Promise<number> {
  const options = await deskOptions(file, source, context);
  const { narrator } = options;
  const desk = await onPort((port) => openDesk({ ...options, port }), context).catch(
    async (error: unknown) => {
      await narrator?.close();
      throw error;
    },
  );
  await endingWith(
    async () => {
      await narrator?.close();
      await desk.close();
    },
    async () => {
      const speaks =
        narrator === null ? [] : [`narrator       ${showText(narrator.name)} re-records corrected sentences`];
      const lines = [
        ...speaks,
        "stop it        Ctrl-C; every decision is in the ledger as soon as the page confirms it",
      ];
      announce({ ...desk, name: "review desk", lines }, context);
      await untilAborted(context.interrupt);
    },
  );
  return exitCodes.done;
}

/** A desk's options, read from the command line. The caller must close the narrator. */
export async function deskOptions(
  file: string,
  source: DeskSource,
  context: Context,
): Promise<DeskOptions & { readonly narrator: OpenedNarrator | null }> {
  const again = repeatedFlagsFor(file, context);
  return {
    ...source,
    describe: describeFact,
    describeFailure: describeProblem,
    describeReplacement: (job, id) => nextAt(replacing([{ job, id }]), again).next ?? "",
    narrator: await narratorFor(source.plan, context),
    world: context.world,
  };
}

/** Starts an application on the port given on the command line. Throws `port_unusable`. */
export async function onPort<Running>(
  startOn: (port: number) => Promise<Running>,
  { raw }: Pick<Context, "raw">,
): Promise<Running> {
  const port = portIn(raw) ?? 0;
  try {
    return await startOn(port);
  } catch (error) {
    if (!isSystemError(error)) throw error;
    throw new Failure<CommandProblem>({ code: "port_unusable", port, cause: errorCode(error) });
  }
}

/** Prints an application's address, and opens it in the browser, if there is one. */
export function announce(
  {
    address,
    port,
    name,
    lines,
  }: Pick<RunningDesk, "address" | "port"> & { name: string; lines: readonly string[] },
  { io: { json, print, canAsk }, raw, environment }: Pick<Context, "io" | "raw" | "environment">,
): void {
  if (canAsk && environment.hasDesktop && raw.open !== false) openBrowser(address);
  if (json) {
    print(JSON.stringify(withVersion({ address })));
    return;
  }
  print(`${name.padEnd(15)}${address}   (works in one browser only)`);
  if (!environment.hasDesktop) {
    const forward = `ssh -L ${port}:127.0.0.1:${port} <this computer>`;
    print(
      `open it        this computer has no desktop: on another computer, run ${forward} and open the address there`,
    );
  }
  for (const line of lines) print(line);
}

/** The course whose lessons are reviewed. Throws a Failure if nothing was bought for it. */
export async function courseToReview(file: string, context: Context): Promise<DeskSource> {
  const course = await openCourse(file, context);
  const { plan, place } = course;
  const { opened } = await course.readMadeState();
  return {
    plan,
    folder: place.folder,
    version: () => ledgerVersion(place.ledger),
    read: async () => (await course.readLedger()).state,
    hold: () => course.hold(true, opened.service),
  };
}

/** `review <plan> --export <file>`: writes the lessons as one page for a reviewer. */
async function exportPage(
  { file, source, page: path }: { file: string; source: DeskSource; page: string },
  context: Context,
): Promise<CommandResult> {
  const { io, raw, world } = context;
  await refuseForeignFile(path, { kind: "reviewer-page", flag: "--export" });
  const withSound = raw.withSound === true;
  const options = { describe: describeFact, withSound, at: world.now() };
  const page = await reviewerPage(new DeskCourse(source), options);
  const { lessons, recordings, soundBytes } = page;
  if (lessons === 0 || lessons > lessonsMost)
    throw new Failure<CommandProblem>({ code: "no_reviewer_page", lessons, most: lessonsMost });
  await realFiles.makeFolder(dirname(path));
  const bytes = await writePage(path, page);
  const next = commandLine("review", repeatedFlagsFor(file, context), "--import <answer.json>");
  for (const line of describeExport({ path, bytes, withSound, page })) io.say(line);
  io.say(`next     send the page to the reviewer; then record the answer: ${next}`);
  return ended({ file: path, bytes, lessons, withSound, recordings, soundBytes, next });
}

/** Resolves with the file's size in bytes once it is on disk. */
async function writePage(path: string, { pieces }: ReviewerPage): Promise<number> {
  let bytes = 0;
  await replaceFileWith(realFiles, path, async (file) => {
    for await (const piece of pieces) {
      const buffer = Buffer.from(piece);
      bytes += buffer.length;
      await writeAll(file, buffer);
    }
  });
  return bytes;
}

/**
 * `review <plan> --import <file>`: shows what a reviewer decided by mail and what would be recorded, and records it if the user agrees. The file's checks
 * detect damage and editing by hand; anyone who wants to forge an answer can, just as anyone can give any name at the desk.
 */
async function importAnswer(
  { file, source, answer: path }: { file: string; source: DeskSource; answer: string },
  context: Context,
): Promise<CommandResult> {
  const { io, raw } = context;
  const read = await readFileOf(path);
  const course = new DeskCourse(source);
  const judged = judgeAnswer(read, await course.now());
  const next = commandLine("review", repeatedFlagsFor(file, context), "--yes");
  for (const line of describeAnswer(read, judged)) io.say(line);
  const { records } = countVerdicts(judged);
  if (records === 0) return recordedAs({ read, file }, judged, context);
  if (raw.yes !== true) {
    const isAsked = mayAsk(io);
    const question = `Record ${pluralize(records, "entry", "entries")}?`;
    if (!isAsked || !(await promptYesNo(question, io, context.interrupt))) {
      const hint = ` Add --yes to record ${pluralize(records, "entry", "entries")}.`;
      io.warn(`Nothing was recorded.${isAsked ? "" : hint}`);
      if (!isAsked) io.say(`next     ${next}`);
      const entries = judged.map((one) => entryDocument(one, false));
      return ended({ who: read.answer.who, entries, next }, isAsked ? exitCodes.stopped : exitCodes.invalid);
    }
  }
  const done = await recordAnswer({ course, world: context.world }, read);
  // Somebody at the desk may have decided between showing and recording.
  if (JSON.stringify(done) !== JSON.stringify(judged))
    for (const line of describeAnswer(read, done)) io.say(line);
  return recordedAs({ read, file }, done, context);
}

async function readFileOf(path: string): Promise<ReadAnswer> {
  const read = await readAnswerFile(path).catch((error: unknown) => {
    throw isSystemError(error) ? unreadable(path, "answer", errorCode(error)) : error;
  });
  if (typeof read === "string") throw unreadable(path, "answer", read);
  return read;
}

function recordedAs(
  { read, file }: { read: ReadAnswer; file: string },
  judged: readonly JudgedEntry[],
  context: Context,
): CommandResult {
  const { records, recorded, refused } = countVerdicts(judged);
  const before = recorded === 0 ? "" : `, ${recorded} recorded before`;
  context.io.say(`done     ${records} recorded${before}, ${refused} refused`);
  // Decisions by others since the page was made.
  const conflicts = judged.filter(
    ({ verdict }) => verdict.kind === "records" && verdict.meanwhile.length > 0,
  ).length;
  const { import: _, ...raw } = context.raw;
  const desk = commandLine("review", repeatedFlagsFor(file, { ...context, raw }));
  if (conflicts > 0)
    context.io.say(`next     resolve ${pluralize(conflicts, "conflict")} at the desk: ${desk}`);
  const entries = judged.map((one) => entryDocument(one, true));
  const next = conflicts === 0 ? {} : { next: desk };
  const exitCode = refused > 0 ? exitCodes.failed : exitCodes.done;
  return ended({ who: read.answer.who, entries, ...next }, exitCode);
}

function entryDocument({ entry, verdict }: JudgedEntry, isDone: boolean): object {
  const { job, kind, id } = entry;
  switch (verdict.kind) {
    case "records": {
      const { overrules, meanwhile } = verdict;
      return { job, kind, id, recorded: isDone, overrules, meanwhile };
    }
    case "recorded":
      return { job, kind, id, recorded: true, before: true };
    case "refused":
      return { job, kind, id, recorded: false, ...verdict.refusal, message: refusalText(verdict.refusal) };
  }
}

/** Many mail servers refuse larger attachments. */
const mailBytesMost = 20 * 1024 * 1024;
/** How much of a reason or comment a table's row shows, in UTF-16 units. */
const textShown = 60;

/** Describes what an exported page contains and how large it is; if the recordings were left out, also says how much they would add. */
export function describeExport({
  path,
  bytes,
  withSound,
  page: { lessons, recordings, soundBytes },
}: {
  readonly path: string;
  readonly bytes: number;
  readonly withSound: boolean;
  readonly page: Pick<ReviewerPage, "lessons" | "recordings" | "soundBytes">;
}): string[] {
  const facts = { path, lessons, recordings, soundSize: describeSize(soundBytes), size: describeSize(bytes) };
  const shown = withSound && recordings > 0 ? pluralize(recordings, "recording") : "";
  const page = textIn("review", "page", { ...facts, shown, isLarge: bytes > mailBytesMost });
  return withSound || recordings === 0 ? [page] : [page, textIn("review", "sound", facts)];
}

/** The reviewer's name, and a table with what happens to each entry. */
function describeAnswer({ answer: { who, exported } }: ReadAnswer, judged: readonly JudgedEntry[]): string[] {
  const rows = judged.map(({ entry, verdict }) => [
    showText(entry.job),
    wordFor("decisions", entry.kind) ?? entry.kind,
    showText(who),
    describeVerdict(verdict),
    wordsOf(entry),
  ]);
  return [
    textIn("review", "answer", { who, ...exported, day: exported.at.slice(0, 10) }),
    ...formatTable([["lesson", "decision", "who", "outcome", ""], ...rows]),
  ];
}

function wordsOf(entry: MailedEntry): string {
  if (entry.kind === "corrected") return entry.changes.map(({ text }) => quoted(text)).join(" ");
  const text = entry.kind === "comment" ? entry.text : entry.why;
  return text === null ? "" : quoted(text);
}

function quoted(text: string): string {
  return `“${shorten(showText(text.replaceAll("\n", " ")), textShown)}”`;
}

function describeVerdict(verdict: Verdict): string {
  switch (verdict.kind) {
    case "recorded":
      return "is recorded already";
    case "refused":
      return `refused: ${refusalText(verdict.refusal)}`;
    case "records": {
      const overruled = verdict.overrules.map(({ who, kind }) => `${who} (${kind})`);
      const meanwhile = verdict.meanwhile.map(({ who, kind }) => `${who} ${kind} it`);
      return [
        "to record",
        ...(overruled.length === 0 ? [] : [`overrules ${showAs("and", overruled)}`]),
        ...(meanwhile.length === 0
          ? []
          : [`but ${showAs("and", meanwhile)} in the meantime: resolve this conflict at the desk`]),
      ].join("; ");
    }
  }
}

/** Why an entry is not recorded. */
function refusalText(refusal: AnswerRefusal): string {
  const changed =
    refusal.why !== "outdated" || refusal.changed === "replaced"
      ? null
      : refusal.changed.map((part) => wordFor("answeredParts", part) ?? part).join(", ");
  const of = "of" in refusal ? shorten(refusal.of, textShown) : "";
  return textIn("review", `refused_${refusal.why}`, { ...refusal, of, changed });
}

/** How many entries are to be recorded, and how many are refused. */
function countVerdicts(judged: readonly JudgedEntry[]): Readonly<Record<Verdict["kind"], number>> {
  const count = (kind: Verdict["kind"]): number =>
    judged.filter(({ verdict }) => verdict.kind === kind).length;
  return { records: count("records"), recorded: count("recorded"), refused: count("refused") };
}
