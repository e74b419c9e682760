import type { VNode } from "preact";
import { useEffect, useState } from "preact/hooks";
import { Button } from "../../review/browser/parts.tsx";
import { language, numberText, volumeName } from "../../review/browser/texts.ts";
import type { CourseDocument, CoursesDocument, MadeDocument, WorkbookDocument } from "../documents.ts";
import { pathOf, upload, useAction, useFetched } from "./fetched.ts";
import {
  announce,
  English,
  EnglishBelow,
  Missing,
  NextStep,
  Refused,
  Severity,
  Waiting,
} from "./messages.tsx";
import { PageTitle, Section, Table } from "./parts.tsx";
import { say } from "./texts.ts";

/** The courses of the folder, and the way to a new one. */
export function CoursesPage(): VNode {
  const { answer, refusal } = useFetched<CoursesDocument>("/api/courses", null);
  useEffect(() => {
    document.title = `${say("courses.title")}: coursebinder`;
  });
  if (answer === null) return <Waiting refusal={refusal} />;
  const { courses, folder, service, missing } = answer;
  return (
    <>
      <PageTitle>{say("courses.title")}</PageTitle>
      <p class="quiet">{say("courses.folder", { folder })}</p>
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
          <Missing missing={missing} />
        )}
      </Section>
    </>
  );
}

function Course({ course }: { readonly course: CourseDocument }): VNode {
  const { id, file, title, edition, errors, warnings, paid, rehearsal } = course;
  return (
    <li class="course">
      <h3>
        <a href={`#/${id}/plan`}>{title ?? file}</a>
      </h3>
      <p class="quiet">
        {file}
        {edition === null ? null : ` · ${say("courses.edition", { edition })}`}
      </p>
      {errors + warnings > 0 ? (
        <p class={errors > 0 ? "bad" : undefined}>
          {errors > 0
            ? say("courses.errors", { count: errors })
            : say("courses.warnings", { count: warnings })}
        </p>
      ) : null}
      {paid === null ? null : <Made name={say("kinds.paid")} made={paid} />}
      {rehearsal === null || rehearsal.counts.done + rehearsal.counts.active === 0 ? null : (
        <Made name={say("kinds.rehearsal")} made={rehearsal} />
      )}
    </li>
  );
}

function Made({ name, made }: { readonly name: string; readonly made: MadeDocument }): VNode {
  return (
    <p>
      <strong>{name}:</strong> {madeText(made)}
    </p>
  );
}

/** What was made of a course, in words. */
function madeText({ counts, running }: MadeDocument): string {
  const { total, done, active, failed, uncertain } = counts;
  const parts = [
    done + active + failed + uncertain === 0
      ? say("made.nothing", { count: total })
      : say("made.done", { done, count: total }),
    active > 0 ? say(running === null ? "made.ordered" : "made.active", { count: active }) : "",
    failed > 0 ? say("made.failed", { count: failed }) : "",
    uncertain > 0 ? say("made.uncertain", { count: uncertain }) : "",
    running === null ? "" : say(`made.running_${running}`),
  ];
  return parts.filter((part) => part !== "").join(" ");
}

