import { readFileLedger } from "../../ledger/file-store.ts";
import { fold } from "../../ledger/fold.ts";
import type { LedgerProblem } from "../../ledger/problem.ts";
import { exitCodes } from "../../shared/exit-codes.ts";
import { Failure } from "../../shared/failure.ts";
import { realFiles } from "../../shared/real-files.ts";
import { showText } from "../../shared/text.ts";
import type { Context } from "../context.ts";
import { placeOfCourse } from "../course-place.ts";
import type { CommandResult } from "../io.ts";
import { loadPlan } from "../load-plan.ts";
import { refusePlan } from "./check.ts";

/** `ledger verify <plan or ledger>`: recomputes the whole chain and says where it ends, or where it is broken. */
export async function verifyLedger(file: string, context: Context): Promise<CommandResult> {
  const path = await pathOf(file, context);
  if (typeof path !== "string") return path;
  const { events, head, tail, damage } = await readFileLedger(path, realFiles);
  if (damage !== null) throw new Failure<LedgerProblem>({ code: "ledger_damaged", path, damage });
  const { io } = context;
  const state = fold(events);
  io.say(
    `${showText(path)}: whole; ${events.length} events, ${state.jobs.size} jobs, head ${head.seq} ${head.hash}`,
  );
  if (tail.kind === "torn") {
    io.say(
      `the last ${tail.fragment.length} bytes are a record that was cut off; the next run sets them aside`,
    );
  }
  if (tail.kind === "unterminated") io.say("the last line has no line feed yet; the next run adds it");
  return {
    exitCode: exitCodes.done,
    json: { ok: true, exitCode: exitCodes.done, ledger: path, events: events.length, head, tail: tail.kind },
  };
}

/** `ledger show <plan or ledger>`: every event, a line each. */
export async function showLedger(file: string, context: Context): Promise<CommandResult> {
  const path = await pathOf(file, context);
  if (typeof path !== "string") return path;
  const { events, damage } = await readFileLedger(path, realFiles);
  const { io } = context;
  for (const event of events) {
    const { seq, at, type, hash, ...rest } = event;
    const where = "job" in event && typeof event.job === "string" ? event.job : "";
    io.say(
      `${String(seq).padStart(5)}  ${at}  ${type.padEnd(18)} ${showText(where)}  ${showText(factsOf(rest))}`,
    );
  }
  if (damage !== null) throw new Failure<LedgerProblem>({ code: "ledger_damaged", path, damage });
  return { exitCode: exitCodes.done, json: { ok: true, exitCode: exitCodes.done, ledger: path, events } };
}

const shownElsewhere = new Set(["job", "edition", "request", "requestHash", "run"]);

function factsOf(body: Record<string, unknown>): string {
  return Object.entries(body)
    .filter(([name]) => !shownElsewhere.has(name))
    .map(([name, value]) => `${name}=${typeof value === "string" ? value : JSON.stringify(value)}`)
    .join(" ");
}

/** A ledger is named by itself (`.jsonl`) or by the plan of its course. */
async function pathOf(file: string, context: Context): Promise<string | CommandResult> {
  if (file.endsWith(".jsonl")) return file;
  const loaded = await loadPlan(file, context);
  if (!loaded.ok) return refusePlan(loaded.problems, context);
  return placeOfCourse(loaded.plan.course, context.shared).ledger;
}
