import { type ComponentChildren, createContext, type VNode } from "preact";
import { useContext, useLayoutEffect, useRef, useState } from "preact/hooks";
import { Button } from "../../review/browser/parts.tsx";
import { language, languageName } from "../../review/browser/texts.ts";
import type { PlanDocument } from "../documents.ts";
import { type Attributes, English, Labelled, Severity } from "./parts.tsx";
import {
  choicesOf,
  isOfType,
  isWithin,
  type PlanPath,
  type RootSchema,
  type Schema,
  schemaAt,
  shownAs,
  typed,
  type Values,
  writtenOut,
} from "./schema.ts";
import { choiceText, fieldText, labelOf, say } from "./texts.ts";

/** Texts longer than this get several lines. */
const lineMost = 200;
/** More choices than these are sorted by what people call them. */
const unsortedMost = 15;
/** An item of a list shows so many keys; of more, it shows the most important one, and folds the others. */
const shownMost = 3;

/** What the fields of a plan's form share. */
interface PlanForm {
  readonly root: RootSchema;
  readonly values: Values;
  readonly problems: PlanDocument["problems"];
  /** The value that the keyboard is being led to: what it is folded in opens. */
  readonly target: PlanPath | null;
  /** Saves what a change makes of a value; undefined: nothing stays of it. Resolves with whether it is saved, once the page shows that. */
  set(path: PlanPath, change: (value: unknown) => unknown): Promise<boolean>;
  /** Moves the keyboard to a value, or to one of its own buttons. */
  lead(path: PlanPath, button?: string): void;
}

/** Every field is within a form. */
export const FormContext = createContext<PlanForm>(null as never);

/** The id of the element that shows a value, or of one of its buttons. */
export function idOf(path: PlanPath, button = ""): string {
  return `plan/${path.map((step) => encodeURIComponent(step)).join("/")}${button && `:${button}`}`;
}

interface FieldProps {
  readonly path: PlanPath;
  readonly schema: Schema;
  readonly value: unknown;
  /** What it is called, where that is no key of the schema. */
  readonly name?: string;
  /** `unseen`: what stands above says it. `cell`: the value is one of a row, like others in the rows above. */
  readonly label?: "unseen" | "cell" | undefined;
}

/** The form of any value of a plan, made from its schema. */
export function Field(given: FieldProps): VNode {
  const { root } = useContext(FormContext);
  const schema = shownAs(given.schema, given.value, root);
  const props = { ...given, schema, value: writtenOut(given.value, schema) };
  if (!isOfType(schema, "array", "object")) return <Single {...props} />;
  return schema.properties === undefined ? <Entries {...props} /> : <Group {...props} />;
}

/** A value's name, what it is for and what is wrong with it, around what shows it. */
function Frame({
  path,
  schema: { description },
  label,
  name = labelOf(path),
  children,
}: FieldProps & {
  readonly children: ComponentChildren | ((attributes: Attributes) => VNode);
}): VNode {
  const problems = useContext(FormContext).problems.filter(
    (one) =>
      one.path !== null &&
      isWithin(one.path, path) &&
      (typeof children === "function" || one.path.length === path.length),
  );
  // In a list, it would be said again and again.
  const help =
    label === "cell" || typeof path.at(-1) === "number"
      ? undefined
      : (fieldText(path, "help") ?? description);
  return (
    <Labelled
      id={idOf(path)}
      label={name}
      look={label === "unseen" ? "unseen" : undefined}
      hint={help === undefined ? null : <span lang={help === description ? "en" : language()}>{help}</span>}
      problems={problems.map(({ severity, message, code }) => (
        <p key={`${code} ${message}`}>
          <Severity severity={severity} /> <English>{message}</English>
        </p>
      ))}
      isWrong={problems.some(({ severity }) => severity === "error")}
    >
      {children}
    </Labelled>
  );
}

