import type { SourceChange } from "../compile.ts";
import type { Emphasis } from "../emphasis.ts";

/** A mistake in the program's own source. */
export interface SourceBug {
  readonly name: string;
  readonly changes: readonly SourceChange[];
  /** The first seed of the test: for rare bugs shortly before a history that is known to expose it. */
  readonly from?: number;
  /** The emphasis of the histories that expose it. By default none. */
  readonly emphasis?: Emphasis;
}

export function bug(name: string, file: string, from: string, to: string): SourceBug {
  return { name, changes: [{ file: `src/${file}`, from, to }] };
}

export const sourceBugs: readonly SourceBug[] = [
  bug(
    "the intention is synced while the request is sent",
    "ledger/file/file-ledger.ts",
    "    await this.#file.datasync();\n    this.unsure = null;",
    "    void this.#file.datasync().catch(() => undefined);\n    this.unsure = null;",
  ),
  {
    ...bug(
      "the request does not wait for its intention",
      "run/create/create.ts",
      "    await intend(purchase, attempt, context);",
      "    void intend(purchase, attempt, context).catch(() => undefined);",
    ),
    from: 235,
  },
  bug(
    "the story is read before its id is recorded",
    "run/create/create.ts",
    "    await recordOutcome(purchase.lesson, outcomeEvent(",
    '    if (believed.kind === "accepted") await context.remote.readStory(believed.id);\n    await recordOutcome(purchase.lesson, outcomeEvent(',
  ),
  {
    ...bug(
      "the next creation does not wait for the id",
      "run/create/create.ts",
      "    await recordOutcome(purchase.lesson, outcomeEvent({ ...recordName, attempt }, believed), context);",
      "    void recordOutcome(purchase.lesson, outcomeEvent({ ...recordName, attempt }, believed), context).catch(() => undefined);",
    ),
    from: 160,
  },
  {
    ...bug(
      "a lesson is bought again once its topic has another id",
      "run/match.ts",
      "    if (lesson === undefined || row.lesson !== null || !this.#free.has(lesson)) return;",
      "    if (lesson === undefined || row.lesson !== null || lesson.address !== row.job.key) return;",
    ),
    from: 440,
  },
  bug(
    "a torn end is taken for rot",
    "ledger/file/read-log.ts",
    "    if (oneFragment && mayBeTorn && (",
    "    if (false && (",
  ),
  {
    ...bug(
      "rot is taken for a torn end",
      "ledger/file/read-log.ts",
      "    if (oneFragment && mayBeTorn && (",
      "    if (oneFragment || (",
    ),
    from: 185,
  },
  {
    ...bug(
      "a whole last line is left without its newline",
      "ledger/file/file-ledger.ts",
      "    if (lineFeed.length > 0) await",
      "    if (lineFeed.length > 1) await",
    ),
    from: 830,
  },
  bug(
    "hashes are not checked",
    "ledger/format/line.ts",
    "  if (fault !== null) return { ok: false, fault };",
    '  if (fault === "not-json") return { ok: false, fault };',
  ),
  bug(
    "an older copy is let in",
    "ledger/mirror.ts",
    '  if (seen.seq === head.seq && tail.kind === "torn") return common;',
    "  if (seen.seq >= head.seq) return common;",
  ),
  bug(
    "a request does not wait until the mirror has its intention",
    "ledger/mirror.ts",
    "      if (!isOfMoney) return;",
    "      if (isOfMoney) return;",
  ),
  bug(
    "a mirror that lags is not caught up",
    "ledger/mirror.ts",
    "      if (agreed < bytes.length) await writeAll(this.#file, bytes.subarray(agreed));",
    "      if (agreed > bytes.length) await writeAll(this.#file, bytes.subarray(agreed));",
  ),
  bug(
    "the torn end of a mirror is left in it",
    "ledger/mirror.ts",
    "      if ((await this.#file.size()) !== agreed) await this.#file.truncate(agreed);",
    "      if ((await this.#file.size()) < agreed) await this.#file.truncate(agreed);",
  ),
  {
    name: "a request is sent although the mirror did not take its intention",
    changes: [
      {
        file: "src/ledger/held-ledger.ts",
        from: "    if (mirrorFailure !== null && isIntention) {",
        to: "    if (mirrorFailure !== null && isIntention && line === undefined) {",
      },
      {
        file: "src/ledger/held-ledger.ts",
        from: "      const failure = this.failure ?? this.#mirror?.failure ?? (await this.findLoss());",
        to: "      const failure = this.failure ?? (await this.findLoss());",
      },
    ],
  },
  {
    ...bug(
      "a mirror takes an outcome without the line that its ledger may have",
      "ledger/held-ledger.ts",
      "    if (unsure !== null) await this.#addToMirror(unsure, this.#mirror);",
      "    if (unsure?.body === body) await this.#addToMirror(unsure, this.#mirror);",
    ),
    from: 900,
  },
  {
    ...bug(
      "a restored ledger lacks the last line of its mirror",
      "run/restore.ts",
      "  if (common === own.length || isBegunAlone(found.events)) return lines;",
      "  if (common === own.length || isBegunAlone(found.events)) return lines.subarray(0, lines.lastIndexOf(0x0a, lines.length - 2) + 1);",
    ),
    from: 420,
  },
  bug(
    "a creation is repeated after a reset",
    "run/create/create.ts",
    "    const believed = contradicted(",
    '    if (reply.kind === "uncertain" && reply.status === null) await connection.send({ request: job.request, deadlineMs: 1_000, mayWrite: () => true });\n    const believed = contradicted(',
  ),
  {
    ...bug(
      "a 503 without a body is taken for a refusal",
      "client/creation-reply.ts",
      "  const refusal = answer.cut === null ?",
      `  const refusal = answer.status === 503 ? { status: 503, code: "unavailable" as const, message: "", retryAfterMs: null } : answer.cut === null ?`,
    ),
    from: 300,
  },
  bug(
    "a server error is taken for a refusal",
    "client/creation-reply.ts",
    '  return refusal === null || refusal.code === "server_error" ? null',
    "  return refusal === null ? null",
  ),
  bug(
    "silence is taken for a request that was not sent",
    "client/creation-reply.ts",
    "    const start = received?.start ?? null;",
    '    if (received === null) return { kind: "notSent", cause };\n    const start = received?.start ?? null;',
  ),
  bug(
    "an intention without an outcome is forgotten on restart",
    "run/run.ts",
    '        type: "creation.uncertain",',
    '        type: "creation.unsent",',
  ),
  {
    ...bug(
      "an id that another lesson has is believed",
      "run/create/outcome-events.ts",
      "  const cause = journal.knowsStory(reply.id)",
      '  const cause = journal.knowsStory("")',
    ),
    from: 220,
  },
  {
    name: "the budget is checked after it is spent",
    changes: [
      {
        file: "src/ledger/format/ceilings.ts",
        from: "unitsOf(committed) + unitsOf(price) <= unitsOf(limit)",
        to: '(ceiling === "edition" ? 0 : unitsOf(price)) + unitsOf(committed) <= unitsOf(limit)',
      },
    ],
  },
  {
    name: "the ceiling of one run is not kept",
    changes: [
      {
        file: "src/ledger/format/ceilings.ts",
        from: "    run: { limit: limits.run, committed",
        to: "    run: { limit: null, committed",
      },
    ],
  },
  bug(
    "what is uncertain counts as unspent",
    "ledger/format/charges.ts",
    "  if (isAbsent(attempt)) return nothing;",
    '  if (isAbsent(attempt) || attempt.outcome.kind === "uncertain") return nothing;',
  ),
  bug(
    "a refund is believed before it is seen",
    "ledger/format/charges.ts",
    'status === "canceled" ? spent : Math',
    'status === "canceled" ? 0 : Math',
  ),
  bug(
    "a lesson that met a rate limit is sent again at once",
    "run/create/create.ts",
    "  const first = await createOne(purchase, left, context);",
    `  let first = await createOne(purchase, left, context);
  if (first.kind === "refused" && first.refusal.code === "rate_limited")
    first = await createOne(purchase, left, context);`,
  ),
  bug(
    "a lesson is sent again with the login that was refused",
    "run/create/create.ts",
    "((await connection.isCredentialReplaced?.()) ?? false);",
    "((await connection.isCredentialReplaced?.()) !== undefined);",
  ),
  bug(
    "Retry-After is not waited for",
    "run/create/create.ts",
    "      permit.end(outcome);",
    "      permit.end({ ...outcome, refusedForMs: null });",
  ),
  bug(
    "an id that can't be recorded is not rescued",
    "run/create/create.ts",
    "    const rescue = await journal.store.rescue(event);",
    "    if (journal !== undefined) throw error;\n    const rescue = await journal.store.rescue(event);",
  ),
  {
    name: "appending goes on after a failure",
    changes: [
      {
        file: "src/ledger/held-ledger.ts",
        from: "    if (this.failure !== null) throw this.failure;",
        to: "    this.failure = null;",
      },
      {
        file: "src/ledger/file/file-ledger.ts",
        from: "    if (how === null) return;",
        to: "    if (how === null || this.#sizeBytes >= 0) return;",
      },
      {
        file: "src/run/create/create.ts",
        from: "    throw error;\n  }\n}\n\n/** An instant",
        to: "  }\n}\n\n/** An instant",
      },
    ],
  },
];
