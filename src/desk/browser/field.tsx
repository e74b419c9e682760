import type { ComponentChildren, VNode } from "preact";
import { useEffect, useState } from "preact/hooks";
import {
  Adder,
  briefOf,
  ChoiceField,
  ChoicesField,
  FieldProblems,
  Fields,
  isReference,
  SavedText,
  TextField,
} from "./fields.tsx";
import { announce } from "./messages.tsx";
import { Button } from "./parts.tsx";
import {
  type FieldProps,
  FormContext,
  firstLanguage,
  focusAt,
  idOf,
  type PlanForm,
  problemsAt,
  useForm,
} from "./plan-form.ts";
import {
  type Choice,
  converted,
  emptyOf,
  follow,
  isWithin,
  kindOf,
  listAt,
  type PlanPath,
  type Schema,
  type Shorthand,
  shorthandOf,
  typed,
  type Values,
  valueAt,
  variantOf,
  withValue,
} from "./schema.ts";
import { choiceText, labelOf, say, sayOr } from "./texts.ts";

/** The form of any value of a plan, made from its schema. */
export function Field(props: FieldProps): VNode {
  const { root } = useForm();
  switch (kindOf(props.schema, root)) {
    case "text":
      return <TextField {...props} />;
    case "choice":
      return <ChoiceField {...props} />;
    case "choices":
      return <ChoicesField {...props} />;
    case "list":
      return isReference(props.path) ? <ChoicesField {...props} /> : <TableField {...props} />;
    case "table":
      return <TableField {...props} />;
    case "map":
      return <MapField {...props} />;
    case "group":
      return <GroupField {...props} />;
    case "variants":
      return <VariantsField {...props} />;
  }
}

/** Values under keys that the author chooses: freely, or from a closed set such as languages. */
function MapField(props: FieldProps): VNode {
  const { path, schema, isRequired = false } = props;
  const form = useForm();
  const { root, values, set } = form;
  const below = follow(schema.additionalProperties || {}, root);
  const keys = follow(schema.propertyNames ?? {}, root).enum;
  const entries = Object.entries((valueAt(values, path) ?? {}) as Values);
  const names = entries.map(([name]) => name);
  const add = async (name: Choice): Promise<boolean> =>
    names.includes(String(name)) || set([...path, String(name)], emptyOf(below, root, firstLanguage(form)));
  const remove = (name: string): Promise<boolean> =>
    set(names.length === 1 && !isRequired ? path : [...path, name], undefined);
  const rename = async (name: string, to: string): Promise<boolean> =>
    to === "" ||
    (!names.includes(to) &&
      set(path, Object.fromEntries(entries.map(([key, value]) => [key === name ? to : key, value]))));
  const nameOf = (name: string): string => (keys === undefined ? name : choiceText(["languages"], name));
  return (
    <Fields {...props}>
      {names.map((name) => (
        <Entry key={name} path={[...path, name]} schema={below} name={nameOf(name)}>
          <div class="entry-head">
            {keys === undefined ? (
              <SavedText
                id={idOf([...path, name], "key")}
                aria-label={say("plan.nameOf", { name: labelOf(path) })}
                saved={name}
                save={(changed) => rename(name, changed)}
              />
            ) : null}
            <Button
              look="small"
              text={say("plan.remove")}
              about={nameOf(name)}
              onPress={() => void remove(name)}
            />
          </div>
        </Entry>
      ))}
      {keys === undefined ? (
        <Adder path={path} add={add} />
      ) : (
        <Adder path={[...path, "languages"]} choices={keys.filter((key) => !names.includes(key))} add={add} />
      )}
    </Fields>
  );
}

/** A value under its key. What has more than one field is folded, with what it comes to in a few words. */
function Entry({
  path,
  schema,
  name,
  children,
}: FieldProps & { readonly name: string; readonly children: VNode }): VNode {
  const form = useForm();
  const field = <Field path={path} schema={schema} name={name} isRequired isLabelled />;
  if (kindOf(schema, form.root) === "text") {
    return (
      <div class="entry">
        <strong>{name}</strong> {children}
        {field}
      </div>
    );
  }
  return (
    <Folded path={path} name={name}>
      {children}
      {field}
    </Folded>
  );
}

/** Something that opens when it is wanted; closed, it says what it comes to, and how many problems it has. */
export function Folded({
  path,
  name,
  children,
}: Pick<FieldProps, "path"> & { readonly name: string; readonly children: ComponentChildren }): VNode {
  const form = useForm();
  const count = problemsAt(form, path, { deep: true }).length;
  return (
    <details class="entry">
      <summary>
        {name} <span class="quiet">{briefOf(path, valueAt(form.values, path))}</span>
        {count === 0 ? null : <span class="mark"> {say("plan.problemsInside", { count })}</span>}
      </summary>
      {children}
    </details>
  );
}

