import type { Place } from "../../plan/plan.ts";
import type { MoveHint, RemovalHint, RunProblem } from "../../run/problem.ts";
import type { Edits } from "../../run/work.ts";
import { showText } from "../../shared/text.ts";
import { formatTable } from "../render/terminal.ts";
import { type Details, type DetailsOf, namesMost, type Step, someOf } from "./texts.ts";

type Of<Code extends RunProblem["code"]> = Extract<RunProblem, { code: Code }>;

/** Nobody pastes more lines at once; the next run lists the rest. */
const linesMost = 60;

const rowsMost = 20;

/** The command that was typed, to be repeated once the plan has been edited at the given place. */
export function editAt(place: Place): Step {
  return { verb: "same", before: `edit ${lineOf(place)}, then ` };
}

function lineOf({ file, line }: Place): string {
  return `${showText(file)}:${line}`;
}

/**
 * Shows the bought lessons without a job beside the jobs without a lesson, and the YAML lines that match them up. A line of `moved` without a `#` is
 * supported by the texts; one of `removed`, if there are none of `moved`. Otherwise the user must choose, so that pasting lines unread never gives a
 * lesson to the wrong topic and never buys a lesson again.
 */
function lessonsLeft({ left, jobs, removed, moved }: Of<"lessons_left">): Details {
  return {
    facts: { named: someOf(left.map(({ name }) => name)) },
    lines: [
      ...(jobs.length === 0 ? [] : describeColumns(left, jobs)),
      `Add the correct lines to the plan. If the plan already has a key shown here, add its lines to that key's list.${moved.length > 0 ? " Remove the # from a line to use it." : ""}`,
      ...(moved.length === 0
        ? ["Lessons that were removed from the plan on purpose:"]
        : [
            "A topic that was reworded or has a new id keeps its story:",
            "moved:",
            ...moved.map(describeHint),
            "A lesson that was removed from the plan on purpose (a job that resembles it is then bought):",
          ]),
      "removed:",
      ...removed
        .slice(0, linesMost)
        .map((hint) => `  ${moved.length > 0 ? "# " : ""}${describeRemoval(hint)}`),
      ...(removed.length > linesMost ? [`The next run lists ${removed.length - linesMost} more lines.`] : []),
    ],
    next: { verb: "same", before: "edit the plan, then " },
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

function describeRemoval({ entry, names }: RemovalHint): string {
  const keys = Object.entries(entry).map(([key, value]) => `${key}: ${scalarOf(key, value)}`);
  return `- { ${keys.join(", ")} }  # ${someOf(names)}`;
}

function scalarOf(key: string, value: string | number): string {
  if (typeof value === "number") return String(value);
  return key === "lang" ? plain(value) : quotedText(value);
}

/** A rule that matches exactly this job. */
export function describeRuleOfJob(job: string): string {
  const [topic = "", lang = "", difficulty = ""] = job.split(".");
  return `{ topic: ${plain(topic)}, lang: ${plain(lang)}, difficulty: ${difficulty} }`;
}

/** A YAML scalar that is read as text, even if an id looks like a number or a boolean. */
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
export function describeEdits({ removed, left, later, basis, ...edits }: Edits): string[] {
  const isEdited = removed.length + left.length > 0;
  return [
    ...(basis === null
      ? []
      : [`based on edition ${showText(basis.edition)}`, ...listOf("inherited", basis.inherited)]),
    ...listOf("new", isEdited || basis !== null ? edits.new : []),
    ...listOf("removed", removed),
    ...listOf("left", left),
    ...listOf("later", later, " (edited in the plan: the edits take effect in the next edition)"),
  ];
}

/** A line with a kind of lessons, their number and some of their names; no line if there are none. */
function listOf(kind: string, names: readonly string[], remark = ""): string[] {
  return names.length === 0 ? [] : [`${kind.padEnd(8)} ${names.length}: ${someOf(names)}${remark}`];
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

/** The details of problems with edits of the plan. */
export const editDetails: DetailsOf<
  Of<"lessons_left" | "move_contradicted" | "removal_contradicted" | "basis_unknown">
> = {
  lessons_left: lessonsLeft,
  basis_unknown: ({ place }) => ({ next: editAt(place) }),
  move_contradicted: ({ place, from, text, to }) => ({
    facts: {
      lessons: `the lessons of ${from === null ? inComment(text ?? "") : plain(from)}`,
      topic: plain(to),
    },
    next: editAt(place),
  }),
  removal_contradicted: ({ place, text, story }) => ({
    facts: { lessons: text === null ? `the story ${story}` : `the lessons of ${inComment(text)}` },
    next: editAt(place),
  }),
};
