import type { KeyPlaces, Place } from "../../plan/plan.ts";
import type { Edits } from "../../run/edits.ts";
import type { LeftFact } from "../../run/lesson.ts";
import type { MoveHint, RemovalHint, RunProblem } from "../../run/problem.ts";
import { pluralize } from "../../shared/pluralize.ts";
import { showText } from "../../shared/text.ts";
import { formatTable } from "../render/terminal.ts";
import { type Message, namesMost, type Step, someOf } from "./message.ts";

type Of<Code extends RunProblem["code"]> = Extract<RunProblem, { code: Code }>;

/** No one pastes more lines at once; the next run lists the rest. */
const linesMost = 60;

const rowsMost = 20;

export function describeMoved({ job, was }: Edits["moved"][number]): string {
  return `${job} (as ${showText(was)})`;
}

/** The command that was typed, to be repeated once the plan has been edited at the given place. */
export function editAt(place: Place): Step {
  return { verb: "same", before: `edit ${lineOf(place)}, then ` };
}

function lineOf({ file, line }: Place): string {
  return `${showText(file)}:${line}`;
}

function placeOfKey(key: "moved" | "removed", { topics, ...keys }: KeyPlaces): string {
  const place = keys[key];
  return place === null
    ? `write ${key}: above ${lineOf(topics)} (topics:)`
    : `add to ${key}: at ${lineOf(place)}`;
}

/**
 * Shows the bought lessons without a job beside the jobs without a lesson, and the YAML lines that match them up. A line without a `#` is
 * supported by the texts or is the only possible line. Otherwise the user must choose, so that pasting lines unread never gives a lesson to the
 * wrong topic and never buys a lesson again.
 */
export function lessonsLeft({ edition, left, jobs, removed, moved, keys }: Of<"lessons_left">): Message {
  const lessons = `${pluralize(left.length, "bought lesson", "bought lessons")} of edition ${edition} ${left.length === 1 ? "has" : "have"} no job in the plan`;
  const isMixed = moved.some(({ isClear }) => !isClear) || removed.some(({ isOnly }) => !isOnly);
  const names = moved.length === 0 ? (["removed"] as const) : (["moved", "removed"] as const);
  return {
    what:
      jobs.length === 0
        ? `${lessons}: ${someOf(left.map(({ name }) => name))}.`
        : `${lessons}, and ${pluralize(jobs.length, "job has", "jobs have")} no lesson.`,
    not:
      jobs.length === 0
        ? `Nothing is bought until the plan says what became of ${left.length === 1 ? "it" : "them"}.`
        : "Nothing is bought until the plan says which lessons were moved or removed.",
    lines: [
      ...(jobs.length === 0 ? [] : describeColumns(left, jobs)),
      `Add the correct lines to the plan. If the plan already has a key shown here, add its lines to that key's list.${isMixed ? " Remove the # from a line to use it." : ""}`,
      ...(moved.length === 0
        ? []
        : [
            "A topic that was reworded or has a new id keeps its story:",
            "moved:",
            ...moved.map(describeHint),
          ]),
      moved.length === 0
        ? "Lessons that were taken out of the plan on purpose:"
        : "A lesson that was taken out of the plan on purpose (a job that resembles it is then bought):",
      "removed:",
      ...removed.slice(0, linesMost).map(describeRemoval),
      ...(removed.length > linesMost ? [`The next run lists ${removed.length - linesMost} more lines.`] : []),
    ],
    next: { verb: "same", before: `${names.map((key) => placeOfKey(key, keys)).join(", or ")}, then ` },
  };
}

function describeColumns(left: Of<"lessons_left">["left"], jobs: Of<"lessons_left">["jobs"]): string[] {
  const rows = Math.min(Math.max(left.length, jobs.length), rowsMost);
  const lessons = left.map(({ name, topic }) => cell(name, topic));
  const open = jobs.map(({ job, topic }) => cell(job, topic));
  const more = (list: readonly string[]): string =>
    list.length > rows ? `and ${list.length - rows} more` : "";
  return formatTable([
    ["lessons without a job", "jobs without a lesson"],
    ...Array.from({ length: rows }, (_, row) => [lessons[row] ?? "", open[row] ?? ""]),
    ...(more(lessons) + more(open) === "" ? [] : [[more(lessons), more(open)]]),
  ]);
}

function cell(name: string, topic: string): string {
  return `${showText(name)} ${inComment(topic)}`;
}

