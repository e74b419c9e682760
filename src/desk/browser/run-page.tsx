import type { VNode } from "preact";
import { useEffect, useRef } from "preact/hooks";
import type { Message, RefusalDocument, RunDocument, StatusDocument } from "../documents.ts";
import { useAction, useFetched } from "./fetched.ts";
import { announce, English, Missing, NextStep, Notices, Problems, Refused, Waiting } from "./messages.tsx";
import { Button, Facts, type PartProps, Section, Table } from "./parts.tsx";
import { pathOf, post } from "./server.ts";
import { credits, durationText, numberText, say } from "./texts.ts";
import { Uncertain } from "./uncertain.tsx";

/** Starts, shows and stops a course's run. */
export function RunPage({ course: { id: course, paid, rehearsal }, kind, missing }: PartProps): VNode {
  const isOfThis = (message: Message): boolean =>
    "kind" in message && message.course === course && message.kind === kind;
  const run = useFetched<RunDocument>(pathOf("/api/run", { course, kind }), isOfThis);
  const status = useFetched<StatusDocument>(
    pathOf("/api/status", { course, kind }),
    (message) =>
      (message.event === "plan" && message.course === course) ||
      (message.event !== "run" && isOfThis(message)),
  );
  const { answer } = run;
  const { isBusy, refusal, start } = useAction();
  // A run may be stopped before the desk has answered that it has begun.
  const stopped = useAction();
  const made = kind === "paid" ? paid : rehearsal;
  const isRunning = answer !== null && answer.running !== null;
  /** Null: a bill was ordered just now, so that its run is said to have started, or to have ended already. */
  const wasRunning = useRef(location.hash.endsWith("/ordered") ? null : false);
  useEffect(() => {
    if (answer === null) return;
    if (wasRunning.current !== isRunning) announce(isRunning ? say("run.started") : endOf(answer));
    wasRunning.current = isRunning;
  }, [answer === null, isRunning]);
  if (answer === null) return <Waiting refusal={run.refusal} />;
  const rehearse = (): void =>
    start(async () => {
      run.set(await post<RunDocument>("/api/run", { course, kind }));
      // The button that had the keyboard's place is gone.
      document.getElementById("content")?.focus();
    });
  const stop = (): void =>
    stopped.start(async () => {
      run.set(await post<RunDocument>("/api/run/stop", { course, kind }));
      announce(say("run.stopping"));
    });
  return (
    <>
      <Section title={say(`run.title_${kind}`)}>
        {isRunning ? (
          <Running run={answer} isBusy={stopped.isBusy} stop={stop} />
        ) : (
          <p>{say(`run.hint_${kind}`)}</p>
        )}
        {kind === "paid" && missing !== null ? (
          <Missing missing={missing} />
        ) : isRunning ? null : (
          <p class="buttons">
            {kind === "paid" ? (
              <a class="button main" href={`#/${course}/bill/paid`}>
                {say("run.start_paid")}
              </a>
            ) : (
              <Button
                look="main"
                isOff={isBusy || made === null}
                text={say(isStopped(answer.result) ? "run.goOn" : "run.start_rehearsal")}
                onPress={rehearse}
              />
            )}
          </p>
        )}
        <Refused refusal={refusal ?? stopped.refusal} />
        {isRunning || refusal !== null ? null : <Result run={answer} />}
      </Section>
      {(made?.counts.uncertain ?? 0) > 0 && !isRunning ? <Uncertain course={course} kind={kind} /> : null}
      <Progress
        status={status.answer}
        refusal={status.refusal}
        lines={isRunning ? answer.lines : []}
        isRunning={isRunning}
        isPaid={kind === "paid"}
      />
    </>
  );
}

function Running({
  run: { running, holder, stopping },
  isBusy,
  stop,
}: {
  readonly run: RunDocument;
  readonly isBusy: boolean;
  readonly stop: () => void;
}): VNode {
  if (running === "elsewhere") {
    return (
      <p>
        {say("run.elsewhere")} {holder === null ? null : <English>({holder})</English>}
      </p>
    );
  }
  return (
    <>
      <p>{say(stopping ? "run.stoppingHint" : "run.runningHint")}</p>
      <p class="buttons">
        <Button
          text={say(stopping ? "run.stopping" : "run.stop")}
          isOff={stopping || isBusy}
          onPress={stop}
        />
      </p>
    </>
  );
}

