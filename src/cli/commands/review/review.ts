import { openDesk, type RunningDesk } from "../../../review/desk.ts";
import type { DeskSource } from "../../../review/desk-course.ts";
import { endingWith } from "../../../shared/closing.ts";
import { exitCodes } from "../../../shared/exit-codes.ts";
import { errorCode, Failure, isSystemError } from "../../../shared/failure.ts";
import { showText } from "../../../shared/text.ts";
import type { Context } from "../../context.ts";
import { loadPlan } from "../../course/load-plan.ts";
import type { CommandResult } from "../../io.ts";
import { describeFailure } from "../../messages/failure-words.ts";
import { againFor, replacementCommand } from "../../messages/next-command.ts";
import { describeFact } from "../../messages/quality/finding-words.ts";
import { openBrowser } from "../../open-browser.ts";
import { portIn, type RawOptions, text } from "../../parser/options.ts";
import type { CommandProblem } from "../../problem.ts";
import { narratorFor, type OpenedNarrator } from "../../service/sentence-narrator.ts";
import { untilAborted } from "../../until-aborted.ts";
import { refusePlan } from "../check.ts";
import { courseToReview } from "./course-to-review.ts";
import { exportPage } from "./export-page.ts";
import { importAnswer } from "./import-answer.ts";

/** `review <plan>`: the review desk, until it is stopped; with `--export` a page for a reviewer, with `--import` that reviewer's answer. */
export async function review(file: string, context: Context): Promise<CommandResult | number> {
  const { raw } = context;
  refuseMixture(raw);
  const loaded = await loadPlan(file, context);
  if (!loaded.ok) return refusePlan(loaded.problems, context);
  const source = await courseToReview(loaded.plan, context);
  const [page, answer] = [text(raw, "export"), text(raw, "import")];
  if (page !== null) return exportPage({ file, source, page }, context);
  if (answer !== null) return importAnswer({ file, source, answer }, context);
  return serveDesk(file, source, context);
}

/** Its first line gives the address to open. */
async function serveDesk(file: string, source: DeskSource, context: Context): Promise<number> {
  const { io, raw, world, interrupt, environment } = context;
  const port = portIn(raw) ?? 0;
  const again = againFor(file, context);
  const describe = {
    describeFinding: describeFact,
    describeFailure,
    describeReplacement: (job: string, id: string) => replacementCommand({ job, id }, again),
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
    print(JSON.stringify({ address }));
    return;
  }
  print(`review desk    ${address}   (good for one browser)`);
  if (!environment.hasDesktop) {
    const forward = `ssh -L ${port}:127.0.0.1:${port} <this computer>`;
    print(`open it        no desktop here; from another computer: ${forward}, then the address there`);
  }
  if (narrator !== null) print(`narrator       ${showText(narrator.name)} speaks corrected sentences anew`);
  print("stop it        Ctrl-C; every decision is in the ledger as soon as the page says so");
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
      "--export makes a page for a reviewer, --import reads the answer: give one of them. Nothing was done.",
    );
  }
  for (const { name, flag, of } of needs) {
    if (isGiven(name) && !isGiven(of)) throw usage(`${flag} is for --${of}. Nothing was done.`);
  }
  if (isGiven("port") && (isGiven("export") || isGiven("import"))) {
    throw usage("--port is for the desk, which --export and --import don't open. Nothing was done.");
  }
}

function usage(message: string): Failure<CommandProblem> {
  return new Failure<CommandProblem>({ code: "usage", message });
}
