import type { ComponentChildren, VNode } from "preact";
import {
  AddChoice,
  AddText,
  briefOf,
  ChoiceField,
  ChoicesField,
  Fields,
  isReference,
  ListField,
  SavedText,
  TextField,
} from "./fields.tsx";
import { Button } from "./parts.tsx";
import { type FieldProps, firstLanguage, idOf, problemsAt, useForm } from "./plan-form.ts";
import {
  converted,
  emptyOf,
  follow,
  kindOf,
  type PlanPath,
  type Schema,
  valueAt,
  variantOf,
} from "./schema.ts";
import { TableField } from "./table-field.tsx";
import { choiceText, labelOf, say, sayOr } from "./texts.ts";

/** The form of any value of a plan, made from its schema. */
export function Field(props: FieldProps): VNode {
  const { root } = useForm();
  switch (kindOf(props.schema, root)) {
    case "text":
      return <TextField {...props} />;
    case "flag":
    case "choice":
      return <ChoiceField {...props} />;
    case "choices":
      return <ChoicesField {...props} />;
    case "list":
      return isReference(props.path) ? <ChoicesField {...props} /> : <ListField {...props} />;
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
  const { root, values, edit } = form;
  const below = follow(schema.additionalProperties || {}, root);
  const keys = follow(schema.propertyNames ?? {}, root).enum;
  const value = valueAt(values, path);
  const names = typeof value === "object" && value !== null ? Object.keys(value) : [];
  const add = (name: string): Promise<boolean> =>
    names.includes(name)
      ? Promise.resolve(true)
      : edit({ path: [...path, name], value: emptyOf(below, root, firstLanguage(form)) });
  const remove = (name: string): void => {
    const isLast = names.length === 1 && !isRequired;
    void edit({ path: isLast ? [...path] : [...path, name], remove: true });
  };
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
                save={async (changed) => changed === "" || edit({ path: [...path, name], rename: changed })}
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
        <AddText path={path} label={say("plan.addTo", { name: labelOf(path) })} add={add} />
      ) : (
        <AddChoice
          path={[...path, "languages"]}
          choices={keys.filter((key) => !names.includes(key))}
          add={(key) => void add(String(key))}
        />
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
  const { properties = {}, required = [] } = schema;
  return (
    <Fields {...props}>
      {isThere || isRequired ? (
        <div class="group">
          {Object.entries(properties).map(([key, property]) => (
            <Field
              key={key}
              path={[...path, key]}
              schema={follow(property, form.root)}
              isRequired={required.includes(key)}
            />
          ))}
        </div>
      ) : null}
      {isRequired ? null : isThere ? (
        <Button
          look="small"
          text={say("plan.remove")}
          about={labelOf(path)}
          onPress={() => void form.edit({ path: [...path], remove: true })}
        />
      ) : (
        <Button
          text={say("plan.add")}
          about={labelOf(path)}
          onPress={() => {
            const value = emptyOf(schema, form.root, firstLanguage(form));
            void form.edit({ path: [...path], value });
          }}
        />
      )}
    </Fields>
  );
}

/** A value of one of several kinds: which one, and its field. */
function VariantsField(props: FieldProps): VNode {
  const { path, schema, name = labelOf(path), isLabelled = false } = props;
  const form = useForm();
  const { root, values, edit } = form;
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
            void edit({ path: [...path], value: converted(value, to, root, firstLanguage(form)) });
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
