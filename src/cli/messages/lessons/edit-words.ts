import type { Edits } from "../../../run/edits.ts";
import type { LeftFact } from "../../../run/lesson.ts";
import type { MoveHint, RemovalHint, RunProblem } from "../../../run/problem.ts";
import { pluralize } from "../../../shared/pluralize.ts";
import { showText } from "../../../shared/text.ts";
import { formatTable } from "../table.ts";

type Left = Extract<RunProblem, { code: "lessons_left" }>;

/** More names don't help; `--json` has them all. */
const namesMost = 5;

/** No one pastes more lines at once; the next run lists the rest. */
const linesMost = 60;

const rowsMost = 20;

export function someOf(names: readonly string[]): string {
  const shown = names.length > namesMost ? names.slice(0, namesMost - 1) : names;
  const more = names.length - shown.length;
  return `${shown.map(showText).join(", ")}${more === 0 ? "" : ` and ${more} more`}`;
}

export function describeMoved({ job, was }: Edits["moved"][number]): string {
  return `${job} (as ${showText(was)})`;
}

/**
 * The bought lessons without a job beside the jobs without a lesson, and the YAML lines that say which is which. A line without a `#` is
 * supported by the texts, or the only possible one. Otherwise the user must choose, so that pasting unread lines never gives a lesson to the
 * wrong topic, and never buys one again.
 */
export function describeLeft({ edition, left, jobs, removed, moved }: Left): string {
  const lessons = `${pluralize(left.length, "bought lesson", "bought lessons")} of edition ${edition} ${left.length === 1 ? "has" : "have"} no job in the plan`;
  const isMixed = moved.some(({ isClear }) => !isClear) || removed.some(({ isOnly }) => !isOnly);
  return [
    jobs.length === 0
      ? `${lessons}: ${someOf(left.map(({ name }) => name))}. Nothing is bought until the plan says what became of ${left.length === 1 ? "it" : "them"}.`
      : `${lessons}, and ${pluralize(jobs.length, "job has", "jobs have")} no lesson. Nothing is bought until the plan says which is which.`,
    ...(jobs.length === 0 ? [] : [describeColumns(left, jobs)]),
    `Add the lines that are right to the plan. If it has the key already, add them to its list.${isMixed ? " Remove the # from a line to use it." : ""}`,
    ...(moved.length === 0
      ? []
      : [
          "A topic that was reworded or has a new id keeps its story:",
          "moved:",
          ...moved.flatMap(describeHint),
        ]),
    ...(moved.length === 0
      ? ["Lessons that left the plan on purpose:"]
      : ["A lesson that left the plan on purpose; a job that resembles it is then bought:"]),
    "removed:",
    ...removed.slice(0, linesMost).map(describeRemoval),
    ...(removed.length > linesMost ? [`The next run lists ${removed.length - linesMost} more lines.`] : []),
  ].join("\n");
}

function describeColumns(left: Left["left"], jobs: Left["jobs"]): string {
  const rows = Math.min(Math.max(left.length, jobs.length), rowsMost);
  const [lessons, open] = [
    left.map(({ name, topic }) => cell(name, topic)),
    jobs.map(({ job, topic }) => cell(job, topic)),
  ];
  const more = (list: readonly string[]): string =>
    list.length > rows ? `and ${list.length - rows} more` : "";
  return formatTable([
    ["lessons without a job", "jobs without a lesson"],
    ...Array.from({ length: rows }, (_, row) => [lessons[row] ?? "", open[row] ?? ""]),
    ...(more(lessons) + more(open) === "" ? [] : [[more(lessons), more(open)]]),
  ]).join("\n");
}

function cell(name: string, topic: string): string {
  return `${showText(name)} ${inComment(topic)}`;
}

function describeHint({ text, to, isClear }: MoveHint): string[] {
  return to.map(
    ({ id, topic }, index) =>
      `  ${index > 0 ? "# or " : isClear ? "" : "# "}- { text: ${quotedText(text)}, to: ${plain(id)} }  # now ${inComment(topic)}`,
  );
}

function describeRemoval({ topic, lang, difficulty, story, text, names, isOnly }: RemovalHint): string {
  const keys = [
    ...(topic === null ? [] : [`topic: ${plain(topic)}`]),
    ...(lang === null ? [] : [`lang: ${plain(lang)}`]),
    ...(difficulty === null ? [] : [`difficulty: ${difficulty}`]),
    ...(story === null ? [] : [`story: "${story}"`]),
    ...(text === null ? [] : [`text: ${quotedText(text)}`]),
  ];
  const entry = topic !== null && keys.length === 1 ? plain(topic) : `{ ${keys.join(", ")} }`;
  return `  ${isOnly ? "" : "# "}- ${entry}  # ${someOf(names)}`;
}

/** An entry of `removed` that matches exactly one lesson. */
function storyEntry(lesson: LeftFact): string {
  return `{ story: "${lesson.story}" }  # ${lesson.name}, ${inComment(lesson.topic)}`;
}

