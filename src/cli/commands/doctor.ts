import { exitCodeOfAll, exitCodes } from "../../shared/exit-codes.ts";
import { pluralize } from "../../shared/pluralize.ts";
import type { Context } from "../context.ts";
import { stateFolderOf } from "../course-session.ts";
import { type CommandResult, ended, type Tone } from "../io.ts";
import type { Verbs } from "../parser/declarations.ts";
import { rehearsalDataFolder } from "../parser/options.ts";
import { checkPlan, ledgerFindings } from "./doctor/course.ts";
import { type Finding, finding, findingOf } from "./doctor/finding.ts";
import { folderFinding, narratorFinding, nodeFinding, pdfFinding, sqliteFindings } from "./doctor/machine.ts";
import { examineService } from "./doctor/service.ts";

export const verbs: Verbs = { doctor: (context, [plan]) => doctor(plan, context) };

/** `doctor [plan]`: checks what a run needs, one line for each check, with a remedy. Spends nothing and changes nothing. */
export async function doctor(file: string | undefined, context: Context): Promise<CommandResult> {
  const findings: Finding[] = [];
  for await (const found of untilStopped(examine(file, context), context.interrupt)) {
    findings.push(found);
    context.io.say(`${found.state.padEnd(8)} ${found.name.padEnd(14)} ${found.found}`, tones[found.state]);
    if (found.remedy !== null) context.io.say(`${" ".repeat(9)}${"remedy".padEnd(14)} ${found.remedy}`);
  }
  const count = (state: Finding["state"]): number => findings.filter((one) => one.state === state).length;
  context.io.say(
    count("problem") + count("warning") === 0
      ? "Nothing is wrong."
      : `${pluralize(count("problem"), "problem")}, ${pluralize(count("warning"), "warning")}. Nothing was changed or spent.`,
  );
  const checks = findings.map(({ name, state, found, remedy }) => ({ name, state, found, remedy }));
  return ended({ ok: count("problem") === 0, checks }, exitCodeOfAll(findings.map((one) => one.exitCode)));
}

const tones: Readonly<Record<Finding["state"], Tone | undefined>> = {
  ok: "good",
  warning: "waiting",
  problem: "bad",
  skipped: undefined,
};

async function* examine(file: string | undefined, context: Context): AsyncGenerator<Finding> {
  const { local, out } = context.shared;
  yield nodeFinding();
  yield* sqliteFindings();
  yield context.environment.tlsChecksOff
    ? findingOf("certificates", { code: "tls_checks_off" })
    : finding("certificates", "ok");
  if (!local) yield* examineService(context);
  yield await folderFinding("state-folder", stateFolderOf(context), exitCodes.ledger);
  if (local) {
    yield await folderFinding("local-service", rehearsalDataFolder(context.shared));
    yield await narratorFinding(context);
  }
  if (file === undefined) {
    yield await folderFinding("out-folder", out);
    yield await pdfFinding(null, context);
    return;
  }
  const plan = await checkPlan(file, context);
  yield plan.finding;
  yield await folderFinding("out-folder", plan.value?.session.place.folder ?? out);
  yield await pdfFinding(plan.value?.session.plan ?? null, context);
  yield* ledgerFindings(plan.value, context);
}

/** Ends at once when the user interrupts, with a last finding that says so; pending answers are dropped. */
async function* untilStopped(
  findings: AsyncGenerator<Finding>,
  interrupt: AbortSignal,
): AsyncGenerator<Finding> {
  const stop = new Promise<null>((done) => {
    if (interrupt.aborted) done(null);
    else interrupt.addEventListener("abort", () => done(null), { once: true });
  });
  for (;;) {
    const next = await Promise.race([stop, findings.next()]);
    if (next === null || interrupt.aborted) {
      yield finding("doctor", "problem");
      return;
    }
    if (next.done === true) return;
    yield next.value;
  }
}
