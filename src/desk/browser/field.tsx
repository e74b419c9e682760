import type { VNode } from "preact";
import { Adder, briefOf, ChoicesField, Folded, Frame, isReference, ValueField } from "./fields.tsx";
import { announce } from "./messages.tsx";
import { Button } from "./parts.tsx";
import { type FieldProps, focusAt, idOf, useForm } from "./plan-form.ts";
import { choicesOf, kindOf, schemaAt, shownAs, typed, type Values, writtenOut } from "./schema.ts";
import { choiceText, labelOf, say } from "./texts.ts";

/** The form of any value of a plan, made from its schema. */
export function Field(given: FieldProps): VNode {
  const { root } = useForm();
  const schema = shownAs(given.schema, given.value, root);
  const props = { ...given, schema, value: writtenOut(given.value, schema) };
  switch (kindOf(schema, root)) {
    case "text":
    case "choice":
      return <ValueField {...props} />;
    case "choices":
      return <ChoicesField {...props} />;
    case "list":
      return isReference(props.path) ? <ChoicesField {...props} /> : <ListField {...props} />;
    case "map":
      return <MapField {...props} />;
    case "group":
      return <GroupField {...props} />;
  }
}

/** An item of a list shows so many keys; of more, it shows the most important one, and folds the others. */
const shownMost = 3;

/** The keys of a map, each with its field. A map that may be left out says so, since an empty one may mean something else. */
function GroupField(props: FieldProps): VNode {
  const { path, schema, value, isRequired = false, name = labelOf(path) } = props;
  const form = useForm();
  const { required = [], properties = {} } = schema;
  const isItem = typeof path.at(-1) === "number";
  const all = Object.keys(properties);
  const shown = isItem && all.length > shownMost ? [required[0] ?? all[0] ?? ""] : all;
  const folded = all.filter((key) => !shown.includes(key));
  const fieldOf = (key: string, label?: "cell"): VNode => (
    <Field
      key={key}
      path={[...path, key]}
      schema={schemaAt(schema, key)}
      value={(value as Values | undefined)?.[key]}
      isRequired={required.includes(key)}
      {...(label && { label })}
    />
  );
  if (value === undefined && !isRequired) {
    const add = (): void => void form.set(path, form.empty(schema));
    return (
      <Frame {...props}>
        <Button text={say("plan.add")} about={name} onPress={add} />
      </Frame>
    );
  }
  return (
    <Frame {...props}>
      <div class="group">{shown.map((key) => fieldOf(key, isItem ? "cell" : undefined))}</div>
      {folded.length === 0 ? null : (
        <Folded
          name={say("plan.details")}
          about={name}
          brief={briefOf(path, Object.fromEntries(folded.map((key) => [key, (value as Values)[key]])))}
          holds={folded.map((key) => [...path, key])}
        >
          {() => <div class="group">{folded.map((key) => fieldOf(key))}</div>}
        </Folded>
      )}
      {isRequired ? null : (
        <Button
          look="small"
          text={say("plan.remove")}
          about={name}
          onPress={() => void form.set(path, undefined)}
        />
      )}
    </Frame>
  );
}

/** Values under keys that the author chooses: freely, or from a closed set such as languages. */
function MapField(props: FieldProps): VNode {
  const { path, schema, value, isRequired = false } = props;
  const form = useForm();
  const below = schema.additionalProperties || {};
  const keys = choicesOf(shownAs(schema.propertyNames ?? {}, undefined, form.root));
  const entries = Object.entries((value ?? {}) as Values);
  const names = entries.map(([name]) => name);
  return (
    <Frame {...props}>
      {entries.map(([name, inner]) => {
        const to = [...path, name];
        const shown = keys === null ? name : choiceText(["languages"], name);
        const removal = (
          <Button
            look="small"
            text={say("plan.remove")}
            about={shown}
            onPress={() => void form.set(names.length === 1 && !isRequired ? path : to, undefined)}
          />
        );
        const field = { path: to, schema: below, value: inner, name: shown, isRequired: true };
        if (kindOf(shownAs(below, inner, form.root), form.root) === "text")
          return (
            <div key={name} class="row">
              <Field {...field} />
              {removal}
            </div>
          );
        return (
          <Folded key={name} name={shown} brief={briefOf(to, inner)} holds={[to]}>
            {() => (
              <>
                {removal}
                <Field {...field} label="unseen" />
              </>
            )}
          </Folded>
        );
      })}
      <Adder
        path={keys === null ? path : [...path, "languages"]}
        choices={keys?.filter((key) => !names.includes(String(key)))}
        add={async (name) =>
          names.includes(String(name)) || form.set([...path, String(name)], form.empty(below))
        }
      />
    </Frame>
  );
}

/** Items that can be added, moved, edited and removed: topics, the words of a list, contributors, or single texts. */
function ListField(props: FieldProps): VNode {
  const { path, schema, value, name = labelOf(path), isRequired = false } = props;
  const form = useForm();
  const items = schema.items ?? {};
  const rows = (value ?? []) as readonly unknown[];
  const save = (next: readonly unknown[]): Promise<boolean> =>
    form.set(path, next.length === 0 && !isRequired ? undefined : next);
  // An item that is a text, or may be written as one, is added by typing it.
  const short = shownAs(items.anyOf?.[0] ?? items, undefined, form.root);
  return (
    <Frame {...props}>
      <ol class="rows">
        {rows.map((item, index) => (
          <li key={index} class="row">
            <Field
              path={[...path, index]}
              schema={items}
              value={item}
              name={`${name} ${index + 1}`}
              label="unseen"
              isRequired
            />
            <Actions path={path} name={`${name} ${index + 1}`} index={index} rows={rows} save={save} />
          </li>
        ))}
      </ol>
      {kindOf(short, form.root) === "text" ? (
        <Adder path={path} add={(text) => save([...rows, typed(String(text), short)])} />
      ) : (
        <Button
          id={idOf(path, "add")}
          text={say("plan.addTo", { name })}
          onPress={() => {
            const item = form.empty(items);
            void save([...rows, item]).then(() => focusAt([...path, rows.length]));
          }}
        />
      )}
    </Frame>
  );
}

/** What can be done with an item of a list. */
function Actions({
  path,
  name,
  index,
  rows,
  save,
}: Required<Pick<FieldProps, "path" | "name">> & {
  readonly index: number;
  readonly rows: readonly unknown[];
  readonly save: (rows: readonly unknown[]) => Promise<boolean>;
}): VNode {
  const move = async (to: number): Promise<void> => {
    await save(rows.toSpliced(index, 1).toSpliced(to, 0, rows[index]));
    await focusAt([...path, to], to < index ? "up" : "down");
    announce(say("plan.movedTo", { number: to + 1 }));
  };
  const remove = async (): Promise<void> => {
    await save(rows.toSpliced(index, 1));
    if (rows.length === 1) await focusAt(path, "add");
    else await focusAt([...path, Math.min(index, rows.length - 2)], "remove");
  };
  const buttons = [
    ["up", index === 0, () => move(index - 1)],
    ["down", index === rows.length - 1, () => move(index + 1)],
    ["remove", false, remove],
  ] as const;
  return (
    <span class="actions">
      {buttons.map(([act, isOff, press]) => (
        <Button
          key={act}
          look="small"
          id={idOf([...path, index], act)}
          text={say(`plan.${act}`)}
          about={name}
          isOff={isOff}
          onPress={() => void press()}
        />
      ))}
    </span>
  );
}
