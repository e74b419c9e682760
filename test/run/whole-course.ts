import { describeProblem } from "../../src/cli/problems/problems.ts";

import type { LedgerEvent } from "../../src/ledger/format/event.ts";
import { fold } from "../../src/ledger/format/fold.ts";
import type { Plan } from "../../src/plan/plan.ts";
import { matchLessons } from "../../src/run/match.ts";
import type { RunReport } from "../../src/run/report.ts";
import { planText, readText } from "../plan/fixtures.ts";
import { History } from "../simulation/history.ts";
import { soundNet } from "../simulation/scenario.ts";
import { longLife } from "../simulation/world/kernel.ts";
import { soundDisk } from "../simulation/world/process-files.ts";

export const topic = (id: string, text: string): string => `{ id: ${id}, topic: "${text}" }`;

/** A plan of these topics, each a line of YAML, and of what is added below them. */
export function course(topics: readonly string[], ...more: readonly string[]): string {
  return planText({ topics: `topics:\n${topics.map((one) => `  - ${one}\n`).join("")}` }, ...more);
}

export interface Ran extends RunReport {
  /** How many requests for a story were sent by all runs so far. */
  readonly creations: number;
  /** The run's problems, as a person reads them. */
  readonly said: string;
}

/** A course that is run with one plan after another, by the real run on a machine and with a service that are in good order. */
export class WholeCourse {
  readonly #history = new History(1, { trace: null, emphasis: null });

  constructor() {
    const { health, wire, service } = this.#history.machine;
    health.faults = soundDisk;
    wire.faults = soundNet;
    service.balance = null;
    service.terms = { ...service.terms, failsWriting: 0, cancels: 0, failsBook: 0, dearer: 0 };
  }

  /** A course with these topics, bought. */
  static async bought(...topics: readonly string[]): Promise<WholeCourse> {
    const bought = new WholeCourse();
    const { exitCode, said } = await bought.run(course(topics));
    if (exitCode !== 0) throw new Error(said);
    return bought;
  }

  /** Runs a plan to the run's end; `read` changes what was read of it. */
  async run(text: string, read: (plan: Plan) => Plan = (plan) => plan): Promise<Ran> {
    const { result, lines } = await readText(text);
    if (!result.ok) throw new Error(lines.join("\n"));
    this.#history.plan = read(result.plan);
    const end = await this.#history.live([this.#history.run(longLife)]);
    if (end.kind !== "ran") throw new Error(JSON.stringify(end));
    const said = end.report.problems.map((problem) => `${describeProblem(problem)}\n`).join("");
    return { ...end.report, creations: this.#history.machine.judge.sends, said };
  }

  /** The lessons of the last plan, each with the topic that its story was requested for. */
  get lessons(): string[] {
    const lines = String(this.#history.bytes()).split("\n");
    const state = fold(lines.filter((line) => line !== "").map((line) => JSON.parse(line) as LedgerEvent));
    return matchLessons(this.#history.plan, state).lessons.map(({ job, status }) => {
      return `${job.topicId}: ${status.kind === "done" ? status.attempt.intended.request.topic : status.kind}`;
    });
  }
}
