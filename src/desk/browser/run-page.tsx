import type { VNode } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { Button } from "../../review/browser/parts.tsx";
import { post } from "../../review/browser/server.ts";
import { credits, numberText, volumeName } from "../../review/browser/texts.ts";
import type { BillDocument, ProblemDocument, RunDocument, RunResult, StatusDocument } from "../documents.ts";
import { pathOf, useAction, useFetched } from "./fetched.ts";
import {
  announce,
  English,
  Facts,
  Labelled,
  Notices,
  type PartProps,
  Problems,
  Refused,
  Section,
  Waiting,
} from "./parts.tsx";
import { durationText, say, sayOr } from "./texts.ts";
import { Uncertain } from "./uncertain.tsx";

/** Shows the next run's bill, starts the run, shows it and stops it. Paid lessons are ordered here, once the person has typed the bill's total. */
export function RunPage({ course: { id: course, ...lessons }, kind, replace }: PartProps): VNode {
  const isPaid = kind === "paid";
  const run = useFetched<RunDocument>(pathOf("/api/run", { course, kind }), [course]);
  const status = useFetched<StatusDocument>(pathOf("/api/status", { course, kind }), [course]);
  const { answer } = run;
  const isRunning = answer !== null && answer.running !== null;
  const hasBill = answer !== null && !isRunning;
  const bill = useFetched<BillDocument>(hasBill ? pathOf("/api/bill", { course, kind, replace }) : null, [
    course,
  ]);
  const { isBusy, refusal, start } = useAction();
  const wasRunning = useRef(false);
  useEffect(() => {
    if (answer === null) return;
    if (wasRunning.current !== isRunning)
      announce(isRunning ? say("run.started") : answer.result === null ? "" : endOf(answer.result));
    wasRunning.current = isRunning;
  }, [answer === null, isRunning]);
  if (answer === null) return <Waiting refusal={run.refusal} />;
  const counts = lessons[kind]?.counts;
  const hasUncertain = (counts?.uncertain ?? 0) > 0 && !isRunning;
  /** The problems that nothing else on the page says. */
  const notSaid = (problems: readonly ProblemDocument[] = [], said: readonly ProblemDocument[] = []) =>
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
        // Opened again, the address would ask for the story that is replaced now.
        if (replace !== null) location.replace(`#/${course}/run/${kind}`);
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
      document.getElementById("content")?.focus();
      announce(say("run.stopping"));
    });
  const { running, stopping, result } = answer;
  // Reviews that are awaited, and a run that was stopped, are no failures.
  const look = result?.ok ? "is-good" : [4, 7].includes(result?.exitCode ?? 0) ? "is-neutral" : "";
  return (
    <>
      <Section title={say(`run.title_${kind}`)}>
        <p>
          {running === null
            ? say(`run.hint_${kind}`)
            : say(
                running === "elsewhere" ? "run.elsewhere" : stopping ? "run.stoppingHint" : "run.runningHint",
              )}
        </p>
        {running === "here" ? (
          <p class="buttons">
            <Button
              text={say(stopping ? "run.stopping" : "run.stop")}
              isOff={stopping || isBusy}
              onPress={stop}
            />
          </p>
        ) : null}
        {hasBill && bill.answer === null ? <Waiting refusal={bill.refusal} /> : null}
        {hasBill && bill.answer !== null ? (
          <>
            <Bill
              bill={{ ...bill.answer.bill, problems: notSaid(bill.answer.bill.problems) }}
              course={course}
              isPaid={isPaid}
            />
            {bill.answer.total === null ||
            (bill.answer.bill.toCreate.length === 0 && counts?.done === counts?.total) ? null : (
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
        {result === null || isRunning || refusal !== null ? null : (
          <div class={`result ${look}`}>
            <p>
              <strong>{endOf(result)}</strong>
            </p>
            <Problems problems={notSaid(result.problems, bill.answer?.bill.problems)} />
            <Notices notices={result.notices} />
          </div>
        )}
      </Section>
      {hasUncertain ? <Uncertain course={course} kind={kind} settled={bill.again} /> : null}
      {status.answer === null ? (
        <Waiting refusal={status.refusal} />
      ) : (
        <Progress
          status={status.answer}
          run={answer}
          bill={bill.answer?.bill ?? null}
          course={course}
          isPaid={isPaid}
          replaced={replace}
        />
      )}
    </>
  );
}

/** What the next run would make, what that costs and what would be left; also what speaks against buying. */
function Bill({
  bill,
  course,
  isPaid,
}: Pick<BillDocument, "bill"> & { readonly course: string; readonly isPaid: boolean }): VNode {
  const { bill: lines, toCreate, after, forecast, problems, notices, exitCode } = bill;
  const total = lines.reduce((sum, line) => sum + line.total, 0);
  return (
    <>
      <p class="sum">
        {toCreate.length === 0
          ? say("bill.nothing")
          : say(isPaid ? "bill.lessons" : "bill.rehearsal", { count: toCreate.length, sum: credits(total) })}
      </p>
      <Problems problems={problems} exitCode={exitCode} />
      {after.budget !== null && after.budget < 0 ? (
        <p>
          <a href={`#/${course}/plan/budget`}>{say("bill.changeBudget")}</a>
        </p>
      ) : null}
      <Facts
        facts={[
          [say("bill.leftBudget"), left(after.budget)],
          [say("bill.leftMonth"), left(after.month)],
          [say("bill.leftBalance"), isPaid ? left(after.balance) : null],
          [say("bill.time"), toCreate.length === 0 ? null : durationText(forecast.seconds)],
        ]}
      />
      <Notices notices={notices} />
    </>
  );
}

function left(value: number | null): VNode | string | null {
  if (value === null || value >= 0) return value === null ? null : credits(value);
  return <span class="bad">{say("bill.short", { sum: credits(-value) })}</span>;
}

/** Starts the run once the person has typed the total of its bill. One with nothing to pay only continues what was bought. */
function Order({
  total,
  isPaid,
  isBusy,
  order,
}: {
  readonly total: number;
  readonly isPaid: boolean;
  readonly isBusy: boolean;
  readonly order: (sum: number) => void;
}): VNode {
  const isFree = !isPaid || total === 0;
  const sum = String(total);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (!isBusy) order(isFree ? total : Number(new FormData(event.currentTarget).get("sum")));
      }}
    >
      {isFree ? null : (
        <Labelled label={say("order.label", { sum })} hint={say("order.hint")}>
          {(attributes) => (
            // The browser sends nothing while this isn't valid.
            <input
              {...attributes}
              type="text"
              name="sum"
              inputMode="numeric"
              autocomplete="off"
              required
              onInput={({ currentTarget: field }) =>
                field.setCustomValidity(field.value.trim() === sum ? "" : say("order.differs", { sum }))
              }
            />
          )}
        </Labelled>
      )}
      <p class="buttons">
        <button type="submit" class="main" aria-disabled={isBusy ? "true" : undefined}>
          {isPaid
            ? say(isFree ? "order.goOn" : "order.order", { sum: credits(total) })
            : say("run.start_rehearsal")}
        </button>
      </p>
    </form>
  );
}

