import type { LessonDocument } from "../../documents.ts";
import { make } from "../elements.ts";
import type { Changeable } from "./changeable.ts";
import { differenceOf } from "./difference-view.ts";

interface Row {
  readonly name: string;
  readonly about: Changeable;
  readonly original: string;
  readonly corrected: string;
  readonly isUnheard: boolean;
}

/** Everything that is corrected in a lesson, as differences; empty if nothing is. `edit`: null where nothing can be corrected. */
export function correctionsOf(
  lesson: LessonDocument,
  edit: ((about: Changeable) => void) | null,
): HTMLElement[] {
  const rows = rowsOf(lesson);
  if (rows.length === 0) return [];
  const { lang, dir } = lesson;
  const items = rows.map(({ name, about, original, corrected, isUnheard }) => {
    const again = edit === null ? null : editButton(name, () => edit(about));
    const note = isUnheard ? make("span", { class: "quiet" }, "The recording says it as before. ") : null;
    const isGloss = typeof about === "object";
    return make(
      "li",
      {},
      `${name}: `,
      make(
        "span",
        isGloss ? { class: "difference", dir: "auto" } : { class: "difference", lang, dir },
        ...differenceOf(original, corrected),
      ),
      " ",
      note,
      again,
    );
  });
  return [make("h3", {}, "Corrected"), make("ul", { class: "findings", id: "corrections" }, ...items)];
}

/** A button that says "Edit", and to those who don't see what is beside it also what. */
export function editButton(name: string, edit: () => void): HTMLElement {
  const unseen = make("span", { class: "unseen" }, name);
  const made = make("button", { type: "button", class: "small" }, "Edit ", unseen);
  made.addEventListener("click", edit);
  return made;
}

function rowsOf({ title, originalTitle, sentences, words, hasSound }: LessonDocument): Row[] {
  const ofTitle: Row = {
    ...{ name: "Title", about: "title", original: originalTitle, corrected: title, isUnheard: false },
  };
  return [
    ...(title === originalTitle ? [] : [ofTitle]),
    ...sentences.flatMap(({ original, corrected, isUnheard }, index): Row[] =>
      corrected === null
        ? []
        : [
            {
              name: `Sentence ${index + 1}`,
              about: index,
              original,
              corrected,
              isUnheard: isUnheard && hasSound,
            },
          ],
    ),
    ...words.flatMap(({ word, gloss, originalGloss }, index): Row[] => {
      const [original, corrected] = [originalGloss ?? "", gloss ?? ""];
      const about = { word: index };
      return original === corrected ? [] : [{ name: word, about, original, corrected, isUnheard: false }];
    }),
  ];
}