/** Something that opens when it is wanted, or when the keyboard is led to what is inside. */
function Folded({
  name,
  holds,
  children,
}: {
  readonly name: string;
  /** The paths of the values inside. */
  readonly holds: readonly PlanPath[];
  readonly children: () => ComponentChildren;
}): VNode {
  const { target } = useContext(FormContext);
  const [isOpen, setIsOpen] = useState(false);
  const isShown = isOpen || (target !== null && holds.some((one) => isWithin(target, one)));
  return (
    <details class="entry" open={isShown} onToggle={({ currentTarget: { open } }) => setIsOpen(open)}>
      <summary>{name}</summary>
      {isShown ? children() : null}
    </details>
  );
}

/** A text, or one of a few values: saved when the person leaves it or presses Enter. */
function Single(props: FieldProps): VNode {
  const { path, schema, value, label } = props;
  const { set } = useContext(FormContext);
  const text = value === undefined || value === null ? "" : String(value);
  const choices = choicesOf(schema);
  const field = useRef<{ value: string }>(null);
  // What is typed, or can't be saved, stays while other things change.
  useLayoutEffect(() => {
    if (field.current !== null) field.current.value = text;
  }, [text]);
  const save = ({ currentTarget: { value: now } }: { readonly currentTarget: { readonly value: string } }) =>
    void set(path, () => (now === "" ? undefined : typed(now, schema)));
  return (
    <Frame {...props}>
      {(attributes) => {
        if (choices !== null)
          return (
            <select {...attributes} value={text} onChange={save}>
              <option value="">{say("plan.notSet")}</option>
              {optionsOf([...new Set([...choices.map(String), text])].filter(Boolean), (choice) =>
                choiceText(path, typed(choice, schema)),
              )}
            </select>
          );
        const all = { ...attributes, ref: field as never, dir: "auto", onChange: save } as const;
        const isNumber = isOfType(schema, "integer", "number");
        return label === undefined && (schema.maxLength ?? 0) > lineMost ? (
          <textarea rows={3} {...all} />
        ) : (
          <input type="text" inputMode={isNumber ? "numeric" : undefined} {...all} />
        );
      }}
    </Frame>
  );
}

/** The keys of a map, each with its field. */
function Group(props: FieldProps): VNode {
  const { path, schema, value, name = labelOf(path) } = props;
  const { required = [], properties = {} } = schema;
  const values = (value ?? {}) as Values;
  const isItem = typeof path.at(-1) === "number";
  const all = Object.keys(properties);
  const shown = isItem && all.length > shownMost ? [required[0] ?? all[0] ?? ""] : all;
  const folded = all.filter((key) => !shown.includes(key));
  const fieldOf = (key: string, label?: "cell"): VNode => (
    <Field key={key} path={[...path, key]} schema={schemaAt(schema, key)} value={values[key]} label={label} />
  );
  return (
    <Frame {...props}>
      <div class="group">{shown.map((key) => fieldOf(key, isItem ? "cell" : undefined))}</div>
      {folded.length === 0 ? null : (
        <Folded name={say("plan.detailsOf", { name })} holds={folded.map((key) => [...path, key])}>
          {() => <div class="group">{folded.map((key) => fieldOf(key))}</div>}
        </Folded>
      )}
    </Frame>
  );
}

