import type { ComponentChildren, VNode } from "preact";
import { useState } from "preact/hooks";
import { English } from "./messages.tsx";
import { Button } from "./parts.tsx";
import { type FieldProps, idOf, problemsAt, useForm } from "./plan-form.ts";
import {
  type Choice,
  choicesOf,
  follow,
  isNumeric,
  listAt,
  type PlanPath,
  typed,
  valueAt,
} from "./schema.ts";
import { choiceText, helpOf, labelOf, language, languageName, listText, say } from "./texts.ts";

/** Texts longer than this get several lines. */
const lineMost = 200;
/** More choices than these are one list to choose from. */
const boxesMost = 15;

// What stands around a field

function describedBy(path: PlanPath, hasHelp: boolean, hasProblems: boolean): string | undefined {
  const ids = [hasHelp ? idOf(path, "help") : "", hasProblems ? idOf(path, "problem") : ""];
  return ids.filter((id) => id !== "").join(" ") || undefined;
}

function Help({ path, schema }: Pick<FieldProps, "path" | "schema">): VNode | null {
  const help = helpOf(path, schema.description);
  if (help === undefined) return null;
  return (
    <p class="hint" id={idOf(path, "help")} lang={help === schema.description ? "en" : language()}>
      {help}
    </p>
  );
}

/** What is wrong with a value, at the value. */
export function FieldProblems({
  path,
  deep = false,
}: {
  readonly path: PlanPath;
  readonly deep?: boolean;
}): VNode | null {
  const problems = problemsAt(useForm(), path, { deep });
  if (problems.length === 0) return null;
  return (
    <ul class="field-problem" id={idOf(path, "problem")}>
      {problems.map(({ severity, message, code }) => (
        <li key={`${code} ${message}`} class={`is-${severity}`}>
          <strong>{say(`plan.${severity}`)}</strong> <English>{message}</English>
        </li>
      ))}
    </ul>
  );
}

/** A field that is one element to fill in. */
function OneField({
  path,
  schema,
  isRequired = false,
  isLabelled = false,
  name = labelOf(path),
  children,
}: FieldProps & {
  readonly children: (attributes: {
    id: string;
    "aria-describedby": string | undefined;
    "aria-invalid": "true" | undefined;
    "aria-required": "true" | undefined;
  }) => VNode;
}): VNode {
  const form = useForm();
  const problems = problemsAt(form, path, { deep: true });
  const isCell = isLabelled && typeof path.at(-2) === "number";
  const isRow = isLabelled && typeof path.at(-1) === "number";
  const hasHelp = !isCell && !isRow && helpOf(path, schema.description) !== undefined;
  return (
    <div class="field">
      <label for={idOf(path)} class={isLabelled ? "unseen" : undefined}>
        {name}
        {isCell ? ` ${Number(path.at(-2)) + 1}` : isRequired || isLabelled ? null : <Optional />}
      </label>
      {children({
        id: idOf(path),
        "aria-describedby": describedBy(path, hasHelp, problems.length > 0),
        "aria-invalid": problems.some(({ severity }) => severity === "error") ? "true" : undefined,
        "aria-required": isRequired ? "true" : undefined,
      })}
      {hasHelp ? <Help path={path} schema={schema} /> : null}
      <FieldProblems path={path} deep />
    </div>
  );
}

function Optional(): VNode {
  return <span class="optional"> {say("plan.optional")}</span>;
}

/** Several elements under one name. `deep`: whether it shows the problems of what is inside it, too. */
export function Fields({
  path,
  schema,
  isRequired = false,
  isLabelled = false,
  deep = false,
  name = labelOf(path),
  children,
}: FieldProps & { readonly deep?: boolean; readonly children: ComponentChildren }): VNode {
  const hasProblems = problemsAt(useForm(), path, { deep }).length > 0;
  const hasHelp = helpOf(path, schema.description) !== undefined;
  return (
    <fieldset id={idOf(path)} aria-describedby={describedBy(path, hasHelp, hasProblems)} tabIndex={-1}>
      <legend class={isLabelled ? "unseen" : undefined}>
        {name}
        {isRequired || isLabelled ? null : <Optional />}
      </legend>
      {hasHelp ? <Help path={path} schema={schema} /> : null}
      <FieldProblems path={path} deep={deep} />
      {children}
    </fieldset>
  );
}

/** Whether a list of texts names what the plan has elsewhere: the word lists of a topic. */
export function isReference(path: PlanPath): boolean {
  return path[0] === "topics" && path[2] === "words";
}

// Fields

/** A text that is saved when the person leaves its field or presses Enter. What is typed stays while other things change. */
export function SavedText({
  saved,
  isLong = false,
  save,
  ...attributes
}: {
  readonly saved: string;
  readonly isLong?: boolean;
  readonly save: (text: string) => Promise<boolean>;
  readonly id?: string;
  readonly inputMode?: "numeric";
  readonly lang?: string;
  readonly "aria-label"?: string;
}): VNode {
  const [draft, setDraft] = useState<string | null>(null);
  const commit = async (): Promise<void> => {
    // What wasn't saved stays in the field.
    if (draft !== null && draft !== saved && !(await save(draft))) return;
    setDraft((now) => (now === draft ? null : now));
  };
  const props = {
    ...attributes,
    value: draft ?? saved,
    dir: "auto",
    onInput: ({ currentTarget }: { readonly currentTarget: { readonly value: string } }) =>
      setDraft(currentTarget.value),
    onBlur: () => void commit(),
  } as const;
  if (isLong) return <textarea rows={3} {...props} />;
  return (
    <input
      type="text"
      {...props}
      onKeyDown={({ key }) => {
        if (key === "Enter") void commit();
      }}
    />
  );
}

