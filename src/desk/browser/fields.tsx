import type { ComponentChildren, VNode } from "preact";
import { useState } from "preact/hooks";
import { English } from "./messages.tsx";
import { Button } from "./parts.tsx";
import { type FieldProps, idOf, problemsAt, useForm } from "./plan-form.ts";
import { choicesOf, follow, isNumeric, kindOf, type PlanPath, typed, valueAt } from "./schema.ts";
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
  const hasHelp = !isCell && helpOf(path, schema.description) !== undefined;
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
  const { values, edit } = useForm();
  const value = valueAt(values, path);
  const save = (text: string): Promise<boolean> =>
    text === "" && !isRequired
      ? edit({ path: [...path], remove: true })
      : edit({ path: [...path], value: typed(text, schema) });
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
  const { values, edit } = useForm();
  const value = valueAt(values, path);
  const isFlag = kindOf(schema, useForm().root) === "flag";
  const choices = isFlag ? [true, false] : (choicesOf(schema) ?? []);
  const names = choices.map(String);
  const isKnown = value === undefined || names.includes(String(value));
  const choose = (name: string): Promise<boolean> => {
    const chosen = choices[names.indexOf(name)];
    return chosen === undefined
      ? edit({ path: [...path], remove: true })
      : edit({ path: [...path], value: chosen });
  };
  return (
    <OneField {...props}>
      {(attributes) => (
        <select
          {...attributes}
          value={value === undefined ? "" : String(value)}
          onChange={({ currentTarget }) => void choose(currentTarget.value)}
        >
          {isRequired && value !== undefined ? null : <option value="">{say("plan.notSet")}</option>}
          {isKnown ? null : <option value={String(value)}>{String(value)}</option>}
          {choices.map((choice) => (
            <option key={String(choice)} value={String(choice)}>
              {typeof choice === "boolean" ? say(choice ? "plan.yes" : "plan.no") : choiceText(path, choice)}
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
  const { root, values, edit } = useForm();
  const value = valueAt(values, path);
  const chosen = (Array.isArray(value) ? value : value === undefined ? [] : [value]) as (string | number)[];
  const all = isReference(path)
    ? Object.keys((values.words ?? {}) as object)
    : (choicesOf(follow(schema.items ?? {}, root)) ?? []);
  const isSmall = all.length <= boxesMost;
  const save = (next: readonly (string | number)[]): Promise<boolean> =>
    next.length === 0 && !isRequired
      ? edit({ path: [...path], remove: true })
      : edit({ path: [...path], value: [...next] });
  const known: readonly (string | number)[] = [...new Set([...all, ...chosen])];
  const toggle = (choice: string | number): void => {
    if (chosen.includes(choice)) void save(chosen.filter((one) => one !== choice));
    // A small set is kept in its own order, a large one in the person's.
    else if (isSmall) void save(known.filter((one) => one === choice || chosen.includes(one)));
    else void save([...chosen, choice]);
  };
  const shown = isSmall ? known : chosen;
  return (
    <Fields {...props} deep>
      <div class="boxes">
        {shown.map((choice) => (
          <label key={choice} class="box">
            <input type="checkbox" checked={chosen.includes(choice)} onChange={() => toggle(choice)} />
            <span>{choiceText(path, choice)}</span>
          </label>
        ))}
        {shown.length === 0 && isSmall ? <p class="quiet">{say("plan.noLists")}</p> : null}
      </div>
      {isSmall ? null : (
        <AddChoice path={path} choices={all.filter((one) => !chosen.includes(one))} add={toggle} />
      )}
    </Fields>
  );
}

/** A list from which one choice after another is added, sorted by the names that people see. */
export function AddChoice({
  path,
  choices,
  add,
}: {
  readonly path: PlanPath;
  readonly choices: readonly (string | number)[];
  readonly add: (choice: string | number) => void;
}): VNode {
  const [chosen, setChosen] = useState("");
  const sorted = choices
    .map((choice) => ({ choice, name: choiceText(path, choice) }))
    .sort((one, other) => one.name.localeCompare(other.name, language()));
  const picked = choices.find((choice) => String(choice) === chosen);
  return (
    <div class="add">
      <select
        id={idOf(path, "add")}
        aria-label={say("plan.addTo", { name: labelOf(path) })}
        value={chosen}
        onChange={({ currentTarget }) => setChosen(currentTarget.value)}
      >
        <option value="">{say("plan.choose")}</option>
        {sorted.map(({ choice, name }) => (
          <option key={choice} value={String(choice)}>
            {name}
          </option>
        ))}
      </select>
      <Button
        text={say("plan.add")}
        about={labelOf(path)}
        isOff={picked === undefined}
        onPress={() => {
          setChosen("");
          if (picked !== undefined) add(picked);
        }}
      />
    </div>
  );
}

/** A line whose text is added to something with Enter or the button. */
export function AddText({
  path,
  label,
  add,
}: {
  readonly path: PlanPath;
  readonly label: string;
  readonly add: (text: string) => Promise<boolean>;
}): VNode {
  const [text, setText] = useState("");
  const submit = (): void => {
    if (text.trim() === "") return;
    void add(text.trim()).then((isAdded) => {
      if (isAdded) setText((now) => (now === text ? "" : now));
    });
  };
  return (
    <div class="add">
      <input
        type="text"
        id={idOf(path, "add")}
        aria-label={label}
        placeholder={label}
        dir="auto"
        value={text}
        onInput={({ currentTarget }) => setText(currentTarget.value)}
        onKeyDown={({ key }) => {
          if (key === "Enter") submit();
        }}
      />
      <Button text={say("plan.add")} about={label} isOff={text.trim() === ""} onPress={submit} />
    </div>
  );
}

/** Any number of texts or numbers. */
export function ListField(props: FieldProps): VNode {
  const { path, schema, name = labelOf(path), isRequired = false } = props;
  const { root, values, edit } = useForm();
  const items = follow(schema.items ?? {}, root);
  const value = valueAt(values, path);
  const texts = Array.isArray(value) ? value : value === undefined ? [] : [value];
  const remove = (index: number): Promise<boolean> => {
    const isLast = texts.length === 1 && !isRequired;
    return edit({ path: isLast ? [...path] : [...path, index], remove: true });
  };
  return (
    <Fields {...props}>
      <ol class="list">
        {texts.map((text, index) => (
          <li key={index}>
            <SavedText
              id={idOf([...path, index])}
              aria-label={`${name} ${index + 1}`}
              saved={String(text)}
              save={(changed) =>
                changed === ""
                  ? remove(index)
                  : edit({ path: [...path, index], value: typed(changed, items) })
              }
            />
            <Button
              look="small"
              text={say("plan.remove")}
              about={`${name} ${index + 1}`}
              onPress={() => void remove(index)}
            />
            <FieldProblems path={[...path, index]} deep />
          </li>
        ))}
      </ol>
      <AddText
        path={path}
        label={say("plan.addTo", { name })}
        add={(text) =>
          Array.isArray(value)
            ? edit({ path: [...path, texts.length], insert: typed(text, items) })
            : edit({ path: [...path], value: [...texts, typed(text, items)] })
        }
      />
    </Fields>
  );
}

/** A value in a few words, for what is folded. */
export function briefOf(path: PlanPath, value: unknown): string {
  if (value === undefined || value === null) return say("plan.notSet");
  if (typeof value === "boolean") return say(value ? "plan.yes" : "plan.no");
  if (typeof value === "string" || typeof value === "number") return choiceText(path, value);
  if (Array.isArray(value)) {
    const isPlain = value.every((one) => typeof one !== "object");
    return isPlain && value.length > 0 && value.length <= boxesMost
      ? listText(value.map((one) => choiceText(path, one as string | number)))
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