/** A rule that matches exactly one job. */
export function describeRuleOfJob(job: string): string {
  const [topic = "", lang = "", difficulty = ""] = job.split(".");
  return `{ topic: ${plain(topic)}, lang: ${plain(lang)}, difficulty: ${difficulty} }`;
}

/** A YAML scalar that is read as text: an id may look like a number or a boolean. */
function plain(word: string): string {
  return /^[a-z][a-z0-9-]*$/.test(word) && !/^(true|false|null|yes|no|on|off|y|n)$/.test(word)
    ? word
    : JSON.stringify(word);
}

/** A double-quoted YAML scalar (the same as in JSON), on one line and without invisible characters. */
function quotedText(text: string): string {
  return JSON.stringify(text).replace(
    /[\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]/g,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

const commentMost = 60;

// On one line, since a comment ends with its line.
function inComment(text: string): string {
  const line = showText(text).replace(/\s+/g, " ");
  return JSON.stringify(line.length > commentMost ? `${line.slice(0, commentMost)}…` : line);
}

/** How the plan differs from what was bought, one line for each kind of difference. */
export function describeEdits({ moved, removed, excluded, left, basis, ...edits }: Edits): string[] {
  const isEdited = basis === null && moved.length + removed.length + excluded.length + left.length > 0;
  return [
    ...(basis === null ? [] : describeBasis(basis)),
    ...listOf("new", isEdited ? edits.new : []),
    ...listOf("moved", moved.map(describeMoved)),
    ...listOf("removed", removed),
    ...listOf("excluded", excluded),
    ...listOf("left", left),
  ];
}

/** A line with a kind of lessons, their number and some of their names; none if there are none. */
function listOf(kind: string, names: readonly string[], remark = ""): string[] {
  return names.length === 0 ? [] : [`${kind.padEnd(8)} ${names.length}: ${someOf(names)}${remark}`];
}

/** What an edition takes from the one that it is based on, and what it buys. */
function describeBasis({
  edition,
  inherited,
  changed,
  new: added,
  left,
}: NonNullable<Edits["basis"]>): string[] {
  const lists = [
    ...listOf("inherited", inherited),
    ...listOf("changed", changed, " (with stories of their own)"),
    ...listOf("new", added),
    ...listOf("left", left, ` (only in edition ${showText(edition)})`),
  ];
  return [`based on edition ${showText(edition)}`, ...lists.map((line) => `  ${line}`)];
}

/** An edition that is based on one that the ledger doesn't have. */
export function describeUnknownBasis({
  edition,
  known,
}: Extract<RunProblem, { code: "basis_unknown" }>): string {
  const has = known.length === 0 ? "It has no lessons yet." : `It has lessons of: ${someOf(known)}.`;
  return (
    `The ledger has no lesson of edition ${showText(edition)}, which this one is based on: every lesson would be bought anew, so none was. ${has} ` +
    "Name the right edition, use the ledger that has it, or take basedOn out."
  );
}

/** Lessons that keep a story of another request, and the command line that would buy a new one. */
export function describeChanged(changed: Edits["changed"]): string[] {
  const shown = changed.length > namesMost ? changed.slice(0, namesMost - 1) : changed;
  const more = changed.length - shown.length;
  return [
    ...shown.map(
      ({ job, has }) =>
        `changed  ${job} keeps its story; ${has === null ? "resolve settles first whether there is one" : `--replace ${job}@${has} buys another`}`,
    ),
    ...(more === 0 ? [] : [`changed  ${more} more keep theirs; --json names them`]),
  ];
}

/** The same for `--json`, with every name. */
export function editsDocument(edits: Edits): Record<string, unknown> {
  return { ...edits };
}

/** An entry of `moved` whose lesson another topic has by its exact text. */
export function describeContradictedMove({
  place,
  from,
  text,
  to,
  job,
}: Extract<RunProblem, { code: "move_contradicted" }>): string {
  const what = from === null ? `the lessons of ${inComment(text ?? "")}` : `the lessons of ${plain(from)}`;
  return (
    `${showText(place.file)}:${place.line}:${place.column}: error: "moved" says that ${what} are ${plain(to)} now, but ${job} has that lesson, by its very ` +
    `text. Nothing was bought: ${plain(to)} would be bought as a new one. Remove this entry if that is meant, or correct it.`
  );
}

/** An entry of `removed` whose lesson is in the plan again. */
export function describeContradictedRemoval({
  place,
  text,
  story,
  job,
  still,
}: Extract<RunProblem, { code: "removal_contradicted" }>): string {
  const what = text === null ? `the story ${story}` : `the lessons of ${inComment(text)}`;
  const instead =
    still.length === 0
      ? "."
      : `, and put these lines in its place for ${still.length === 1 ? "the lesson that is" : "those that are"} still left out:`;
  const error =
    `${showText(place.file)}:${place.line}:${place.column}: error: "removed" says that ${what} left the plan, but ${job} has ${text === null ? "it" : "one of them"} again, by its ` +
    "very text. Nothing was bought: while both stand in the plan, the next edit of that topic would buy the lesson again. Remove this entry" +
    instead;
  return [error, ...still.map((one) => `  - ${storyEntry(one)}`)].join("\n");
}
