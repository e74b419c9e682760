import type { ComponentChildren, VNode } from "preact";
import { useId, useLayoutEffect, useRef, useState } from "preact/hooks";
import { language, say as sayShared } from "../../review/browser/texts.ts";
import type { CourseDocument, Kind, ProblemDocument, RefusalDocument } from "../documents.ts";
import { say, sayOr } from "./texts.ts";

/** What each part of a course's page is about. */
export interface PartProps {
  readonly course: CourseDocument;
  readonly kind: Kind;
  /** The story that gets another one, as `--replace` names it; null: none. */
  readonly replace: string | null;
}

/** What connects a control with what stands around it. */
export interface Attributes {
  readonly id: string;
  readonly "aria-describedby": string | undefined;
  readonly "aria-invalid"?: "true" | undefined;
}

/** A control, or a few, under what they are called, and with what they are for and what is wrong with them. */
export function Labelled({
  id: given,
  label,
  look,
  hint = null,
  problems = [],
  isWrong = false,
  children,
}: {
  readonly id?: string;
  readonly label: ComponentChildren;
  /** How the label looks. */
  readonly look?: "unseen" | undefined;
  readonly hint?: ComponentChildren;
  readonly problems?: readonly VNode[];
  readonly isWrong?: boolean;
  /** One control, which gets the attributes, or several of them. */
  readonly children: ComponentChildren | ((attributes: Attributes) => VNode);
}): VNode {
  const own = useId();
  const id = given ?? own;
  const hasProblem = problems.length > 0;
  const ids = [hint === null ? "" : `${id}:hint`, hasProblem ? `${id}:problem` : ""].join(" ").trim();
  const attributes = { id, "aria-describedby": ids === "" ? undefined : ids };
  const below = (
    <>
      {hint === null ? null : (
        <p class="hint" id={`${id}:hint`}>
          {hint}
        </p>
      )}
      {hasProblem ? (
        <div class="field-problem" id={`${id}:problem`}>
          {problems}
        </div>
      ) : null}
    </>
  );
  if (typeof children !== "function")
    return (
      <fieldset {...attributes} tabIndex={-1}>
        <legend class={look}>{label}</legend>
        {below}
        {children}
      </fieldset>
    );
  return (
    <div class="field">
      <label for={id} class={look}>
        {label}
      </label>
      {children({ ...attributes, "aria-invalid": isWrong ? "true" : undefined })}
      {below}
    </div>
  );
}

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

let announceIn: ((text: string) => void) | null = null;

/** Says something to people who don't see what changed, and shows it at the foot of the page. */
export function announce(text: string): void {
  announceIn?.(text);
}

export function Announcements(): VNode {
  const [said, setSaid] = useState({ text: "", count: 0 });
  announceIn = (text) => setSaid(({ count }) => ({ text, count: count + 1 }));
  return (
    <p id="message" role="status">
      <span key={said.count}>{said.text}</span>
    </p>
  );
}

/** A text that the program has in English only. */
export function English({ children }: { readonly children: ComponentChildren }): VNode {
  return <span lang="en">{children}</span>;
}

/** How bad a problem is, in the reader's language. */
export function Severity({ severity }: { readonly severity: "error" | "warning" }): VNode {
  return <strong>{say(`plan.${severity}`)}</strong>;
}

/** Says in the reader's language that what follows is in English. */
export function EnglishBelow(): VNode | null {
  return language() === "en" ? null : <p class="hint">{sayShared("englishBelow")}</p>;
}

/** The commands for which there are pages; with these flags, they do more: they take another ledger, or are told to pay again. */
const onPages =
  /^coursebinder (?:check|plan|run|status|resolve|review|package)\b(?!.* --(?:ledger|new-ledger|other-account)\b)/;

/** Problems in the program's English, each with what to type where no page helps; above them in the reader's language what they come to. */
export function Problems({
  problems,
  exitCode,
}: {
  readonly problems: readonly ProblemDocument[];
  readonly exitCode?: number | undefined;
}): VNode | null {
  if (problems.length === 0) return null;
  const headline = sayOr(`exits.${exitCode}`, "");
  return (
    <>
      {headline === "" ? null : <p class="bad">{headline}</p>}
      <EnglishBelow />
      <ul class="problems">
        {problems.map(({ job, code, message, advice, next }) => (
          <li key={`${job} ${code} ${message}`}>
            {job && !message.includes(job) ? <strong>{job}: </strong> : null}
            <English>
              {message} {advice}
            </English>
            {next && !onPages.test(next) ? (
              <span class="command-line">
                {say("inTerminal")} <code>{next}</code>
              </span>
            ) : null}
          </li>
        ))}
      </ul>
    </>
  );
}

/** What the desk refused, and why; said aloud as it appears. */
export function Refused({ refusal }: { readonly refusal: RefusalDocument | null }): VNode | null {
  if (refusal === null) return null;
  const { code, message, problems = [], exitCode } = refusal;
  const own = sayOr(`refusals.${code}`, "");
  const isSaidBelow = problems.some((problem) => problem.message === message);
  return (
    <div class="refusal" role="alert">
      <p>
        <strong>{say("notDone")}</strong> {own}
        {message === null || isSaidBelow ? null : <English> {message}</English>}
      </p>
      <Problems problems={problems} exitCode={exitCode} />
    </div>
  );
}

/** While nothing is there: that it is on its way, or why it isn't. */
export function Waiting({ refusal }: { readonly refusal: RefusalDocument | null }): VNode {
  return refusal === null ? <p class="quiet">{say("loading")}</p> : <Refused refusal={refusal} />;
}

/** Notes of the program, which are no problems. */
export function Notices({
  notices = [],
}: {
  readonly notices: readonly ProblemDocument[] | undefined;
}): VNode | null {
  if (notices.length === 0) return null;
  return (
    <details>
      <summary>{say("notices", { count: notices.length })}</summary>
      <Problems problems={notices} />
    </details>
  );
}
