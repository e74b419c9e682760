import type { VNode } from "preact";
import { openingOf } from "../../package/exercises/answer.ts";
import { editedExercise, gapSign } from "../../package/exercises/edited-exercise.ts";
import type { Item } from "../../package/exercises/exercise.ts";
import type { ExerciseDocument, LessonDocument, SheetDocument } from "../documents.ts";
import { Button, unitProps } from "./parts.tsx";
import type { ReviewPage } from "./review-page.ts";
import { say } from "./texts.ts";
import type { ItemUnit } from "./units.ts";

/** The exercises of a lesson as learners get them. Each item is shown with its answer; items that are left out are struck through. */
export function exercisesOf({ sheets, edited, lang, dir, reader }: LessonDocument, page: ReviewPage): VNode {
  const edits = new Map(edited.map(({ item, now }) => [item, now]));
  return (
    <>
      <h3>{say("exercises.title")}</h3>
      <p class="quiet">
        {say("exercises.hint")} {page.source.mail && say("exercises.anew")}
      </p>
      <section id="exercises">{sheets.map(sheetOf)}</section>
    </>
  );

  function sheetOf({ version, exercises }: SheetDocument): VNode {
    const views = exercises.map((exercise) => ({ exercise, made: editedExercise(exercise, edits) }));
    const points = views.reduce((sum, { made }) => sum + (made?.items.length ?? 0), 0);
    return (
      <details open>
        <summary>{say("exercises.set", { version, count: points })}</summary>
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
          return (
            <div class="exercise">
              <h4 lang={reader}>{title}</h4>
              {made === null ? (
                <p class="quiet">{say("exercises.few")}</p>
              ) : (
                <p class="quiet" lang={reader}>
                  {task}
                </p>
              )}
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
        {!isLeftOut && <Button look="small" text={say("buttons.edit")} onPress={() => page.edit(unit)} />}
        <Button
          look="small"
          text={say(isLeftOut ? "exercises.putBack" : "exercises.leaveOut")}
          onPress={() => page.leaveOut(unit)}
        />
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
  const hints = [
    ...beginnings,
    ...(gloss === null ? [] : [gloss]),
    ...(heard === null ? [] : [say("exercises.played")]),
  ];
  return hints.length === 0 ? "" : ` (${hints.join(", ")})`;
}

function answerOf({ form, isFixed, choices }: ExerciseDocument, item: Item): string {
  const { answer, also = [], before, correct } = item;
  if (form === "order") return `${correct + 1}`;
  if (form !== "choose") return [answer, ...also].join(" / ");
  return [choices[correct] ?? "", ...(isFixed && answer !== before ? [answer] : [])].join(" – ");
}
