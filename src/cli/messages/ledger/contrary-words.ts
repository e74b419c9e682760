import type { Contrary } from "../../../run/settle/evidence.ts";
import type { Misfit, TimeDiffers } from "../../../run/settle/resolve.ts";
import { formatDuration } from "../../../shared/duration.ts";
import { pluralize } from "../../../shared/pluralize.ts";
import { showText } from "../../../shared/text.ts";

/** Evidence for a story, or a reason to wait, as a clause. */
export function describeContrary(contrary: Contrary): string {
  switch (contrary.code) {
    case "answered":
      return `the service answered ${contrary.status}, which it does when it has created a story`;
    case "id-seen":
      return `${places[contrary.where]} names ${contrary.id}, which may be the story's id; --story checks it`;
    case "balance-fell": {
      const { least, most } = contrary.unexplained;
      const fall = least === most ? pluralize(least, "credit") : `${least} to ${most} credits`;
      return `the balance fell by ${fall} that this ledger's other stories don't explain; this one's writing costs ${contrary.writing}`;
    }
    case "new-book":
      return `book ${showText(contrary.book)} was made since, and is of no story that this ledger knows`;
    case "conflict-later":
      return `at ${contrary.at} the service refused another story because one was being made, and none of this ledger was`;
    case "too-early":
      return `it is too early to tell: the service may still take up the request, or not show yet what it costs; wait ${formatDuration(contrary.waitMs)}`;
  }
}

const places = {
  answer: "its answer",
  "rescue-file": "a rescue file",
  "torn-record": "a torn record of the ledger",
} as const;

const misfitWords: Readonly<Record<Misfit, string>> = {
  topic: "topic",
  language: "language",
  difficulty: "difficulty",
  time: "time",
  "other-lesson": "lesson: it is another one's already",
};

/** Why a story doesn't fit a lesson; if only its time differs, how to accept it anyway. */
export function describeMisfit(
  job: string,
  id: string,
  { misfits, time }: { misfits: readonly Misfit[]; time: TimeDiffers },
): string {
  const [only] = misfits;
  if (misfits.length > 1 || only !== "time") {
    const names = misfits.map((misfit) => misfitWords[misfit]).join(", ");
    return `Story ${id} is not the one that ${showText(job)} asked for: it differs in ${names}. Nothing was changed.`;
  }
  const spans = time.expected.map(({ from, until }) => `${from} to ${until}`).join(", or ");
  return (
    `Story ${id} is of the topic, language and difficulty that ${showText(job)} asked for, but of another time: it was created ${showText(time.createdAt)}, ` +
    `and this creation was sent between ${spans}, by the service's clock as far as it is known. Nothing was changed. ` +
    'Is it an older story of the same topic? If you know that it is this one, say how you know: --despite-time "…", which the ledger keeps.'
  );
}
