import type { VNode } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { Button } from "../../review/browser/parts.tsx";
import { post } from "../../review/browser/server.ts";
import { credits, numberText, volumeName } from "../../review/browser/texts.ts";
import type { BillDocument, ProblemDocument, RunDocument, StatusDocument } from "../documents.ts";
import { Bill, Order } from "./bill.tsx";
import { type Fetched, pathOf, useAction, useFetched } from "./fetched.ts";
import { announce, English, Missing, NextStep, Notices, Problems, Refused, Waiting } from "./messages.tsx";
import { Facts, type PartProps, Section, Table } from "./parts.tsx";
import { durationText, say, sayOr } from "./texts.ts";
import { Uncertain } from "./uncertain.tsx";

/** Shows the next run's bill, starts the run, shows it and stops it. Paid lessons are ordered here, once the person has typed the bill's total. */
export function RunPage({ course: { id: course, ...lessons }, kind, named, missing }: PartProps): VNode {
  const isPaid = kind === "paid";
  const run = useFetched<RunDocument>(pathOf("/api/run", { course, kind }), [course]);
  const status = useFetched<StatusDocument>(pathOf("/api/status", { course, kind }), [course]);
  const { answer } = run;
  const isRunning = answer !== null && answer.running !== null;
  /** The lessons that get another story, as `--replace` takes them. */
  const [replaced, setReplaced] = useState<readonly string[]>(named === null ? [] : [named]);
  const replace = replaced.length === 0 ? null : replaced.join(",");
  const isMissing = isPaid && missing !== null;
  const hasBill = answer !== null && !isRunning && !isMissing;
  const bill = useFetched<BillDocument>(hasBill ? pathOf("/api/bill", { course, kind, replace }) : null, [
    course,
  ]);
  const { isBusy, refusal, start } = useAction();
  const wasRunning = useRef(false);
  useEffect(() => {
    if (answer === null) return;
    if (wasRunning.current !== isRunning) announce(isRunning ? say("run.started") : endOf(answer));
    wasRunning.current = isRunning;
  }, [answer === null, isRunning]);
  if (answer === null) return <Waiting refusal={run.refusal} />;
  // A run here that another one elsewhere kept out names that one.
  const isKeptOut = answer.result?.problems?.some(({ code }) => code === "ledger_held") === true;
  const counts = lessons[kind]?.counts;
  const hasUncertain = (counts?.uncertain ?? 0) > 0 && !isRunning;
  /** The problems that nothing else on the page says. */
  const notSaid = (problems: readonly ProblemDocument[], said: readonly ProblemDocument[] = []) =>
    problems.filter(
      ({ code, message }) =>
        !(hasUncertain && code === "creation_uncertain") && !said.some((one) => one.message === message),
    );
  const order = (sum: number): void =>
    start(async () => {
      // What was said about the run before is over.
      announce("");
      try {
        const approved = isPaid ? { hash: bill.answer?.hash, sum } : {};
        run.set(await post<RunDocument>("/api/run", { course, kind, ...approved }));
        setReplaced([]);
        // Opened again, the address would ask for the story that is replaced now.
        if (named !== null) location.replace(`#/${course}/run/${kind}`);
        // The button that had the keyboard's place is gone.
        document.getElementById("content")?.focus();
      } catch (error) {
        // A refused bill is no longer the current one.
        bill.again();
        throw error;
      }
    });
  const stop = (): void =>
    start(async () => {
      run.set(await post<RunDocument>("/api/run/stop", { course, kind }));
      announce(say("run.stopping"));
    });
  return (
    <>
      <Section title={say(`run.title_${kind}`)}>
        {isRunning ? <Running run={answer} isBusy={isBusy} stop={stop} /> : <p>{say(`run.hint_${kind}`)}</p>}
        {isMissing ? <Missing missing={missing} /> : null}
        {hasBill && bill.answer === null ? <Waiting refusal={bill.refusal} /> : null}
        {hasBill && bill.answer !== null ? (
          <>
            <Bill
              bill={{ ...bill.answer.bill, problems: notSaid(bill.answer.bill.problems) }}
              course={course}
              isPaid={isPaid}
            />
            {bill.answer.bill.toCreate.length === 0 && counts?.done === counts?.total ? null : (
              <Order
                key={`${bill.answer.bill.toCreate} ${bill.answer.total}`}
                total={bill.answer.total}
                isPaid={isPaid}
                isBusy={isBusy}
                order={order}
              />
            )}
          </>
        ) : null}
        <Refused refusal={refusal} />
        {(isRunning && !isKeptOut) || refusal !== null ? null : (
          <Result
            run={answer}
            problems={notSaid(answer.result?.problems ?? [], bill.answer?.bill.problems)}
          />
        )}
      </Section>
      {hasUncertain ? <Uncertain course={course} kind={kind} settled={bill.again} /> : null}
      <Progress
        status={status}
        run={answer}
        bill={bill.answer?.bill ?? null}
        isPaid={isPaid}
        replaced={replaced}
        setReplaced={setReplaced}
      />
    </>
  );
}

