import type { VNode } from "preact";
import { useState } from "preact/hooks";
import { post } from "../../review/browser/server.ts";
import { credits, timeText, volumeName } from "../../review/browser/texts.ts";
import type { Kind, UncertainDocument } from "../documents.ts";
import { pathOf, useAction, useFetched } from "./fetched.ts";
import { announce, English, Labelled, Refused, Section, Waiting } from "./parts.tsx";
import { say } from "./texts.ts";

interface OfCourse {
  readonly course: string;
  readonly kind: Kind;
  /** Called once a decision is recorded. */
  readonly settled: () => void;
}

/** Lessons of which nobody knows whether they were bought. The person looks at the service and says which it is; until then they aren't bought again. */
export function Uncertain(props: OfCourse): VNode {
  const { course, kind } = props;
  const path = pathOf("/api/uncertain", { course, kind });
  const { answer, refusal } = useFetched<UncertainDocument>(path, [course]);
  return (
    <Section title={say("uncertain.title")} look="uncertain">
      <p>{say("uncertain.hint")}</p>
      {answer === null ? <Waiting refusal={refusal} /> : null}
      {answer?.uncertain.map((creation) => (
        <Settle key={creation.attempt} creation={creation} {...props} />
      ))}
    </Section>
  );
}

function Settle({
  creation: { job, attempt, at, price, request, cause, ids, ...creation },
  course,
  kind,
  settled,
}: OfCourse & { readonly creation: UncertainDocument["uncertain"][number] }): VNode {
  const { speaksForStory, balanceBefore, balanceNow } = creation;
  const [known = null] = ids;
  const [wasMade, setWasMade] = useState<boolean | null>(null);
  const { isBusy, refusal, start } = useAction();
  const settle = (given: FormData): void => {
    // The browser asks for it first; nothing is ever said on a person's behalf.
    if (wasMade === null) return;
    const text = String(given.get(wasMade ? "story" : "reason")).trim();
    const decision = wasMade ? { story: text, reason: null } : { story: null, reason: text || null };
    start(async () => {
      await post<unknown>("/api/resolve", { course, kind, attempt, ...decision });
      document.getElementById("content")?.focus();
      announce(say("uncertain.settled"));
      settled();
    });
  };
  return (
    <form
      class="card"
      aria-label={job}
      onSubmit={(event) => {
        event.preventDefault();
        settle(new FormData(event.currentTarget));
      }}
    >
      <h4>
        <span lang={request.lang}>{request.topic}</span> <small>{volumeName(request)}</small>
      </h4>
      <p>{say("uncertain.cost", { sum: credits(price.credits), time: timeText(at) })}</p>
      <p class="quiet">
        <English>{cause}</English>
      </p>
      {balanceBefore === null || balanceNow === null ? null : (
        <p>{say("uncertain.balance", { before: credits(balanceBefore), now: credits(balanceNow) })}</p>
      )}
      {known !== null || speaksForStory.length > 0 ? <p class="bad">{say("uncertain.evidence")}</p> : null}
      <Labelled label={say("uncertain.question")}>
        {(attributes) => (
          <select
            {...attributes}
            required
            onChange={({ currentTarget: { value } }) => setWasMade(value === "" ? null : value === "yes")}
          >
            <option value="">{say("plan.choose")}</option>
            <option value="yes">{say("uncertain.made")}</option>
            <option value="no">{say("uncertain.notMade")}</option>
          </select>
        )}
      </Labelled>
      {wasMade === true ? (
        <Labelled label={say("uncertain.story")} hint={say("uncertain.storyHint")}>
          {(attributes) => (
            <input {...attributes} type="text" name="story" defaultValue={known ?? ""} required />
          )}
        </Labelled>
      ) : null}
      {wasMade === false ? (
        <Labelled
          label={say("uncertain.reason")}
          hint={say(speaksForStory.length > 0 ? "uncertain.reasonNeeded" : "uncertain.reasonHint")}
        >
          {(attributes) => <textarea {...attributes} name="reason" rows={2} />}
        </Labelled>
      ) : null}
      <Refused refusal={refusal} />
      <p class="buttons">
        <button type="submit" class="main" aria-disabled={isBusy ? "true" : undefined}>
          {say("uncertain.settle")}
        </button>
      </p>
    </form>
  );
}
