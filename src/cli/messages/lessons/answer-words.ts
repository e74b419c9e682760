import type { AnswerRefusal, JudgedEntry, MailedEntry, Verdict } from "../../../review/mail/judge-answer.ts";
import type { ReadAnswer } from "../../../review/mail/read-answer.ts";
import { pluralize } from "../../../shared/pluralize.ts";
import { shorten, showText } from "../../../shared/text.ts";
import { describeSize } from "../run/size-words.ts";
import { formatTable } from "../table.ts";

/** Larger attachments are refused by many mail servers. */
const mailBytesMost = 20 * 1024 * 1024;
/** The most of a reason or a comment that a table's row shows, in UTF-16 units. */
const textShown = 60;

/** What an exported page has, and how large it is. */
export function describeExport(page: {
  readonly path: string;
  readonly bytes: number;
  readonly lessons: number;
  readonly recordings: number;
  readonly withSound: boolean;
}): string[] {
  const { path, bytes, lessons, recordings, withSound } = page;
  const sound =
    recordings === 0
      ? ""
      : withSound
        ? `, with ${pluralize(recordings, "recording")}`
        : `, without the ${pluralize(recordings, "recording")}: --with-sound adds them`;
  const large =
    bytes > mailBytesMost ? " Many mail servers refuse that much: share it as a file instead." : "";
  return [
    `page     ${showText(path)}: ${pluralize(lessons, "lesson")}${sound}; ${describeSize(bytes)}.${large}`,
  ];
}

/** Whose answer it is, in one line. */
export function describeAnswer({ answer }: ReadAnswer): string[] {
  const { who, exported } = answer;
  const day = exported.at.slice(0, 10);
  return [`answer   of ${showText(who)}, to the page of ${day} about ${showText(exported.course)}`];
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
    case "records": {
      const names = verdict.meanwhile.map(showText).join(" and ");
      return names === "" ? "to record" : `to record, although ${names} approved it meanwhile`;
    }
  }
}

const parts: Readonly<Record<string, string>> = { text: "text", sound: "recording", times: "times" };

/** Why something is not recorded. */
export function refusalText(refusal: AnswerRefusal): string {
  switch (refusal.why) {
    case "tampered":
      return refusal.what === "id"
        ? "tampered (another decision has its id)"
        : `tampered (its ${refusal.what} does not fit: damaged or edited)`;
    case "foreign":
      return `foreign (for the ${refusal.what} ${shorten(showText(refusal.of), textShown)})`;
    case "unknown":
      return "unknown lesson";
    case "outdated":
      return refusal.changed === "replaced"
        ? "outdated (the story was replaced)"
        : `outdated (changed since: ${refusal.changed.map((part) => parts[part] ?? part).join(", ")})`;
    case "contradicts":
      return `contradicts (${showText(refusal.who)} ${refusal.kind} it meanwhile; to be settled at the desk)`;
  }
}

/** How many entries are to be recorded, and how many are refused. */
export function countVerdicts(judged: readonly JudgedEntry[]): Readonly<Record<Verdict["kind"], number>> {
  const count = (kind: Verdict["kind"]): number =>
    judged.filter(({ verdict }) => verdict.kind === kind).length;
  return { records: count("records"), recorded: count("recorded"), refused: count("refused") };
}

/** What was done, in one line. */
export function describeRecorded(judged: readonly JudgedEntry[]): string {
  const { records, recorded, refused } = countVerdicts(judged);
  const before = recorded === 0 ? "" : `, ${recorded} recorded before`;
  return `done     ${records} recorded${before}, ${refused} refused`;
}