/** The keys of a map, each with its field. A map that may be left out says so, since an empty one may mean something else. */
function GroupField(props: FieldProps): VNode {
  const { path, schema, isRequired = false } = props;
  const form = useForm();
  const isThere = valueAt(form.values, path) !== undefined;
  return (
    <Fields {...props}>
      {isThere || isRequired ? (
        <FieldsOfMap path={path} schema={schema} keys={Object.keys(schema.properties ?? {})} />
      ) : null}
      {isRequired ? null : isThere ? (
        <Button
          look="small"
          text={say("plan.remove")}
          about={labelOf(path)}
          onPress={() => void form.set(path, undefined)}
        />
      ) : (
        <Button
          text={say("plan.add")}
          about={labelOf(path)}
          onPress={() => void form.set(path, emptyOf(schema, form.root, firstLanguage(form)))}
        />
      )}
    </Fields>
  );
}

/** The fields of some keys of a map. */
function FieldsOfMap({
  path,
  schema: { properties = {}, required = [] },
  keys,
}: Pick<FieldProps, "path" | "schema"> & { readonly keys: readonly string[] }): VNode {
  const { root } = useForm();
  return (
    <div class="group">
      {keys.map((key) => (
        <Field
          key={key}
          path={[...path, key]}
          schema={follow(properties[key] ?? {}, root)}
          isRequired={required.includes(key)}
        />
      ))}
    </div>
  );
}

/** A value of one of several kinds: which one, and its field. */
function VariantsField(props: FieldProps): VNode {
  const { path, schema, name = labelOf(path), isLabelled = false } = props;
  const form = useForm();
  const { root, values, set } = form;
  const variants = (schema.anyOf ?? []).map((one) => follow(one, root));
  const value = valueAt(values, path);
  const at = variantOf(schema, value, root);
  const variant = variants[at];
  if (variant === undefined) return <TextField {...props} />;
  const description = variant.description ?? schema.description;
  const field = { ...props, schema: description === undefined ? variant : { ...variant, description } };
  if (isLabelled && typeof path.at(-2) === "number") return <Field {...field} />;
  return (
    <div class="variants">
      <Field {...field} />
      <label class="variant">
        {say("plan.writtenAs", { name })}{" "}
        <select
          value={at}
          onChange={({ currentTarget }) => {
            const to = variants[Number(currentTarget.value)];
            if (to === undefined) return;
            void set(path, converted(value, to, root, firstLanguage(form)));
          }}
        >
          {variants.map((one, index) => (
            <option key={index} value={index}>
              {variantName(one, path)}
            </option>
          ))}
        </select>
      </label>
    </div>
  );

  function variantName(one: Schema, of: PlanPath): string {
    const only = Object.keys(one.properties ?? {});
    if (only.length === 1 && only[0] !== undefined) return labelOf([...of, only[0]]);
    const isByLanguage = follow(one.propertyNames ?? {}, root).enum !== undefined;
    return sayOr(`variants.${isByLanguage ? "byLanguage" : kindOf(one, root)}`, "");
  }
}

/** Rows of more keys than this show one of them, and the others in their details. */
const columnsMost = 3;

/** Rows that can be added, moved, edited and removed: topics, the words of a list, contributors, or single texts. */
function TableField(props: FieldProps): VNode {
  const { path, schema, name = labelOf(path), isRequired = false } = props;
  const form = useForm();
  const { root, values, set } = form;
  const items = follow(schema.items ?? {}, root);
  const shorthand = shorthandOf(items, root);
  const row = shorthand?.map ?? items;
  const keys = Object.keys(row.properties ?? {});
  const columns = keys.length <= columnsMost ? keys : [shorthand?.key ?? row.required?.[0] ?? keys[0] ?? ""];
  const rows = listAt(values, path);
  const save = (next: readonly unknown[]): Promise<boolean> =>
    set(path, next.length === 0 && !isRequired ? undefined : next);
  return (
    <Fields {...props}>
      {rows.length === 0 ? null : (
        <table class="rows">
          <thead>
            <tr>
              <th scope="col">
                <span class="unseen">{say("plan.place")}</span>
              </th>
              {(keys.length === 0 ? [null] : columns).map((key) => (
                <th key={key} scope="col">
                  {key === null ? name : labelOf([...path, key])}
                </th>
              ))}
              <th scope="col">
                <span class="unseen">{say("plan.actions")}</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {rows.map((_, index) => (
              <Row
                key={index}
                list={path}
                name={name}
                index={index}
                rows={rows}
                save={save}
                row={row}
                shorthand={shorthand}
                columns={columns}
              />
            ))}
          </tbody>
        </table>
      )}
      {shorthand === null && kindOf(items, root) !== "text" ? (
        <Button
          id={idOf(path, "add")}
          text={say("plan.addTo", { name })}
          onPress={() => {
            const item = emptyOf(items, root, firstLanguage(form));
            void save([...rows, item]).then(() => focusAt([...path, rows.length]));
          }}
        />
      ) : (
        <Adder path={path} add={(text) => save([...rows, typed(String(text), items)])} />
      )}
    </Fields>
  );
}

