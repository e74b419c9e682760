import type { Edits } from "../../../run/match/edits.ts";
import type { LeftFact, MoveHint, RunProblem } from "../../../run/problem.ts";
import { pluralize } from "../../../shared/pluralize.ts";
import { showText } from "../../../shared/text.ts";

type Left = Extract<RunProblem, { code: "lessons_left" }>;
type Removal = Left["removed"][number];

/** More names don't help; `--json` has them all. */
const namesMost = 5;

/** No one pastes more lines at once; the next run lists the rest. */
const linesMost = 60;

export function someOf(names: readonly string[]): string {
  const shown = names.length > namesMost ? names.slice(0, namesMost - 1) : names;
  const more = names.length - shown.length;
  return `${shown.map(showText).join(", ")}${more === 0 ? "" : ` and ${more} more`}`;
}

export function describeMoved({ job, was }: Edits["moved"][number]): string {
  return `${job} (as ${showText(was)})`;
}

/** The meaning of `removed`, explained wherever it is offered beside `moved`. */
export const buysAnew =
  "Or, for a lesson that was taken out on purpose, this in place of its line of moved (what is new in the plan is then bought, also what is like it):";

/** The lessons that left the plan, and YAML lines that account for them: one block of each kind, ready to paste. */
export function describeLeft({ edition, left, removed, moved }: Left): string {
  const names = left.map(({ name }) => name);
  return [
    `${pluralize(left.length, "bought lesson", "bought lessons")} of edition ${edition} ${left.length === 1 ? "is" : "are"} no longer in the plan: ${someOf(names)}. ` +
      "Nothing new is bought before the plan says what became of them, since it might be one of them. Add the lines that are right to the plan " +
      "(where it has such a key, its list takes them too).",
    ...(moved.length === 0
      ? []
      : [
          "Topics that have another id today, and keep their stories:",
          "moved:",
          ...moved.flatMap(describeHints),
        ]),
    buysAnew,
    "removed:",
    ...removed.slice(0, linesMost).map((one) => `  - ${describeRemoval(one)}${commentOn(one, left)}`),
    ...(removed.length > linesMost ? [`${removed.length - linesMost} more lines will be named then.`] : []),
  ].join("\n");
}

function describeHints({ from, topic, to }: MoveHint): string[] {
  return to.map(
    ({ id, topic: text }, index) =>
      `  ${index === 0 ? "" : "# or "}- { ${from === null ? `text: ${quotedText(topic)}` : `from: ${plain(from)}`}, to: ${plain(id)} }  # ${inComment(topic)} -> ${inComment(text)}`,
  );
}

function describeRemoval({ topic, lang, difficulty, story }: Removal): string {
  if (topic !== null && lang === null && difficulty === null) return plain(topic);
  const keys = [
    ...(topic === null ? [] : [`topic: ${plain(topic)}`]),
    ...(lang === null ? [] : [`lang: ${plain(lang)}`]),
    ...(difficulty === null ? [] : [`difficulty: ${difficulty}`]),
    ...(story === null ? [] : [`story: "${story}"`]),
  ];
  return `{ ${keys.join(", ")} }`;
}

/** A comment on an entry that only names a story: the lesson that it is. */
function commentOn({ story }: Removal, left: readonly LeftFact[]): string {
  const lesson = story === null ? undefined : left.find((one) => one.story === story);
  return lesson === undefined ? "" : commentOf(lesson);
}

function commentOf({ name, topic }: LeftFact): string {
  return `  # ${name}, ${inComment(topic)}`;
}

/** An entry of `removed` that matches exactly one lesson. */
export function storyEntry(lesson: LeftFact): string {
  return `{ story: "${lesson.story}" }${commentOf(lesson)}`;
}

/** A rule that matches exactly one job. */
export function describeRuleOfJob(job: string): string {
  const [topic = "", lang = "", difficulty = ""] = job.split(".");
  return `{ topic: ${plain(topic)}, lang: ${plain(lang)}, difficulty: ${difficulty} }`;
}

/** A YAML scalar that is read as text: an id may look like a number or a boolean. */
export function plain(word: string): string {
  return /^[a-z][a-z0-9-]*$/.test(word) && !/^(true|false|null|yes|no|on|off|y|n)$/.test(word)
    ? word
    : JSON.stringify(word);
}

/** A double-quoted YAML scalar (the same as in JSON), on one line and without invisible characters. */
export function quotedText(text: string): string {
  return JSON.stringify(text).replace(
    /[\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]/g,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

const commentMost = 60;

// On one line, since a comment ends with its line.
export function inComment(text: string): string {
  const line = showText(text).replace(/\s+/g, " ");
  return JSON.stringify(line.length > commentMost ? `${line.slice(0, commentMost)}…` : line);
}

/** How the plan differs from what was bought, one line for each kind of difference. */
export function describeEdits({
  moved,
  removed,
  excluded,
  left,
  doubtful,
  basis,
  ...edits
}: Edits): string[] {
  const isEdited =
    basis === null && moved.length + removed.length + excluded.length + left.length + doubtful.length > 0;
  return [
    ...(basis === null ? [] : describeBasis(basis)),
    ...listOf("new", isEdited ? edits.new : []),
    ...listOf("moved", moved.map(describeMoved)),
    ...listOf("removed", removed),
    ...listOf("excluded", excluded),
    ...listOf("left", left),
    ...listOf("doubtful", doubtful.map(describeMoved)),
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
      ({ job: { id }, has }) =>
        `changed  ${id} keeps its story; ${has === null ? "resolve settles first whether there is one" : `--replace ${id}@${has} buys another`}`,
    ),
    ...(more === 0 ? [] : [`changed  ${more} more keep theirs; --json names them`]),
  ];
}

/** The same for `--json`, with every name. */
export function editsDocument(edits: Edits): Record<string, unknown> {
  return { ...edits, changed: edits.changed.map(({ job, has }) => ({ job: job.id, has })) };
}
