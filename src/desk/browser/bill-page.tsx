import type { VNode } from "preact";
import { useState } from "preact/hooks";
import type { BillDocument, RunDocument, StatusDocument } from "../documents.ts";
import { useAction, useFetched } from "./fetched.ts";
import { Missing, NextStep, Notices, Problems, Refused, Waiting } from "./messages.tsx";
import { Button, Facts, type PartProps, Section, Table, TextInput } from "./parts.tsx";
import { pathOf, post } from "./server.ts";
import { choiceText, credits, durationText, numberText, say, sayOr, volumeName } from "./texts.ts";

type Lesson = BillDocument["bill"]["volumes"][number]["lessons"][number];

/** What the next run would make, for how much, and what would be left. A bill of paid lessons is ordered here, once the person has typed its total. */
export function BillPage(props: PartProps): VNode {
  const { course, kind, missing } = props;
  return kind === "paid" && missing !== null ? (
    <Missing missing={missing} />
  ) : (
    <ShownBill course={course.id} isPaid={kind === "paid"} />
  );
}

function ShownBill({ course, isPaid }: { readonly course: string; readonly isPaid: boolean }): VNode {
  const kind = isPaid ? "paid" : "rehearsal";
  /** The lessons that get another story, as `--replace` takes them. */
  const [replaced, setReplaced] = useState<readonly string[]>([]);
  const replace = replaced.length === 0 ? null : replaced.join(",");
  const { answer, refusal, again } = useFetched<BillDocument>(
    pathOf("/api/bill", { course, kind, replace }),
    (message) => (message.event === "plan" || message.event === "status") && message.course === course,
  );
  const status = useFetched<StatusDocument>(pathOf("/api/status", { course, kind }), () => false);
  const { isBusy, refusal: refused, start } = useAction();
  if (answer === null) return <Waiting refusal={refusal} />;
  const order = (sum: number): void =>
    start(async () => {
      try {
        await post<RunDocument>("/api/run", { course, kind, hash: answer.hash, sum });
        location.hash = `#/${course}/run/paid/ordered`;
      } finally {
        // A refused bill is no longer the current one.
        again();
      }
    });
  return (
    <>
      <Bill document={answer} isPaid={isPaid} />
      {isPaid ? (
        <>
          <Order
            key={`${answer.bill.toCreate} ${answer.total}`}
            total={answer.total}
            isBusy={isBusy}
            order={order}
          />
          <Refused refusal={refused} />
        </>
      ) : (
        <NextStep command="coursebinder run" />
      )}
      <Section title={say("bill.lessonsTitle")}>
        {answer.bill.volumes.map(({ lang, difficulty, lessons }) => (
          <Table
            key={`${lang} ${difficulty}`}
            caption={volumeName({ lang, difficulty })}
            heads={[say("bill.lesson"), say("bill.fate"), say("bill.price")]}
            numbers={1}
            rows={lessons.map((lesson) => ({
              key: lesson.job,
              cells: [
                <span lang={lang}>{lesson.title ?? lesson.topic}</span>,
                <>
                  {sayOr(`fates.${lesson.fate}`, lesson.fate)}
                  {lesson.changed ? `. ${say("bill.changed")}` : null} {isPaid ? replacing(lesson) : null}
                </>,
                lesson.credits === null || lesson.credits === 0 ? "–" : credits(lesson.credits),
              ],
            }))}
          />
        ))}
      </Section>
    </>
  );

  /** A lesson whose story failed, or was made for another request than the plan has now, may get another story, which is paid for. */
  function replacing({ job, topic, changed, fate }: Lesson): VNode | null {
    const chosen = replaced.find((one) => one.startsWith(`${job}@`));
    const story = status.answer?.list.find((one) => one.job === job)?.story;
    const isOffered = (changed && fate === "keep") || fate === "failed";
    if (chosen === undefined && (!isOffered || !story)) return null;
    return (
      <Button
        look="small"
        text={say(chosen === undefined ? "bill.anew" : "bill.keep")}
        about={topic}
        onPress={() => {
          setReplaced(
            chosen === undefined
              ? [...replaced, `${job}@${story}`]
              : replaced.filter((one) => one !== chosen),
          );
          // The button is gone until the new bill is there.
          document.getElementById("content")?.focus();
        }}
      />
    );
  }
}

