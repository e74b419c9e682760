import type { VNode } from "preact";
import { useRef, useState } from "preact/hooks";
import type { PlanDocument, RefusalDocument } from "../documents.ts";
import { type Fetched, refusalOf, useFetched } from "./fetched.ts";
import { Field } from "./field.tsx";
import { briefOf, Folded } from "./fields.tsx";
import { announce, English, EnglishBelow, NextStep, Refused, Waiting } from "./messages.tsx";
import { Button } from "./parts.tsx";
import { FormContext, focusAt, type PlanForm } from "./plan-form.ts";
import {
  emptyOf,
  type PlanPath,
  type RootSchema,
  schemaAt,
  type Values,
  valueAt,
  withValue,
} from "./schema.ts";
import { pathOf, post } from "./server.ts";
import { labelOf, say } from "./texts.ts";

/** The keys that most plans need, in the order in which people think of them. All others are folded. */
const mainKeys = ["title", "description", "languages", "difficulties", "budget", "words", "topics"];
/** As many texts as a person may want back. */
const pastMost = 50;

/** The plan's new values, or its new text. */
type Change = { readonly values: unknown } | { readonly yaml: string };

/** A course's plan as forms and as text. Each change is saved as it is made: a plan buys nothing. */
export function PlanPage({ course }: { readonly course: string }): VNode {
  const schema = useFetched<RootSchema>("/api/plan-schema", []);
  const plan = useFetched<PlanDocument>(pathOf("/api/plan", { course }), [`plan ${course}`]);
  const { answer } = plan;
  const { refusal, pending, save, undo, canUndo } = useSaving(course, plan);
  const latest = useRef<unknown>(null);
  const text = useRef<HTMLTextAreaElement>(null);
  if (answer === null || schema.answer === null) return <Waiting refusal={plan.refusal ?? schema.refusal} />;
  const root = schema.answer;
  const { values, problems } = answer;
  const isMap = typeof values === "object" && values !== null && !Array.isArray(values);
  // What could be made of a text with wrong syntax is nothing to build on.
  const isReadable = isMap && !problems.some(({ code }) => code === "yaml_syntax");
  latest.current = isReadable ? (pending ?? values) : {};
  const shown = latest.current as Values;
  const form: PlanForm = {
    root,
    values: shown,
    problems,
    set: (path, value) => {
      latest.current = withValue(latest.current, path, value, root, root);
      return save({ values: latest.current });
    },
    empty: (of) => emptyOf(of, root, String(valueAt(shown, ["languages", 0]) ?? "en")),
  };
  const others = Object.keys(root.properties).filter((key) => !mainKeys.includes(key));
  return (
    <FormContext.Provider value={form}>
      <div class="plan-head">
        <PlanProblems
          plan={answer}
          lead={({ path, line }) => {
            if (path === null || !isReadable) showLine(text.current, line);
            else void focusAt(path);
          }}
        />
        <Button text={say("plan.undo")} isOff={!canUndo} onPress={() => void undo()} />
      </div>
      <Refused refusal={refusal} />
      <div class="plan">
        {isReadable ? (
          <form onSubmit={(event) => event.preventDefault()} aria-label={say("plan.form")}>
            {mainKeys.map((key) => fieldOf(key))}
            <Folded name={say("plan.more")} brief={say("plan.moreHint")} holds={others.map((key) => [key])}>
              {() =>
                others.map((key) => (
                  <Folded key={key} name={labelOf([key])} brief={briefOf([key], shown[key])} holds={[[key]]}>
                    {() => fieldOf(key, "unseen")}
                  </Folded>
                ))
              }
            </Folded>
          </form>
        ) : (
          <p>{say("plan.unreadable")}</p>
        )}
        <PlanText plan={answer} save={save} textarea={text} isForm={isReadable} />
      </div>
    </FormContext.Provider>
  );

  function fieldOf(key: string, label?: "unseen"): VNode {
    const { topics } = shown;
    const hasTopic = (topic: unknown): boolean => typeof topic === "object" && topic !== null && key in topic;
    // Lessons need a language and a level: the topic's own, or the plan's.
    const isOfTopics = key === "languages" || key === "difficulties";
    const isRequired =
      root.required?.includes(key) || (isOfTopics && !(Array.isArray(topics) && topics.every(hasTopic)));
    const field = { path: [key], schema: schemaAt(root, key), value: shown[key], isRequired };
    return <Field key={key} {...field} {...(label && { label })} />;
  }
}

