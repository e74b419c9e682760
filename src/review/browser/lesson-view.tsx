import type { ComponentChildren, VNode } from "preact";
import type { LessonDocument, PieceDocument, RespokenDocument } from "../documents.ts";
import { type Changeable, correctionOf } from "./dialog-questions.ts";
import { exercisesOf } from "./exercises-view.tsx";
import { Button, differenceOf, KeyButton, unitProps } from "./parts.tsx";
import type { ReviewPage } from "./review-page.ts";
import { credits, language, say, sayOr } from "./texts.ts";
import { foundItem, isItem, keyOf } from "./units.ts";
import { describeEntry, describeStatus, describeVolume } from "./words.ts";

/** A lesson: its text beside its sound, and what is known about it. */
export function LessonView({
  lesson,
  page,
}: {
  readonly lesson: LessonDocument;
  readonly page: ReviewPage;
}): VNode {
  const { title, topic, volume, status, lang, dir, hasSound, seen, undoes } = lesson;
  const { listening } = page;
  const marked = correctionOf(lesson, page.toCorrect);
  const undo = page.source.mail ? say("buttons.undo") : undoes && say("buttons.undoCorrection");
  return (
    <>
      <h2 lang={lang} dir={dir} {...unitProps(page, "title")}>
        {title}
      </h2>
      <p class="quiet">{[topic, describeVolume(volume)].filter((text) => text !== "").join(" · ")}</p>
      <p class={`status is-${status.kind}`} id="status">
        {describeStatus(status)}
      </p>
      <div class="bar">
        <p class="buttons">
          <KeyButton page={page} shortcut="a" text={say("buttons.approve")} look="main" />
          <KeyButton page={page} shortcut="h" text={say("buttons.hold")} />
          <KeyButton page={page} shortcut="r" text={say("buttons.reject")} />
          <KeyButton page={page} shortcut="c" text={say("buttons.comment")} />
          <KeyButton page={page} shortcut="e" text={marked?.question.title ?? say("buttons.correct")} />
          {undo && <KeyButton page={page} shortcut="u" text={undo} />}
        </p>
        {listening && (
          // biome-ignore lint/a11y/useMediaCaption: the text below it is what is said
          <audio
            ref={listening.follow}
            controls
            preload="auto"
            src={listening.address}
            aria-label={say("lesson.recording")}
            onPlay={() => page.kept.addHeard(seen.sound)}
          />
        )}
      </div>
      {listening === null && (
        <p class="quiet">{say(hasSound ? "lesson.noRecordingHere" : "lesson.noRecording")}</p>
      )}
      {findingsOf(lesson, page)}
      {correctionsOf(lesson, page)}
      <div class="beside">
        <div class="text" lang={lang} dir={dir}>
          {lesson.paragraphs.map((pieces) => (
            <p>{pieces.map((piece) => pieceOf(piece, lesson, page))}</p>
          ))}
        </div>
        {asideOf(lesson, page)}
      </div>
      {questionsOf(lesson, page)}
      {exercisesOf(lesson, page)}
    </>
  );
}

/** A piece of the text. A click on it plays from there. */
function pieceOf(piece: PieceDocument, { sentences }: LessonDocument, page: ReviewPage): VNode {
  const { sentence, heard } = piece;
  if (sentence === null) return <span>{markedText(piece)}</span>;
  const isHeard = heard !== null && heard.from === page.heard?.heard?.from;
  const isCorrected = sentences[sentence]?.corrected !== null;
  const look = [heard && "part", isHeard && "is-heard", isCorrected && "is-corrected"]
    .filter(Boolean)
    .join(" ");
  const play = (): void => page.listening?.playPiece(piece);
  return (
    <span class={look || undefined} {...unitProps(page, sentence, play)}>
      {markedText(piece)}
    </span>
  );
}

