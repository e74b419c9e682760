import type { VNode } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { Button } from "../../review/browser/parts.tsx";
import { post } from "../../review/browser/server.ts";
import type { PlanDocument, RefusalDocument } from "../documents.ts";
import { type Fetched, pathOf, refusalOf, useFetched } from "./fetched.ts";
import { Field, FormContext, idOf } from "./fields.tsx";
import { announce, English, EnglishBelow, Refused, Severity, Waiting } from "./parts.tsx";
import { formKeys, type PlanPath, type RootSchema, schemaAt, type Values, withChange } from "./schema.ts";
import { labelOf, say } from "./texts.ts";

/** A course's plan as forms and as text. Each change is saved as it is made: a plan buys nothing. */
export function PlanPage({ course }: { readonly course: string }): VNode {
  const schema = useFetched<RootSchema>("/api/plan-schema", []);
  const plan = useFetched<PlanDocument>(pathOf("/api/plan", { course }), [course]);
  const { refusal, save } = useSaving(course, plan);
  const [target, setTarget] = useState<{ readonly path: PlanPath; readonly button: string } | null>(() =>
    location.hash.endsWith("/budget") ? { path: ["budget"], button: "" } : null,
  );
  const text = useRef<HTMLTextAreaElement>(null);
  const isAbsent = plan.answer === null || schema.answer === null;
  useEffect(() => {
    if (target !== null && !isAbsent) focusAt(target.path, target.button);
  }, [target, isAbsent]);
  if (plan.answer === null || schema.answer === null)
    return <Waiting refusal={plan.refusal ?? schema.refusal} />;
  const root = schema.answer;
  const { values, problems } = plan.answer;
  const isMap = typeof values === "object" && values !== null && !Array.isArray(values);
  // What could be made of a text with wrong syntax is nothing to build on.
  const isReadable = isMap && !problems.some(({ code }) => code === "yaml_syntax");
  const shown = (isReadable ? values : {}) as Values;
  const lead = (path: PlanPath, button = ""): void => setTarget({ path, button });
  const form = {
    root,
    values: shown,
    problems,
    target: target?.path ?? null,
    set: (path: PlanPath, change: (value: unknown) => unknown) =>
      save((now) => ({ values: withChange(now.values, path, change, root, root) ?? {} })),
    lead,
  };
  return (
    <FormContext.Provider value={form}>
      <PlanProblems
        problems={problems}
        lead={({ path, line }) => {
          if (path === null || !isReadable || !formKeys.includes(String(path[0])))
            showLine(text.current, line);
          else lead(path);
        }}
      />
      <Refused refusal={refusal} />
      <div class="plan">
        {isReadable ? (
          <form onSubmit={(event) => event.preventDefault()} aria-label={say("plan.form")}>
            {formKeys.map((key) => (
              <Field key={key} path={[key]} schema={schemaAt(root, key)} value={shown[key]} />
            ))}
          </form>
        ) : (
          <p>{say("plan.unreadable")}</p>
        )}
        <PlanText plan={plan.answer} save={save} textarea={text} isForm={isReadable} />
      </div>
    </FormContext.Provider>
  );
}

type PlanProblem = PlanDocument["problems"][number];
/** What a change makes of the plan as it is then: new values, or a new text. */
type Change = (plan: PlanDocument) => { readonly values: unknown } | { readonly yaml: string };
/** `hash`: of the plan that the change was made to, if it isn't the newest. Resolves with whether it is saved, once the page shows that. */
type Save = (change: Change, hash?: string) => Promise<boolean>;

/** Saves one change after the other, each on top of the one before. */
function useSaving(course: string, plan: Fetched<PlanDocument>) {
  const [refusal, setRefusal] = useState<RefusalDocument | null>(null);
  const { current: saving } = useRef({ queue: Promise.resolve(true), newest: plan.answer });
  saving.newest = plan.answer;
  const save: Save = (change, hash) => {
    saving.queue = saving.queue.then(async () => {
      const { newest } = saving;
      if (newest === null) return false;
      try {
        const changed = { course, hash: hash ?? newest.hash, ...change(newest) };
        saving.newest = await post<PlanDocument>("/api/plan", changed);
        plan.set(saving.newest);
        setRefusal(null);
        announce(`${say("plan.saved")} ${say("plan.problems", { count: saving.newest.problems.length })}`);
        return true;
      } catch (error) {
        setRefusal(refusalOf(error));
        return false;
      }
    });
    return saving.queue;
  };
  return { refusal, save };
}

