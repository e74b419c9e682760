import { exitCodes } from "../../../shared/exit-codes.ts";
import { pluralize } from "../../../shared/pluralize.ts";
import { showText } from "../../../shared/text.ts";
import { type Health, healthOf } from "../../../story-service/operator/health.ts";
import type { Context } from "../../context.ts";
import type { CommandResult } from "../../io.ts";
import { onService } from "./on-service.ts";

/** `serve admin health`: exit code 4 with anything that the operator has to see to. */
export function health(context: Context): Promise<CommandResult> {
  const { io } = context;
  return onService(context, async (operator) => {
    const found = await healthOf(operator);
    const findings = findingsOf(found);
    const { accounts, stories, work, freeBytes } = found;
    const { "under way": underWay, ...others } = work;
    io.say(`${pluralize(accounts, "account")}, ${pluralize(stories, "story", "stories")}`);
    io.say(
      `work: ${work.waiting} waiting, ${underWay} under way, ${work.stuck} stuck, ${work.dead} given up`,
    );
    io.say(`${Math.floor(freeBytes / 1_000_000)} MB free for the data folder`);
    for (const finding of findings) io.say(finding);
    if (findings.length === 0) io.say("All is well: the database answers, and the books balance.");
    const { imbalances, missingRecordings } = found;
    return {
      exitCode: findings.length === 0 ? exitCodes.done : exitCodes.failed,
      ...{ accounts, stories, work: { ...others, underWay } },
      ...{ freeBytes, imbalances, missingRecordings, findings },
    };
  });
}

/** Work that was given up is none: its credits are returned, and its list is for whoever wants to order it again. */
function findingsOf({ imbalances, missingRecordings, work, isDiskNearlyFull }: Health): string[] {
  return [
    ...imbalances.map(
      ({ accountId, what }) => `the books don't balance: ${showText(accountId)}: ${showText(what)}`,
    ),
    ...(work.stuck === 0
      ? []
      : [
          `${pluralize(work.stuck, "job is", "jobs are")} due and nobody takes them: does a process of the service run?`,
        ]),
    ...missingRecordings.map((id) => `the recording of book ${id} is not in the data folder`),
    ...(isDiskNearlyFull ? ["the disk of the data folder is nearly full"] : []),
  ];
}
