import { exitCodes } from "../../../shared/exit-codes.ts";
import { healthOf } from "../../../story-service/operator/health.ts";
import { allIsWell, describeHealth, findingsOf } from "../../../story-service/operator/health-words.ts";
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
    for (const line of describeHealth(found)) io.say(line);
    for (const finding of findings) io.say(finding);
    if (findings.length === 0) io.say(allIsWell);
    const { imbalances, missingRecordings } = found;
    return {
      exitCode: findings.length === 0 ? exitCodes.done : exitCodes.failed,
      accounts,
      stories,
      work: { ...others, underWay },
      freeBytes,
      imbalances,
      missingRecordings,
      findings,
    };
  });
}