interface Saving {
  /** The plan's values once all is saved that is under way; null: nothing is. */
  readonly pending: unknown;
  readonly refusal: RefusalDocument | null;
  readonly canUndo: boolean;
  /** `hash`: of the plan that the change was made to, if it isn't the one shown. Resolves once the page shows the plan as it is then, or why it wasn't saved, with whether it was. */
  save(change: Change, hash?: string): Promise<boolean>;
  undo(): Promise<boolean>;
}

/** Saves one change after the other, each on top of the one before. What follows a refused one is dropped. */
function useSaving(course: string, plan: Fetched<PlanDocument>): Saving {
  const [refusal, setRefusal] = useState<RefusalDocument | null>(null);
  const [pending, setPending] = useState<unknown>(null);
  /** The plan once all is saved that is under way; null: nothing is. */
  const queue = useRef<Promise<PlanDocument> | null>(null);
  const past = useRef<readonly string[]>([]);
  const send = async (change: Change | "undo", hash?: string): Promise<boolean> => {
    const working = (queue.current ?? Promise.resolve(plan.answer as PlanDocument)).then(async (before) => {
      const yaml = past.current.at(-1);
      if (change === "undo" && yaml === undefined) return before;
      const changed = change === "undo" ? { yaml } : change;
      const after = await post<PlanDocument>("/api/plan", { course, hash: hash ?? before.hash, ...changed });
      if (change === "undo") past.current = past.current.slice(0, -1);
      else if (after.yaml !== before.yaml) past.current = [...past.current, before.yaml].slice(-pastMost);
      return after;
    });
    queue.current = working;
    try {
      const after = await working;
      plan.set(after);
      setRefusal(null);
      announce(`${say("plan.saved")} ${say("plan.problems", { count: after.problems.length })}`);
      return true;
    } catch (error) {
      const refused = refusalOf(error);
      setRefusal(refused);
      if (refused.plan !== undefined) plan.set(refused.plan);
      return false;
    } finally {
      if (queue.current === working) {
        queue.current = null;
        setPending(null);
      }
    }
  };
  return {
    refusal,
    pending,
    canUndo: past.current.length > 0,
    save: (change, hash) => {
      if ("values" in change) setPending(change.values);
      return send(change, hash);
    },
    undo: () => send("undo"),
  };
}

type PlanProblem = PlanDocument["problems"][number];

/** All problems of the plan. Each leads to its field. */
function PlanProblems({
  plan: { problems },
  lead,
}: {
  readonly plan: PlanDocument;
  readonly lead: (problem: PlanProblem) => void;
}): VNode {
  if (problems.length === 0) {
    return (
      <div>
        <p class="good">{say("plan.noProblems")}</p>
        <NextStep command="coursebinder plan" />
      </div>
    );
  }
  return (
    <section class="problem-list" aria-labelledby="problems">
      <h3 id="problems">{say("plan.problems", { count: problems.length })}</h3>
      <EnglishBelow />
      <ul>
        {problems.map((problem) => (
          <li key={`${problem.file} ${problem.line} ${problem.column} ${problem.code} ${problem.message}`}>
            <strong>{say(`plan.${problem.severity}`)}</strong> <English>{problem.message}</English>{" "}
            <button type="button" class="link" onClick={() => lead(problem)}>
              {problem.path === null
                ? say("plan.line", { file: problem.file, line: problem.line })
                : placeOf(problem.path)}
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** A place in the plan in the form's words, such as "Topics 2, Word lists". */
function placeOf(path: PlanPath): string {
  const names = path.flatMap((step, index) => {
    if (typeof step === "number") return [];
    const next = path[index + 1];
    const label = labelOf(path.slice(0, index + 1));
    return [typeof next === "number" ? `${label} ${next + 1}` : label];
  });
  return names.join(", ");
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
  readonly save: Saving["save"];
  readonly textarea: { current: HTMLTextAreaElement | null };
}): VNode {
  /** What was typed, and the plan that it began with. */
  const [draft, setDraft] = useState<{ text: string; hash: string } | null>(null);
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
        value={draft?.text ?? yaml}
        onInput={({ currentTarget }) => setDraft({ text: currentTarget.value, hash: draft?.hash ?? hash })}
      />
      <p class="buttons">
        <Button
          text={say("plan.saveText")}
          isOff={draft === null}
          onPress={() => {
            if (draft === null) return;
            void save({ yaml: draft.text }, draft.hash).then((isSaved) => {
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
