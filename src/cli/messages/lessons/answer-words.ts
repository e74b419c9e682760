import type {
  AnswerRefusal,
  JudgedEntry,
  MailedEntry,
  MetDecision,
  Verdict,
} from "../../../review/mail/judge-answer.ts";
import type { ReadAnswer } from "../../../review/mail/read-answer.ts";
import type { ReviewerPage } from "../../../review/mail/reviewer-page.ts";
import { pluralize } from "../../../shared/pluralize.ts";
import { shorten, showText } from "../../../shared/text.ts";
import { describeSize } from "../run/size-words.ts";
import { formatTable } from "../table.ts";

/** Larger attachments are refused by many mail servers. */
const mailBytesMost = 20 * 1024 * 1024;
/** The most of a reason or a comment that a table's row shows, in UTF-16 units. */
const textShown = 60;

/** What an exported page has, and how large it is: with its recordings, or how large they would be. */
export function describeExport({
  path,
  bytes,
  withSound,
  page: { lessons, recordings, soundBytes },
}: {
  readonly path: string;
  readonly bytes: number;
  readonly withSound: boolean;
  readonly page: Pick<ReviewerPage, "lessons" | "recordings" | "soundBytes">;
}): string[] {
  const sounds = pluralize(recordings, "recording");
  const large =
    bytes > mailBytesMost ? ". Many mail servers refuse that much: share it as a file instead." : "";
  const has = `${pluralize(lessons, "lesson")}${withSound && recordings > 0 ? ` with ${sounds}` : ""}`;
  const page = `page     ${showText(path)}: ${has}, ${describeSize(bytes)}${large}`;
  if (withSound || recordings === 0) return [page];
  return [page, `sound    not in it: --with-sound adds ${sounds}, ${describeSize(soundBytes)} more`];
}

/** Whose answer it is, in one line. */
export function describeAnswer({ answer }: ReadAnswer): string[] {
  const { who, exported } = answer;
  const day = exported.at.slice(0, 10);
  const page = `the page of ${day} about ${showText(exported.course)}`;
  return [`answer   of ${showText(who)}, to ${page}${exported.withSound ? "" : ", which had no recordings"}`];
}

const doing = { approved: "approve", held: "hold", rejected: "reject", comment: "comment" } as const;

/** What becomes of each entry, as a table. */
export function answerTable({ answer }: ReadAnswer, judged: readonly JudgedEntry[]): string[] {
  const rows = judged.map(({ entry, verdict }) => [
    showText(entry.job),
    doing[entry.kind],
    showText(answer.who),
    describeVerdict(verdict),
    wordsOf(entry),
  ]);
  return formatTable([["lesson", "decision", "who", "outcome", ""], ...rows]);
}

function wordsOf(entry: MailedEntry): string {
  const text = entry.kind === "comment" ? entry.text : entry.why;
  return text === null ? "" : `“${shorten(showText(text.replaceAll("\n", " ")), textShown)}”`;
}

function describeVerdict(verdict: Verdict): string {
  switch (verdict.kind) {
    case "recorded":
      return "is recorded already";
    case "refused":
      return `refused: ${refusalText(verdict.refusal)}`;
    case "records":
      return ["to record", ...overruling(verdict.overrules), ...meeting(verdict.meanwhile)].join("; ");
  }
}

function overruling(overrules: readonly MetDecision[]): string[] {
  return overrules.length === 0 ? [] : [`overrules that ${didByWhom(overrules)}`];
}

function meeting(meanwhile: readonly MetDecision[]): string[] {
  return meanwhile.length === 0 ? [] : [`but ${didByWhom(meanwhile)} meanwhile: to be settled at the desk`];
}

function didByWhom(met: readonly MetDecision[]): string {
  return met.map(({ who, kind }) => `${showText(who)} ${kind} it`).join(" and ");
}

const parts: Readonly<Record<string, string>> = {
  text: "text",
  sound: "recording",
  times: "times",
  correction: "corrections",
};

/** Why something is not recorded. */
export function refusalText(refusal: AnswerRefusal): string {
  switch (refusal.why) {
    case "tampered":
      return refusal.what === "id"
        ? "tampered (another decision has its id)"
        : `tampered (its ${refusal.what} does not fit: damaged or edited)`;
    case "foreign":
      return `foreign (for the ${refusal.what} ${shorten(showText(refusal.of), textShown)}${refusal.what === "edition" ? ": see --edition" : ""})`;
    case "unknown":
      return "unknown lesson";
    case "outdated":
      return refusal.changed === "replaced"
        ? "outdated (the story was replaced)"
        : `outdated (changed since: ${refusal.changed.map((part) => parts[part] ?? part).join(", ")})`;
  }
}

/** How many entries are to be recorded, and how many are refused. */
export function countVerdicts(judged: readonly JudgedEntry[]): Readonly<Record<Verdict["kind"], number>> {
  const count = (kind: Verdict["kind"]): number =>
    judged.filter(({ verdict }) => verdict.kind === kind).length;
  return { records: count("records"), recorded: count("recorded"), refused: count("refused") };
}

/** How many entries contradict what others have decided since the page was made. */
export function countConflicts(judged: readonly JudgedEntry[]): number {
  return judged.filter(({ verdict }) => verdict.kind === "records" && verdict.meanwhile.length > 0).length;
}

/** What was done, in one line. */
export function describeRecorded(judged: readonly JudgedEntry[]): string {
  const { records, recorded, refused } = countVerdicts(judged);
  const before = recorded === 0 ? "" : `, ${recorded} recorded before`;
  return `done     ${records} recorded${before}, ${refused} refused`;
}
