import type { JoinConflict } from "../../../ledger/format/join.ts";
import type { TakenOverlays } from "../../../run/correct/corrections-on-disk.ts";
import { pluralize } from "../../../shared/pluralize.ts";
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
      "Look at the lesson in the review desk: u takes it back, and what was corrected here is in force again."
    );
  }
  const { attempt, ours, theirs, kept } = conflict;
  return (
    `The creation ${attempt} of ${job} was settled as ${showText(ours)} here and as ${showText(theirs)} in the other ledger. ` +
    `${kept === "ours" ? "What stood here" : "What the other says"} holds; both stand in the ledger.`
  );
}

/** Which files of corrections were copied along; empty: none. */
export function describeOverlays({ taken }: TakenOverlays): string[] {
  return taken.length === 0
    ? []
    : [
        `${pluralize(taken.length, "correction's file was", "corrections' files were")} copied from beside it.`,
      ];
}

/** A correction's file that the joined ledger needs and that is nowhere. */
export function describeMissingOverlay(file: string): string {
  return (
    `${showText(file)} is not in the course's folder: its lesson can't be packaged before it is. ` +
    "Copy it from the other course's folder, or take that correction back in the review desk (u)."
  );
}