function Running({
  run: { running, stopping },
  isBusy,
  stop,
}: {
  readonly run: RunDocument;
  readonly isBusy: boolean;
  readonly stop: () => void;
}): VNode {
  if (running === "elsewhere") return <p>{say("run.elsewhere")}</p>;
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
function Result({
  run,
  problems,
}: {
  readonly run: RunDocument;
  readonly problems: readonly ProblemDocument[];
}): VNode | null {
  const { result, awaitsReview } = run;
  if (result === null) return null;
  const { ok, exitCode, notices = [] } = result;
  const look = ok ? "is-good" : awaitsReview || isStopped(result) ? "is-neutral" : "";
  return (
    <div class={`result ${look}`}>
      <p>
        <strong>{endOf(run)}</strong>
      </p>
      {awaitsReview ? null : <Problems problems={problems} exitCode={exitCode} />}
      {ok || awaitsReview ? <NextStep command="coursebinder review" /> : null}
      {ok ? <NextStep command="coursebinder package" /> : null}
      <Notices notices={notices.filter((notice) => !isStop(notice))} />
    </div>
  );
}

type Status = StatusDocument["list"][number];
type Billed = BillDocument["bill"]["volumes"][number]["lessons"][number];

/** Counts, credits, time left, and each lesson with what happens to it next. */
function Progress({
  status: { answer: status, refusal },
  run: { running, latest, forecast },
  bill,
  isPaid,
  replaced,
  setReplaced,
}: {
  readonly status: Pick<Fetched<StatusDocument>, "answer" | "refusal">;
  readonly run: RunDocument;
  readonly bill: BillDocument["bill"] | null;
  readonly isPaid: boolean;
  readonly replaced: readonly string[];
  readonly setReplaced: (replaced: readonly string[]) => void;
}): VNode {
  if (status === null) return <Waiting refusal={refusal} />;
  const { jobs, credits: sums, list } = status;
  const stateText = (state: Status["state"]): string =>
    say(`states.${state === "active" && running === null ? "ordered" : state}`);
  const secondsLeft =
    forecast === null
      ? null
      : Math.max(0, secondsOf(forecast) - (Date.now() - Date.parse(forecast.at)) / 1_000);
  const billed = new Map(bill?.volumes.flatMap(({ lessons }) => lessons.map((one) => [one.job, one])));
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
          [say("run.waits"), latest?.type === "run.waiting" ? durationText(secondsOf(latest)) : null],
        ]}
      />
      <Table
        caption={say("run.lessons")}
        isCaptionSeen={false}
        heads={[say("run.lesson"), say("run.state"), say("bill.price")]}
        numbers={1}
        rows={list.map((lesson) => {
          const { job, state, why, topic, lang, changed, credits: price } = lesson;
          const next = billed.get(job);
          const cost = next?.credits || price.committed;
          return {
            key: job,
            cells: [
              <>
                <span lang={lang}>{next?.title ?? topic}</span> <small>{volumeName(lesson)}</small>
              </>,
              <>
                <span class={`state is-${state}`}>{sayOr(`fates.${next?.fate}`, stateText(state))}</span>
                {state === "failed" || state === "uncertain" ? (
                  <small class="why">
                    <English>{why}</English>
                  </small>
                ) : null}
                {changed ? <small class="why">{say("run.changed")}</small> : null}
                {isPaid && next !== undefined ? replacing(lesson, next) : null}
              </>,
              cost === 0 ? "–" : credits(cost),
            ],
          };
        })}
      />
    </Section>
  );

  /** A lesson whose story failed, or was made for another request than the plan has now, may get another story, which is paid for. */
  function replacing({ job, topic, changed, story }: Status, { fate }: Billed): VNode | null {
    const chosen = replaced.find((one) => one.startsWith(`${job}@`));
    const isOffered = (changed && fate === "keep") || fate === "failed";
    if (chosen === undefined && (!isOffered || story === null)) return null;
    const others = replaced.filter((one) => one !== chosen);
    return (
      <Button
        look="small"
        text={say(chosen === undefined ? "run.anew" : "run.keep")}
        about={topic}
        onPress={() => {
          setReplaced(chosen === undefined ? [...others, `${job}@${story}`] : others);
          // The button is gone until the new bill is there.
          document.getElementById("content")?.focus();
        }}
      />
    );
  }
}

function secondsOf(line: NonNullable<RunDocument["latest"]>): number {
  return "seconds" in line ? Number(line.seconds) : 0;
}
