import type { ComponentChildren, VNode } from "preact";
import { useCallback, useEffect, useId, useLayoutEffect, useRef, useState } from "preact/hooks";
import type {
  CourseDocument,
  CoursesDocument,
  Kind,
  Message,
  ProblemDocument,
  RefusalDocument,
} from "../documents.ts";
import { get, onTold, Refusal } from "./server.ts";
import { say, sayOr } from "./texts.ts";

/** What each part of a course's page is about. */
export interface PartProps {
  readonly course: CourseDocument;
  readonly kind: Kind;
  /** Why nothing can be bought; null: something can. */
  readonly missing: CoursesDocument["missing"];
}

// What is on the desk

export interface Fetched<Answer> {
  /** Null: not there yet, or refused. */
  readonly answer: Answer | null;
  readonly refusal: RefusalDocument | null;
  again(): void;
  /** Shows an answer that came with something else. */
  set(answer: Answer): void;
}

/** An answer of the desk, fetched again after each message that may have changed it. */
export function useFetched<Answer>(
  path: string,
  isChangedBy: (message: Message) => boolean,
): Fetched<Answer> {
  const [state, setState] = useState<Pick<Fetched<Answer>, "answer" | "refusal"> & { path: string }>({
    path,
    answer: null,
    refusal: null,
  });
  const work = useRef({ path, isBusy: false, isStale: false });
  const again = useCallback(() => {
    const { current } = work;
    if (current.isBusy) {
      current.isStale = true;
      return;
    }
    current.isBusy = true;
    current.isStale = false;
    const asked = current.path;
    const settle = (answer: Answer | null, refusal: RefusalDocument | null): void => {
      current.isBusy = false;
      if (current.path === asked) setState({ path: asked, answer, refusal });
      else current.isStale = true;
      if (current.isStale) again();
    };
    get<Answer>(asked).then(
      (answer) => settle(answer, null),
      (error: unknown) => {
        // What was shown stays while the desk is gone: the page says that it is.
        if (error instanceof Refusal && error.document.code === "gone") current.isBusy = false;
        else settle(null, refusalOf(error));
      },
    );
  }, []);
  const changed = useRef(isChangedBy);
  changed.current = isChangedBy;
  useEffect(() => {
    work.current.path = path;
    again();
    return onTold((told) => {
      if (told === null || changed.current(told)) again();
    });
  }, [path]);
  const isOther = state.path !== path;
  return {
    answer: isOther ? null : state.answer,
    refusal: isOther ? null : state.refusal,
    again,
    set: (answer) => setState({ path, answer, refusal: null }),
  };
}

export function refusalOf(error: unknown): RefusalDocument {
  if (error instanceof Refusal) return error.document;
  return { code: "broken", message: error instanceof Error ? error.message : String(error) };
}

/** Something that a person starts: one at a time, and what the desk refused is shown where it was started. */
export interface Action {
  readonly isBusy: boolean;
  readonly refusal: RefusalDocument | null;
  start(work: () => Promise<void>): void;
  clear(): void;
}

export function useAction(): Action {
  const [isBusy, setIsBusy] = useState(false);
  const [refusal, setRefusal] = useState<RefusalDocument | null>(null);
  const start = (work: () => Promise<void>): void => {
    if (isBusy) return;
    setIsBusy(true);
    setRefusal(null);
    work()
      .catch((error: unknown) => setRefusal(refusalOf(error)))
      .finally(() => setIsBusy(false));
  };
  return { isBusy, refusal, start, clear: () => setRefusal(null) };
}

// What is said

let announceIn: ((text: string) => void) | null = null;

/** Says something to people who don't see what changed, and shows it at the foot of the page. */
export function announce(text: string): void {
  announceIn?.(text);
}

export function Announcements(): VNode {
  const [text, setText] = useState("");
  announceIn = setText;
  return (
    <p id="message" role="status">
      {text}
    </p>
  );
}

/** A text that the program has in English only. */
export function English({ children }: { readonly children: ComponentChildren }): VNode {
  return <span lang="en">{children}</span>;
}

/** Which part of a course's page does what a command of the terminal does. */
const partFor: Readonly<Record<string, string>> = {
  check: "plan",
  plan: "bill",
  run: "run",
  status: "run",
  resolve: "run",
  review: "review",
  package: "package",
};

