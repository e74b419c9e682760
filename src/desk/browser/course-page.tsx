import type { VNode } from "preact";
import { useEffect, useState } from "preact/hooks";
import { Button } from "../../review/browser/parts.tsx";
import { post } from "../../review/browser/server.ts";
import { numberText, timeText } from "../../review/browser/texts.ts";
import type { CoursesDocument, Kind, PackageDocument, PackageRequest } from "../documents.ts";
import { Spreadsheet } from "./courses-page.tsx";
import { pathOf, useAction, useFetched } from "./fetched.ts";
import {
  announce,
  Labelled,
  PageTitle,
  type PartProps,
  Problems,
  Refused,
  Section,
  Waiting,
} from "./parts.tsx";
import { PlanPage } from "./plan-page.tsx";
import { RunPage } from "./run-page.tsx";
import { choiceText, say } from "./texts.ts";

export const courseParts = ["plan", "run", "package"] as const;
export type CoursePart = (typeof courseParts)[number];

/** One course: its parts, of which one is shown. */
export function CoursePage({
  course: id,
  part,
  kind,
  replace,
}: {
  readonly course: string;
  readonly part: CoursePart;
  readonly kind: Kind | null;
  /** The story that gets another one, as `--replace` names it; null: none. */
  readonly replace: string | null;
}): VNode {
  const { answer, refusal } = useFetched<CoursesDocument>("/api/courses", null);
  const course = answer?.courses.find((one) => one.id === id);
  const title = course?.title ?? course?.file ?? "";
  const shownKind = kind ?? (answer?.missing === null ? "paid" : "rehearsal");
  useEffect(() => {
    document.title = title === "" ? "coursebinder" : `${say(`parts.${part}`)}, ${title}: coursebinder`;
  });
  if (answer === null) return <Waiting refusal={refusal} />;
  if (course === undefined) return <p>{say("course.gone")}</p>;
  const Part = part === "package" ? PackagePage : RunPage;
  const { done = 0, active = 0 } = course[shownKind]?.counts ?? {};
  const tab = (one: CoursePart): VNode => (
    <li key={one}>
      <a href={`#/${id}/${one}/${shownKind}`} aria-current={one === part ? "page" : undefined}>
        {say(`parts.${one}`)}
      </a>
    </li>
  );
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
          {tab("plan")}
          {tab("run")}
          {done + active === 0 ? null : (
            <li>
              <a href={`/courses/${id}/review/${shownKind}/`} target="_blank" rel="noopener">
                {say("parts.review")} <small>{say("newTab")}</small>
              </a>
            </li>
          )}
          {tab("package")}
        </ul>
      </nav>
      {part === "plan" ? (
        <>
          <PlanPage course={id} />
          <details class="more">
            <summary>{say("sheet.update")}</summary>
            <p>{say("sheet.updateHint")}</p>
            <Spreadsheet course={id} />
          </details>
        </>
      ) : (
        // Rehearsed and paid lessons are kept apart.
        <nav aria-label={say("kinds.title")}>
          <ul class="tabs">
            {(["rehearsal", "paid"] as const).map((one) => (
              <li key={one}>
                <a href={`#/${id}/${part}/${one}`} aria-current={one === shownKind ? "true" : undefined}>
                  {say(`kinds.${one}`)} <small>{say(`kinds.${one}Hint`)}</small>
                </a>
              </li>
            ))}
          </ul>
        </nav>
      )}
      {part === "plan" ? null : course.errors > 0 ? (
        <p>
          <span class="bad">{say("courses.errors", { count: course.errors })}</span>{" "}
          <a href={`#/${id}/plan`}>{say("parts.plan")}</a>
        </p>
      ) : (
        <Part key={`${id} ${shownKind}`} course={course} kind={shownKind} replace={replace} />
      )}
    </>
  );
}

const platforms = ["moodle", "canvas", "blackboard", "openedx", "scorm", "h5p"] as const;

/** Makes the package for the people who get it, and has it and the report to download. */
function PackagePage({ course: { id: course, ...lessons }, kind }: PartProps): VNode {
  const query = { course, kind };
  const [audience, setAudience] = useState<PackageRequest["for"]>(null);
  const [allowPartial, setAllowPartial] = useState(false);
  const [made, setMade] = useState<(PackageDocument & { readonly at: number }) | null>(null);
  const { isBusy, refusal, start } = useAction();
  const { counts, package: before = null } = lessons[kind] ?? {};
  const zip = made === null ? before : { ...made.package, at: made.at };
  const make = (): void =>
    start(async () => {
      setMade(null);
      const asked = { ...query, for: audience, allowPartial };
      setMade({ ...(await post<PackageDocument>("/api/package", asked)), at: Date.now() });
      announce(say("package.made"));
    });
  if (counts === undefined || counts.done === 0) return <p>{say("package.nothing")}</p>;
  return (
    <>
      <Section title={say("package.title")}>
        <p>{say("made.done", { done: counts.done, count: counts.total })}</p>
        <Labelled label={say("package.audience")}>
          {(attributes) => (
            <select
              {...attributes}
              onChange={({ currentTarget: { value } }) =>
                setAudience(platforms.find((one) => one === value) ?? null)
              }
            >
              <option value="">{say("package.asPlanned")}</option>
              {platforms.map((one) => (
                <option key={one} value={one}>
                  {choiceText(["platforms"], one)}
                </option>
              ))}
            </select>
          )}
        </Labelled>
        <label class="box">
          <input
            type="checkbox"
            checked={allowPartial}
            onChange={({ currentTarget }) => setAllowPartial(currentTarget.checked)}
          />
          <span>{say("package.partial")}</span>
        </label>
        <p class="buttons">
          <Button
            look="main"
            isOff={isBusy}
            text={say(isBusy ? "package.making" : "package.make")}
            onPress={make}
          />
        </p>
        <Refused refusal={refusal} />
        {made === null ? null : (
          <div class="result is-good">
            <p>
              <strong>{say("package.made")}</strong>{" "}
              {made.missing === 0 ? say("package.whole") : say("package.missing", { count: made.missing })}
            </p>
            <Problems problems={made.problems} />
          </div>
        )}
        {zip === null ? null : (
          <p class="buttons">
            <a class="button" href={pathOf("/download", query)} download>
              {say("package.download", { size: numberText(Math.ceil(zip.bytes / 100_000) / 10) })}
            </a>{" "}
            <small>{say("package.madeAt", { time: timeText(zip.at) })}</small>
          </p>
        )}
      </Section>
      <Section title={say("package.report")}>
        <p>{say("package.reportHint")}</p>
        <p class="buttons">
          <a class="button" href={pathOf("/report", query)} target="_blank" rel="noopener">
            {say("package.openReport")} <small>{say("newTab")}</small>
          </a>
        </p>
      </Section>
    </>
  );
}
