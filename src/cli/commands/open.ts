import { stat } from "node:fs/promises";
import { homedir } from "node:os";
import { resolve, sep } from "node:path";
import process from "node:process";
import type { PlaceSettings } from "../../course/course-place.ts";
import { type Commands, type Named, Refused, type Verb } from "../../desk/commands.ts";
import type { BillDocument, Kind, RunResult } from "../../desk/documents.ts";
import { openHome } from "../../desk/home.ts";
import { endingWith } from "../../shared/closing.ts";
import { exitCodes } from "../../shared/exit-codes.ts";
import { showText } from "../../shared/text.ts";
import { templateLanguages } from "../../spreadsheet/languages.ts";
import type { Context } from "../context.ts";
import { knownServiceOf, readPlanAlone } from "../course-session.ts";
import { failed } from "../failed.ts";
import {
  type AtOnce,
  type CommandResult,
  type Io,
  type LastWords,
  untilAborted,
  withVersion,
} from "../io.ts";
import type { Verbs } from "../parser/declarations.ts";
import { type RawOptions, readCallOptions } from "../parser/options.ts";
import { usage } from "../problem.ts";
import { planProblemText } from "../problems/plan.ts";
import { describeProblem } from "../problems/problems.ts";
import { openConnection } from "../service/connection.ts";
import { importShown } from "./init.ts";
import { packageCourse } from "./package.ts";
import { plan } from "./plan.ts";
import { resolve as resolveCreations } from "./resolve.ts";
import { announce, courseToReview, deskOptions, onPort } from "./review.ts";
import { runApproved } from "./run.ts";
import { status } from "./status.ts";

export const verbs: Verbs = { open: (context, [folder = "."]) => open(folder, context) };

/** `open [folder]`: shows the courses of a folder in a browser until the command is stopped. Stopping it stops its runs as Ctrl-C stops `run`. */
export async function open(folder: string, context: Context): Promise<number> {
  const found = await stat(folder).catch(() => null);
  if (found?.isDirectory() !== true)
    throw usage(`${showText(folder)} isn't a folder.`, "Nothing was started.");
  const { world } = context;
  const terminal = new Terminal(folder, context);
  const home = await onPort(
    (port) =>
      openHome({ folder, port, world, commands: terminal.commands(), describeFailure: describeProblem }),
    context,
  );
  context.atOnce.tell = () => terminal.lastWords();
  let wasRunning = false;
  await endingWith(
    async () => {
      wasRunning = await home.end();
    },
    async () => {
      const lines = [
        "stop it        Ctrl-C; a run that is under way stops as it does in a terminal, and can be continued later",
      ];
      announce({ ...home, name: "your courses", lines }, context);
      await untilAborted(context.interrupt);
    },
  );
  return wasRunning ? exitCodes.stopped : exitCodes.done;
}

/** Runs commands as a terminal would, with the settings that `open` was given and the flags that the page chooses. Nobody can be asked a question. */
class Terminal {
  readonly #context: Context;
  /** Paths that pages must not see, and the text that replaces each. */
  readonly #private: readonly (readonly [path: string, shown: string])[];
  /** The last words of the commands that are running, in case the process is ended at once. */
  readonly #underWay = new Set<AtOnce>();

  constructor(folder: string, context: Context) {
    this.#context = context;
    const { shared, environment } = context;
    const hidden: (readonly [string, string])[] = [
      [`${resolve(folder)}${sep}`, ""],
      [resolve(shared.out), "out"],
      [homedir(), "~"],
    ];
    if (environment.stateFolder !== null) hidden.push([resolve(environment.stateFolder), "…"]);
    this.#private = hidden.filter(([path]) => path.length > 1).sort(([a], [b]) => b.length - a.length);
  }

