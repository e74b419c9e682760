import process from "node:process";
import { Failure } from "../../../shared/failure.ts";
import { pluralize } from "../../../shared/pluralize.ts";
import { showText } from "../../../shared/text.ts";
import { deleteAccount } from "../../../story-service/operator/delete-account.ts";
import { exportAccount } from "../../../story-service/operator/export-account.ts";
import { accountNamed } from "../../../story-service/operator/operator.ts";
import type { Context } from "../../context.ts";
import type { CommandResult } from "../../io.ts";
import { text } from "../../parser/options.ts";
import type { CommandProblem } from "../../problem.ts";
import { promptYesNo } from "../../prompt.ts";
import { onService } from "./on-service.ts";

/** `serve admin export`: everything that the service knows of an account, for its owner. */
export async function exportData(id: string, context: Context): Promise<CommandResult> {
  const output = text(context.raw, "output");
  if (output === null) throw usage("Say where with --output: a new .zip, or a new folder.");
  return onService(context, async (operator) => {
    const { stories, recordings, movements } = await exportAccount(operator, id, output);
    context.io.say(
      `${showText(output)}: the settings of ${showText(id)}, ${pluralize(stories, "story", "stories")}, ${pluralize(recordings, "recording")}, ${pluralize(movements, "movement")}, its keys without their secrets, and its log`,
    );
    return { account: id, output, stories, recordings, movements };
  });
}

/** `serve admin delete`: deletes an account's personal data after a question, or with `--yes`. */
export function deleteData(id: string, context: Context): Promise<CommandResult> {
  return onService(context, async (operator) => {
    await accountNamed(operator.store, id);
    await confirm(id, context);
    const deleted = await deleteAccount(operator, id);
    const { stories, recordings, pseudonym, leftRecordings } = deleted;
    context.io.say(
      `Deleted ${showText(id)}: ${pluralize(stories, "story", "stories")}, ${pluralize(recordings, "recording")}. Its movements stay in the books as ${pseudonym}.`,
    );
    if (leftRecordings > 0)
      context.io.warn(
        `${pluralize(leftRecordings, "recording")} of them could not be deleted from a bucket that does not answer. Nothing names them any more; a running service deletes them once they are a day old.`,
      );
    return { account: id, ...deleted };
  });
}

async function confirm(id: string, { io, raw, interrupt }: Context): Promise<void> {
  if (raw.yes === true) return;
  if (!io.canAsk || io.json) throw usage("Deleting can't be undone: say --yes.");
  io.warn(
    `This deletes the stories, recordings, keys and settings of ${showText(id)}, and what is left of its credits. It can't be undone.`,
  );
  const asked = { input: process.stdin, output: io.stderr, stop: interrupt };
  if (!(await promptYesNo(`Delete ${showText(id)}?`, asked))) throw usage("Nobody said yes.");
}

function usage(message: string): Failure<CommandProblem> {
  return new Failure({ code: "usage", message: `${message} Nothing was changed.` });
}