/** Takes a spreadsheet: at once shows what is wrong with it or what it would change, then writes that if the person says so. */
export function Spreadsheet({ course }: { readonly course: string | null }): VNode {
  const [file, setFile] = useState<File | null>(null);
  const [shown, setShown] = useState<WorkbookDocument | null>(null);
  const { isBusy, refusal, start, clear } = useAction();
  const send = (chosen: File, confirm: string | null): void =>
    start(async () => {
      const query = { name: chosen.name, course, confirm };
      const answer = await upload<WorkbookDocument>(pathOf("/api/courses", query), chosen);
      setShown(answer);
      if (!answer.written) return announce(titleOf(answer, course === null));
      announce(say("sheet.written"));
      if (course === null && answer.course !== null) location.hash = `#/${answer.course}/plan`;
    });
  return (
    <form onSubmit={(event) => event.preventDefault()}>
      <p>
        <a href={pathOf("/template", { language: language() })} download>
          {say("sheet.template")}
        </a>
      </p>
      <div class="field">
        <label for="spreadsheet">{say("sheet.file")}</label>
        <input
          id="spreadsheet"
          type="file"
          accept=".xlsx,.csv,.ods,.tsv"
          aria-describedby="spreadsheet-hint"
          onClick={(event) => {
            if (isBusy) return event.preventDefault();
            // A browser tells of the same file again only if none is chosen meanwhile.
            event.currentTarget.value = "";
            setFile(null);
            setShown(null);
            clear();
          }}
          onChange={({ currentTarget }) => {
            const chosen = currentTarget.files?.[0] ?? null;
            setFile(chosen);
            if (chosen !== null) send(chosen, null);
          }}
        />
        <p class="hint" id="spreadsheet-hint">
          {say(isBusy ? "sheet.looking" : "sheet.fileHint")}
        </p>
      </div>
      <Refused refusal={refusal} />
      {shown === null || file === null ? null : (
        <Shown shown={shown} isNew={course === null} isBusy={isBusy} confirm={(hash) => send(file, hash)} />
      )}
    </form>
  );
}

/** What was found in a spreadsheet, in a few words. */
function titleOf({ hash, problems, changes, lessons }: WorkbookDocument, isNew: boolean): string {
  if (hash === null) return say("sheet.problems", { count: problems.length });
  return isNew
    ? say("sheet.newCourse", { count: lessons.length })
    : say("sheet.changes", { count: changes.length });
}

function Shown({
  shown,
  isNew,
  isBusy,
  confirm,
}: {
  readonly shown: WorkbookDocument;
  readonly isNew: boolean;
  readonly isBusy: boolean;
  readonly confirm: (hash: string) => void;
}): VNode {
  const { written, problems, changes, lessons, files, hash } = shown;
  if (written) {
    return (
      <>
        <p class="good">{say("sheet.written")}</p>
        {isNew ? null : <NextStep command="coursebinder plan" />}
      </>
    );
  }
  const errorsFirst = problems.toSorted((a, b) => a.severity.localeCompare(b.severity));
  return (
    <div class="shown">
      {problems.length + changes.length === 0 ? null : <EnglishBelow />}
      {problems.length === 0 ? null : (
        <Table
          caption={say("sheet.problems", { count: problems.length })}
          heads={[say("sheet.sheet"), say("sheet.cell"), say("sheet.problem")]}
          rows={errorsFirst.map(({ severity, sheet, row, column, code, message }) => ({
            key: `${sheet} ${row} ${column} ${code} ${message}`,
            cells: [
              sheet || "–",
              `${column ?? ""}${row ?? ""}` || "–",
              <>
                <Severity severity={severity} /> <English>{message}</English>
              </>,
            ],
          }))}
        />
      )}
      {hash === null ? (
        <p>{say("sheet.mend")}</p>
      ) : (
        <>
          <h4>{titleOf(shown, isNew)}</h4>
          {isNew ? (
            <Table
              caption={titleOf(shown, isNew)}
              isCaptionSeen={false}
              heads={[say("run.lesson"), say("bill.volume"), say("sheet.words")]}
              rows={lessons.map((lesson, index) => ({
                key: String(index),
                cells: [lesson.topic, volumeName(lesson), numberText(lesson.words)],
              }))}
              numbers={1}
            />
          ) : (
            <ul>
              {changes.map((change) => (
                <li key={change}>
                  <English>{change}</English>
                </li>
              ))}
            </ul>
          )}
          <p class="quiet">
            {say("sheet.files")} {files.join(", ")}
          </p>
          <p class="buttons">
            <Button
              look="main"
              isOff={isBusy}
              text={say(isNew ? "sheet.make" : "sheet.apply")}
              onPress={() => confirm(hash)}
            />
          </p>
        </>
      )}
    </div>
  );
}