/** Any number of values, one after another or under names: those that the author chooses, or some of a closed set such as languages. */
function Entries(props: FieldProps): VNode {
  const { path, schema, value, name = labelOf(path) } = props;
  const { root, values, set, lead } = useContext(FormContext);
  const isList = isOfType(schema, "array");
  const below = schemaAt(schema, isList ? 0 : "");
  // An item that may be written as a text is added by typing it.
  const short = shownAs(below.anyOf?.[0] ?? below, undefined, root);
  const isShort = !isOfType(short, "array", "object");
  // The word lists of a topic are some of those that the plan has elsewhere.
  const isLists = path[0] === "topics" && path[2] === "words";
  const names = isLists
    ? Object.keys((values.words ?? {}) as object)
    : choicesOf(shownAs((isList ? schema.items : schema.propertyNames) ?? {}, undefined, root));
  const nameOf = (choice: string): string => (isList ? choiceText(path, choice) : languageName(choice));
  const entries = Object.entries((value ?? {}) as Values);
  const least = isShort ? "" : isOfType(short, "array") ? [] : {};
  const append = (item: unknown): Promise<boolean> =>
    set(path, (rows = []) => [...(rows as readonly unknown[]), item]);
  const put = (key: string): Promise<boolean> => set([...path, key], (inner) => inner ?? least);
  const remove = async (gone: string): Promise<void> => {
    await set(path, (all) => {
      const left = Object.entries(all as Values).filter(([key]) => key !== gone);
      if (left.length === 0) return undefined;
      return isList ? left.map(([, one]) => one) : Object.fromEntries(left);
    });
    lead(path, "add");
  };
  return (
    <Frame {...props}>
      <ol class={isList ? "rows numbered" : "rows"}>
        {entries.map(([key, inner], index) => {
          const at = [...path, isList ? index : key];
          const shown = isList ? `${name} ${index + 1}` : names === null ? key : languageName(key);
          const isFolded = !isList && isOfType(shownAs(below, inner, root), "array", "object");
          const field = { path: at, schema: below, value: inner, name: shown };
          return (
            <li key={key} class="row">
              {isFolded ? (
                <Folded name={shown} holds={[at]}>
                  {() => <Field {...field} label="unseen" />}
                </Folded>
              ) : (
                <Field {...field} label={isList ? "unseen" : undefined} />
              )}
              <Button look="small" text={say("plan.remove")} about={shown} onPress={() => void remove(key)} />
            </li>
          );
        })}
      </ol>
      {isList && !isShort ? (
        <Button
          id={idOf(path, "add")}
          text={say("plan.addTo", { name })}
          onPress={() => void append(least).then(() => lead([...path, entries.length]))}
        />
      ) : (
        <Adder
          path={path}
          name={name}
          choices={names
            ?.map(String)
            .filter((one) => !entries.some((entry) => entry[isList ? 1 : 0] === one))}
          nameOf={nameOf}
          add={(text) => (isList ? append(typed(text, short)) : put(text))}
        />
      )}
    </Frame>
  );
}

function optionsOf(choices: readonly string[], nameOf: (choice: string) => string): readonly VNode[] {
  const byName = (one: string, other: string): number => nameOf(one).localeCompare(nameOf(other), language());
  return (choices.length > unsortedMost ? choices.toSorted(byName) : choices).map((choice) => (
    <option key={choice} value={choice}>
      {nameOf(choice)}
    </option>
  ));
}

/** Adds one of some choices, or else a text, with Enter or the button. */
function Adder({
  path,
  name,
  choices,
  nameOf,
  add,
}: {
  readonly path: PlanPath;
  readonly name: string;
  readonly choices: readonly string[] | undefined;
  readonly nameOf: (choice: string) => string;
  readonly add: (text: string) => Promise<boolean>;
}): VNode {
  const field = useRef<{ value: string }>(null);
  const label = say("plan.addTo", { name });
  const submit = async (): Promise<void> => {
    const { current } = field;
    const text = current?.value.trim() ?? "";
    if (current !== null && text !== "" && (await add(text)) && current.value.trim() === text)
      current.value = "";
  };
  const props = { ref: field as never, id: idOf(path, "add"), "aria-label": label };
  return (
    <div class="add">
      {choices === undefined ? (
        <input
          {...props}
          type="text"
          placeholder={label}
          dir="auto"
          onKeyDown={({ key }) => {
            if (key === "Enter") void submit();
          }}
        />
      ) : (
        <select {...props}>
          <option value="">{say("plan.choose")}</option>
          {optionsOf(choices, nameOf)}
        </select>
      )}
      <Button text={say("plan.add")} about={label} onPress={() => void submit()} />
    </div>
  );
}
