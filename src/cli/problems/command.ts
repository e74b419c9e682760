import type { RemoteProblem } from "../../client/problem.ts";
import type { Contrary } from "../../run/resolve.ts";
import { formatDuration } from "../../shared/duration.ts";
import { pluralize } from "../../shared/pluralize.ts";
import { showText } from "../../shared/text.ts";
import type { OperatorProblem } from "../../story-service/operator/problem.ts";
import type { CommandProblem } from "../problem.ts";
import { describeCause } from "./causes.ts";
import { wordFor } from "./message.ts";
import { describeStartProblem } from "./service.ts";
import type { DetailsOf } from "./texts.ts";

export const commandDetails: DetailsOf<Exclude<CommandProblem, OperatorProblem> | RemoteProblem> = {
  usage: ({ message, not = "" }) => ({ what: message, not }),
  reason_needed: ({ evidence }) => ({
    facts: { contrary: evidence.map((one) => `  - ${describeContrary(one)}`).join("\n") },
  }),
  service_config_invalid: ({ lines }) => ({ what: lines.map(showText).join("\n") }),
  service_unusable: ({ why, flag = "--data" }) => ({ facts: { reason: describeStartProblem(why, flag) } }),
  nothing_made: ({ isRehearsed }) => (isRehearsed ? { next: { verb: "same", at: "rehearsal" } } : {}),
  input_unreadable: ({ cause }) => ({
    facts: { why: wordFor("answerFaults", cause) ?? describeCause(cause) },
  }),
  story_misfit: ({ misfits, time }) => ({
    facts: {
      isTimeOnly: misfits.every((misfit) => misfit === "time"),
      spans: time.expected.map(({ from, until }) => `${from} and ${until}`).join(", or "),
    },
  }),
  package_incomplete: ({ missing, uncertain, held, jobs }) => ({
    facts: { hasMore: missing > jobs.length },
    next: { verb: uncertain > 0 ? "resolve" : held < missing ? "run" : "check-lessons" },
  }),
};

/** Evidence for a story, or a reason to wait, as a clause. */
export function describeContrary(contrary: Contrary): string {
  switch (contrary.code) {
    case "answered":
      return `the service answered ${contrary.status}, as it does after creating a story`;
    case "id-seen":
      return `${wordFor("idPlaces", contrary.where)} names ${contrary.id}, which may be the story's id; --story checks it`;
    case "balance-fell": {
      const { least, most } = contrary.unexplained;
      const fall = least === most ? pluralize(least, "credit") : `${least} to ${most} credits`;
      return `the balance fell by ${fall} that this ledger's other stories don't explain; writing this story costs ${contrary.writing}`;
    }
    case "too-early":
      return `it is too early to tell: the service may still accept the request, or may not show its cost yet; wait ${formatDuration(contrary.waitMs)}`;
  }
}
