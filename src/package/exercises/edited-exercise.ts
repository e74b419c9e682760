import { cleanLine } from "../../shared/text.ts";
import { lettersOf } from "./answer.ts";
import type { Exercise, Form, Item } from "./exercise.ts";

// Also runs in the pages of the review desk, which show what the package will have.

export interface DraftedExercise extends Exercise {
  readonly form: Form;
  /** Whether all items have the same choices, as true and false. */
  readonly isFixed: boolean;
  /** Identifies each item by its kind and its text: an item that is generated otherwise is another one. */
  readonly keys: readonly string[];
}

/** The items that editors changed: the new text of each, by its key; an item whose text is empty is left out. */
export type EditedItems = ReadonlyMap<string, string>;

/** Stands for the gap in an item's text. */
export const gapSign = "___";
const limits = { characters: 1_000, answers: 12 } as const;

/**
 * What an editor sees and types: the line that is read, with ___ for its gap, and a line with "=" for each answer, the first being the right choice
 * or the text to type or build, in phrases between slashes. The second answer of a false statement is what the story says.
 */
export function writeItem(exercise: DraftedExercise, item: Item): string {
  const { form, choices, isFixed } = exercise;
  const { before, given, after, answer, also = [] } = item;
  const choice = choices[item.correct] ?? "";
  const answers = {
    order: [],
    type: [answer, ...also],
    build: [phrasesOf(item), ...also],
    choose: [choice, ...(isFixed && answer !== before ? [answer] : [])],
  }[form];
  const line = given === null ? before : before + gapSign + after;
  return [line, ...answers.map((one) => `= ${one}`)]
    .map(cleanLine)
    .filter((one) => one !== "")
    .join("\n");
}

function phrasesOf({ answer, cue }: Item): string {
  const orders = ordersOf(cue).filter((tiles) => tiles.join(" ") === answer);
  return orders[0]?.join(" / ") ?? answer;
}

function ordersOf(tiles: readonly string[]): string[][] {
  if (tiles.length < 2) return [[...tiles]];
  return tiles.flatMap((tile, at) => {
    const rest = tiles.filter((_, index) => index !== at);
    return ordersOf(rest).map((order) => [tile, ...order]);
  });
}

export type ItemFault = "line" | "gap" | "answers" | "choice" | "too_long";

interface EditedItem extends Item {
  /** What is chosen for it. */
  readonly choice: string;
}

/** Reads what an editor typed for an item, or says what is wrong with it. Pure. */
export function readItem(typed: string, exercise: DraftedExercise, item: Item): EditedItem | ItemFault {
  const { form, isFixed, choices } = exercise;
  const { given } = item;
  const lines = typed
    .split("\n")
    .map(cleanLine)
    .filter((line) => line !== "");
  // The first is what is read, if anything is, whatever it begins with.
  const isRead = item.before !== "" || given !== null;
  const [line = "", ...rest] = isRead ? lines : ["", ...lines];
  const [answer = "", ...also] = rest.map((one) => one.replace(/^=\s*/, ""));
  const most = { order: 0, choose: isFixed ? 2 : 1, type: limits.answers, build: limits.answers }[form];
  if ((isRead && line === "") || rest.some((one) => !one.startsWith("="))) return "line";
  if (given !== null && line.split(gapSign).length !== 2) return "gap";
  if ((answer === "") !== (most === 0) || also.length >= Math.max(1, most) || also.includes(""))
    return "answers";
  if (isFixed && !choices.includes(answer)) return "choice";
  if (lines.some(({ length }) => length > limits.characters)) return "too_long";
  const [before = "", after = item.after] = given === null ? [line] : line.split(gapSign);
  // A line that was not changed keeps its white space.
  const isSameLine = line === writeItem(exercise, item).split("\n")[0];
  const read = { ...item, ...(isSameLine ? {} : { before, after }), choice: answer };
  switch (form) {
    case "order":
      return { ...read, answer: read.before };
    case "choose": {
      const old = choices[item.correct];
      if (given !== null) return { ...read, answer: answer === old ? item.answer : answer };
      return { ...read, answer: also[0] ?? (item.answer === old ? answer : read.before) };
    }
    case "type": {
      const beginning = (letters: string) => lettersOf(answer).slice(0, lettersOf(letters).length).join("");
      if (given === null || answer === item.answer) return { ...read, answer, also };
      return { ...read, given: beginning(given), cue: item.cue.map(beginning), answer, also };
    }
    case "build": {
      const phrases = (text: string) => text.split("/").map(cleanLine);
      const others = also.map((other) => phrases(other).join(" "));
      if (answer === phrasesOf(item)) return { ...read, also: others };
      return { ...read, answer: phrases(answer).join(" "), cue: mixed(phrases(answer)), also: others };
    }
  }
}

function mixed(tiles: readonly string[]): string[] {
  const sorted = [...tiles].sort();
  return sorted.join() === tiles.join() ? sorted.reverse() : sorted;
}

/** An exercise with the editors' changes; null if too little of it is left for an exercise. An edit that doesn't fit its item changes nothing. Pure. */
export function editedExercise(exercise: DraftedExercise, edits: EditedItems): Exercise | null {
  const { kind, form, isFixed, keys, choices } = exercise;
  if (!keys.some((key) => edits.has(key))) return { kind, choices, items: exercise.items };
  const made = exercise.items.map((item, index): EditedItem | null => {
    const text = edits.get(keys[index] ?? "");
    const read = text === undefined || text === "" ? null : readItem(text, exercise, item);
    if (read !== null && typeof read !== "string") return read;
    return text === "" ? null : { ...item, choice: choices[item.correct] ?? "" };
  });
  const left = made.filter((item) => item !== null);
  if (form === "order") {
    const places = left.map(({ correct }) => correct).sort((a, b) => a - b);
    const items = left.map(({ choice: _, ...item }) => ({ ...item, correct: places.indexOf(item.correct) }));
    return items.length < 2 ? null : { kind, choices, items };
  }
  // Each choice in its place: what belonged to an item alone that is left out goes with it, and what fits no item stays.
  const offered = choices.flatMap((choice, index) => {
    const own = exercise.items.flatMap(({ correct }, at) =>
      correct === index ? [made[at]?.choice ?? []] : [],
    );
    return own.length === 0 || isFixed ? [choice] : own.flat();
  });
  const unique = [...new Set(offered)];
  const items = left.map(({ choice, ...item }) => ({
    ...item,
    correct: Math.max(0, unique.indexOf(choice)),
  }));
  return items.length === 0 || (form === "choose" && unique.length < 2)
    ? null
    : { kind, choices: unique, items };
}
