import { openingOf } from "../../package/exercises/answer.ts";
import { editedExercise, gapSign } from "../../package/exercises/edited-exercise.ts";
import type { Exercise, Item } from "../../package/exercises/exercise.ts";
import type { ExerciseDocument, LessonDocument, SheetDocument } from "../documents.ts";
import { button, make } from "./elements.ts";
import { type ItemUnit, keyOf } from "./items.ts";
import type { Page } from "./page.ts";
import { chooseByClick } from "./units.ts";

type Shown = Pick<Page, "source" | "edit" | "leaveOut">;

/** The exercises of a lesson as learners get them. Each item is shown with its answer; items that are left out are struck through. */
export function exercisesOf(lesson: LessonDocument, page: Shown): HTMLElement[] {
  const { sheets, edited } = lesson;
  const edits = new Map(edited.map(({ item, now }) => [item, now]));
  const view = make("section", { id: "exercises" }, ...sheets.map((sheet) => sheetOf(sheet, edits)));
  chooseByClick(view);
  const anew =
    page.source.mail === null
      ? ""
      : " If you correct the text, the exercises are rebuilt from the corrected text once your answer is imported.";
  return [
    make("h3", {}, "Exercises"),
    make(
      "p",
      { class: "quiet" },
      `The exercises are shown as learners get them in every format, with the answers. Choose an item to edit it or to leave it out.${anew}`,
    ),
    view,
  ];

  function sheetOf({ version, exercises }: SheetDocument, now: ReadonlyMap<string, string>): HTMLElement {
    const views = exercises.map((exercise) => ({ exercise, made: editedExercise(exercise, now) }));
    const points = views.reduce((sum, { made }) => sum + (made?.items.length ?? 0), 0);
    return make(
      "details",
      { open: "" },
      make("summary", {}, `Set ${version}: ${points} points`),
      ...views.map(({ exercise, made }) => exerciseOf(exercise, made, version)),
    );
  }

  function exerciseOf(exercise: ExerciseDocument, made: Exercise | null, version: string): HTMLElement {
    const { form, title, task, items, keys } = exercise;
    const left = [...(made?.items ?? [])];
    const rows = items.map((item, index) => {
      const key = keys[index] ?? "";
      const isLeftOut = edits.get(key) === "";
      const now = isLeftOut ? undefined : left.shift();
      const { choices } = now === undefined || made === null ? exercise : made;
      return itemOf({ exercise, choices, item: now ?? item, isLeftOut }, `item-${version}-${key}`);
    });
    const few = "Too little of this exercise is left, so learners don’t get it.";
    return make(
      "div",
      { class: "exercise" },
      make("h4", {}, title),
      make("p", { class: "quiet" }, made === null ? few : task),
      form === "choose" && made !== null ? inStory("p", made.choices.join(" – ")) : null,
      make("ol", {}, ...rows),
    );
  }

  function itemOf({ exercise, choices, item, isLeftOut }: ItemShown, unit: ItemUnit): HTMLElement {
    const isEdited = !isLeftOut && edits.has(keyOf(unit));
    const line = inStory("span", lineOf(exercise, item));
    return make(
      "li",
      { "data-unit": unit, ...(isEdited ? { class: "is-corrected" } : {}) },
      isLeftOut ? make("del", {}, line) : line,
      make("span", { class: "quiet" }, hintOf(item)),
      " → ",
      inStory("b", answerOf(exercise, choices, item)),
      " ",
      isLeftOut ? null : button("Edit", () => page.edit(unit), { look: "small" }),
      button(isLeftOut ? "Put back" : "Leave out", () => page.leaveOut(unit), { look: "small" }),
    );
  }

  function inStory(name: "p" | "span" | "b", text: string): HTMLElement {
    return make(name, { lang: lesson.lang, dir: lesson.dir }, text);
  }
}

interface ItemShown {
  readonly exercise: ExerciseDocument;
  /** What there is to choose from now; of an item that is left out, what there was. */
  readonly choices: readonly string[];
  readonly item: Item;
  readonly isLeftOut: boolean;
}

/** What is read of an item. */
function lineOf({ form }: ExerciseDocument, item: Item): string {
  const { before, given, after, cue, answer } = item;
  if (given !== null) return before + (openingOf({ given, answer }) || gapSign) + after;
  const tiles = cue.join(form === "build" ? " / " : " · ");
  return [before, tiles].filter((text) => text !== "").join(" … ");
}

function hintOf({ given, cue, gloss, heard }: Item): string {
  const beginnings = given === null ? [] : cue.map((letters) => `${letters}…`);
  const hints = [...beginnings, ...(gloss === null ? [] : [gloss]), ...(heard === null ? [] : ["is played"])];
  return hints.length === 0 ? "" : ` (${hints.join(", ")})`;
}

function answerOf({ form, isFixed }: ExerciseDocument, choices: readonly string[], item: Item): string {
  const { answer, also = [], before, correct } = item;
  if (form === "order") return `${correct + 1}`;
  if (form !== "choose") return [answer, ...also].join(" / ");
  return [choices[correct] ?? "", ...(isFixed && answer !== before ? [answer] : [])].join(" – ");
}