function endOf({ ok, exitCode }: RunResult): string {
  return ok ? say("run.done") : sayOr(`exits.${exitCode}`, "");
}

/** Counts, credits, time left, and each lesson with what happens to it next. */
function Progress({
  status: { jobs, credits: sums, list },
  run: { running, latest },
  bill,
  course,
  isPaid,
  replaced,
}: {
  readonly status: StatusDocument;
  readonly run: RunDocument;
  readonly bill: BillDocument["bill"] | null;
  readonly course: string;
  readonly isPaid: boolean;
  readonly replaced: string | null;
}): VNode {
  const stateText = (state: StatusDocument["list"][number]["state"]): string =>
    say(`states.${state === "active" && running === null ? "ordered" : state}`);
  const billed = new Map(bill?.volumes.flatMap(({ lessons }) => lessons.map((one) => [one.job, one])));
  const secondsLeft =
    latest === null ? null : Math.max(0, latest.seconds - (Date.now() - Date.parse(latest.at)) / 1_000);
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
          [
            say(latest?.type === "run.waiting" ? "run.waits" : "run.left"),
            secondsLeft === null ? null : durationText(secondsLeft),
          ],
        ]}
      />
      <table>
        <caption class="unseen">{say("run.lessons")}</caption>
        <thead>
          <tr>
            <th scope="col">{say("run.lesson")}</th>
            <th scope="col">{say("run.state")}</th>
            <th scope="col" class="number">
              {say("bill.price")}
            </th>
          </tr>
        </thead>
        <tbody>
          {list.map((lesson) => {
            const { job, state, why, topic, lang, changed, story, credits: price } = lesson;
            const next = billed.get(job);
            const cost = next?.credits || price.committed;
            const isReplaced = replaced?.startsWith(`${job}@`) === true;
            // A story that failed, or was made for another request than the plan has now, may get another one in its place, which is paid for.
            const isOffered = story !== null && (changed || state === "failed");
            return (
              <tr key={job}>
                <th scope="row">
                  <span lang={lang}>{next?.title ?? topic}</span> <small>{volumeName(lesson)}</small>
                </th>
                <td>
                  <span class={`state is-${state}`}>{sayOr(`fates.${next?.fate}`, stateText(state))}</span>
                  {state === "failed" || state === "uncertain" ? (
                    <small class="why">
                      <English>{why}</English>
                    </small>
                  ) : null}
                  {changed ? <small class="why">{say("run.changed")}</small> : null}
                  {isPaid && running === null && (isReplaced || isOffered) ? (
                    <a href={`#/${course}/run/paid${isReplaced ? "" : `/${job}@${story}`}`}>
                      {say(isReplaced ? "run.keep" : "run.anew")} <span class="unseen">{topic}</span>
                    </a>
                  ) : null}
                </td>
                <td class="number">{cost === 0 ? "–" : credits(cost)}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </Section>
  );
}
