import type {
  EntryDocument,
  QueueDocument,
  QueuedLesson,
  RefusalDocument,
  RevoicingRefusal,
  StatusDocument,
} from "../documents.ts";
import { credits, listText, say, sayOr, timeText, volumeName } from "./texts.ts";

/** A lesson's review status in words. */
export function describeStatus({ kind, people, why, missing, lapsed }: StatusDocument): string {
  const names = listText(people);
  if (kind !== "waiting") {
    const status = say(`status.${kind}`, { names });
    return why === null ? status : say("status.why", { status, why });
  }
  const rest = say(people.length === 0 ? "status.waiting" : "status.waitingBesides", {
    names,
    count: missing,
  });
  const gone = lapsed.map(({ who, changed }) => {
    const parts = listText(changed.map((part) => say(`changed.${part}`)));
    return say("status.lapsed", { who, parts });
  });
  return gone.reduce((status, one) => say("status.also", { status, lapsed: one }), rest);
}

/** A volume's language and level; `volume`: a language tag and a level, such as `es-419-2`. */
export function describeVolume(volume: string): string {
  const at = volume.lastIndexOf("-");
  return volumeName({ lang: volume.slice(0, at), difficulty: volume.slice(at + 1) });
}

/** A lesson in the queue: what it is, how its review stands and what was found in it. */
export function describeQueued({ volume, status, findings: { length } }: QueuedLesson): string {
  const found = length === 0 ? [] : [say("toCheck", { count: length })];
  return [describeVolume(volume), say(`kinds.${status.kind}`), ...found].join(" · ");
}

/** How far the review has progressed, and what the plan has besides the lessons that can be reviewed. */
export function describeCounts({ lessons, required, isAsked, unmade, gate }: QueueDocument): string {
  const count = (kind: StatusDocument["kind"]): number =>
    lessons.filter(({ status }) => status.kind === kind).length;
  const [approved, waiting] = [count("approved"), count("waiting")];
  const [held, rejected] = [count("held"), count("rejected")];
  return [
    say("counts.all", { approved, waiting, held, rejected, total: lessons.length }),
    ...(isAsked ? [] : [say("counts.notAsked")]),
    ...(isAsked && required > 1 ? [say("counts.people", { count: required })] : []),
    ...(unmade === 0
      ? []
      : [say(gate === null ? "counts.unmade" : "counts.gated", { count: unmade, gate: gate ?? 0 })]),
  ].join(" ");
}

/** What happened to a lesson, in one line. */
export function describeEntry({ kind, at, who, credits: price, isUnheard }: EntryDocument): string {
  const name = `history.${kind}${isUnheard ? "Unheard" : ""}`;
  return sayOr(name, kind, { who: who ?? "", sum: credits(price ?? 0), time: timeText(at) });
}

/** Why something was not spoken anew. */
export function describeUnspoken(refusal: RevoicingRefusal): string {
  const cause = refusal.why === "narrator_failed" ? refusal.cause : "";
  return say(`unspoken.${refusal.why}`, { cause });
}

/** Why something was not done. */
export function describeRefusal({ code, message, unspoken }: RefusalDocument): string {
  const why = unspoken === undefined ? "" : `${describeUnspoken(unspoken)} `;
  return `${why}${sayOr(`refusals.${code}`, code)} ${message ?? ""}`.trim();
}
