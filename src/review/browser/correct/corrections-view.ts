import type { LessonDocument, RespokenDocument } from "../../documents.ts";
import { make } from "../elements.ts";
import { describeRespoken } from "../words.ts";
import type { Changeable } from "./changeable.ts";
import { differenceOf } from "./difference-view.ts";
import { waveOf } from "./wave-view.ts";

interface Row {
  readonly name: string;
  readonly about: Changeable;
  readonly original: string;
  readonly corrected: string;
  readonly isUnheard: boolean;
}

/** What a person can do with what is corrected. Null: nothing here. */
export interface CorrectionActions {
  readonly edit: ((about: Changeable) => void) | null;
  /** Plays a part that was spoken anew, with what is beside it. */
  readonly listen: ((part: RespokenDocument) => void) | null;
  /** Has it spoken anew. */
  readonly respeak: (() => void) | null;
}

/** Everything that is corrected in a lesson, as differences; empty if nothing is. */
export function correctionsOf(lesson: LessonDocument, actions: CorrectionActions): HTMLElement[] {
  const rows = rowsOf(lesson);
  if (rows.length === 0) return [];
  const { lang, dir, respoken, narrator, unspoken } = lesson;
  const { edit, listen, respeak } = actions;
  const items = rows.map(({ name, about, original, corrected, isUnheard }) => {
    const again = edit === null ? null : editButton(name, () => edit(about));
    const part = respoken?.parts.find(({ unit }) => unit === about);
    const anew =
      part === undefined || respoken === null ? null : respokenView(part, respoken.narrator, listen);
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
      anew,
    );
  });
  const speak =
    respeak === null || narrator === null || unspoken === 0
      ? null
      : button(
          `Have ${unspoken === 1 ? "it" : `${unspoken} parts`} spoken anew by ${narrator}`,
          "s",
          respeak,
        );
  return [
    make("h3", {}, "Corrected"),
    make("ul", { class: "findings", id: "corrections" }, ...items),
    ...(speak === null ? [] : [make("p", {}, speak)]),
  ];
}

function respokenView(
  part: RespokenDocument,
  narrator: string,
  listen: CorrectionActions["listen"],
): HTMLElement {
  const words = describeRespoken(part, narrator);
  const play = listen === null ? null : button("Listen to it", "l", () => listen(part));
  return make(
    "div",
    { class: "respoken" },
    make("p", { class: "quiet" }, `${words} `, play),
    waveOf(part, words),
  );
}

function button(text: string, key: string, act: () => void): HTMLElement {
  const made = make(
    "button",
    { type: "button", class: "small", "aria-keyshortcuts": key },
    `${text} `,
    make("kbd", {}, key),
  );
  made.addEventListener("click", act);
  return made;
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
    name: "Title",
    about: "title",
    original: originalTitle,
    corrected: title,
    isUnheard: false,
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
