import type { VNode } from "preact";
import { useState } from "preact/hooks";
import { post } from "../../review/browser/server.ts";
import { credits, timeText, volumeName } from "../../review/browser/texts.ts";
import type { Kind, UncertainDocument } from "../documents.ts";
import { pathOf, useAction, useFetched } from "./fetched.ts";
import { announce, English, Refused, Waiting } from "./messages.tsx";
import { Radios, Section, TextInput } from "./parts.tsx";
import { say } from "./texts.ts";

type Creation = UncertainDocument["uncertain"][number];

/** Lessons of which nobody knows whether they were bought. The person looks at the service and says which it is; until then they aren't bought again. */
export function Uncertain({
  course,
  kind,
  settled,
}: {
  readonly course: string;
  readonly kind: Kind;
  /** Called once a decision is recorded. */
  readonly settled: () => void;
}): VNode {
  const { answer, refusal, again } = useFetched<UncertainDocument>(
    pathOf("/api/uncertain", { course, kind }),
    [course],
  );
  return (
    <Section title={say("uncertain.title")} look="uncertain">
      <p>{say("uncertain.hint")}</p>
      {answer === null ? <Waiting refusal={refusal} /> : null}
      {answer?.uncertain.map((creation) => (
        <Settle
          key={creation.attempt}
          creation={creation}
          course={course}
          kind={kind}
          settled={() => {
            again();
            settled();
          }}
        />
      ))}
    </Section>
  );
}

function Settle({
  creation,
  course,
  kind,
  settled,
}: {
  readonly creation: Creation;
  readonly course: string;
  readonly kind: Kind;
  readonly settled: () => void;
}): VNode {
  const {
    job,
    attempt,
    at,
    price,
    request,
    cause,
    named,
    salvaged,
    speaksForStory,
    balanceBefore,
    balanceNow,
  } = creation;
  const known = [...new Set([...named, ...salvaged])];
  const [wasMade, setWasMade] = useState<boolean | null>(null);
  const [story, setStory] = useState(known[0] ?? "");
  const [reason, setReason] = useState("");
  const { isBusy, refusal, start } = useAction();
  const submit = (): void => {
    // The browser asks for it first; nothing is ever said on a person's behalf.
    if (wasMade === null) return;
    start(async () => {
      const decision = { story: wasMade ? story.trim() : null, reason: reason.trim() || null };
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
        submit();
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
      {known.length > 0 || speaksForStory.length > 0 ? <p class="bad">{say("uncertain.evidence")}</p> : null}
      <Radios
        legend={say("uncertain.question")}
        isRequired
        chosen={wasMade ?? undefined}
        choices={[
          [true, say("uncertain.made")],
          [false, say("uncertain.notMade")],
        ]}
        choose={setWasMade}
      />
      {wasMade === true ? (
        <TextInput
          label={say("uncertain.story")}
          hint={say("uncertain.storyHint")}
          required
          value={story}
          onText={setStory}
        />
      ) : null}
      {wasMade === false ? (
        <TextInput
          label={say("uncertain.reason")}
          hint={say(speaksForStory.length > 0 ? "uncertain.reasonNeeded" : "uncertain.reasonHint")}
          isLong
          value={reason}
          onText={setReason}
        />
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
