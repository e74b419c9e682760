import type { VNode } from "preact";
import { useEffect, useState } from "preact/hooks";
import { Button } from "../../review/browser/parts.tsx";
import { language } from "../../review/browser/texts.ts";
import type { CourseDocument, CoursesDocument, WorkbookDocument } from "../documents.ts";
import { pathOf, upload, useAction, useFetched } from "./fetched.ts";
import {
  announce,
  English,
  EnglishBelow,
  Labelled,
  PageTitle,
  Refused,
  Section,
  Severity,
  Waiting,
} from "./parts.tsx";
import { say, sayOr } from "./texts.ts";

/** The courses of the folder, and the way to a new one. */
export function CoursesPage(): VNode {
  const { answer, refusal } = useFetched<CoursesDocument>("/api/courses", null);
  useEffect(() => {
    document.title = `${say("courses.title")}: coursebinder`;
  });
  if (answer === null) return <Waiting refusal={refusal} />;
  const { courses, service, missing } = answer;
  return (
    <>
      <PageTitle>{say("courses.title")}</PageTitle>
      {courses.length === 0 ? (
        <p>{say("courses.none")}</p>
      ) : (
        <ul class="courses">
          {courses.map((course) => (
            <Course key={course.id} course={course} />
          ))}
        </ul>
      )}
      <Section title={say("sheet.new")} look="new">
        <p>{say("sheet.newHint")}</p>
        <Spreadsheet course={null} />
      </Section>
      <Section title={say("courses.service")}>
        {missing === null ? (
          <p>{say("courses.serviceSet", { service: service ?? "" })}</p>
        ) : (
          <>
            <p>{say("courses.serviceMissing")}</p>
            <p>{sayOr(`refusals.${missing.code}`, missing.message)}</p>
          </>
        )}
      </Section>
    </>
  );
}

function Course({ course }: { readonly course: CourseDocument }): VNode {
  const { id, file, title, edition, errors } = course;
  return (
    <li class="course">
      <h3>
        <a href={`#/${id}/plan`}>{title ?? file}</a>
      </h3>
      <p class="quiet">
        {file}
        {edition === null ? null : ` · ${say("courses.edition", { edition })}`}
      </p>
      {errors > 0 ? <p class="bad">{say("courses.errors", { count: errors })}</p> : null}
      {(["paid", "rehearsal"] as const).map((kind) => {
        const { counts, running = null } = course[kind] ?? {};
        if (counts === undefined || (kind === "rehearsal" && counts.done + counts.active === 0)) return null;
        const { total, done, failed, uncertain } = counts;
        return (
          <p key={kind}>
            <strong>{say(`kinds.${kind}`)}:</strong> {say("made.done", { done, count: total })}{" "}
            {failed > 0 ? say("made.failed", { count: failed }) : ""}{" "}
            {uncertain > 0 ? say("made.uncertain", { count: uncertain }) : ""}{" "}
            {running === null ? "" : say(`made.running_${running}`)}
          </p>
        );
      })}
    </li>
  );
}

/** Takes a spreadsheet: at once shows what is wrong with it or what it would change, then writes that if the person says so. */
export function Spreadsheet({ course }: { readonly course: string | null }): VNode {
  const isNew = course === null;
  const [chosen, setChosen] = useState<{ readonly file: File; readonly shown: WorkbookDocument } | null>(
    null,
  );
  const { isBusy, refusal, start } = useAction();
  const send = (file: File, confirm: string | null): void =>
    start(async () => {
      const query = { name: file.name, course, confirm };
      const shown = await upload<WorkbookDocument>(pathOf("/api/courses", query), file);
      setChosen({ file, shown });
      announce(titleOf(shown, isNew));
      if (shown.written && isNew) location.hash = `#/${shown.course}/plan`;
    });
  const shown = chosen?.shown;
  return (
    <form onSubmit={(event) => event.preventDefault()}>
      <p>
        <a href={pathOf("/template", { language: language() })} download>
          {say("sheet.template")}
        </a>
      </p>
      <Labelled label={say("sheet.file")} hint={say(isBusy ? "sheet.looking" : "sheet.fileHint")}>
        {(attributes) => (
          <input
            {...attributes}
            type="file"
            accept=".xlsx,.csv,.ods,.tsv"
            onClick={({ currentTarget }) => {
              // A browser tells of the same file again only if none is chosen meanwhile.
              currentTarget.value = "";
              setChosen(null);
            }}
            onChange={({ currentTarget: { files } }) => {
              const [file] = files ?? [];
              if (file !== undefined) send(file, null);
            }}
          />
        )}
      </Labelled>
      <Refused refusal={refusal} />
      {shown === undefined ? null : shown.written ? (
        <p class="good">{titleOf(shown, isNew)}</p>
      ) : (
        <div class="shown">
          <p class="shown-title">{titleOf(shown, isNew)}</p>
          {shown.problems.length + shown.changes.length === 0 ? null : <EnglishBelow />}
          <ul class="problems">
            {shown.problems
              .toSorted((a, b) => a.severity.localeCompare(b.severity))
              .map(({ severity, sheet, row, column, code, message }) => (
                <li key={`${sheet} ${row} ${column} ${code} ${message}`}>
                  {sheet} {column}
                  {row} <Severity severity={severity} /> <English>{message}</English>
                </li>
              ))}
            {shown.changes.map((change) => (
              <li key={change}>
                <English>{change}</English>
              </li>
            ))}
          </ul>
          {shown.hash === null ? (
            <p>{say("sheet.mend")}</p>
          ) : (
            <>
              <p class="quiet">
                {say("sheet.files")} {shown.files.join(", ")}
              </p>
              <p class="buttons">
                <Button
                  look="main"
                  isOff={isBusy}
                  text={say(isNew ? "sheet.make" : "sheet.apply")}
                  onPress={() => chosen !== null && send(chosen.file, shown.hash)}
                />
              </p>
            </>
          )}
        </div>
      )}
    </form>
  );
}

/** What was found in a spreadsheet, or done with it, in a few words. */
function titleOf({ written, hash, problems, changes, lessons }: WorkbookDocument, isNew: boolean): string {
  if (written) return say("sheet.written");
  if (hash === null) return say("sheet.problems", { count: problems.length });
  return isNew ? say("sheet.newCourse", { count: lessons }) : say("sheet.changes", { count: changes.length });
}
