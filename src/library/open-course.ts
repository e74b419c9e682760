import * as z from "zod";
import { fixedCredential, readCredential } from "../client/credentials.ts";
import type { RemoteProblem } from "../client/problem.ts";
import { readServiceUrl } from "../client/service-url.ts";
import { type CallOptions, standardCalls } from "../course/call-options.ts";
import { type Connection, connect, openCallContext, rehearsalService } from "../course/connect.ts";
import { Course } from "../course/course.ts";
import { readNamedLedger } from "../course/course-place.ts";
import { realWorld } from "../course/machine.ts";
import type { ServiceSession } from "../course/preview-run.ts";
import { approvalSchema } from "../documents/approval.ts";
import type { LedgerState } from "../ledger/format/state.ts";
import type { Progress } from "../run/run-context.ts";
import { Failure } from "../shared/failure.ts";
import type { CourseSettings, ServiceSettings } from "./settings.ts";

/** The course at these settings. Throws a Failure with a CourseProblem for an invalid ledger address. */
export function courseAt(course: string, settings: CourseSettings): Course {
  return new Course(course, optionsOf(settings));
}

function optionsOf({ out = "out", ledger, rehearsal = false, stateFolder, world }: CourseSettings) {
  const named = ledger === undefined ? null : readNamedLedger(ledger);
  return { out, local: rehearsal, ledger: named, stateFolder, world: { ...realWorld(), ...world } };
}

/** Settings that a program without types may get wrong. `NaN` would be no limit at all, and `newLedger: false` would be consent. */
const choicesSchema = z.looseObject({
  first: z.int().min(1).nullish(),
  maxCredits: z.number().min(0).nullish(),
  deadlineMs: z.number().min(0).nullish(),
  approved: approvalSchema.nullish(),
  newLedger: z.string().optional(),
  otherAccount: z.boolean().optional(),
  holdUnexplained: z.boolean().optional(),
  ledgerMustExist: z.boolean().optional(),
});

/**
 * A course with its service. Creating one throws a Failure with a RemoteProblem for a service address that can't be used, or a TypeError for a limit or
 * a consent that is none.
 */
export class ServedCourse extends Course {
  readonly calls: CallOptions;
  /** The service's name in ledgers. */
  readonly service: string;
  readonly interrupt: AbortSignal;
  readonly #url: string;
  readonly #settings: ServiceSettings;

  constructor(course: string, settings: ServiceSettings) {
    super(course, optionsOf(settings));
    const choices = choicesSchema.safeParse(settings);
    if (!choices.success) throw new TypeError(z.prettifyError(choices.error));
    const { service, rehearsal = false, calls, signal } = settings;
    const url = readServiceUrl(service.url);
    if (rehearsal && !url.startsWith("http:"))
      throw new Failure<RemoteProblem>({ code: "service_url_invalid", url, why: "not-local" });
    this.calls = { ...standardCalls, ...calls };
    this.service = rehearsal ? rehearsalService : url;
    this.interrupt = signal ?? new AbortController().signal;
    this.#url = url;
    this.#settings = settings;
  }

  /** Prepares the connection to the service, and sends nothing yet. Throws a Failure with a RemoteProblem. */
  async connect(): Promise<Connection> {
    const { key } = this.#settings.service;
    const found = await readCredential({ key, keyFile: undefined }, "service.key");
    if (found === null) throw new Failure<RemoteProblem>({ code: "key_missing" });
    const { service, stateFolder, world } = this;
    const credential = fixedCredential(found.secret);
    const { timeoutMs } = this.calls;
    return connect({ url: this.#url, service, credential, timeoutMs, stateFolder }, world);
  }

  async ask(state: LedgerState): Promise<ServiceSession> {
    const connection = await this.connect();
    return { context: openCallContext(connection, { ...this, state }), close: () => connection.close() };
  }

  /** Calls the caller's listener, whose errors are ignored: a purchase may be in progress. */
  readonly tell = (progress: Progress): void => {
    try {
      this.#settings.onProgress?.(progress);
    } catch (error) {
      this.world.log.error({ err: error, progress: progress.kind }, "the progress listener threw an error");
    }
  };
}
