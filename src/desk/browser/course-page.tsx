import type { VNode } from "preact";
import { useEffect } from "preact/hooks";
import type { CoursesDocument, Kind } from "../documents.ts";
import { Spreadsheet } from "./courses-page.tsx";
import { useFetched } from "./fetched.ts";
import { Waiting } from "./messages.tsx";
import { PackagePage } from "./package-page.tsx";
import { PageTitle, type PartProps, Radios } from "./parts.tsx";
import { PlanPage } from "./plan-page.tsx";
import { ReviewPage } from "./review-page.tsx";
import { RunPage } from "./run-page.tsx";
import { say } from "./texts.ts";

export const courseParts = ["plan", "run", "review", "package"] as const;
export type CoursePart = (typeof courseParts)[number];

/** One course: its parts, of which one is shown. */
export function CoursePage({
  course: id,
  part,
  kind,
}: {
  readonly course: string;
  readonly part: CoursePart;
  readonly kind: Kind | null;
}): VNode {
  const { answer, refusal } = useFetched<CoursesDocument>("/api/courses", ["plan", "status"]);
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
  const props = { course, kind: shownKind, missing: answer.missing };
  return (
    <>
      <p class="crumbs">
        <a href="#/">{say("courses.title")}</a>
      </p>
      <PageTitle key={part}>
        {title}
        <span class="unseen">, {say(`parts.${part}`)}</span>
      </PageTitle>
      <p class="quiet">
        {course.file}
        {course.edition === null ? null : ` · ${say("courses.edition", { edition: course.edition })}`}
      </p>
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
      {part === "plan" ? null : <KindChoice id={id} part={part} kind={shownKind} />}
      {part !== "plan" && course.errors > 0 ? (
        <p>
          <span class="bad">{say("courses.errors", { count: course.errors })}</span>{" "}
          <a href={`#/${id}/plan`}>{say("parts.plan")}</a>
        </p>
      ) : (
        <PartOf part={part} props={props} />
      )}
    </>
  );
}

/** Whether rehearsed or paid lessons are shown: they are kept apart. */
function KindChoice({
  id,
  part,
  kind,
}: {
  readonly id: string;
  readonly part: CoursePart;
  readonly kind: Kind;
}): VNode {
  return (
    <Radios
      look="kinds"
      legend={say("kinds.title")}
      chosen={kind}
      choices={(["rehearsal", "paid"] as const).map((one) => [
        one,
        <>
          {say(`kinds.${one}`)} <small>{say(`kinds.${one}Hint`)}</small>
        </>,
      ])}
      choose={(one) => location.replace(`#/${id}/${part}/${one}`)}
    />
  );
}

function PartOf({ part, props }: { readonly part: CoursePart; readonly props: PartProps }): VNode {
  const { course, kind } = props;
  const key = `${course.id} ${kind}`;
  switch (part) {
    case "plan":
      return (
        <>
          <PlanPage course={course.id} />
          <details class="more">
            <summary>{say("sheet.update")}</summary>
            <p>{say("sheet.updateHint")}</p>
            <Spreadsheet course={course.id} />
          </details>
        </>
      );
    case "run":
      return <RunPage key={key} {...props} />;
    case "review":
      return <ReviewPage key={key} {...props} />;
    case "package":
      return <PackagePage key={key} {...props} />;
  }
}
