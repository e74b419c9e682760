import type {
  EntryDocument,
  FiguresDocument,
  FindingDocument,
  QueueDocument,
  QueuedLesson,
  RefusalDocument,
  ReplacementDocument,
  RevoicingRefusal,
  StatusDocument,
} from "../documents.ts";

const parts = {
  text: "its text",
  sound: "its recording",
  times: "its times",
  correction: "its corrections",
} as const;

const listed = (names: readonly string[]): string => new Intl.ListFormat("en-GB").format(names);

/** A lesson's review status in words. */
export function describeStatus({ kind, people, why, missing, lapsed }: StatusDocument): string {
  const names = listed(people);
  if (kind === "approved") return `Approved by ${names}`;
  if (kind !== "waiting") {
    const who = `${kind === "held" ? "Held" : "Rejected"} by ${names}`;
    return why === null ? who : `${who}: “${why}”`;
  }
  const gone = lapsed.map(
    ({ who, changed }) =>
      `${who} approved the lesson before ${listed(changed.map((part) => parts[part]))} changed`,
  );
  const rest = missing === 1 ? "Waiting for one approval" : `Waiting for ${missing} approvals`;
  return [people.length === 0 ? rest : `${rest} besides ${names}’s`, ...gone].join("; ");
}

const severities: Readonly<Record<string, string>> = { fail: "Failed", hold: "On hold", warn: "To check" };

/** What the checks found at a place of a lesson. */
export function describeFinding({ severity, text }: FindingDocument): string {
  return `${severities[severity] ?? severity}: ${text}`;
}

/** A volume's language and level; `volume`: a language tag and a level, such as `es-419-2`. */
export function describeVolume(volume: string): string {
  const at = volume.lastIndexOf("-");
  const language = new Intl.DisplayNames("en", { type: "language" }).of(volume.slice(0, at));
  return `${language}, level ${volume.slice(at + 1)}`;
}

/** A lesson in the queue: what it is, how its review stands and what was found in it. */
export function describeQueued({ volume, status, findings: { length } }: QueuedLesson): string {
  const found = length === 0 ? [] : [`${length} ${length === 1 ? "thing" : "things"} to check`];
  return [describeVolume(volume), status.kind, ...found].join(" · ");
}

/** How far the review has progressed. */
export function describeCounts({ lessons, required, isAsked, unmade, gate }: QueueDocument): string {
  const count = (kind: StatusDocument["kind"]): number =>
    lessons.filter(({ status }) => status.kind === kind).length;
  const terms = isAsked
    ? required === 1
      ? ""
      : ` Each lesson needs the approval of ${required} people.`
    : " The plan has no “review: { required: 1 }”, so the package doesn’t wait for approvals.";
  return `${count("approved")} approved, ${count("waiting")} waiting, ${count("held")} held, ${count("rejected")} rejected, of ${lessons.length}.${terms}${describeUnmade(unmade, gate)}`;
}

/** What the plan has besides the lessons that can be reviewed. */
function describeUnmade(unmade: number, gate: number | null): string {
  if (unmade === 0) return "";
  const more = ` ${unmade} more ${unmade === 1 ? "has" : "have"} not been made yet`;
  return gate === null
    ? `${more}.`
    : `${more}: before more lessons are bought, ${gate} of each volume’s lessons must be approved.`;
}

/** How a required word was found. */
export const foundWords: Readonly<Record<string, string>> = {
  exact: "as listed",
  inflected: "in another form",
  possible: "perhaps",
  missing: "missing",
};

