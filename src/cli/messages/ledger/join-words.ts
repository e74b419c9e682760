import type { JoinConflict } from "../../../ledger/format/join.ts";
import { showText } from "../../../shared/text.ts";

/** A fact on which two joined ledgers disagree, and which version applies from now on. */
export function describeConflict(conflict: JoinConflict): string {
  const job = `${showText(conflict.edition)}/${showText(conflict.job)}`;
  if (conflict.code === "bought_by_both") {
    const stories = conflict.attempts.map(
      ({ attempt, id }) => id ?? `of the creation ${attempt}, if it made one`,
    );
    return `${job} was bought with both ledgers. Its stories are ${stories.join(", ")}; each is followed and counted, and the newest is the lesson's.`;
  }
  if (conflict.code === "corrected_by_both") {
    return (
      `${job} was corrected with both ledgers, by ${showText(conflict.ours)} here and by ${showText(conflict.theirs)} with the other. The other's correction is in force. ` +
      'Copy its file from "corrections" in the other course\'s folder, or take it back in the review desk (u).'
    );
  }
  const { attempt, ours, theirs, kept } = conflict;
  return (
    `The creation ${attempt} of ${job} was settled as ${showText(ours)} here and as ${showText(theirs)} in the other ledger. ` +
    `${kept === "ours" ? "What stood here" : "What the other says"} holds; both stand in the ledger.`
  );
}
