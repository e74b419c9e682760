import type { RunProblem, TextHint } from "../../../run/problem.ts";
import { pluralize } from "../../../shared/pluralize.ts";
import { showText } from "../../../shared/text.ts";
import { buysAnew, inComment, plain, quotedText, someOf, storyEntry } from "./edit-words.ts";

type Doubtful = Extract<RunProblem, { code: "lessons_doubtful" }>;

/** Only examples; the YAML lines below name everything in doubt. */
const examplesMost = 3;

/**
 * The lessons that may be another topic's, with the YAML lines that settle it: lines without a `#` are supported by the texts. Otherwise
 * the user must choose, so that pasting unread lines never gives a lesson to the wrong topic.
 */
export function describeDoubtful({ edition, ids, moved, more }: Doubtful): string {
  const examples = ids
    .slice(0, examplesMost)
    .map(({ job, now, text }) => `${job} is ${inComment(now)} and was ${inComment(text)}`);
  const rest = ids.length - examples.length;
  return [
    `${pluralize(ids.length, "bought lesson", "bought lessons")} of edition ${edition} may belong to another topic than the one with ${ids.length === 1 ? "its" : "their"} id today: ` +
      `${examples.join("; ")}${rest === 0 ? "" : `; and ${rest} more`}. Nothing is bought and no package is written before the plan says whose ${ids.length === 1 ? "it is" : "they are"}. ` +
      "Add the lines that are right to the plan (where it has such a key, its list takes them too).",
    "Each lesson by the text that it had last, and the topic that it is today. Lines without # are guesses by likeness: read them. Where the texts tell " +
      "nothing, take the # from the one line that is right:",
    "moved:",
    ...moved.flatMap(describeHint),
    buysAnew,
    "removed:",
    ...moved.map(({ text, names }) => `  - { text: ${quotedText(text)} }  # ${someOf(names)}`),
    ...(more === 0 ? [] : [`${pluralize(more, "more text", "more texts")} will be named then.`]),
  ].join("\n");
}

function describeHint({ text, to, isClear }: TextHint): string[] {
  return to.map(({ id, topic, isOwn }, index) => {
    const what = isOwn ? "the same topic, reworded:" : "now";
    const sign = index > 0 ? "# or " : isClear ? "" : "# ";
    return `  ${sign}- { text: ${quotedText(text)}, to: ${plain(id)} }  # ${what} ${inComment(topic)}`;
  });
}

export function describeContradicted({
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

export function describePutBack({
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
