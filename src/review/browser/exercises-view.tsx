import type { VNode } from "preact";
import { openingOf } from "../../package/exercises/answer.ts";
import { editedExercise, gapSign } from "../../package/exercises/edited-exercise.ts";
import type { Item } from "../../package/exercises/exercise.ts";
import type { ExerciseDocument, LessonDocument, SheetDocument } from "../documents.ts";
import { Button, unitProps } from "./parts.tsx";
import type { ReviewPage } from "./review-page.ts";
import type { ItemUnit } from "./units.ts";

/** The exercises of a lesson as learners get them. Each item is shown with its answer; items that are left out are struck through. */
export function exercisesOf({ sheets, edited, lang, dir }: LessonDocument, page: ReviewPage): VNode {
  const edits = new Map(edited.map(({ item, now }) => [item, now]));
  const anew = page.source.mail
    ? " If you correct the text, the exercises are rebuilt from the corrected text once your answer is imported."
    : "";
  return (
    <>
      <h3>Exercises</h3>
      <p class="quiet">
        {`The exercises are shown as learners get them in every format, with the answers. Choose an item to edit it or to leave it out.${anew}`}
      </p>
      <section id="exercises">{sheets.map(sheetOf)}</section>
    </>
  );

  function sheetOf({ version, exercises }: SheetDocument): VNode {
    const views = exercises.map((exercise) => ({ exercise, made: editedExercise(exercise, edits) }));
    const points = views.reduce((sum, { made }) => sum + (made?.items.length ?? 0), 0);
    return (
      <details open>
        <summary>{`Set ${version}: ${points} points`}</summary>
        {views.map(({ exercise, made }) => {
          const { form, title, task, items, keys } = exercise;
          const left = [...(made?.items ?? [])];
          const rows = items.map((item, index) => {
            const key = keys[index] ?? "";
            const now = edits.get(key) === "" ? undefined : left.shift();
            // Of an item that is left out, there is to choose from what there was.
            const choices = now === undefined ? exercise.choices : (made?.choices ?? exercise.choices);
            return itemOf(`item-${version}-${key}`, { ...exercise, choices }, now ?? item, edits.get(key));
          });
          const few = "Too little of this exercise is left, so learners don’t get it.";
          return (
            <div class="exercise">
              <h4>{title}</h4>
              <p class="quiet">{made === null ? few : task}</p>
              {form === "choose" && made && inStory("p", made.choices.join(" – "))}
              <ol>{rows}</ol>
            </div>
          );
        })}
      </details>
    );
  }

  /** `edit`: how an editor changed it; empty: it is left out. */
  function itemOf(unit: ItemUnit, exercise: ExerciseDocument, item: Item, edit: string | undefined): VNode {
    const isLeftOut = edit === "";
    const line = inStory("span", lineOf(exercise, item));
    return (
      <li class={edit ? "is-corrected" : undefined} {...unitProps(page, unit)}>
        {isLeftOut ? <del>{line}</del> : line}
        <span class="quiet">{hintOf(item)}</span>
        {" → "}
        {inStory("b", answerOf(exercise, item))}{" "}
        {!isLeftOut && <Button look="small" text="Edit" act={() => page.edit(unit)} />}
        <Button look="small" text={isLeftOut ? "Put back" : "Leave out"} act={() => page.leaveOut(unit)} />
      </li>
    );
  }

  function inStory(Name: "p" | "span" | "b", text: string): VNode {
    return (
      <Name lang={lang} dir={dir}>
        {text}
      </Name>
    );
  }
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

function answerOf({ form, isFixed, choices }: ExerciseDocument, item: Item): string {
  const { answer, also = [], before, correct } = item;
  if (form === "order") return `${correct + 1}`;
  if (form !== "choose") return [answer, ...also].join(" / ");
  return [choices[correct] ?? "", ...(isFixed && answer !== before ? [answer] : [])].join(" – ");
}
