import { Failure } from "../../../shared/failure.ts";
import { pluralize } from "../../../shared/pluralize.ts";
import { showText } from "../../../shared/text.ts";
import { describeDismissed, describeRetried } from "../../../story-service/operator/result-words.ts";
import { dismissWork, type ListedWork, listWork, retryWork } from "../../../story-service/operator/work.ts";
import type { Context } from "../../context.ts";
import type { CommandResult } from "../../io.ts";
import { formatTable } from "../../messages/table.ts";
import type { CommandProblem } from "../../problem.ts";
import { onService } from "./on-service.ts";

/** `serve admin work list`: what is stuck or was given up, and with `--all` all work that is not done. */
export function work(context: Context): Promise<CommandResult> {
  const { io, raw } = context;
  return onService(context, async (operator) => {
    const all = await listWork(operator.store, operator.now());
    const shown = all.filter(({ state }) => raw.all === true || state === "dead" || state === "stuck");
    const head = ["id", "state", "kind", "account", "story", "tries", "due", "reason"];
    if (shown.length > 0) for (const line of formatTable([head, ...shown.map(rowOf)], [0, 5])) io.say(line);
    else io.say(raw.all === true ? "There is no work." : "No work is stuck or was given up.");
    const others = all.length - shown.length;
    if (others > 0) io.note(`${pluralize(others, "other job")} waiting or under way: --all shows them.`);
    return { work: shown.map(documentOf), others };
  });
}

function rowOf({ id, state, kind, accountId, storyId, attempts, dueAt, reason }: ListedWork): string[] {
  return [
    String(id),
    state,
    kind,
    showText(accountId),
    storyId,
    String(attempts),
    new Date(dueAt).toISOString(),
    showText(reason ?? ""),
  ];
}

function documentOf({ dueAt, ...job }: ListedWork): object {
  return { ...job, dueAt: new Date(dueAt).toISOString() };
}

/** `serve admin work retry`: orders given-up work again, which charges for it again. */
export function retry(id: string, context: Context): Promise<CommandResult> {
  const { io } = context;
  const job = jobId(id);
  return onService(context, async (operator) => {
    const retried = await retryWork(operator, job);
    io.say(describeRetried(retried));
    const { kind, storyId, accountId, credits } = retried;
    return { job, kind, story: storyId, account: accountId, credits };
  });
}

/** `serve admin work dismiss`: takes given-up work off the list. */
export function dismiss(id: string, context: Context): Promise<CommandResult> {
  const job = jobId(id);
  return onService(context, async (operator) => {
    await dismissWork(operator, job);
    context.io.say(describeDismissed(job));
    return { job };
  });
}

function jobId(value: string): number {
  if (/^\d{1,15}$/.test(value)) return Number(value);
  const expected = "a number that serve admin work list shows";
  throw new Failure<CommandProblem>({ code: "bad_value", flag: "<id>", value, expected });
}
