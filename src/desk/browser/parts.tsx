import type { ComponentChildren, VNode } from "preact";
import { useId, useLayoutEffect, useRef } from "preact/hooks";
import type { CourseDocument, CoursesDocument, Kind } from "../documents.ts";
import { say } from "./texts.ts";

/** What each part of a course's page is about. */
export interface PartProps {
  readonly course: CourseDocument;
  readonly kind: Kind;
  /** What the address names besides; null: nothing. */
  readonly named: string | null;
  /** Why nothing can be bought; null: something can. */
  readonly missing: CoursesDocument["missing"];
}

/** What connects a control with what stands around it. */
export interface Attributes {
  readonly id: string;
  readonly "aria-describedby": string | undefined;
  readonly "aria-invalid"?: "true" | undefined;
  readonly "aria-required"?: "true" | undefined;
}

/** A control, or a few, under what they are called, and with what they are for and what is wrong with them. */
export function Labelled({
  id: given,
  label,
  look,
  hint = null,
  problem = null,
  isWrong = false,
  isRequired = false,
  children,
}: {
  readonly id?: string;
  readonly label: ComponentChildren;
  /** How the label looks. */
  readonly look?: "unseen" | undefined;
  readonly hint?: ComponentChildren;
  readonly problem?: ComponentChildren;
  readonly isWrong?: boolean;
  readonly isRequired?: boolean;
  /** One control, which gets the attributes, or several of them. */
  readonly children: ComponentChildren | ((attributes: Attributes) => VNode);
}): VNode {
  const own = useId();
  const id = given ?? own;
  const hasProblem = Array.isArray(problem) ? problem.length > 0 : problem !== null;
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
          {problem}
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
      {children({
        ...attributes,
        "aria-invalid": isWrong ? "true" : undefined,
        "aria-required": isRequired ? "true" : undefined,
      })}
      {below}
    </div>
  );
}

/** A labelled line, or a few, outside the plan's forms. */
export function TextInput({
  label,
  hint,
  error = null,
  isLong = false,
  onText,
  ...attributes
}: {
  readonly label: string;
  readonly hint: string;
  readonly error?: string | null;
  readonly isLong?: boolean;
  readonly value: string;
  readonly inputMode?: "numeric";
  readonly required?: boolean;
  readonly onText: (text: string) => void;
}): VNode {
  const onInput = ({ currentTarget }: { readonly currentTarget: { readonly value: string } }): void =>
    onText(currentTarget.value);
  return (
    <Labelled
      label={label}
      hint={hint}
      problem={error === null ? null : <span role="alert">{error}</span>}
      isWrong={error !== null}
    >
      {(around) => {
        const props = { ...attributes, ...around, autocomplete: "off", onInput } as const;
        return isLong ? <textarea rows={2} {...props} /> : <input type="text" {...props} />;
      }}
    </Labelled>
  );
}

/** One of a few, all of them in sight. */
export function Radios<Value extends string | boolean | null>({
  legend,
  chosen,
  choices,
  choose,
  look,
  isRequired = false,
}: {
  readonly legend: string;
  readonly isRequired?: boolean;
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
          <input
            type="radio"
            name={name}
            required={isRequired}
            checked={value === chosen}
            onChange={() => choose(value)}
          />
          <span>{text}</span>
        </label>
      ))}
    </fieldset>
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
