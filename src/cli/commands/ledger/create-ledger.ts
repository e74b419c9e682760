import { readLedger } from "../../../course/ledger.ts";
import { refuseDamage } from "../../../ledger/file/read-log.ts";
import { fold } from "../../../ledger/format/fold.ts";
import { checkIdentity, isBegunAlone } from "../../../ledger/format/identity.ts";
import { matchLessons } from "../../../run/match.ts";
import type { BoughtElsewhere } from "../../../run/problem.ts";
import { consentTo, type LostLedger } from "../../../run/purchases-elsewhere.ts";
import { closing } from "../../../shared/closing.ts";
import { Failure } from "../../../shared/failure.ts";
import { showText } from "../../../shared/text.ts";
import type { Context } from "../../context.ts";
import { openCourseAlone, serviceOf } from "../../course-session.ts";
import { type CommandResult, ended } from "../../io.ts";
import { commandLine, repeatedFlagsFor } from "../../next.ts";
import { describeNotice } from "../../problems/problems.ts";

/**
 * `ledger create <plan>`: begins a ledger once, so that every run can use `--ledger-must-exist`. Idempotent: an existing ledger of
 * the course stays unchanged, so a scheduled job can repeat the command. Throws a Failure if the ledger belongs to another course or service, or,
 * without `--new-ledger`, if this machine knows that lessons were bought with a ledger of the course.
 */
export async function createLedger(file: string, context: Context): Promise<CommandResult> {
  const session = await openCourseAlone(file, context);
  const { plan: written, place } = session;
  const { location: path } = place.ledger;
  const found = await readLedger(place.ledger);
  if (found !== null) refuseDamage(found, path);
  const identity = { course: written.course, service: serviceOf(context) };
  if (found !== null) checkIdentity(found.events, identity, path);
  if (found !== null && !isBegunAlone(found.events)) {
    return resultOf(
      `${showText(path)} already exists, and was left as it was.`,
      { file, path, again: [] },
      context,
    );
  }
  const state = fold(found?.events ?? []);
  const plan = matchLessons(written, state);
  const lost = await session.lost(plan, state, identity.service);
  if (lost !== null && context.raw.newLedger !== true) throw new Failure<LostLedger>(lost);
  const store = await session.hold(false);
  await closing(store, async () => {
    const who = context.environment.user ?? "unknown";
    // An opening alone counts as missing: that a person has begun the ledger is recorded, too.
    await store.append(consentTo(lost, { state, who, edition: plan.edition }));
  });
  const again = lost?.again ?? [];
  if (again.length > 0) context.io.warn(describeNotice({ code: "paid_again", again }));
  return resultOf(`${showText(path)} was created.`, { file, path, again }, context);
}

function resultOf(
  done: string,
  {
    file,
    path,
    again,
  }: { readonly file: string; readonly path: string; readonly again: readonly BoughtElsewhere[] },
  context: Context,
): CommandResult {
  context.io.say(`${done} From now on, use --ledger-must-exist for every run.`);
  context.io.say(`next     ${commandLine("run", repeatedFlagsFor(file, context), "--ledger-must-exist")}`);
  return ended({ ledger: path, paidAgain: again.map(({ job, credits }) => ({ job, credits })) });
}