/** The prices, their total and what is left; also what speaks against buying. */
function Bill({
  document: { bill },
  isPaid,
}: {
  readonly document: BillDocument;
  readonly isPaid: boolean;
}): VNode {
  const { bill: lines, toCreate, credits: sums, after, forecast, problems, notices } = bill;
  const total = lines.reduce((sum, line) => sum + line.total, 0);
  return (
    <Section title={say("bill.title")}>
      <p class="sum">
        {toCreate.length === 0
          ? say("bill.nothing")
          : say(isPaid ? "bill.lessons" : "bill.rehearsal", { count: toCreate.length, sum: credits(total) })}
      </p>
      <Problems problems={problems} />
      {lines.length === 0 ? null : (
        <Table
          caption={say("bill.prices")}
          isCaptionSeen={false}
          heads={[
            say("bill.volume"),
            say("bill.kind"),
            say("bill.count"),
            say("bill.each"),
            say("bill.total"),
          ]}
          numbers={3}
          rows={lines.map((line) => ({
            key: `${line.lang} ${line.difficulty} ${line.length} ${line.audiobook}`,
            cells: [
              volumeName(line),
              `${choiceText(["length"], line.length)}, ${say(line.audiobook ? "bill.withSound" : "bill.textOnly")}`,
              numberText(line.count),
              credits(line.price.credits),
              credits(line.total),
            ],
          }))}
          foot={[say("bill.sum"), credits(total)]}
        />
      )}
      <Facts
        facts={[
          [say(isPaid ? "bill.spent" : "bill.wouldCost"), credits(sums.committed)],
          [say("bill.leftBudget"), left(after.budget)],
          [say("bill.leftMonth"), left(after.month)],
          [say("bill.leftBalance"), isPaid ? left(after.balance) : null],
          [say("bill.time"), toCreate.length === 0 ? null : durationText(forecast.seconds)],
        ]}
      />
      <Notices notices={notices} />
    </Section>
  );
}

function left(value: number | null): VNode | string | null {
  if (value === null || value >= 0) return value === null ? null : credits(value);
  return <span class="bad">{say("bill.short", { sum: credits(-value) })}</span>;
}

/** A sum as people type it, with or without separators; `total` decides which of its readings is meant. */
function isSum(text: string, total: number): boolean {
  const readings = [text.trim().replace(",", "."), text.replace(/[\s.,'’]/g, "")];
  return readings.some((reading) => reading !== "" && Number(reading) === total);
}

/** Orders the bill once the person has typed its total. A bill with nothing to pay only continues what was bought. */
function Order({
  total,
  isBusy,
  order,
}: {
  /** Null: nothing can be ordered. */
  readonly total: number | null;
  readonly isBusy: boolean;
  readonly order: (sum: number) => void;
}): VNode | null {
  const [text, setText] = useState("");
  const [error, setError] = useState<string | null>(null);
  if (total === null) return null;
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (isBusy) return;
        if (total === 0 || isSum(text, total)) order(total);
        else setError(say("order.differs", { sum: numberText(total) }));
      }}
    >
      {total === 0 ? null : (
        <TextInput
          label={say("order.label", { sum: numberText(total) })}
          hint={say("order.hint")}
          error={error}
          inputMode="numeric"
          value={text}
          onText={(typed) => {
            setText(typed);
            setError(null);
          }}
        />
      )}
      <p class="buttons">
        <button type="submit" class="main" aria-disabled={isBusy ? "true" : undefined}>
          {total === 0 ? say("order.goOn") : say("order.order", { sum: credits(total) })}
        </button>
      </p>
    </form>
  );
}
