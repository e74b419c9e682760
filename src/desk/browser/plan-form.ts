import { createContext } from "preact";
import { useContext } from "preact/hooks";
import type { PlanDocument } from "../documents.ts";
import { isWithin, type PlanPath, type RootSchema, type Schema, type Values, valueAt } from "./schema.ts";

/** What the fields of a plan's form share. */
export interface PlanForm {
  readonly root: RootSchema;
  readonly values: Values;
  readonly problems: PlanDocument["problems"];
  /** Saves a value; undefined: removes it. Resolves once the page shows the plan with it, or why it isn't saved, with whether it is. */
  set(path: PlanPath, value: unknown): Promise<boolean>;
  /** Where the person wants to be, so that what is folded around it opens; null: nowhere in particular. */
  readonly target: PlanPath | null;
}

export const FormContext = createContext<PlanForm | null>(null);

export function useForm(): PlanForm {
  const form = useContext(FormContext);
  if (form === null) throw new Error("a field without its form");
  return form;
}

/** The id of the element that shows a value; `part` is one of its own. */
export function idOf(path: PlanPath, part = ""): string {
  return `plan/${path.map((step) => encodeURIComponent(step)).join("/")}${part === "" ? "" : `:${part}`}`;
}

/** Moves the keyboard to the value at a path, or to the nearest thing around it, and opens what is folded there. */
export function focusAt(path: PlanPath, part = ""): void {
  for (let end = path.length; end > 0; end -= 1) {
    const found = document.getElementById(idOf(path.slice(0, end), end === path.length ? part : ""));
    if (found === null) continue;
    for (
      let place = found.closest("details");
      place !== null;
      place = place.parentElement?.closest("details") ?? null
    )
      place.open = true;
    const isTyped = found.matches("input, select, textarea, button");
    const inner = isTyped
      ? found
      : found.querySelector<HTMLElement>("input, select, textarea, summary, button");
    (inner ?? found).focus();
    found.scrollIntoView({ block: "center" });
    return;
  }
}

/** The first language of the plan: what a map by language begins with. */
export function firstLanguage({ values }: Pick<PlanForm, "values">): string {
  const first = valueAt(values, ["languages", 0]);
  return typeof first === "string" ? first : "en";
}

export interface FieldProps {
  readonly path: PlanPath;
  /** With references followed. */
  readonly schema: Schema;
  readonly isRequired?: boolean;
  /** What it is called, where that is no key of the schema. */
  readonly name?: string;
  /** What stands above it says what it is, so that its label isn't seen. */
  readonly isLabelled?: boolean;
}

/** The problems of a value. `deep`: also of what is inside it, where that shows none of its own. */
export function problemsAt(
  { problems }: Pick<PlanForm, "problems">,
  path: PlanPath,
  { deep }: { readonly deep: boolean },
): PlanDocument["problems"] {
  return problems.filter(
    (problem) =>
      problem.path !== null && isWithin(problem.path, path) && (deep || problem.path.length === path.length),
  );
}