/** A lesson's measures, each with its name. */
export function describeFigures(figures: FiguresDocument): [string, string][] {
  const { unit, running, sentences, perSentence, known, speed, loudness, credits } = figures;
  const rows: [string, string | null][] = [
    ["Length", `${running} ${unit} in ${sentences} sentences`],
    ["Sentence length", perSentence === null ? null : `${perSentence.toFixed(1)} ${unit}`],
    ["Known words", known === null ? null : `${Math.round(known * 100)}%`],
    ["Speed", speed === null ? null : `${Math.round(speed)} ${unit} a minute`],
    ["Loudness", loudness === null ? null : `${loudness.toFixed(1)} LUFS`],
    ["Price", credits === null ? null : `${credits} credits`],
  ];
  return rows.flatMap(([name, value]) => (value === null ? [] : [[name, value]]));
}

/** What another story costs. The desk itself buys nothing. */
export function describePrice({ credits }: ReplacementDocument): string {
  const price =
    credits === null
      ? "The command shows the price and asks for confirmation"
      : `The new story costs ${credits} credits, and the command asks for confirmation`;
  return `A correction costs nothing. The command below buys another story in place of this one. ${price} before it buys:`;
}

const did: Readonly<Record<EntryDocument["kind"], string>> = {
  approved: "approved it",
  held: "held it",
  rejected: "rejected it",
  comment: "wrote",
  bought: "Bought",
  corrected: "corrected it",
  undone: "undid a correction",
  respoken: "had it spoken again",
};

/** What happened to a lesson, in one line. */
export function describeEntry({ kind, at, who, credits, isUnheard }: EntryDocument): string {
  const when = new Date(at).toLocaleString(undefined, { dateStyle: "medium", timeStyle: "short" });
  if (kind === "bought") return `${did.bought} for ${credits ?? 0} credits, ${when}`;
  return `${who ?? ""} ${did[kind]}${isUnheard ? " without hearing its recording" : ""}, ${when}`;
}

const refusals: Readonly<Record<RefusalDocument["code"], string>> = {
  not_admitted:
    "The desk no longer accepts this window. Nothing was recorded. Open the address that the terminal shows.",
  not_found: "The desk no longer has this lesson. Nothing was recorded.",
  body_too_large: "That is too much text. Nothing was recorded.",
  nothing_left:
    "A lesson must keep its title and at least one sentence, so nothing was recorded. To leave out the whole lesson, reject it with r.",
  not_understood: "The desk didn’t understand the request. Nothing was recorded.",
  lesson_changed:
    "The lesson has changed since it was shown, so nothing was recorded. The page now shows the current version: review it again.",
  decided_meanwhile:
    "Somebody has made a decision about this lesson since it was shown, so nothing was recorded. The page now shows the lesson’s current state.",
  unspoken: "The recording is unchanged; press s to try again.",
  correction_unusable: "Press u to undo the newest correction.",
  failed: "Nothing was recorded.",
  broken:
    "The desk failed; its log has the reason. Reload the page to see whether the decision was recorded.",
};

const unspoken: Readonly<Record<RevoicingRefusal["why"], string>> = {
  nothing: "The recording already has every correction.",
  no_times: "The times of the recording’s sentences are unknown (run coursebinder align).",
  unsure: "The times of one sentence in the recording are not certain enough.",
  not_mp3: "Recordings of this kind can’t be spliced.",
  no_language: "The narrator has no voice for this language on this machine.",
  narrator_failed: "The narrator failed",
  no_silence: "The recording has no silence beside one of the sentences, so it can’t be cut there.",
  no_speech: "The narrator produced no speech.",
  level: "The narrator’s voice can’t be made as loud as the neighbouring sentences.",
  click: "The cut would be audible.",
};

/** Why something was not spoken anew. */
export function describeUnspoken(refusal: RevoicingRefusal): string {
  const { why } = refusal;
  return why === "narrator_failed" ? `${unspoken[why]}: ${refusal.cause}.` : unspoken[why];
}

/** Why something was not done. */
export function describeRefusal({ code, message, unspoken: why }: RefusalDocument): string {
  if (why !== undefined) return `${describeUnspoken(why)} ${refusals[code]}`;
  return message === null ? refusals[code] : `${refusals[code]} ${message}`;
}