/** What to do next: on a page of the desk, or in a terminal where there is none. */
export function NextStep({ command }: { readonly command: string }): VNode | null {
  const part = partFor[/^coursebinder (\w+)/.exec(command)?.[1] ?? ""];
  const [course, shown, kind] = location.hash.replace(/^#\//, "").split("/");
  if (part === undefined || !course) {
    return (
      <span class="command-line">
        {say("inTerminal")} <code>{command}</code>
      </span>
    );
  }
  // What is to be done on the page that is shown is at hand there.
  if (part === shown) return null;
  const to = [course, part, ...(kind === undefined ? [] : [kind])].join("/");
  return (
    <span class="command-line">
      {say("nextStep")} <a href={`#/${to}`}>{sayOr(`parts.${part}`, part)}</a>
    </span>
  );
}

function Problem({ problem }: { readonly problem: ProblemDocument }): VNode {
  const { job, message, advice, next } = problem;
  return (
    <li>
      {job ? <strong>{job}: </strong> : null}
      <English>
        {message} {advice}
      </English>
      {next ? <NextStep command={next} /> : null}
    </li>
  );
}

/** As many problems are read at a glance; the others are folded. */
const problemsMost = 4;

export function Problems({ problems }: { readonly problems: readonly ProblemDocument[] }): VNode | null {
  if (problems.length === 0) return null;
  const listOf = (some: readonly ProblemDocument[]): VNode => (
    <ul>
      {some.map((problem) => (
        <Problem key={`${problem.job} ${problem.code} ${problem.message}`} problem={problem} />
      ))}
    </ul>
  );
  const others = problems.slice(problemsMost);
  return (
    <>
      {listOf(problems.slice(0, problemsMost))}
      {others.length === 0 ? null : (
        <details>
          <summary>{say("more", { count: others.length })}</summary>
          {listOf(others)}
        </details>
      )}
    </>
  );
}

/** What the desk refused, and why; said aloud as it appears. */
export function Refused({ refusal }: { readonly refusal: RefusalDocument | null }): VNode | null {
  if (refusal === null) return null;
  const { code, message, problems = [] } = refusal;
  const own = sayOr(`refusals.${code}`, "");
  const isSaidBelow = problems.some((problem) => problem.message === message);
  return (
    <div class="refusal" role="alert">
      <p>
        <strong>{say("notDone")}</strong> {own}
        {message === null || isSaidBelow ? null : <English> {message}</English>}
      </p>
      <Problems problems={problems} />
    </div>
  );
}

/** While nothing is there: that it is on its way, or why it isn't. */
export function Waiting({ refusal }: { readonly refusal: RefusalDocument | null }): VNode {
  return refusal === null ? <p class="quiet">{say("loading")}</p> : <Refused refusal={refusal} />;
}

// What people press and fill in

export function Button({
  text,
  about,
  onPress,
  look,
  isOff = false,
  ...more
}: {
  readonly text: string;
  /** What it is about, for people who don't see what is beside it. */
  readonly about?: string;
  readonly onPress: () => void;
  readonly look?: "main" | "small";
  /** It stays in the tab order, so that the keyboard's place is not lost. */
  readonly isOff?: boolean;
  readonly id?: string;
  readonly expanded?: boolean;
}): VNode {
  return (
    <button
      type="button"
      class={look}
      id={more.id}
      aria-disabled={isOff ? "true" : undefined}
      aria-expanded={more.expanded}
      onClick={() => {
        if (!isOff) onPress();
      }}
    >
      {text}
      {about === undefined ? null : <span class="unseen"> {about}</span>}
    </button>
  );
}

/** A labelled line, or a few, outside the plan's forms. */
export function TextInput({
  label,
  hint = "",
  error = null,
  isLong = false,
  onText,
  ...attributes
}: {
  readonly label: string;
  readonly hint?: string;
  readonly error?: string | null;
  readonly isLong?: boolean;
  readonly value: string;
  readonly inputMode?: "numeric";
  readonly onText: (text: string) => void;
}): VNode {
  const id = useId();
  const props = {
    ...attributes,
    id,
    autocomplete: "off",
    "aria-describedby": `${id}-hint ${id}-error`,
    "aria-invalid": error === null ? undefined : "true",
    onInput: ({ currentTarget }: { readonly currentTarget: { readonly value: string } }) =>
      onText(currentTarget.value),
  } as const;
  return (
    <div class="field">
      <label for={id}>{label}</label>
      {isLong ? <textarea rows={2} {...props} /> : <input type="text" {...props} />}
      <p class="hint" id={`${id}-hint`}>
        {hint}
      </p>
      <p class="field-problem" id={`${id}-error`} role="alert">
        {error}
      </p>
    </div>
  );
}

/** One of a few, all of them in sight. */
export function Radios<Value extends string | boolean | null>({
  legend,
  chosen,
  choices,
  choose,
  look,
}: {
  readonly legend: string;
  readonly chosen: Value | undefined;
  readonly choices: readonly (readonly [Value, ComponentChildren])[];
  readonly choose: (value: Value) => void;
  readonly look?: string;
}): VNode {
  const name = useId();
  return (
    <fieldset class={look}>
      <legend>{legend}</legend>
      {choices.map(([value, text]) => (
        <label key={String(value)} class="box">
          <input type="radio" name={name} checked={value === chosen} onChange={() => choose(value)} />
          <span>{text}</span>
        </label>
      ))}
    </fieldset>
  );
}

/** A question in a window of its own, which Esc closes. The keyboard's place is back where it was when it closes. */
export function Dialog({
  title,
  onClose,
  children,
}: {
  readonly title: string;
  readonly onClose: () => void;
  readonly children: ComponentChildren;
}): VNode {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  useLayoutEffect(() => {
    dialog.current?.showModal();
  }, []);
  return (
    <dialog ref={dialog} aria-labelledby={id} onClose={onClose}>
      <h2 id={id}>{title}</h2>
      {children}
    </dialog>
  );
}

// What is shown

/** A heading that takes the keyboard's place when its page is opened. */
export function PageTitle({ children }: { readonly children: ComponentChildren }): VNode {
  const heading = useRef<HTMLHeadingElement>(null);
  // At once: a key that is pressed next must not find the place moved under it.
  useLayoutEffect(() => {
    heading.current?.focus();
  }, []);
  return (
    <h2 ref={heading} tabIndex={-1}>
      {children}
    </h2>
  );
}

/** A part of a page under its heading. */
export function Section({
  title,
  look,
  children,
}: {
  readonly title: string;
  readonly look?: string;
  readonly children: ComponentChildren;
}): VNode {
  const id = useId();
  return (
    <section aria-labelledby={id} class={look}>
      <h3 id={id}>{title}</h3>
      {children}
    </section>
  );
}

/** On a phone, each row of a table with more columns is a card. */
const phoneColumnsMost = 3;

export type Cells = readonly ComponentChildren[];

/** A table whose rows begin with what they are about. `numbers`: how many of the last columns have numbers. */
export function Table({
  caption,
  isCaptionSeen = true,
  heads,
  rows,
  foot,
  numbers = 0,
}: {
  readonly caption: string;
  readonly isCaptionSeen?: boolean;
  readonly heads: readonly string[];
  readonly rows: readonly { readonly key: string; readonly cells: Cells }[];
  /** A total: its name, and its value in the last column. */
  readonly foot?: readonly [string, ComponentChildren];
  readonly numbers?: number;
}): VNode {
  const lookOf = (index: number): string | undefined =>
    index >= heads.length - numbers ? "number" : undefined;
  return (
    <table class={heads.length > phoneColumnsMost ? "wide" : undefined}>
      <caption class={isCaptionSeen ? undefined : "unseen"}>{caption}</caption>
      <thead>
        <tr>
          {heads.map((head, index) => (
            <th key={head} scope="col" class={lookOf(index)}>
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ key, cells: [first, ...others] }) => (
          <tr key={key}>
            <th scope="row">{first}</th>
            {others.map((cell, index) => (
              <td key={heads[index + 1]} class={lookOf(index + 1)} data-head={heads[index + 1]}>
                {cell}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
      {foot === undefined ? null : (
        <tfoot>
          <tr>
            <th scope="row" colSpan={heads.length - 1}>
              {foot[0]}
            </th>
            <td class="number">{foot[1]}</td>
          </tr>
        </tfoot>
      )}
    </table>
  );
}

/** Values with their names; what is null is left out. */
export function Facts({
  facts,
}: {
  readonly facts: readonly (readonly [string, ComponentChildren])[];
}): VNode {
  return (
    <dl class="facts-list">
      {facts
        .filter(([, value]) => value !== null)
        .map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
    </dl>
  );
}

/** Notes of the program, which are no problems. */
export function Notices({
  notices,
}: {
  readonly notices: readonly { readonly code: string; readonly message: string }[];
}): VNode | null {
  // Which formats a plan leaves out is said where its formats are chosen.
  const shown = notices.filter(({ code }) => code !== "formats_default");
  if (shown.length === 0) return null;
  return (
    <details>
      <summary>{say("notices", { count: shown.length })}</summary>
      <ul>
        {shown.map(({ code, message }) => (
          <li key={`${code} ${message}`}>
            <English>{message}</English>
          </li>
        ))}
      </ul>
    </details>
  );
}

/** A page of the desk beside this one. */
export function NewTab({
  href,
  text,
  look = "",
}: {
  readonly href: string;
  readonly text: string;
  readonly look?: string;
}): VNode {
  return (
    <a class={`button ${look}`} href={href} target="_blank" rel="noopener">
      {text} <small>{say("newTab")}</small>
    </a>
  );
}

/** What has to be set before anything can be bought. */
export function Missing({ missing }: { readonly missing: ProblemDocument }): VNode {
  const own = sayOr(`missing.${missing.code}`, "");
  return (
    <>
      <p>{say("courses.serviceMissing")}</p>
      {own === "" ? <Problems problems={[missing]} /> : <p>{own}</p>}
    </>
  );
}
