import { createContext } from "preact";
import { useContext } from "preact/hooks";
import type { PlanDocument } from "../documents.ts";
import { isWithin, type PlanPath, type RootSchema, type Schema, type Values } from "./schema.ts";

/** What the fields of a plan's form share. */
export interface PlanForm {
  readonly root: RootSchema;
  readonly values: Values;
  readonly problems: PlanDocument["problems"];
  /** Saves a value; undefined: removes it. Resolves once the page shows the plan with it, or why it isn't saved, with whether it is. */
  set(path: PlanPath, value: unknown): Promise<boolean>;
  /** The least value of a kind. */
  empty(schema: Schema): unknown;
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

/** How soon what was opened is on the page. */
const openedMs = 50;

/** Opens what a value is folded in, and moves the keyboard to the value, or to the nearest thing around it. */
export async function focusAt(path: PlanPath, part = ""): Promise<void> {
  const isAround = ({ dataset: { holds = "" } }: HTMLElement): boolean =>
    holds.split(" ").some((id) => `${idOf(path)}/`.startsWith(`${id}/`));
  const folded = (): HTMLDetailsElement | undefined =>
    [...document.querySelectorAll<HTMLDetailsElement>("details:not([open])")].find(isAround);
  for (let pane = folded(); pane !== undefined; pane = folded()) {
    pane.open = true;
    await new Promise((resolve) => setTimeout(resolve, openedMs));
  }
  const found = path.flatMap(
    (_, above) =>
      document.getElementById(idOf(path.slice(0, path.length - above), above === 0 ? part : "")) ?? [],
  )[0];
  const typed = "input, select, textarea, button, summary";
  const place = found?.matches(typed) ? found : (found?.querySelector<HTMLElement>(typed) ?? found);
  place?.focus();
  place?.scrollIntoView({ block: "center" });
}

export interface FieldProps {
  readonly path: PlanPath;
  readonly schema: Schema;
  readonly value: unknown;
  readonly isRequired?: boolean;
  /** What it is called, where that is no key of the schema. */
  readonly name?: string;
  /** `unseen`: what stands above says it. `cell`: the value is one of a row, like others in the rows above. */
  readonly label?: "unseen" | "cell";
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
