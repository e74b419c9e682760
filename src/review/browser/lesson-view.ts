import type { LessonDocument, PieceDocument } from "../documents.ts";
import { byId, make } from "./elements.ts";
import { followSound, type Listening } from "./listening.ts";
import { describeEntry, describeFigures, describeFound, describeStatus } from "./words.ts";

/** What a person can do with the lesson that is shown. */
export interface LessonActions {
  readonly approve: () => void;
  readonly hold: () => void;
  readonly reject: () => void;
  readonly comment: () => void;
  /** Null: what was done here can't be undone. */
  readonly takeBack: (() => void) | null;
}

/**
 * Shows a lesson: its text beside its sound, and what is known about it. `sound`: the recording's address; null if the page doesn't have it.
 * Null: there is nothing to listen to.
 */
export function showLesson(
  lesson: LessonDocument,
  sound: string | null,
  actions: LessonActions,
): Listening | null {
  const { title, topic, volume, status, lang, dir } = lesson;
  const player =
    lesson.hasSound && sound !== null
      ? make("audio", { controls: "", preload: "auto", src: sound, "aria-label": "Recording" })
      : null;
  const silence = lesson.hasSound
    ? "Its recording is not in this page: what you decide, you decide without having heard it."
    : "It has no recording.";
  const text = make("div", { class: "text", lang, dir }, ...lesson.paragraphs.map(paragraphOf));
  byId("lesson").replaceChildren(
    make("h2", { lang, dir }, title),
    make("p", { class: "quiet" }, topic === "" ? volume : `${topic} (${volume})`),
    make("p", { class: `status is-${status.kind}`, id: "status" }, describeStatus(status)),
    buttonsFor(actions),
    ...findingsOf(lesson, player),
    player ?? make("p", { class: "quiet" }, silence),
    make("div", { class: "beside" }, text, asideOf(lesson)),
  );
  return player === null ? null : followSound(player, text);
}

function paragraphOf(pieces: readonly PieceDocument[]): HTMLElement {
  return make(
    "p",
    {},
    ...pieces.map((piece) => {
      const { heard } = piece;
      const attributes =
        heard === null ? {} : { class: "part", "data-from": String(heard.from), "data-to": String(heard.to) };
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

function buttonsFor({ approve, hold, reject, comment, takeBack }: LessonActions): HTMLElement {
  const buttonFor = (text: string, key: string, act: () => void): HTMLElement => {
    const made = make(
      "button",
      { type: "button", "aria-keyshortcuts": key },
      `${text} `,
      make("kbd", {}, key),
    );
    made.addEventListener("click", act);
    return made;
  };
  return make(
    "p",
    { class: "buttons" },
    buttonFor("Approve", "a", approve),
    buttonFor("Hold", "h", hold),
    buttonFor("Reject", "r", reject),
    buttonFor("Comment", "c", comment),
    takeBack === null ? null : buttonFor("Take back", "u", takeBack),
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

function asideOf({ words, figures, history, lang }: LessonDocument): HTMLElement {
  const rowsOf = (rows: readonly (readonly [Node | string, string])[]): HTMLElement =>
    make("dl", {}, ...rows.flatMap(([name, value]) => [make("dt", {}, name), make("dd", {}, value)]));
  const wordRows = words.map(({ word, gloss, found }): [Node, string] => [
    make("span", { lang, class: `word is-${found}` }, word),
    gloss === null ? describeFound(found) : `${gloss}, ${describeFound(found)}`,
  ]);
  return make(
    "aside",
    { "aria-label": "About this lesson" },
    ...(words.length === 0 ? [] : [make("h3", {}, "Required words"), rowsOf(wordRows)]),
    ...(figures === null ? [] : [make("h3", {}, "Figures"), rowsOf(describeFigures(figures))]),
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
