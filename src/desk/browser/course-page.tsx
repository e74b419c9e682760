import type { VNode } from "preact";
import { useEffect } from "preact/hooks";
import { numberText } from "../../review/browser/texts.ts";
import type { CoursesDocument, Kind, StatusDocument } from "../documents.ts";
import { Spreadsheet } from "./courses-page.tsx";
import { pathOf, useFetched } from "./fetched.ts";
import { Waiting } from "./messages.tsx";
import { PackagePage } from "./package-page.tsx";
import { Facts, NewTab, PageTitle, type PartProps, Radios, Section } from "./parts.tsx";
import { PlanPage } from "./plan-page.tsx";
import { RunPage } from "./run-page.tsx";
import { say, sayOr } from "./texts.ts";

export const courseParts = ["plan", "run", "review", "package"] as const;
export type CoursePart = (typeof courseParts)[number];

/** One course: its parts, of which one is shown. */
export function CoursePage({
  course: id,
  part,
  kind,
  field,
}: {
  readonly course: string;
  readonly part: CoursePart;
  readonly kind: Kind | null;
  /** The field of the plan that is to be changed, or the story to be replaced, as `--replace` names it; null: none in particular. */
  readonly field: string | null;
}): VNode {
  const { answer, refusal } = useFetched<CoursesDocument>("/api/courses", null);
  const course = answer?.courses.find((one) => one.id === id);
  const title = course?.title ?? course?.file ?? "";
  useEffect(() => {
    document.title = title === "" ? "coursebinder" : `${say(`parts.${part}`)}, ${title}: coursebinder`;
  });
  if (answer === null) return <Waiting refusal={refusal} />;
  if (course === undefined) {
    return (
      <p>
        {say("course.gone")} <a href="#/">{say("courses.title")}</a>
      </p>
    );
  }
  const shownKind = kind ?? (answer.missing === null ? "paid" : "rehearsal");
  const Part = { run: RunPage, review: ReviewPage, package: PackagePage }[part === "plan" ? "run" : part];
  return (
    <>
      <p class="crumbs">
        <a href="#/">{say("courses.title")}</a>
      </p>
      <PageTitle key={part}>
        {title}
        <span class="unseen">, {say(`parts.${part}`)}</span>
      </PageTitle>
      {course.edition === null ? null : (
        <p class="quiet">{say("courses.edition", { edition: course.edition })}</p>
      )}
      <nav aria-label={say("course.parts")}>
        <ul class="tabs">
          {courseParts.map((one) => (
            <li key={one}>
              <a
                href={`#/${id}/${one}${kind === null ? "" : `/${kind}`}`}
                aria-current={one === part ? "page" : undefined}
              >
                {say(`parts.${one}`)}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      {part === "plan" ? (
        <>
          <PlanPage course={id} field={field} />
          <details class="more">
            <summary>{say("sheet.update")}</summary>
            <p>{say("sheet.updateHint")}</p>
            <Spreadsheet course={id} />
          </details>
        </>
      ) : (
        // Rehearsed and paid lessons are kept apart.
        <Radios
          look="kinds"
          legend={say("kinds.title")}
          chosen={shownKind}
          choices={(["rehearsal", "paid"] as const).map((one) => [
            one,
            <>
              {say(`kinds.${one}`)} <small>{say(`kinds.${one}Hint`)}</small>
            </>,
          ])}
          choose={(one) => location.replace(`#/${id}/${part}/${one}`)}
        />
      )}
      {part === "plan" ? null : course.errors > 0 ? (
        <p>
          <span class="bad">{say("courses.errors", { count: course.errors })}</span>{" "}
          <a href={`#/${id}/plan`}>{say("parts.plan")}</a>
        </p>
      ) : (
        <Part
          key={`${id} ${shownKind}`}
          course={course}
          kind={shownKind}
          named={field}
          missing={answer.missing}
        />
      )}
    </>
  );
}

/** How far the review is, and the way to the review desk. */
function ReviewPage({ course: { id: course }, kind }: PartProps): VNode {
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