const isStop = ({ code }: { readonly code: string }): boolean => code === "interrupted";

/** Whether a person stopped the run, and nothing is wrong with it. */
function isStopped(result: RunDocument["result"]): boolean {
  const { ok = true, problems = [], notices = [] } = result ?? {};
  return !ok && problems.length === 0 && notices.some(isStop);
}

function endOf({ result, awaitsReview }: RunDocument): string {
  const { done = 0, total = 0 } = result?.jobs ?? {};
  if (isStopped(result)) return say("run.stopped", { done, count: total });
  if (awaitsReview) return say("run.awaitsReview", { done, count: total });
  return say(result?.ok === true ? "run.done" : "run.ended");
}

/** How the latest run of this desk ended. */
function Result({ run }: { readonly run: RunDocument }): VNode | null {
  const { result, awaitsReview } = run;
  if (result === null) return null;
  const { ok, problems = [], notices = [] } = result;
  const look = ok ? "is-good" : awaitsReview || isStopped(result) ? "is-neutral" : "";
  return (
    <div class={`result ${look}`}>
      <p>
        <strong>{endOf(run)}</strong>
      </p>
      {awaitsReview ? null : <Problems problems={problems} />}
      {ok || awaitsReview ? <NextStep command="coursebinder review" /> : null}
      {ok ? <NextStep command="coursebinder package" /> : null}
      <Notices notices={notices.filter((notice) => !isStop(notice))} />
    </div>
  );
}

/** Counts, credits, time left, and each lesson. `lines`: of a run that is under way. */
function Progress({
  status,
  lines,
  refusal,
  isRunning,
  isPaid,
}: {
  readonly status: StatusDocument | null;
  readonly lines: RunDocument["lines"];
  readonly isRunning: boolean;
  readonly isPaid: boolean;
  readonly refusal: RefusalDocument | null;
}): VNode {
  if (status === null) return <Waiting refusal={refusal} />;
  const { jobs, credits: sums, list } = status;
  const stateText = (state: keyof typeof jobs & StatusDocument["list"][number]["state"]): string =>
    say(`states.${state === "active" && !isRunning ? "ordered" : state}`);
  const forecast = lines.findLast(({ type }) => type === "run.forecast");
  const last = lines.at(-1);
  const secondsLeft =
    forecast === undefined
      ? null
      : Math.max(0, secondsOf(forecast) - (Date.now() - Date.parse(forecast.at)) / 1_000);
  return (
    <Section title={say("run.progress")}>
      <p>
        <progress max={Math.max(1, jobs.total)} value={jobs.done} aria-label={say("run.progress")} />{" "}
        <strong>{say("made.done", { done: jobs.done, count: jobs.total })}</strong>
      </p>
      <Facts
        facts={[
          ...(["active", "pending", "failed", "uncertain"] as const).map(
            (state) => [stateText(state), jobs[state] === 0 ? null : numberText(jobs[state])] as const,
          ),
          [
            say(isPaid ? "run.committed" : "bill.wouldCost"),
            say("run.ofBudget", { sum: numberText(sums.committed), budget: credits(sums.budget) }),
          ],
          [say("run.left"), secondsLeft === null ? null : durationText(secondsLeft)],
          [say("run.waits"), last?.type === "run.waiting" ? durationText(secondsOf(last)) : null],
        ]}
      />
      <Table
        caption={say("bill.lessonsTitle")}
        isCaptionSeen={false}
        heads={[say("bill.lesson"), say("run.state"), say("bill.price")]}
        numbers={1}
        rows={list.map(({ job, state, why, asked, credits: price }) => ({
          key: job,
          cells: [
            asked === null ? job : <LessonName job={job} asked={asked} />,
            <span class={`state is-${state}`}>
              {stateText(state)}
              {state === "failed" || state === "uncertain" ? (
                <small class="why">
                  <English>{why}</English>
                </small>
              ) : null}
            </span>,
            price.committed === 0 ? "–" : credits(price.committed),
          ],
        }))}
      />
    </Section>
  );
}

function secondsOf(line: RunDocument["lines"][number]): number {
  return "seconds" in line ? Number(line.seconds) : 0;
}

function LessonName({
  job,
  asked: { topic, lang },
}: {
  readonly job: string;
  readonly asked: { readonly topic: string; readonly lang: string };
}): VNode {
  return (
    <>
      <span lang={lang}>{topic}</span> <small>{job}</small>
    </>
  );
}
