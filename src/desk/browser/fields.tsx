import { type ComponentChildren, createContext, type VNode } from "preact";
import { useContext, useLayoutEffect, useRef, useState } from "preact/hooks";
import { Button } from "../../review/browser/parts.tsx";
import { language, languageName, listText } from "../../review/browser/texts.ts";
import type { PlanDocument } from "../documents.ts";
import { announce, English, Severity } from "./messages.tsx";
import { type Attributes, Labelled } from "./parts.tsx";
import {
  type Choice,
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
import { choiceText, helpOf, labelOf, say } from "./texts.ts";

/** Texts longer than this get several lines. */
const lineMost = 200;
/** More choices than these are one list to choose from. */
const boxesMost = 15;
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

export const FormContext = createContext<PlanForm | null>(null);

function useForm(): PlanForm {
  const form = useContext(FormContext);
  if (form === null) throw new Error("a field without its form");
  return form;
}

/** The id of the element that shows a value, or of one of its buttons. */
export function idOf(path: PlanPath, button = ""): string {
  return `plan/${path.map((step) => encodeURIComponent(step)).join("/")}${button && `:${button}`}`;
}

interface FieldProps {
  readonly path: PlanPath;
  readonly schema: Schema;
  readonly value: unknown;
  readonly isRequired?: boolean;
  /** What it is called, where that is no key of the schema. */
  readonly name?: string;
  /** `unseen`: what stands above says it. `cell`: the value is one of a row, like others in the rows above. */
  readonly label?: "unseen" | "cell" | undefined;
}

/** The form of any value of a plan, made from its schema. */
export function Field(given: FieldProps): VNode {
  const { root, values } = useForm();
  const schema = shownAs(given.schema, given.value, root);
  const props = { ...given, schema, value: writtenOut(given.value, schema) };
  if (!isOfType(schema, "array", "object")) return <Single {...props} />;
  if (schema.properties !== undefined) return <Group {...props} />;
  const [list, , key] = given.path;
  // The word lists of a topic are some of those that the plan has elsewhere.
  const choices =
    list === "topics" && key === "words"
      ? Object.keys((values.words ?? {}) as object)
      : choicesOf(shownAs(schema.items ?? {}, undefined, root));
  return choices === null ? <Entries {...props} /> : <Boxes {...props} choices={choices} />;
}

/** A value's name, what it is for and what is wrong with it, around what shows it. `deep`: also what is wrong inside it. */
function Frame({
  path,
  schema: { description },
  isRequired = false,
  label,
  name = labelOf(path),
  deep = false,
  children,
}: FieldProps & {
  readonly deep?: boolean;
  readonly children: ComponentChildren | ((attributes: Attributes) => VNode);
}): VNode {
  const problems = useForm().problems.filter(
    (one) =>
      one.path !== null &&
      isWithin(one.path, path) &&
      (deep || typeof children === "function" || one.path.length === path.length),
  );
  // In a list, it would be said again and again.
  const help = label === "cell" || typeof path.at(-1) === "number" ? undefined : helpOf(path, description);
  return (
    <Labelled
      id={idOf(path)}
      label={
        <>
          {name}
          {label === "cell" ? <span class="unseen"> {Number(path.at(-2)) + 1}</span> : null}
          {isRequired || label !== undefined ? null : <span class="optional"> {say("plan.optional")}</span>}
        </>
      }
      look={label === "unseen" ? "unseen" : undefined}
      hint={help === undefined ? null : <span lang={help === description ? "en" : language()}>{help}</span>}
      problem={problems.map(({ severity, message, code }) => (
        <p key={`${code} ${message}`}>
          <Severity severity={severity} /> <English>{message}</English>
        </p>
      ))}
      isWrong={problems.some(({ severity }) => severity === "error")}
      isRequired={isRequired}
    >
      {children}
    </Labelled>
  );
}

/** Something that opens when it is wanted; closed, it says what it comes to, and how many problems it has. */
export function Folded({
  name,
  about = "",
  brief,
  holds,
  children,
}: {
  readonly name: string;
  readonly about?: string;
  readonly brief: string;
  /** The paths of the values inside. */
  readonly holds: readonly PlanPath[];
  readonly children: () => ComponentChildren;
}): VNode {
  const { problems, target } = useForm();
  const [isOpen, setIsOpen] = useState(false);
  const isInside = (path: PlanPath | null): boolean =>
    path !== null && holds.some((one) => isWithin(path, one));
  const count = problems.filter(({ path }) => isInside(path)).length;
  const isShown = isOpen || isInside(target);
  return (
    <details class="entry" open={isShown} onToggle={({ currentTarget: { open } }) => setIsOpen(open)}>
      <summary>
        {name}
        <span class="unseen"> {about}</span> <span class="quiet">{brief}</span>
        {count === 0 ? null : <span class="mark"> {say("plan.problemsInside", { count })}</span>}
      </summary>
      {isShown ? children() : null}
    </details>
  );
}

/** A text, or one of a few values: saved when the person leaves it or presses Enter. */
function Single(props: FieldProps): VNode {
  const { path, schema, value, isRequired = false, label } = props;
  const { set } = useForm();
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
              {isRequired && text !== "" ? null : <option value="">{say("plan.notSet")}</option>}
              {[...new Set([...choices.map(String), text])].filter(Boolean).map((choice) => (
                <option key={choice} value={choice}>
                  {choiceText(path, typed(choice, schema))}
                </option>
              ))}
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

/** Some of a closed set: boxes for a small one, otherwise those that are chosen and a list with the others. */
function Boxes({ choices, ...props }: FieldProps & { readonly choices: readonly Choice[] }): VNode {
  const { path, value, name = labelOf(path) } = props;
  const { set } = useForm();
  const chosen = (value ?? []) as readonly Choice[];
  const isSmall = choices.length <= boxesMost;
  const known = [...new Set([...choices, ...chosen])];
  const toggle = (choice: Choice): Promise<boolean> =>
    set(path, (before) => {
      const now = new Set(before as readonly Choice[] | undefined);
      if (!now.delete(choice)) now.add(choice);
      // A small set is kept in its own order, a large one in the person's.
      return now.size === 0 ? undefined : isSmall ? known.filter((one) => now.has(one)) : [...now];
    });
  return (
    <Frame {...props} deep>
      <div class="boxes">
        {(isSmall ? known : chosen).map((choice) => (
          <label key={String(choice)} class="box">
            <input type="checkbox" checked={chosen.includes(choice)} onChange={() => void toggle(choice)} />
            <span>{choiceText(path, choice)}</span>
          </label>
        ))}
        {known.length === 0 ? <p class="quiet">{say("plan.noLists")}</p> : null}
      </div>
      {isSmall ? null : (
        <Adder
          path={path}
          name={name}
          choices={choices.filter((one) => !chosen.includes(one)).map(String)}
          nameOf={(choice) => choiceText(path, choice)}
          add={toggle}
        />
      )}
    </Frame>
  );
}

/** The keys of a map, each with its field. */
function Group(props: FieldProps): VNode {
  const { path, schema, value, isRequired = false, name = labelOf(path) } = props;
  const { required = [], properties = {} } = schema;
  const values = (value ?? {}) as Values;
  const isItem = typeof path.at(-1) === "number";
  const all = Object.keys(properties);
  const shown = isItem && all.length > shownMost ? [required[0] ?? all[0] ?? ""] : all;
  const folded = all.filter((key) => !shown.includes(key));
  const fieldOf = (key: string, label?: "cell"): VNode => (
    <Field
      key={key}
      path={[...path, key]}
      schema={schemaAt(schema, key)}
      value={values[key]}
      isRequired={required.includes(key) && (isRequired || value !== undefined)}
      label={label}
    />
  );
  return (
    <Frame {...props}>
      <div class="group">{shown.map((key) => fieldOf(key, isItem ? "cell" : undefined))}</div>
      {folded.length === 0 ? null : (
        <Folded
          name={say("plan.details")}
          about={name}
          brief={briefOf(path, Object.fromEntries(folded.map((key) => [key, values[key]])))}
          holds={folded.map((key) => [...path, key])}
        >
          {() => <div class="group">{folded.map((key) => fieldOf(key))}</div>}
        </Folded>
      )}
    </Frame>
  );
}

/** Any number of values, one after another or under names: those that the author chooses, or some of a closed set such as languages. */
function Entries(props: FieldProps): VNode {
  const { path, schema, value, name = labelOf(path) } = props;
  const { root, set, lead } = useForm();
  const isList = isOfType(schema, "array");
  const below = schemaAt(schema, isList ? 0 : "");
  // An item that may be written as a text is added by typing it.
  const short = shownAs(below.anyOf?.[0] ?? below, undefined, root);
  const isShort = !isOfType(short, "array", "object");
  const names = isList ? null : choicesOf(shownAs(schema.propertyNames ?? {}, undefined, root));
  const entries = Object.entries((value ?? {}) as Values);
  const least = isShort ? "" : isOfType(short, "array") ? [] : {};
  const append = (item: unknown): Promise<boolean> =>
    set(path, (rows = []) => [...(rows as readonly unknown[]), item]);
  const put = (key: string): Promise<boolean> => set([...path, key], (inner) => inner ?? least);
  return (
    <Frame {...props}>
      <ol class={isList ? "rows numbered" : "rows"}>
        {entries.map(([key, inner], index) => {
          const at = [...path, isList ? index : key];
          const shown = isList ? `${name} ${index + 1}` : names === null ? key : languageName(key);
          const isFolded = !isList && isOfType(shownAs(below, inner, root), "array", "object");
          const field = { path: at, schema: below, value: inner, name: shown, isRequired: true };
          return (
            <li key={key} class="row">
              {isFolded ? (
                <Folded name={shown} brief={briefOf(at, inner)} holds={[at]}>
                  {() => <Field {...field} label="unseen" />}
                </Folded>
              ) : (
                <Field {...field} label={isList ? "unseen" : undefined} />
              )}
              <Actions path={path} name={shown} step={isList ? index : key} count={entries.length} />
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
          choices={names?.map(String).filter((one) => !entries.some(([key]) => key === one))}
          nameOf={languageName}
          add={(text) => (isList ? append(typed(text, short)) : put(text))}
        />
      )}
    </Frame>
  );
}

/** What can be done with one of several values: moved in a list, and removed. */
function Actions({
  path,
  name,
  step,
  count,
}: {
  readonly path: PlanPath;
  readonly name: string;
  readonly step: string | number;
  readonly count: number;
}): VNode {
  const { set, lead } = useForm();
  const move = async (from: number, to: number): Promise<void> => {
    await set(path, (rows) => {
      const list = rows as readonly unknown[];
      return list.toSpliced(from, 1).toSpliced(to, 0, list[from]);
    });
    lead([...path, to], to < from ? "up" : "down");
    announce(say("plan.movedTo", { number: to + 1 }));
  };
  const remove = async (): Promise<void> => {
    await set(path, (all) => {
      const left = Object.entries(all as Values).filter(([key]) => key !== String(step));
      if (left.length === 0) return undefined;
      return typeof step === "number" ? left.map(([, one]) => one) : Object.fromEntries(left);
    });
    if (typeof step === "string" || count === 1) lead(path, "add");
    else lead([...path, Math.min(step, count - 2)], "remove");
  };
  const button = (act: "up" | "down" | "remove", isOff: boolean, press: () => Promise<void>): VNode => (
    <Button
      look="small"
      id={idOf([...path, step], act)}
      text={say(`plan.${act}`)}
      about={name}
      isOff={isOff}
      onPress={() => void press()}
    />
  );
  return (
    <span class="actions">
      {typeof step === "number" ? (
        <>
          {button("up", step === 0, () => move(step, step - 1))}
          {button("down", step === count - 1, () => move(step, step + 1))}
        </>
      ) : null}
      {button("remove", false, remove)}
    </span>
  );
}

/** Adds one of some choices, sorted by the names that people see, or else a text, with Enter or the button. */
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
          {choices
            .toSorted((one, other) => nameOf(one).localeCompare(nameOf(other), language()))
            .map((choice) => (
              <option key={choice} value={choice}>
                {nameOf(choice)}
              </option>
            ))}
        </select>
      )}
      <Button text={say("plan.add")} about={label} onPress={() => void submit()} />
    </div>
  );
}

/** A value in a few words, for what is folded. */
export function briefOf(path: PlanPath, value: unknown): string {
  if (value === undefined || value === null) return say("plan.notSet");
  if (typeof value !== "object") return choiceText(path, value as Choice);
  if (Array.isArray(value))
    return value.length === 0 || value.length > boxesMost || value.some((one) => typeof one === "object")
      ? say("plan.entries", { count: value.length })
      : listText(value.map((one: Choice) => choiceText(path, one)));
  return Object.entries(value)
    .filter(([, inner]) => inner !== undefined)
    .map(([key, inner]) => {
      const label = labelOf([...path, key]);
      // Keys that have no text are languages, or what the author called them.
      return `${label === key ? languageName(key) : label}: ${briefOf([...path, key], inner)}`;
    })
    .join(" · ");
}