/** Moves the keyboard to a value, or to the nearest thing around it, and opens what that is folded in. */
function focusAt(path: PlanPath, button: string): void {
  const ids = path.map((_, above) => idOf(path.slice(0, path.length - above), above === 0 ? button : ""));
  const found = ids.flatMap((id) => document.getElementById(id) ?? [])[0];
  const controls = "input, select, textarea, button, summary";
  const place = found?.matches(controls) ? found : (found?.querySelector<HTMLElement>(controls) ?? found);
  for (let pane = place?.closest("details"); pane; pane = pane.parentElement?.closest("details"))
    pane.open = true;
  place?.focus();
  place?.scrollIntoView({ block: "center" });
}

/** All problems of the plan. Each leads to its field. */
function PlanProblems({
  problems,
  lead,
}: Pick<PlanDocument, "problems"> & { readonly lead: (problem: PlanProblem) => void }): VNode {
  if (problems.length === 0) return <p class="good">{say("plan.noProblems")}</p>;
  return (
    <section class="problem-list" aria-labelledby="problems">
      <h3 id="problems">{say("plan.problems", { count: problems.length })}</h3>
      <EnglishBelow />
      <ul>
        {problems.map((problem) => (
          <li key={`${problem.file} ${problem.line} ${problem.column} ${problem.code} ${problem.message}`}>
            <Severity severity={problem.severity} /> <English>{problem.message}</English>{" "}
            <button type="button" class="link" onClick={() => lead(problem)}>
              {problem.path?.map((_, index, path) => labelOf(path.slice(0, index + 1))).join(", ") ??
                say("plan.line", { file: problem.file, line: problem.line })}
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The plan as its file has it. Forms and text change the same file. */
function PlanText({
  plan: { yaml, hash },
  save,
  textarea,
  isForm,
}: {
  readonly plan: PlanDocument;
  /** Whether there is a form, so that few people need the text. */
  readonly isForm: boolean;
  readonly save: Save;
  readonly textarea: { current: HTMLTextAreaElement | null };
}): VNode {
  /** What was typed, and the plan that it began with. */
  const [draft, setDraft] = useState<{ readonly yaml: string; readonly hash: string } | null>(null);
  return (
    <details class="yaml" {...(isForm ? {} : { open: true })}>
      <summary>{say("plan.asText")}</summary>
      <p class="hint" id="yaml-hint">
        {say("plan.asTextHint")}
      </p>
      <textarea
        id="yaml"
        aria-label={say("plan.asText")}
        ref={textarea}
        aria-describedby="yaml-hint"
        spellcheck={false}
        dir="auto"
        wrap="off"
        value={draft?.yaml ?? yaml}
        onInput={({ currentTarget }) => setDraft({ yaml: currentTarget.value, hash: draft?.hash ?? hash })}
      />
      <p class="buttons">
        <Button
          text={say("plan.saveText")}
          isOff={draft === null}
          onPress={() => {
            if (draft === null) return;
            void save(() => ({ yaml: draft.yaml }), draft.hash).then((isSaved) => {
              if (isSaved) setDraft((now) => (now === draft ? null : now));
            });
          }}
        />
        <Button text={say("plan.discardText")} isOff={draft === null} onPress={() => setDraft(null)} />
      </p>
    </details>
  );
}

/** Marks a line of the text, and moves the keyboard there. */
function showLine(textarea: HTMLTextAreaElement | null, line: number): void {
  if (textarea === null) return;
  const lines = textarea.value.split("\n");
  const start = lines.slice(0, line - 1).reduce((sum, one) => sum + one.length + 1, 0);
  const pane = textarea.closest("details");
  if (pane !== null) pane.open = true;
  textarea.focus();
  textarea.setSelectionRange(start, start + (lines[line - 1]?.length ?? 0));
  textarea.scrollTop = (textarea.scrollHeight / lines.length) * Math.max(0, line - 3);
}