  lastWords(): LastWords | null {
    for (const { tell } of this.#underWay) if (tell !== null) return tell();
    return null;
  }

  commands(): Commands {
    return {
      service: knownServiceOf(this.#context),
      missing: () => this.#missing(),
      places: (kind) => this.#placesOf(kind),
      readPlan: (named) => readPlanAlone(named.plan, this.#contextOf(named, "check")),
      describePlanProblem: (problem) => this.#withoutPaths(planProblemText(problem)),
      readSheet: (planFile, sheet) => importShown(planFile, sheet, this.#context),
      template: async (language) => {
        const { templateWorkbook } = await import("../../spreadsheet/template.ts");
        return templateWorkbook(templateLanguages.find((one) => one === language) ?? "en");
      },
      bill: async (named, replace) => {
        let approval: Awaited<ReturnType<typeof plan>>["approval"] = null;
        const document = await this.#run<BillDocument["bill"]>(
          this.#contextOf(named, "plan", { replace: replace === undefined ? [] : [replace] }),
          async (context) => {
            const result = await plan(named.plan, context);
            approval = result.approval;
            return result;
          },
        );
        return { document, approval: approval ?? null };
      },
      run: (named, { approved, interrupt, watch }) => {
        const context = this.#contextOf(named, "run");
        const watched = {
          ...context,
          interrupt,
          watch: (line: object) => watch(this.#withoutPaths(line) as never),
        };
        return this.#run(watched, (given) => runApproved(named.plan, approved, given));
      },
      call: (named, verb, flags, lesson) =>
        this.#run(this.#contextOf(named, verb, flags), (context) =>
          callable[verb](named.plan, lesson, context),
        ),
      review: async (named) => {
        const context = this.#contextOf(named, "review");
        const options = await deskOptions(named.plan, await courseToReview(named.plan, context), context);
        return { options, close: async () => options.narrator?.close() };
      },
    };
  }

  #placesOf(kind: Kind): PlaceSettings {
    const { out, ledger } = this.#context.shared;
    // A rehearsal is always kept beside the course's own files, even if a ledger elsewhere was named.
    return kind === "rehearsal" ? { out, local: true, ledger: null } : { out, local: false, ledger };
  }

  #contextOf({ plan: file, kind }: Named, verb: string, flags: RawOptions = {}): Context {
    const { raw, shared, ...rest } = this.#context;
    return {
      ...rest,
      verb,
      args: [file],
      raw: { ...raw, json: true, yes: true, ...flags },
      shared: { ...shared, ...this.#placesOf(kind), json: true },
      io: silent,
      atOnce: { tell: null },
    };
  }

  async #missing() {
    const context = this.#contextOf({ plan: "", kind: "paid" }, "open");
    try {
      const connection = await openConnection(context, readCallOptions(context.raw, false));
      await connection.close();
      return null;
    } catch (error) {
      const { problems } = this.#shown<RunResult>(await failed(error, { io: silent, acting: null }));
      return problems?.[0] ?? null;
    }
  }

  /** Runs a command to its end. If it throws, reports that as in a terminal, and rejects with `Refused`. */
  async #run<Document>(
    context: Context,
    command: (context: Context) => Promise<CommandResult>,
  ): Promise<Document> {
    this.#underWay.add(context.atOnce);
    try {
      return this.#shown(await command(context));
    } catch (error) {
      const result = await failed(error, { io: silent, acting: context });
      if (typeof result !== "number" && result.exitCode === exitCodes.bug)
        context.world.log.error({ error: String(error), verb: context.verb }, "open");
      throw new Refused(this.#shown<RunResult>(result));
    } finally {
      this.#underWay.delete(context.atOnce);
    }
  }

  /** The document as `--json` prints it. The caller knows its schema. */
  #shown<Document>(result: CommandResult | number): Document {
    const json = typeof result === "number" ? { ok: false, exitCode: result } : result.json;
    return this.#withoutPaths(withVersion(json)) as Document;
  }

  /** A text, or all texts of a document, without paths outside the folder. */
  #withoutPaths<Value>(value: Value): Value {
    const text = JSON.stringify(value) ?? "null";
    const shown = this.#private.reduce(
      (at, [path, instead]) => at.replaceAll(JSON.stringify(path).slice(1, -1), instead),
      text,
    );
    return JSON.parse(shown) as Value;
  }
}

const callable = {
  status,
  resolve: resolveCreations,
  package: (file: string, _: string | undefined, context: Context) => packageCourse(file, context),
} satisfies Record<Verb, unknown>;

/** The page gets the command's document, so its lines of output are dropped. */
const silent: Io = {
  say: () => undefined,
  note: () => undefined,
  warn: () => undefined,
  print: () => undefined,
  paint: (text) => text,
  json: true,
  quiet: true,
  live: false,
  canAsk: false,
  stderr: process.stderr,
};