export function TextField(props: FieldProps): VNode {
  const { path, schema, isRequired = false, isLabelled = false } = props;
  const { values, set } = useForm();
  const value = valueAt(values, path);
  const save = (text: string): Promise<boolean> =>
    set(path, text === "" && !isRequired ? undefined : typed(text, schema));
  return (
    <OneField {...props}>
      {(attributes) => (
        <SavedText
          {...attributes}
          saved={value === undefined || value === null ? "" : String(value)}
          isLong={!isLabelled && (schema.maxLength ?? 0) > lineMost}
          {...(isNumeric(schema) ? { inputMode: "numeric" } : {})}
          save={save}
        />
      )}
    </OneField>
  );
}

/** One of a few values. What may be left out has a choice for that. */
export function ChoiceField(props: FieldProps): VNode {
  const { path, schema, isRequired = false } = props;
  const { values, set } = useForm();
  const value = valueAt(values, path);
  const choices = choicesOf(schema) ?? [];
  const isKnown = value === undefined || choices.some((one) => String(one) === String(value));
  return (
    <OneField {...props}>
      {(attributes) => (
        <select
          {...attributes}
          value={value === undefined ? "" : String(value)}
          onChange={({ currentTarget }) =>
            void set(
              path,
              choices.find((one) => String(one) === currentTarget.value),
            )
          }
        >
          {isRequired && value !== undefined ? null : <option value="">{say("plan.notSet")}</option>}
          {isKnown ? null : <option value={String(value)}>{String(value)}</option>}
          {choices.map((choice) => (
            <option key={String(choice)} value={String(choice)}>
              {choiceText(path, choice)}
            </option>
          ))}
        </select>
      )}
    </OneField>
  );
}

/** Some of a closed set: boxes for a small one, otherwise those that are chosen and a list with the others. */
export function ChoicesField(props: FieldProps): VNode {
  const { path, schema, isRequired = false } = props;
  const { root, values, set } = useForm();
  const chosen = listAt(values, path) as readonly Choice[];
  const all = isReference(path)
    ? Object.keys((values.words ?? {}) as object)
    : (choicesOf(follow(schema.items ?? {}, root)) ?? []);
  const isSmall = all.length <= boxesMost;
  const save = (next: readonly Choice[]): Promise<boolean> =>
    set(path, next.length === 0 && !isRequired ? undefined : next);
  const known = [...new Set([...all, ...chosen])];
  const toggle = (choice: Choice): Promise<boolean> => {
    if (chosen.includes(choice)) return save(chosen.filter((one) => one !== choice));
    // A small set is kept in its own order, a large one in the person's.
    return save(
      isSmall ? known.filter((one) => one === choice || chosen.includes(one)) : [...chosen, choice],
    );
  };
  const shown = isSmall ? known : chosen;
  return (
    <Fields {...props} deep>
      <div class="boxes">
        {shown.map((choice) => (
          <label key={String(choice)} class="box">
            <input type="checkbox" checked={chosen.includes(choice)} onChange={() => void toggle(choice)} />
            <span>{choiceText(path, choice)}</span>
          </label>
        ))}
        {shown.length === 0 && isSmall ? <p class="quiet">{say("plan.noLists")}</p> : null}
      </div>
      {isSmall ? null : (
        <Adder path={path} choices={all.filter((one) => !chosen.includes(one))} add={toggle} />
      )}
    </Fields>
  );
}

/** Adds one of some choices, sorted by the names that people see, or else a text, with Enter or the button. */
export function Adder({
  path,
  choices,
  add,
}: {
  readonly path: PlanPath;
  readonly choices?: readonly Choice[];
  readonly add: (value: Choice) => Promise<boolean>;
}): VNode {
  const [text, setText] = useState("");
  const label = say("plan.addTo", { name: labelOf(path) });
  const value = choices === undefined ? text.trim() : (choices.find((one) => String(one) === text) ?? "");
  const submit = (): void => {
    if (value === "") return;
    void add(value).then((isAdded) => {
      if (isAdded) setText((now) => (now === text ? "" : now));
    });
  };
  const props = { id: idOf(path, "add"), "aria-label": label, value: text };
  const sorted = (choices ?? [])
    .map((choice) => ({ choice: String(choice), name: choiceText(path, choice) }))
    .sort((one, other) => one.name.localeCompare(other.name, language()));
  return (
    <div class="add">
      {choices === undefined ? (
        <input
          {...props}
          type="text"
          placeholder={label}
          dir="auto"
          onInput={({ currentTarget }) => setText(currentTarget.value)}
          onKeyDown={({ key }) => {
            if (key === "Enter") submit();
          }}
        />
      ) : (
        <select {...props} onChange={({ currentTarget }) => setText(currentTarget.value)}>
          <option value="">{say("plan.choose")}</option>
          {sorted.map(({ choice, name }) => (
            <option key={choice} value={choice}>
              {name}
            </option>
          ))}
        </select>
      )}
      <Button text={say("plan.add")} about={label} isOff={value === ""} onPress={submit} />
    </div>
  );
}

/** A value in a few words, for what is folded. */
export function briefOf(path: PlanPath, value: unknown): string {
  if (value === undefined || value === null) return say("plan.notSet");
  if (typeof value !== "object") return choiceText(path, value as Choice);
  if (Array.isArray(value)) {
    const isPlain = value.every((one) => typeof one !== "object");
    return isPlain && value.length > 0 && value.length <= boxesMost
      ? listText(value.map((one) => choiceText(path, one as Choice)))
      : say("plan.entries", { count: value.length });
  }
  // Keys that have no text are languages, or what the author called them.
  return listText(
    Object.keys(value).map((key) => {
      const label = labelOf([...path, key]);
      return label === key ? languageName(key) : label;
    }),
  );
}
