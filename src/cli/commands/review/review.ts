import { readLedgerState } from "../../../course/ledger.ts";
import { openDesk, type RunningDesk } from "../../../review/desk.ts";
import type { DeskSource } from "../../../review/desk-course.ts";
import { endingWith } from "../../../shared/closing.ts";
import { exitCodes } from "../../../shared/exit-codes.ts";
import { errorCode, Failure, isSystemError } from "../../../shared/failure.ts";
import { showText } from "../../../shared/text.ts";
import type { Context } from "../../context.ts";
import { type CourseSession, openCourse, stateFolderOf } from "../../course-session.ts";
import { type CommandResult, withVersion } from "../../io.ts";
import { nextAt, repeatedFlagsFor } from "../../next.ts";
import { portIn, type RawOptions, text } from "../../parser/options.ts";
import { type CommandProblem, usage } from "../../problem.ts";
import { describeProblem } from "../../problems/problems.ts";
import { replacing } from "../../problems/run.ts";
import { openBrowser } from "../../prompt.ts";
import { describeFact } from "../../render/quality.ts";
import { narratorFor, type OpenedNarrator } from "../../service/local-service.ts";
import { untilAborted } from "../../until-aborted.ts";
import { exportPage } from "./export-page.ts";
import { importAnswer } from "./import-answer.ts";

/**
 * `review <plan>`: runs the review desk until it is stopped; with `--export`, writes a page for a reviewer; with `--import`, reads a reviewer's answer.
 */
export async function review(file: string, context: Context): Promise<CommandResult | number> {
  const { raw } = context;
  refuseMixture(raw);
  const source = await courseToReview(await openCourse(file, context), context);
  const [page, answer] = [text(raw, "export"), text(raw, "import")];
  if (page !== null) return exportPage({ file, source, page }, context);
  if (answer !== null) return importAnswer({ file, source, answer }, context);
  return serveDesk(file, source, context);
}

/** Its first line gives the address to open. */
async function serveDesk(file: string, source: DeskSource, context: Context): Promise<number> {
  const { io, raw, world, interrupt, environment } = context;
  const port = portIn(raw) ?? 0;
  const again = repeatedFlagsFor(file, context);
  const describe = {
    describe: describeFact,
    describeFailure: describeProblem,
    describeReplacement: (job: string, id: string) => nextAt(replacing([{ job, id }]), again).next ?? "",
  };
  const narrator = await narratorFor(source.plan, context);
  const desk = await openDesk({ ...source, ...describe, narrator, port, world }).catch(
    async (error: unknown) => {
      await narrator?.close();
      if (!isSystemError(error)) throw error;
      throw new Failure<CommandProblem>({ code: "port_unusable", port, cause: errorCode(error) });
    },
  );
  await endingWith(
    async () => {
      await narrator?.close();
      await desk.close();
    },
    async () => {
      announce(desk, narrator, context);
      if (io.canAsk && environment.hasDesktop && raw.open !== false) openBrowser(desk.address);
      await untilAborted(interrupt);
    },
  );
  return exitCodes.done;
}

function announce(
  { address, port }: Pick<RunningDesk, "address" | "port">,
  narrator: Pick<OpenedNarrator, "name"> | null,
  { io: { json, print }, environment }: Pick<Context, "io" | "environment">,
): void {
  if (json) {
    print(JSON.stringify(withVersion({ address })));
    return;
  }
  print(`review desk    ${address}   (works in one browser only)`);
  if (!environment.hasDesktop) {
    const forward = `ssh -L ${port}:127.0.0.1:${port} <this computer>`;
    print(
      `open it        this computer has no desktop: on another computer, run ${forward} and open the address there`,
    );
  }
  if (narrator !== null) print(`narrator       ${showText(narrator.name)} re-records corrected sentences`);
  print("stop it        Ctrl-C; every decision is in the ledger as soon as the page confirms it");
}

/** Which flag needs which: the others would be ignored without a word. */
const needs = [
  { name: "withSound", flag: "--with-sound", of: "export" },
  { name: "yes", flag: "--yes", of: "import" },
] as const;

function refuseMixture(raw: RawOptions): void {
  const isGiven = (name: string): boolean => raw[name] !== undefined;
  if (isGiven("export") && isGiven("import")) {
    throw usage(
      "--export makes a page for a reviewer, and --import reads the answer: give only one of them.",
    );
  }
  for (const { name, flag, of } of needs) {
    if (isGiven(name) && !isGiven(of)) throw usage(`${flag} is for --${of}.`);
  }
  if (isGiven("port") && (isGiven("export") || isGiven("import"))) {
    throw usage("--port is for the desk, which --export and --import don't open.");
  }
}

/** The course whose lessons are reviewed. Throws a Failure if nothing was bought for it. */
async function courseToReview(course: CourseSession, context: Context): Promise<DeskSource> {
  const { plan, place } = course;
  const { opened } = await course.readMadeState();
  const stateFolder = stateFolderOf(context);
  return {
    plan,
    folder: place.folder,
    read: async () => (await readLedgerState(place.ledger, { course: plan.course, stateFolder })).state,
    hold: () => course.hold(true, opened.service),
  };
}
