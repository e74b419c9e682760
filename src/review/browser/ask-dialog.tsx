import type { VNode } from "preact";
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import type { Question } from "./dialog-questions.ts";
import type { Kept } from "./kept.ts";
import { Button, differenceOf } from "./parts.tsx";
import { say } from "./texts.ts";

/**
 * Asks for one or more lines. Calls back with the text, or with null if the person cancels. Enter saves, Shift-Enter begins a new line. Text that can't
 * be saved stays in the open dialog, which says why.
 */
export function AskDialog({
  question: { title, label, objectionTo, most, unsent, begun, lang, suggested },
  kept,
  onAnswer,
}: {
  readonly question: Question;
  readonly kept: Kept;
  readonly onAnswer: (text: string | null) => void;
}): VNode {
  const start = begun?.now ?? "";
  const dialog = useRef<HTMLDialogElement>(null);
  const field = useRef<HTMLTextAreaElement>(null);
  const [text, setText] = useState(() => (unsent && kept.text(unsent.key)) ?? suggested ?? start);
  const [objection, setObjection] = useState<string | null>(null);
  const answer = text.trim();
  useLayoutEffect(() => {
    dialog.current?.showModal();
    field.current?.focus();
    if (suggested) field.current?.select();
  }, []);
  const change = (typed: string): void => {
    setText(typed);
    setObjection(null);
    if (unsent === undefined) return;
    if (typed.trim() === start) kept.forgetText(unsent.key);
    else kept.keepText(unsent.key, { about: unsent.about, text: typed });
  };
  const startOver = (): void => {
    change(start);
    field.current?.focus();
  };
  const save = (): void => {
    const why = objectionTo(answer) ?? tooLong(answer, most);
    if (why === null) dialog.current?.close("ok");
    setObjection(why);
    field.current?.focus();
  };
  return (
    <dialog
      ref={dialog}
      id="ask"
      aria-labelledby="ask-title"
      onClose={({ currentTarget }) => onAnswer(currentTarget.returnValue === "ok" ? answer : null)}
    >
      <h2 id="ask-title">{title}</h2>
      <label for="ask-text" id="ask-label">
        {label}
      </label>
      <textarea
        ref={field}
        id="ask-text"
        rows={3}
        dir="auto"
        lang={lang}
        aria-describedby="ask-objection"
        aria-invalid={objection !== null}
        value={text}
        onInput={({ currentTarget }) => change(currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== "Enter" || event.shiftKey || event.isComposing) return;
          event.preventDefault();
          save();
        }}
      />
      <p id="ask-objection" role="alert">
        {objection}
      </p>
      <p class="difference" id="ask-difference" dir="auto" lang={begun && lang}>
        {begun && answer !== begun.original && differenceOf(begun.original, answer)}
      </p>
      <p class="buttons">
        {start !== "" && text !== start && (
          <Button id="ask-again" text={say("ask.startOver")} onPress={startOver} />
        )}
        <Button
          id="ask-cancel"
          shortcut="Escape"
          text={say("ask.cancel")}
          onPress={() => dialog.current?.close()}
        />
        <Button id="ask-ok" shortcut="Enter" text={say("ask.save")} look="main" onPress={save} />
      </p>
    </dialog>
  );
}

function tooLong({ length }: string, most: number): string | null {
  if (length <= most) return null;
  return say("ask.tooLong", { length, most });
}
