import type { LessonDocument, PieceDocument, ReplacementDocument } from "../documents.ts";
import { correctionsOf, editButton, questionsOf } from "./corrections-view.ts";
import { button, byId, make } from "./elements.ts";
import { exercisesOf } from "./exercises-view.ts";
import { followSound, type Listening } from "./listening.ts";
import type { Page } from "./page.ts";
import { chooseByClick } from "./units.ts";
import { describeEntry, describeFigures, describeFound, describePrice, describeStatus } from "./words.ts";

type Shown = Pick<Page, "source" | "kept" | "edit" | "leaveOut" | "press">;

/** Shows a lesson: its text beside its sound, and what is known about it. Null if there is nothing to listen to. */
export function showLesson(lesson: LessonDocument, page: Shown): Listening | null {
  const { title, topic, volume, status, lang, dir, hasSound, seen } = lesson;
  const address = hasSound ? page.source.soundOf(lesson) : null;
  const player =
    address === null
      ? null
      : make("audio", { controls: "", preload: "auto", src: address, "aria-label": "Recording" });
  player?.addEventListener("play", () => page.kept.addHeard(seen.sound));
  const silence = hasSound
    ? "This page doesn’t contain the recording: you decide without hearing it."
    : "This lesson has no recording.";
  const heading = make("h2", { lang, dir, "data-unit": "title" }, title);
  const text = make(
    "div",
    { class: "text", lang, dir },
    ...lesson.paragraphs.map((pieces) => paragraphOf(pieces, lesson)),
  );
  for (const part of [heading, text]) chooseByClick(part);
  const listening = player === null ? null : followSound(player, text, lesson.respoken?.parts ?? []);
  byId("lesson").replaceChildren(
    heading,
    make("p", { class: "quiet" }, topic === "" ? volume : `${topic} (${volume})`),
    make("p", { class: `status is-${status.kind}`, id: "status" }, describeStatus(status)),
    make("div", { class: "bar" }, buttonsFor(lesson, page), player),
    ...(player === null ? [make("p", { class: "quiet" }, silence)] : []),
    ...findingsOf(lesson, player),
    ...correctionsOf(lesson, page, listening),
    make("div", { class: "beside" }, text, asideOf(lesson, page)),
    ...questionsOf(lesson, page),
    ...exercisesOf(lesson, page),
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

/** Each does what its key does. */
function buttonsFor({ undoes }: LessonDocument, { source, press }: Shown): HTMLElement {
  const buttonFor = (text: string, key: string, look?: "main"): HTMLElement =>
    button(text, () => press(key), { key, ...(look === undefined ? {} : { look }) });
  return make(
    "p",
    { class: "buttons" },
    buttonFor("Approve", "a", "main"),
    buttonFor("Hold", "h"),
    buttonFor("Reject", "r"),
    buttonFor("Comment", "c"),
    buttonFor("Correct", "e"),
    source.mail !== null ? buttonFor("Undo", "u") : null,
    source.mail === null && undoes !== null ? buttonFor("Undo correction", "u") : null,
  );
}

function findingsOf({ findings }: LessonDocument, player: HTMLAudioElement | null): HTMLElement[] {
  if (findings.length === 0) return [];
  const rows = findings.map(({ severity, text, atSeconds }) => {
    const row = make("li", {}, `${severity}: ${text} `);
    if (atSeconds !== null && player !== null) {
      const listen = (): void => {
        player.currentTime = atSeconds;
        void player.play();
      };
      row.append(button("Listen there", listen, { look: "small" }));
    }
    return row;
  });
  return [make("h3", {}, "Findings"), make("ul", { class: "findings" }, ...rows)];
}

function asideOf(
  { words, figures, history, lang, replacement }: LessonDocument,
  { edit }: Shown,
): HTMLElement {
  const rowsOf = (rows: readonly (readonly [Node | string, Node | string])[]): HTMLElement =>
    make("dl", {}, ...rows.flatMap(([name, value]) => [make("dt", {}, name), make("dd", {}, value)]));
  const wordRows = words.map(({ word, gloss, found }, index): [Node, Node] => {
    const facts = gloss === null ? describeFound(found) : `${gloss}, ${describeFound(found)}`;
    const change = editButton(`the gloss of ${word}`, () => edit({ word: index }));
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
