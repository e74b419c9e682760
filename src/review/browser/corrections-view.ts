import type { LessonDocument, RespokenDocument } from "../documents.ts";
import { button, differenceOf, make } from "./elements.ts";
import { foundItem, isItem, keyOf } from "./items.ts";
import type { Listening } from "./listening.ts";
import type { Changeable, Page } from "./page.ts";

interface Row {
  readonly name: string;
  readonly about: Changeable;
  readonly original: string;
  readonly corrected: string;
  readonly isUnheard: boolean;
}

/** Everything that is corrected in a lesson, as differences; empty if nothing is. `listening`: null if there is nothing to listen to. */
export function correctionsOf(
  lesson: LessonDocument,
  page: Pick<Page, "edit" | "leaveOut" | "press">,
  listening: Listening | null,
): HTMLElement[] {
  const rows = rowsOf(lesson);
  if (rows.length === 0) return [];
  const { lang, dir, respoken, narrator, unspoken } = lesson;
  const items = rows.map(({ name, about, original, corrected, isUnheard }) => {
    const part = respoken?.parts.find(({ unit }) => unit === about);
    const isGloss = typeof about === "object" && "word" in about;
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
      isUnheard ? make("span", { class: "quiet" }, "The recording still has the old wording. ") : null,
      isItem(about) && foundItem(lesson, keyOf(about)) === null
        ? button("Discard", () => page.leaveOut(about), { look: "small" })
        : editButton(name, () => page.edit(about)),
      part === undefined || respoken === null ? null : respokenView(part, respoken.narrator, listening),
    );
  });
  const what = unspoken === 1 ? "it" : `${unspoken} parts`;
  const speak =
    narrator === null || unspoken === 0
      ? []
      : [
          button(`Have ${what} spoken again by ${narrator}`, () => page.press("s"), {
            key: "s",
            look: "small",
          }),
        ];
  return [
    make("h3", {}, "Corrected"),
    make("ul", { class: "findings", id: "corrections" }, ...items),
    ...speak.map((one) => make("p", {}, one)),
  ];
}

/** The questions about the story besides its exercises, and the questions that a language model proposed. */
export function questionsOf(
  { questions, proposed, lang, dir }: LessonDocument,
  { edit, press }: Pick<Page, "edit" | "press">,
): HTMLElement[] {
  const shown = (text: string, act: HTMLElement): HTMLElement =>
    make("li", {}, ...text.split("\n").map((line) => make("div", { lang, dir }, line)), act);
  const next = questions.length;
  const firstLine = (text: string) => text.split("\n")[0] ?? "";
  return [
    make("h3", {}, "Questions"),
    make(
      "ul",
      { class: "findings", id: "questions" },
      ...questions.map((text, question) =>
        shown(
          text,
          editButton(firstLine(text), () => edit({ question })),
        ),
      ),
      ...proposed.map((text) =>
        shown(
          `Proposed: ${text}`,
          button("Use it", () => edit({ question: next, proposed: text }), {
            look: "small",
            unseen: firstLine(text),
          }),
        ),
      ),
    ),
    make(
      "p",
      {},
      button("Ask a question", () => press("q"), { key: "q", look: "small" }),
    ),
  ];
}

/** A button that says "Edit"; for those who don't see what is beside the button, it also says what it edits. */
export function editButton(name: string, edit: () => void): HTMLElement {
  return button("Edit", edit, { look: "small", unseen: name });
}

function respokenView(part: RespokenDocument, narrator: string, listening: Listening | null): HTMLElement {
  const words = part.from === part.to ? "Cut out of the recording." : `Spoken again by ${narrator}.`;
  const play =
    listening === null
      ? null
      : button("Listen to it", () => listening.playPart(part), { key: "l", look: "small" });
  return make("p", { class: "quiet respoken" }, `${words} `, play);
}

function rowsOf(lesson: LessonDocument): Row[] {
  const { title, originalTitle, sentences, words, hasSound } = lesson;
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
    ...lesson.edited.map(({ item, was, now }): Row => {
      const found = foundItem(lesson, item);
      const name = found?.exercise.title ?? "No longer in the exercises, so this edit has no effect";
      return { name, about: `item-A-${item}`, original: was, corrected: now, isUnheard: false };
    }),
  ];
}
