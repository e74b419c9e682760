import type { LessonDocument, PieceDocument, ReplacementDocument } from "../documents.ts";
import type { Changeable } from "./correct/changeable.ts";
import { correctionsOf, editButton } from "./correct/corrections-view.ts";
import { chooseByClick, currentUnit } from "./correct/units.ts";
import { byId, make } from "./elements.ts";
import { followSound, type Listening } from "./listening.ts";
import { describeEntry, describeFigures, describeFound, describePrice, describeStatus } from "./words.ts";

/** What a person can do with the lesson that is shown. */
export interface LessonActions {
  readonly approve: () => void;
  readonly hold: () => void;
  readonly reject: () => void;
  readonly comment: () => void;
  /** Null: nothing can be corrected here. */
  readonly edit: ((about: Changeable) => void) | null;
  /** Has what is corrected spoken anew; null: there is no narrator. */
  readonly respeak: (() => void) | null;
  /** Null: nothing that was done here can be undone. */
  readonly takeBack: { readonly label: string; readonly act: () => void } | null;
}

/**
 * Shows a lesson: its text beside its sound, and what is known about it. `sound`: the recording's address, null if the page doesn't have it, and what is called when it is played.
 * Null: there is nothing to listen to.
 */
export function showLesson(
  lesson: LessonDocument,
  sound: { readonly address: string | null; readonly played: () => void },
  actions: LessonActions,
): Listening | null {
  const { title, topic, volume, status, lang, dir } = lesson;
  const player =
    lesson.hasSound && sound.address !== null
      ? make("audio", { controls: "", preload: "auto", src: sound.address, "aria-label": "Recording" })
      : null;
  player?.addEventListener("play", sound.played);
  const silence = lesson.hasSound
    ? "Its recording is not in this page: what you decide, you decide without having heard it."
    : "It has no recording.";
  const heading = make("h2", { lang, dir, "data-unit": "title" }, title);
  const text = make(
    "div",
    { class: "text", lang, dir },
    ...lesson.paragraphs.map((pieces) => paragraphOf(pieces, lesson)),
  );
  if (actions.edit !== null) for (const part of [heading, text]) chooseByClick(part);
  const listening = player === null ? null : followSound(player, text, lesson.respoken?.parts ?? []);
  byId("lesson").replaceChildren(
    heading,
    make("p", { class: "quiet" }, topic === "" ? volume : `${topic} (${volume})`),
    make("p", { class: `status is-${status.kind}`, id: "status" }, describeStatus(status)),
    buttonsFor(actions),
    ...findingsOf(lesson, player),
    ...correctionsOf(lesson, {
      edit: actions.edit,
      respeak: actions.respeak,
      listen: player === null ? null : (part) => listening?.playPart(part),
    }),
    player ?? make("p", { class: "quiet" }, silence),
    make("div", { class: "beside" }, text, asideOf(lesson, actions)),
  );
  return listening;
}

function paragraphOf(pieces: readonly PieceDocument[], { sentences }: LessonDocument): HTMLElement {
  return make(
    "p",
    {},
    ...pieces.map((piece) => {
      const { heard, sentence } = piece;
      const isCorrected = sentence !== null && sentences[sentence]?.corrected !== null;
      const names = [...(heard === null ? [] : ["part"]), ...(isCorrected ? ["is-corrected"] : [])];
      const attributes = {
        ...(names.length === 0 ? {} : { class: names.join(" ") }),
        ...(sentence === null ? {} : { "data-unit": String(sentence) }),
        ...(heard === null ? {} : { "data-from": String(heard.from), "data-to": String(heard.to) }),
      };
      return make("span", attributes, ...markedText(piece));
    }),
  );
}

function markedText({ text, marks }: PieceDocument): Node[] {
  const nodes: Node[] = [];
  let at = 0;
  for (const { start, end } of marks) {
    nodes.push(document.createTextNode(text.slice(at, start)), make("mark", {}, text.slice(start, end)));
    at = end;
  }
  return [...nodes, document.createTextNode(text.slice(at))];
}

function buttonsFor({ approve, hold, reject, comment, edit, takeBack }: LessonActions): HTMLElement {
  const buttonFor = (text: string, key: string, act: () => void, look = ""): HTMLElement => {
    const made = make(
      "button",
      { type: "button", "aria-keyshortcuts": key, ...(look === "" ? {} : { class: look }) },
      `${text} `,
      make("kbd", {}, key),
    );
    made.addEventListener("click", act);
    return made;
  };
  return make(
    "p",
    { class: "buttons" },
    buttonFor("Approve", "a", approve, "main"),
    buttonFor("Hold", "h", hold),
    buttonFor("Reject", "r", reject),
    buttonFor("Comment", "c", comment),
    edit === null ? null : buttonFor("Correct", "e", () => edit(currentUnit())),
    takeBack === null ? null : buttonFor(takeBack.label, "u", takeBack.act),
  );
}

function findingsOf({ findings }: LessonDocument, player: HTMLAudioElement | null): HTMLElement[] {
  if (findings.length === 0) return [];
  const rows = findings.map(({ severity, text, atSeconds }) => {
    const row = make("li", {}, `${severity}: ${text} `);
    if (atSeconds !== null && player !== null) {
      const listen = make("button", { type: "button", class: "small" }, "Listen there");
      listen.addEventListener("click", () => {
        player.currentTime = atSeconds;
        void player.play();
      });
      row.append(listen);
    }
    return row;
  });
  return [make("h3", {}, "Found in it"), make("ul", { class: "findings" }, ...rows)];
}

function asideOf(
  { words, figures, history, lang, replacement }: LessonDocument,
  { edit }: LessonActions,
): HTMLElement {
  const rowsOf = (rows: readonly (readonly [Node | string, Node | string])[]): HTMLElement =>
    make("dl", {}, ...rows.flatMap(([name, value]) => [make("dt", {}, name), make("dd", {}, value)]));
  const wordRows = words.map(({ word, gloss, found }, index): [Node, Node] => {
    const facts = gloss === null ? describeFound(found) : `${gloss}, ${describeFound(found)}`;
    const change = edit === null ? null : editButton(`the gloss of ${word}`, () => edit({ word: index }));
    return [make("span", { lang, class: `word is-${found}` }, word), make("span", {}, `${facts} `, change)];
  });
  return make(
    "aside",
    { "aria-label": "About this lesson" },
    ...(words.length === 0 ? [] : [make("h3", {}, "Required words"), rowsOf(wordRows)]),
    ...(figures === null ? [] : [make("h3", {}, "Figures"), rowsOf(describeFigures(figures))]),
    ...(replacement === null ? [] : replacementOf(replacement)),
    make("h3", {}, "History"),
    make(
      "ul",
      { class: "history" },
      ...history.map((entry) =>
        make(
          "li",
          {},
          describeEntry(entry),
          entry.text === null ? null : make("q", { dir: "auto" }, entry.text),
        ),
      ),
    ),
  );
}

function replacementOf(replacement: ReplacementDocument): HTMLElement[] {
  return [
    make("h3", {}, "Another story"),
    make("p", { class: "quiet" }, describePrice(replacement)),
    make("code", { class: "command" }, replacement.command),
  ];
}
