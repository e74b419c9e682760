import type { VNode } from "preact";
import { useState } from "preact/hooks";
import { credits, numberText, volumeName } from "../../review/browser/texts.ts";
import type { BillDocument } from "../documents.ts";
import { Notices, Problems } from "./messages.tsx";
import { Facts, Table, TextInput } from "./parts.tsx";
import { choiceText, durationText, say } from "./texts.ts";

/** What the next run would make, the prices, their total and what would be left; also what speaks against buying. */
export function Bill({
  bill,
  course,
  isPaid,
}: Pick<BillDocument, "bill"> & { readonly course: string; readonly isPaid: boolean }): VNode {
  const { bill: lines, credits: sums, toCreate, after, forecast, problems, notices = [], exitCode } = bill;
  const total = lines.reduce((sum, line) => sum + line.total, 0);
  return (
    <>
      <p class="sum">
        {toCreate.length === 0
          ? say("bill.nothing")
          : say(isPaid ? "bill.lessons" : "bill.rehearsal", { count: toCreate.length, sum: credits(total) })}
      </p>
      {after.budget !== null && after.budget < 0 ? (
        <p>
          {say("bill.overBudget", {
            sum: credits(sums.budget - after.budget),
            budget: credits(sums.budget),
          })}{" "}
          {isPaid ? null : say("bill.overBudgetRehearsed")}{" "}
          <a href={`#/${course}/plan/${isPaid ? "paid" : "rehearsal"}/budget.credits`}>
            {say("bill.changeBudget")}
          </a>
        </p>
      ) : null}
      <Problems problems={problems} exitCode={exitCode} />
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

/** A sum as people type it, with or without separators; `total` decides which of its readings is meant. */
function isSum(text: string, total: number): boolean {
  const readings = [text.trim().replace(",", "."), text.replace(/[\s.,'’]/g, "")];
  return readings.some((reading) => reading !== "" && Number(reading) === total);
}

/** Starts the run once the person has typed the total of its bill. One with nothing to pay only continues what was bought. */
export function Order({
  total,
  isPaid,
  isBusy,
  order,
}: {
  /** Null: nothing can be ordered. */
  readonly total: number | null;
  readonly isPaid: boolean;
  readonly isBusy: boolean;
  readonly order: (sum: number) => void;
}): VNode | null {
  const [text, setText] = useState("");
  const [error, setError] = useState<string | null>(null);
  if (total === null) return null;
  const isFree = !isPaid || total === 0;
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (isBusy) return;
        if (isFree || isSum(text, total)) order(total);
        else setError(say("order.differs", { sum: numberText(total) }));
      }}
    >
      {isFree ? null : (
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
          {isPaid
            ? say(isFree ? "order.goOn" : "order.order", { sum: credits(total) })
            : say("run.start_rehearsal")}
        </button>
      </p>
    </form>
  );
}