function markedText({ text, marks, readings }: PieceDocument): ComponentChildren[] {
  const ends = [...marks.flatMap(({ start, end }) => [start, end]), text.length];
  const read = (from: number, to: number): ComponentChildren[] => {
    const own = readings.filter((one) => one.from >= from && one.to <= to);
    const pieces = own.map((one, index) => [
      text.slice(own[index - 1]?.to ?? from, one.from),
      <ruby>
        {text.slice(one.from, one.to)}
        <rt>{one.reading}</rt>
      </ruby>,
    ]);
    return [pieces, text.slice(own.at(-1)?.to ?? from, to)];
  };
  const parts = ends.map((end, index) => read(ends[index - 1] ?? 0, end));
  return parts.map((part, index) => (index % 2 === 0 ? part : <mark>{part}</mark>));
}

function findingsOf({ findings }: LessonDocument, { listening }: ReviewPage): VNode | null {
  if (findings.length === 0) return null;
  const rows = findings.map(({ severity, text, atSeconds }) => {
    const play = listening && atSeconds !== null && (() => listening.playFrom(atSeconds));
    return (
      <li>
        {say("label", { name: sayOr(`severities.${severity}`, severity) })} <span lang="en">{text}</span>{" "}
        {play && <Button look="small" text={say("lesson.listenThere")} onPress={play} />}
      </li>
    );
  });
  return (
    <>
      <h3>{say("lesson.findings")}</h3>
      {language() !== "en" && <p class="quiet">{say("englishBelow")}</p>}
      <ul class="findings">{rows}</ul>
    </>
  );
}

/** A button that offers to edit; for those who don't see what is beside the button, it also says what it edits. */
function editButton(name: string, about: Changeable, page: ReviewPage): VNode {
  return <Button look="small" text={say("buttons.edit")} about={name} onPress={() => page.edit(about)} />;
}

interface Row {
  readonly name: string;
  readonly about: Changeable;
  readonly original: string;
  readonly corrected: string;
  readonly isUnheard?: boolean;
}

/** Everything that is corrected in a lesson, as differences; nothing if nothing is. */
function correctionsOf(lesson: LessonDocument, page: ReviewPage): VNode | null {
  const { lang, dir, respoken, narrator, unspoken } = lesson;
  const rows = rowsOf(lesson).map(({ name, about, original, corrected, isUnheard }) => {
    const isGloss = typeof about === "object" && "word" in about;
    const part = respoken?.parts.find(({ unit }) => unit === about);
    return (
      <li>
        {say("label", { name })}{" "}
        <span class="difference" {...(isGloss ? ({ dir: "auto" } as const) : { lang, dir })}>
          {differenceOf(original, corrected)}
        </span>{" "}
        {isUnheard && <span class="quiet">{say("lesson.oldWording")} </span>}
        {isItem(about) && foundItem(lesson, keyOf(about)) === null ? (
          <Button look="small" text={say("lesson.discard")} onPress={() => page.leaveOut(about)} />
        ) : (
          editButton(name, about, page)
        )}
        {respoken && part && respokenPart(part, respoken.narrator, page)}
      </li>
    );
  });
  if (rows.length === 0) return null;
  const speak = say("lesson.speak", { count: unspoken, narrator: narrator ?? "" });
  return (
    <>
      <h3>{say("lesson.corrected")}</h3>
      <ul class="findings" id="corrections">
        {rows}
      </ul>
      {narrator !== null && unspoken > 0 && (
        <p>
          <KeyButton page={page} look="small" shortcut="s" text={speak} />
        </p>
      )}
    </>
  );
}

function respokenPart(part: RespokenDocument, narrator: string, { listening }: ReviewPage): VNode {
  const text = part.from === part.to ? say("lesson.cutOut") : say("lesson.respoken", { narrator });
  return (
    <p class="quiet respoken">
      {text}{" "}
      {listening && (
        <Button
          look="small"
          shortcut="l"
          text={say("lesson.listenTo")}
          onPress={() => listening.playPart(part)}
        />
      )}
    </p>
  );
}

