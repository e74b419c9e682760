import type { ComponentChildren, VNode } from "preact";
import { useState } from "preact/hooks";
import { English } from "./messages.tsx";
import { Button } from "./parts.tsx";
import { type FieldProps, idOf, problemsAt, useForm } from "./plan-form.ts";
import { type Choice, choicesOf, isNumeric, isWithin, type PlanPath, shownAs, typed } from "./schema.ts";
import { choiceText, helpOf, labelOf, language, languageName, listText, say } from "./texts.ts";

/** Texts longer than this get several lines. */
const lineMost = 200;
/** More choices than these are one list to choose from. */
const boxesMost = 15;

// What stands around a field

/** What connects the element of a value with what stands around it. */
interface Attributes {
  readonly id: string;
  readonly "aria-describedby": string | undefined;
  readonly "aria-invalid": "true" | undefined;
  readonly "aria-required": "true" | undefined;
}

/** A value's name, what it is for and what is wrong with it, around what shows it. `deep`: also what is wrong inside it. */
export function Frame({
  path,
  schema: { description },
  isRequired = false,
  label,
  name = labelOf(path),
  deep = false,
  children,
}: FieldProps & {
  readonly deep?: boolean;
  /** One element, which gets the attributes, or several of them. */
  readonly children: ComponentChildren | ((attributes: Attributes) => VNode);
}): VNode {
  const isOne = typeof children === "function";
  const problems = problemsAt(useForm(), path, { deep: deep || isOne });
  // In a list, it would be said again and again.
  const help = label === "cell" || typeof path.at(-1) === "number" ? undefined : helpOf(path, description);
  const ids = [
    help === undefined ? "" : idOf(path, "help"),
    problems.length > 0 ? idOf(path, "problem") : "",
  ];
  const attributes = { id: idOf(path), "aria-describedby": ids.join(" ").trim() || undefined };
  const title = (
    <>
      {name}
      {label === "cell" ? <span class="unseen"> {Number(path.at(-2)) + 1}</span> : null}
      {isRequired || label !== undefined ? null : <span class="optional"> {say("plan.optional")}</span>}
    </>
  );
  const look = label === "unseen" ? "unseen" : undefined;
  const below = (
    <>
      {help === undefined ? null : (
        <p class="hint" id={idOf(path, "help")} lang={help === description ? "en" : language()}>
          {help}
        </p>
      )}
      {problems.length === 0 ? null : (
        <ul class="field-problem" id={idOf(path, "problem")}>
          {problems.map(({ severity, message, code }) => (
            <li key={`${code} ${message}`} class={`is-${severity}`}>
              <strong>{say(`plan.${severity}`)}</strong> <English>{message}</English>
            </li>
          ))}
        </ul>
      )}
    </>
  );
  if (!isOne)
    return (
      <fieldset {...attributes} tabIndex={-1}>
        <legend class={look}>{title}</legend>
        {below}
        {children}
      </fieldset>
    );
  return (
    <div class="field">
      <label for={idOf(path)} class={look}>
        {title}
      </label>
      {children({
        ...attributes,
        "aria-invalid": problems.some(({ severity }) => severity === "error") ? "true" : undefined,
        "aria-required": isRequired ? "true" : undefined,
      })}
      {below}
    </div>
  );
}

/** Something that opens when it is wanted; closed, it says what it comes to, and how many problems it has. */
export function Folded({
  name,
  about = "",
  brief = "",
  holds,
  children,
}: {
  readonly name: string;
  readonly about?: string;
  readonly brief?: string;
  /** The paths of the values inside. */
  readonly holds: readonly PlanPath[];
  readonly children: () => ComponentChildren;
}): VNode {
  const { problems } = useForm();
  const [isOpen, setIsOpen] = useState(false);
  const isInside = (path: PlanPath): boolean => holds.some((one) => isWithin(path, one));
  const count = problems.filter(({ path }) => path !== null && isInside(path)).length;
  return (
    <details
      class="entry"
      data-holds={holds.map((one) => idOf(one)).join(" ")}
      onToggle={({ currentTarget: { open } }) => setIsOpen(open)}
    >
      <summary>
        {name}
        <span class="unseen"> {about}</span> <span class="quiet">{brief}</span>
        {count === 0 ? null : <span class="mark"> {say("plan.problemsInside", { count })}</span>}
      </summary>
      {isOpen ? children() : null}
    </details>
  );
}