function describeHint({ text, to: { id, topic }, isClear }: MoveHint): string {
  return `  ${isClear ? "" : "# "}- { text: ${quotedText(text)}, to: ${plain(id)} }  # now ${inComment(topic)}`;
}

function describeRemoval({ lang, difficulty, story, text, names, isOnly }: RemovalHint): string {
  const keys = [
    ...(lang === null ? [] : [`lang: ${plain(lang)}`]),
    ...(difficulty === null ? [] : [`difficulty: ${difficulty}`]),
    ...(story === null ? [] : [`story: "${story}"`]),
    ...(text === null ? [] : [`text: ${quotedText(text)}`]),
  ];
  return `  ${isOnly ? "" : "# "}- { ${keys.join(", ")} }  # ${someOf(names)}`;
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
export function describeEdits({ moved, removed, excluded, left, later, basis, ...edits }: Edits): string[] {
  const isEdited = basis === null && moved.length + removed.length + excluded.length + left.length > 0;
  return [
    ...(basis === null ? [] : describeBasis(basis)),
    ...listOf("new", isEdited ? edits.new : []),
    ...listOf("moved", moved.map(describeMoved)),
    ...listOf("removed", removed),
    ...listOf("excluded", excluded),
    ...listOf("left", left),
    ...listOf("later", later, " (edited in the plan: the edits take effect in the next edition)"),
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

/** Lessons that keep stories made from other requests, and the command line that would buy new stories. */
export function describeChanged(changed: Edits["changed"]): string[] {
  const shown = changed.length > namesMost ? changed.slice(0, namesMost - 1) : changed;
  const more = changed.length - shown.length;
  return [
    ...shown.map(
      ({ job, has }) =>
        `changed  ${job} keeps its story; ${has === null ? "use resolve first to say whether it has a story" : `--replace ${job}@${has} buys another story`}`,
    ),
    ...(more === 0 ? [] : [`changed  ${more} more lessons keep their stories; --json lists them`]),
  ];
}

/** An edition that is based on an edition that the ledger doesn't contain. */
export function unknownBasis({ edition, known, place }: Of<"basis_unknown">): Message {
  return {
    what:
      `This edition is based on edition ${showText(edition)}, but the ledger has no lessons from it: every lesson would be bought again, so nothing was bought. ` +
      (known.length === 0
        ? "The ledger has no lessons yet."
        : `The ledger has lessons from these editions: ${someOf(known)}.`),
    fix: "Name the right edition, use the ledger that has it, or remove basedOn.",
    next: editAt(place),
  };
}

/** An entry of `moved` whose lesson belongs to a different topic with exactly the same text. */
export function contradictedMove({ place, from, text, to, job }: Of<"move_contradicted">): Message {
  const what = from === null ? `the lessons of ${inComment(text ?? "")}` : `the lessons of ${plain(from)}`;
  return {
    what: `${showText(place.file)}:${place.line}:${place.column}: error: "moved" says that ${what} now belong to ${plain(to)}, but one of them belongs to ${job}, which has exactly the same text.`,
    not: `Nothing was bought: ${plain(to)} would be bought as a new lesson.`,
    fix: "Remove this entry if that is what you intend; otherwise correct it.",
    next: editAt(place),
  };
}

/** An entry of `removed` whose lesson is in the plan again. */
export function contradictedRemoval({ place, text, story, job, still }: Of<"removal_contradicted">): Message {
  const what = text === null ? `the story ${story}` : `the lessons of ${inComment(text)}`;
  const instead =
    still.length === 0
      ? "."
      : `, and put these lines in its place for ${still.length === 1 ? "the lesson that is" : "the lessons that are"} still left out:`;
  return {
    what: `${showText(place.file)}:${place.line}:${place.column}: error: "removed" says that ${what} left the plan, but ${job} has ${text === null ? "it" : "one of them"} again, with exactly the same text.`,
    not: "Nothing was bought: while the plan has both this entry and the lesson, the next edit to that topic would buy the lesson again.",
    fix: `Remove this entry${instead}`,
    lines: still.map((one) => `  - ${storyEntry(one)}`),
    next: editAt(place),
  };
}

/** An entry of `removed` that matches exactly one lesson. */
function storyEntry(lesson: LeftFact): string {
  return `{ story: "${lesson.story}" }  # ${lesson.name}, ${inComment(lesson.topic)}`;
}
