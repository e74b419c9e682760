import type { VNode } from "preact";
import type { BillDocument } from "../documents.ts";
import { useFetched } from "./fetched.ts";
import { Missing, Notices, Problems, Waiting } from "./messages.tsx";
import { Facts, type PartProps, Section, Table } from "./parts.tsx";
import { pathOf } from "./server.ts";
import { choiceText, credits, durationText, listText, numberText, say, sayOr, volumeName } from "./texts.ts";

/** How many editions that follow are shown. */
const comingCount = "4";

/** What the next run would make, for how much, and what would be left. */
export function BillPage(props: PartProps): VNode {
  const { course, kind, missing } = props;
  return kind === "paid" && missing !== null ? (
    <Missing missing={missing} />
  ) : (
    <ShownBill course={course.id} kind={kind} />
  );
}

function ShownBill({ course, kind }: { readonly course: string; readonly kind: string }): VNode {
  const { answer, refusal } = useFetched<BillDocument>(
    pathOf("/api/bill", { course, kind }),
    (message) => (message.event === "plan" || message.event === "status") && message.course === course,
  );
  if (answer === null) return <Waiting refusal={refusal} />;
  return (
    <>
      <Bill document={answer} isPaid={kind === "paid"} />
      <Section title={say("bill.lessonsTitle")}>
        {answer.bill.volumes.map(({ lang, difficulty, lessons }) => (
          <Table
            key={`${lang} ${difficulty}`}
            caption={volumeName({ lang, difficulty })}
            heads={[say("bill.lesson"), say("bill.fate"), say("bill.price")]}
            numbers={1}
            rows={lessons.map(({ job, topic, title, fate, changed, credits: price }) => ({
              key: job,
              cells: [
                <span lang={lang}>{title ?? topic}</span>,
                `${sayOr(`fates.${fate}`, fate)}. ${changed ? say("bill.changed") : ""}`,
                price === null || price === 0 ? "–" : credits(price),
              ],
            }))}
          />
        ))}
      </Section>
      <Coming course={course} kind={kind} />
    </>
  );
}

/** The prices, their total and what is left; also what speaks against buying. */
export function Bill({
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

/** The part of `plan --next --json` that is shown. */
interface ComingDocument {
  readonly editions: readonly {
    readonly edition: string;
    readonly skipped: boolean;
    readonly topics: readonly string[];
    readonly toCreate: readonly string[];
    readonly credits: number | null;
  }[];
}

function Coming({ course, kind }: { readonly course: string; readonly kind: string }): VNode | null {
  const { answer } = useFetched<ComingDocument>(
    pathOf("/api/coming", { course, kind, count: comingCount }),
    (message) => message.event === "plan" && message.course === course,
  );
  if (answer === null || answer.editions.length === 0) return null;
  return (
    <Section title={say("bill.coming")}>
      <Table
        caption={say("bill.coming")}
        isCaptionSeen={false}
        heads={[say("bill.edition"), say("bill.topics"), say("bill.price")]}
        numbers={1}
        rows={answer.editions.map(({ edition, skipped, topics, toCreate, credits: price }) => ({
          key: edition,
          cells: [
            edition,
            skipped ? say("bill.skipped") : listText(topics),
            price === null ? say("bill.lessonsOnly", { count: toCreate.length }) : credits(price),
          ],
        }))}
      />
    </Section>
  );
}
