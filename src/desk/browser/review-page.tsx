import type { VNode } from "preact";
import type { StatusDocument } from "../documents.ts";
import { useFetched } from "./fetched.ts";
import { Waiting } from "./messages.tsx";
import { Facts, NewTab, type PartProps, Section } from "./parts.tsx";
import { pathOf } from "./server.ts";
import { numberText, say, sayOr } from "./texts.ts";

/** How far the review is, and the way to the review desk. */
export function ReviewPage({ course: { id: course }, kind }: PartProps): VNode {
  const { answer, refusal } = useFetched<StatusDocument>(pathOf("/api/status", { course, kind }), [course]);
  if (answer === null) return <Waiting refusal={refusal} />;
  const counts = Object.entries((answer.review ?? {}) as Readonly<Record<string, number>>);
  return (
    <Section title={say("review.title")}>
      <p>{say("review.hint")}</p>
      {counts.length === 0 ? <p>{say("review.notRequired")}</p> : null}
      <Facts
        facts={counts.map(([name, count]) => [sayOr(`review.counts.${name}`, name), numberText(count)])}
      />
      {answer.jobs.done + answer.jobs.active === 0 ? (
        <p>{say("review.nothing")}</p>
      ) : (
        <p class="buttons">
          <NewTab look="main" href={`/courses/${course}/review/${kind}/`} text={say("review.open")} />
        </p>
      )}
    </Section>
  );
}