interface RowProps {
  readonly list: PlanPath;
  readonly name: string;
  readonly index: number;
  readonly rows: readonly unknown[];
  readonly save: (rows: readonly unknown[]) => Promise<boolean>;
  /** The schema of the row as a map; one without keys is shown as one value. */
  readonly row: Schema;
  readonly shorthand: Shorthand | null;
  readonly columns: readonly string[];
}

function Row({ list, name, index, rows, save, row, shorthand, columns }: RowProps): VNode {
  const path = [...list, index];
  const outer = useForm();
  const form = shorthand === null ? outer : writtenOut(outer, path, shorthand.key);
  const { root, values, target } = form;
  const keys = Object.keys(row.properties ?? {}).filter((key) => !columns.includes(key));
  const isInDetails = (to: PlanPath | null): boolean =>
    to !== null && to.length > path.length && isWithin(to, path) && keys.includes(String(to[path.length]));
  const [isOpen, setIsOpen] = useState(false);
  useEffect(() => {
    if (isInDetails(target)) setIsOpen(true);
  }, [target]);
  const about = `${name} ${index + 1}`;
  const move = async (to: number): Promise<void> => {
    await save(rows.toSpliced(index, 1).toSpliced(to, 0, rows[index]));
    focusAt([...list, to], to < index ? "up" : "down");
    announce(say("plan.movedTo", { number: to + 1 }));
  };
  const remove = async (): Promise<void> => {
    await save(rows.toSpliced(index, 1));
    if (rows.length === 1) focusAt(list, "add");
    else focusAt([...list, Math.min(index, rows.length - 2)], "remove");
  };
  const hidden = form.problems.filter((problem) => isInDetails(problem.path));
  return (
    <FormContext.Provider value={form}>
      <tr id={idOf(path)} tabIndex={-1}>
        <th scope="row">{index + 1}</th>
        {row.properties === undefined ? (
          <td>
            <Field path={path} schema={row} name={about} isRequired isLabelled />
          </td>
        ) : (
          columns.map((key) => (
            <td key={key}>
              <Field
                path={[...path, key]}
                schema={follow(row.properties?.[key] ?? {}, root)}
                isRequired={row.required?.includes(key) ?? false}
                isLabelled
              />
              {key === columns[0] ? <Brief path={path} value={valueAt(values, path)} keys={keys} /> : null}
            </td>
          ))
        )}
        <td class="actions">
          {keys.length === 0 ? null : (
            <Button
              look="small"
              id={idOf(path, "details")}
              text={say("plan.details")}
              about={about}
              expanded={isOpen}
              onPress={() => setIsOpen(!isOpen)}
            />
          )}
          <Button
            look="small"
            id={idOf(path, "up")}
            text={say("plan.up")}
            about={about}
            isOff={index === 0}
            onPress={() => void move(index - 1)}
          />
          <Button
            look="small"
            id={idOf(path, "down")}
            text={say("plan.down")}
            about={about}
            isOff={index === rows.length - 1}
            onPress={() => void move(index + 1)}
          />
          <Button
            look="small"
            id={idOf(path, "remove")}
            text={say("plan.remove")}
            about={about}
            onPress={() => void remove()}
          />
          <FieldProblems path={path} />
          {hidden.length > 0 && !isOpen ? (
            <p class="field-problem">{say("plan.problemsInside", { count: hidden.length })}</p>
          ) : null}
        </td>
      </tr>
      {isOpen ? (
        <tr class="row-details">
          <td colSpan={columns.length + 2}>
            <FieldsOfMap path={path} schema={row} keys={keys} />
          </td>
        </tr>
      ) : null}
    </FormContext.Provider>
  );
}

/** What a row has besides its columns. */
function Brief({
  path,
  value,
  keys,
}: {
  path: PlanPath;
  value: unknown;
  keys: readonly string[];
}): VNode | null {
  const set = keys.filter((key) => valueAt(value, [key]) !== undefined);
  if (set.length === 0) return null;
  const parts = set.map(
    (key) => `${labelOf([...path, key])}: ${briefOf([...path, key], valueAt(value, [key]))}`,
  );
  return <p class="brief">{parts.join(" · ")}</p>;
}

/** The form as a row sees it that may be a shorthand: always with its keys. It stays short as long as it has but the one. */
function writtenOut(form: PlanForm, row: PlanPath, key: string): PlanForm {
  const value = valueAt(form.values, row);
  if (typeof value !== "string") return form;
  return {
    ...form,
    values: withValue(form.values, row, { [key]: value }) as Values,
    problems: form.problems.map((problem) =>
      problem.path?.length === row.length && isWithin(problem.path, row)
        ? { ...problem, path: [...row, key] }
        : problem,
    ),
    set: (path, changed) => {
      const isShort = path.length === row.length + 1 && path.at(-1) === key && changed !== undefined;
      return form.set(row, isShort ? changed : withValue({ [key]: value }, path.slice(row.length), changed));
    },
  };
}