/** Whether a list of texts names what the plan has elsewhere: the word lists of a topic. */
export function isReference(path: PlanPath): boolean {
  return path[0] === "topics" && path[2] === "words";
}

// Fields

/** A text that is saved when the person leaves its field or presses Enter. What is typed stays while other things change. */
function SavedText({
  saved,
  isLong,
  save,
  ...attributes
}: Attributes & {
  readonly saved: string;
  readonly isLong: boolean;
  readonly inputMode?: "numeric";
  readonly save: (text: string) => Promise<boolean>;
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

/** A text, or one of a few values. What may be left out has a choice for that. */
export function ValueField(props: FieldProps): VNode {
  const { path, schema, value, isRequired = false, label } = props;
  const { set } = useForm();
  const text = value === undefined || value === null ? "" : String(value);
  const choices = choicesOf(schema);
  const isKnown = text === "" || choices?.some((one) => String(one) === text);
  return (
    <Frame {...props}>
      {(attributes) =>
        choices === null ? (
          <SavedText
            {...attributes}
            saved={text}
            isLong={label === undefined && (schema.maxLength ?? 0) > lineMost}
            {...(isNumeric(schema) ? { inputMode: "numeric" } : {})}
            save={(typing) => set(path, typing === "" && !isRequired ? undefined : typed(typing, schema))}
          />
        ) : (
          <select
            {...attributes}
            value={text}
            onChange={({ currentTarget }) =>
              void set(
                path,
                choices.find((one) => String(one) === currentTarget.value),
              )
            }
          >
            {isRequired && text !== "" ? null : <option value="">{say("plan.notSet")}</option>}
            {isKnown ? null : <option value={text}>{text}</option>}
            {choices.map((choice) => (
              <option key={String(choice)} value={String(choice)}>
                {choiceText(path, choice)}
              </option>
            ))}
          </select>
        )
      }
    </Frame>
  );
}

/** Some of a closed set: boxes for a small one, otherwise those that are chosen and a list with the others. */
export function ChoicesField(props: FieldProps): VNode {
  const { path, schema, value, isRequired = false } = props;
  const { root, values, set } = useForm();
  const chosen = (value ?? []) as readonly Choice[];
  const all = isReference(path)
    ? Object.keys((values.words ?? {}) as object)
    : (choicesOf(shownAs(schema.items ?? {}, undefined, root)) ?? []);
  const isSmall = all.length <= boxesMost;
  const known = [...new Set([...all, ...chosen])];
  const toggle = (choice: Choice): Promise<boolean> => {
    const isOff = chosen.includes(choice);
    const others = chosen.filter((one) => one !== choice);
    const more = [...chosen, choice];
    // A small set is kept in its own order, a large one in the person's.
    const next = isOff ? others : isSmall ? known.filter((one) => more.includes(one)) : more;
    return set(path, next.length === 0 && !isRequired ? undefined : next);
  };
  const shown = isSmall ? known : chosen;
  return (
    <Frame {...props} deep>
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
    </Frame>
  );
}

/** Adds one of some choices, sorted by the names that people see, or else a text, with Enter or the button. */
export function Adder({
  path,
  choices,
  add,
}: {
  readonly path: PlanPath;
  readonly choices?: readonly Choice[] | undefined;
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
  return Object.entries(value)
    .filter(([, inner]) => inner !== undefined)
    .map(([key, inner]) => {
      const label = labelOf([...path, key]);
      // Keys that have no text are languages, or what the author called them.
      return `${label === key ? languageName(key) : label}: ${briefOf([...path, key], inner)}`;
    })
    .join(" · ");
}
