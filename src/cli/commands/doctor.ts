import { connectMostMs } from "../../client/socket.ts";
import { exitCodeOf, type RunProblem } from "../../run/problem.ts";
import { exitCodeOfAll } from "../../shared/exit-codes.ts";
import { pluralize } from "../../shared/pluralize.ts";
import type { Context } from "../context.ts";
import { accessFindings } from "../doctor/access-checks.ts";
import { type Finding, problem, skipped } from "../doctor/finding.ts";
import {
  certificatesFinding,
  nodeFinding,
  outFindings,
  rehearsalFindings,
  sqliteFindings,
  stateFolderFinding,
} from "../doctor/machine-checks.ts";
import { pdfFinding } from "../doctor/pdf-check.ts";
import {
  checkAddress,
  checkConnection,
  checkKey,
  type FoundKey,
  withoutService,
} from "../doctor/service-checks.ts";
import type { CommandResult } from "../io.ts";
import { readCallOptions } from "../parser/options.ts";
import { openConnection } from "../service/connection.ts";

/** `doctor [plan]`: checks what a run needs, one line for each check, with a remedy. Spends nothing and changes nothing. */
export async function doctor(file: string | undefined, context: Context): Promise<CommandResult> {
  const findings: Finding[] = [];
  for await (const finding of untilStopped(examine(file, context), context.interrupt)) {
    findings.push(finding);
    for (const line of describeFinding(finding)) context.io.say(line);
  }
  const problems = count(findings, "problem");
  const warnings = count(findings, "warning");
  context.io.say(
    problems + warnings === 0
      ? "Nothing is wrong."
      : `${pluralize(problems, "problem")}, ${pluralize(warnings, "warning")}. Nothing was changed or spent.`,
  );
  const exitCode = exitCodeOfAll(findings.map((finding) => finding.exitCode));
  const checks = findings.map(({ name, state, found, remedy }) => ({ name, state, found, remedy }));
  return { exitCode, json: { ok: problems === 0, exitCode, checks } };
}

async function* examine(file: string | undefined, context: Context): AsyncGenerator<Finding> {
  const { local, out, ledger } = context.shared;
  yield nodeFinding();
  yield* sqliteFindings();
  yield certificatesFinding(context);
  if (!local) yield* examineService(context);
  yield await stateFolderFinding(context);
  if (local) yield* rehearsalFindings(context);
  if (file === undefined) {
    yield* outFindings(out);
    yield await pdfFinding(null, context);
    if (ledger !== null) yield await (await courseChecks()).namedLedgerFinding(ledger, context);
    return;
  }
  const { checkPlan, ledgerFindings } = await courseChecks();
  const plan = await checkPlan(file, context);
  yield plan.finding;
  yield* outFindings(plan.value?.place.folder ?? out);
  yield await pdfFinding(plan.value?.plan ?? null, context);
  yield* ledgerFindings(plan.value, context);
}

// Loaded on demand: the code that reads plans and ledgers takes as long to load as everything else here.
const courseChecks = () => import("../doctor/course-checks.ts");

async function* examineService(context: Context): AsyncGenerator<Finding> {
  const address = checkAddress(context);
  yield address.finding;
  const key = await checkKey(address.value, context);
  yield key.finding;
  if (address.value === null || context.environment.tlsChecksOff) {
    const why =
      address.value === null ? "there is no address that may be used" : "certificates are not checked";
    yield skipped("connection", why);
    yield* withoutService(why);
    return;
  }
  const { timeoutMs } = readCallOptions(context.raw, false);
  const connection = await checkConnection(address.value, {
    timeoutMs: Math.min(connectMostMs, timeoutMs),
    signal: context.interrupt,
  });
  yield connection.finding;
  if (connection.value === null) yield* withoutService("the service can't be reached");
  else if (key.value === null) yield* withoutService("there is no key that may be used");
  else yield* examineAccess(key.value, context);
}

async function* examineAccess(key: FoundKey, context: Context): AsyncGenerator<Finding> {
  const { remote, close } = await openConnection(context, readCallOptions(context.raw, false));
  // Pending calls spend nothing, so don't wait for them.
  const leave = (): void => void close();
  context.interrupt.addEventListener("abort", leave, { once: true });
  try {
    yield* accessFindings({ remote, world: context.world, key });
  } finally {
    context.interrupt.removeEventListener("abort", leave);
    await close();
  }
}

/** Ends at once when the user asks to stop, with that as its last finding; answers still pending are dropped. */
async function* untilStopped(
  findings: AsyncGenerator<Finding>,
  interrupt: AbortSignal,
): AsyncGenerator<Finding> {
  const stop = new Promise<null>((resolve) => {
    if (interrupt.aborted) resolve(null);
    else interrupt.addEventListener("abort", () => resolve(null), { once: true });
  });
  for (;;) {
    const next = await Promise.race([stop, findings.next()]);
    if (next === null || interrupt.aborted) {
      yield interruptedFinding();
      return;
    }
    if (next.done === true) return;
    yield next.value;
  }
}

function interruptedFinding(): Finding {
  const interrupted: RunProblem = { code: "interrupted" };
  return problem("doctor", "Stopped as you asked: not every check was made.", {
    remedy: "coursebinder doctor",
    exitCode: exitCodeOf(interrupted),
  });
}

function describeFinding({ name, state, found, remedy }: Finding): string[] {
  const line = `${state.padEnd(8)} ${name.padEnd(14)} ${found}`;
  return remedy === null ? [line] : [line, `${" ".repeat(9)}${"remedy".padEnd(14)} ${remedy}`];
}

function count(findings: readonly Finding[], state: Finding["state"]): number {
  return findings.filter((finding) => finding.state === state).length;
}
