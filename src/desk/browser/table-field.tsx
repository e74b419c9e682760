import type { VNode } from "preact";
import { useEffect, useState } from "preact/hooks";
import { AddText, briefOf, FieldProblems, Fields } from "./fields.tsx";
import { announce } from "./messages.tsx";
import { Button } from "./parts.tsx";
import {
  type FieldProps,
  FormContext,
  firstLanguage,
  focusAt,
  idOf,
  type PlanForm,
  useForm,
} from "./plan-form.ts";
import {
  edited,
  emptyOf,
  follow,
  isWithin,
  type PlanPath,
  type Schema,
  type Shorthand,
  shorthandOf,
  type Values,
  valueAt,
} from "./schema.ts";
import { labelOf, say } from "./texts.ts";

/** Rows of more keys than this show one of them, and the others in their details. */
const columnsMost = 3;

/** Rows that can be added, moved, edited and removed: topics, the words of a list, contributors. */
export function TableField(props: FieldProps): VNode {
  const { path, schema, name = labelOf(path), isRequired = false } = props;
  const form = useForm();
  const { root, values, edit } = form;
  const items = follow(schema.items ?? {}, root);
  const shorthand = shorthandOf(items, root);
  const row = shorthand?.map ?? items;
  const keys = Object.keys(row.properties ?? {});
  const columns = keys.length <= columnsMost ? keys : [shorthand?.key ?? row.required?.[0] ?? keys[0] ?? ""];
  const value = valueAt(values, path);
  const rows: readonly unknown[] = Array.isArray(value) ? value : [];
  const insert = (item: unknown): Promise<boolean> =>
    Array.isArray(value)
      ? edit({ path: [...path, rows.length], insert: item })
      : edit({ path: [...path], value: [item] });
  const adding = say("plan.addTo", { name });
  return (
    <Fields {...props}>
      {rows.length === 0 ? null : (
        <table class="rows">
          <thead>
            <tr>
              <th scope="col">
                <span class="unseen">{say("plan.place")}</span>
              </th>
              {columns.map((key) => (
                <th key={key} scope="col">
                  {labelOf([...path, key])}
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
                count={rows.length}
                row={row}
                shorthand={shorthand}
                columns={columns}
                isListRequired={isRequired}
              />
            ))}
          </tbody>
        </table>
      )}
      {shorthand === null ? (
        <Button
          id={idOf(path, "add")}
          text={adding}
          onPress={() => {
            const item = emptyOf(items, root, firstLanguage(form));
            void insert(item).then(() => focusAt([...path, rows.length]));
          }}
        />
      ) : (
        <AddText path={path} label={adding} add={insert} />
      )}
    </Fields>
  );
}

interface RowProps {
  readonly list: PlanPath;
  readonly name: string;
  readonly index: number;
  readonly count: number;
  /** The schema of the row as a map; one without keys is shown as one value. */
  readonly row: Schema;
  readonly shorthand: Shorthand | null;
  readonly columns: readonly string[];
  readonly isListRequired: boolean;
}

function Row({ list, name, index, count, row, shorthand, columns, isListRequired }: RowProps): VNode {
  const path = [...list, index];
  const outer = useForm();
  const form = shorthand === null ? outer : writtenOut(outer, path, shorthand.key);
  const { root, values, target, Field } = form;
  const keys = Object.keys(row.properties ?? {}).filter((key) => !columns.includes(key));
  const isInDetails = (to: PlanPath | null): boolean =>
    to !== null && to.length > path.length && isWithin(to, path) && keys.includes(String(to[path.length]));
  const [isOpen, setIsOpen] = useState(false);
  useEffect(() => {
    if (isInDetails(target)) setIsOpen(true);
  }, [target]);
  const about = `${name} ${index + 1}`;
  const move = async (to: number): Promise<void> => {
    await outer.edit({ path, move: to });
    focusAt([...list, to], to < index ? "up" : "down");
    announce(say("plan.movedTo", { number: to + 1 }));
  };
  const remove = async (): Promise<void> => {
    await outer.edit({ path: count === 1 && !isListRequired ? [...list] : path, remove: true });
    if (count === 1) focusAt(list, "add");
    else focusAt([...list, Math.min(index, count - 2)], "remove");
  };
  const hidden = form.problems.filter((problem) => isInDetails(problem.path));
  return (
    <FormContext.Provider value={form}>
      <tr id={idOf(path)} tabIndex={-1}>
        <th scope="row">{index + 1}</th>
        {row.properties === undefined ? (
          <td>
            <Field path={path} schema={row} isRequired />
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
            isOff={index === count - 1}
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
            <div class="group">
              {keys.map((key) => (
                <Field
                  key={key}
                  path={[...path, key]}
                  schema={follow(row.properties?.[key] ?? {}, root)}
                  isRequired={row.required?.includes(key) ?? false}
                />
              ))}
            </div>
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
  const path = [...row];
  return {
    ...form,
    values: edited(form.values, { path, value: { [key]: value } }) as Values,
    problems: form.problems.map((problem) =>
      problem.path?.length === row.length && isWithin(problem.path, row)
        ? { ...problem, path: [...path, key] }
        : problem,
    ),
    edit: (...edits) => {
      const isShort = edits.every((edit) => edit.path.at(-1) === key && edit.path.length === row.length + 1);
      return isShort
        ? form.edit(...edits.map((edit) => ({ ...edit, path })))
        : form.edit({ path, value: { [key]: value } }, ...edits);
    },
  };
}