function rowsOf(lesson: LessonDocument): Row[] {
  const { title, originalTitle, sentences, words, readings, edited, hasSound } = lesson;
  const rows: Row[] = [
    { name: say("lesson.title"), about: "title", original: originalTitle, corrected: title },
    ...sentences.map(({ original, corrected, isUnheard }, index): Row => {
      const name = say("lesson.sentence", { number: index + 1 });
      return {
        name,
        about: index,
        original,
        corrected: corrected ?? original,
        isUnheard: isUnheard && hasSound,
      };
    }),
    ...words.map(({ word, gloss, originalGloss }, index): Row => {
      return { name: word, about: { word: index }, original: originalGloss ?? "", corrected: gloss ?? "" };
    }),
    ...(readings ?? []).map(({ word, original, corrected }): Row => {
      return { name: say("lesson.readingOf", { word }), about: { reading: word }, original, corrected };
    }),
    ...edited.map(({ item, was, now }): Row => {
      const name = foundItem(lesson, item)?.exercise.title ?? say("lesson.noItem");
      return { name, about: `item-A-${item}`, original: was, corrected: now };
    }),
  ];
  return rows.filter(({ original, corrected }) => original !== corrected);
}

/** The questions about the story besides its exercises, and the questions that a language model proposed. */
function questionsOf({ questions, proposed, lang, dir }: LessonDocument, page: ReviewPage): VNode {
  const row = (text: string, button: VNode, before?: string): VNode => {
    const lines = text.split("\n").map((line) => (
      <div lang={lang} dir={dir}>
        {line}
      </div>
    ));
    return <li>{[before, ...lines, button]}</li>;
  };
  const firstLine = (text: string): string => text.split("\n")[0] ?? "";
  const take = (text: string): VNode => {
    const onPress = (): void => page.edit({ question: questions.length, proposed: text });
    return <Button look="small" text={say("lesson.use")} about={firstLine(text)} onPress={onPress} />;
  };
  return (
    <>
      <h3>{say("lesson.questions")}</h3>
      <ul class="findings" id="questions">
        {questions.map((text, question) => row(text, editButton(firstLine(text), { question }, page)))}
        {proposed.map((text) => row(text, take(text), say("lesson.proposed")))}
      </ul>
      <p>
        <KeyButton page={page} look="small" shortcut="q" text={say("buttons.ask")} />
      </p>
    </>
  );
}

type Facts = readonly (readonly [name: ComponentChildren, value: ComponentChildren])[];

function factsOf(title: string, facts: Facts): VNode | null {
  if (facts.length === 0) return null;
  return (
    <>
      <h3>{title}</h3>
      <dl>{facts.map(([name, value]) => [<dt>{name}</dt>, <dd>{value}</dd>])}</dl>
    </>
  );
}

function asideOf(lesson: LessonDocument, page: ReviewPage): VNode {
  const { words, readings, history, lang, replacement } = lesson;
  const { course } = page.source;
  const wordFacts = words.map(({ word, gloss, reading, found }, index) => {
    const name = (
      <span lang={lang} class={`word is-${found}`}>
        {word}
      </span>
    );
    const edit = editButton(say("lesson.theGloss", { word }), { word: index }, page);
    const read = reading !== null && [
      " ",
      <span lang={lang}>{reading}</span>,
      " ",
      editButton(say("lesson.theReading", { word }), { reading: word }, page),
    ];
    const form = sayOr(`found.${found}`, "");
    return [name, [gloss && `${gloss} `, form && `(${form}) `, edit, read]] as const;
  });
  const entries = history.map((entry) => (
    <li>
      {describeEntry(entry)}
      {entry.text !== null && <q dir="auto">{entry.text}</q>}
    </li>
  ));
  return (
    <aside aria-label={say("lesson.about")}>
      {factsOf(say("lesson.words"), wordFacts)}
      {readings !== null && (
        <p>
          <Button
            look="small"
            text={say("buttons.correctReading")}
            onPress={() => page.edit({ reading: null })}
          />
        </p>
      )}
      {replacement && (
        <>
          <h3>{say("lesson.another")}</h3>
          <p class="quiet">
            {course
              ? say("price.bill")
              : replacement.credits === null
                ? say("price.unknown")
                : say("price.known", { sum: credits(replacement.credits) })}
          </p>
          {course ? (
            <a href={course.replace(lesson)}>{say("toBill")}</a>
          ) : (
            <code class="command">{replacement.command}</code>
          )}
        </>
      )}
      <h3>{say("lesson.history")}</h3>
      <ul class="history">{entries}</ul>
    </aside>
  );
}
