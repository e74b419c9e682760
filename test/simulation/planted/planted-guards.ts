import { bug, type SourceBug } from "./planted-in-source.ts";

/** The program without one of the guards against users, other processes and delays. */
export const missingGuards: readonly SourceBug[] = [
  {
    ...bug(
      "the ledger's name is not asked for before a request",
      "ledger/held-ledger.ts",
      "      const failure = this.failure ?? this.#mirror?.failure ?? (await this.findLoss());",
      "      const failure = this.failure ?? this.#mirror?.failure;",
    ),
    from: 740,
  },
  {
    ...bug(
      "the ledger's name is never asked for",
      "ledger/file/file-ledger.ts",
      "    if (found !== file) return",
      "    if (found === undefined) return",
    ),
    from: 1660,
  },
  {
    ...bug(
      "a ledger that was overwritten is written on",
      "ledger/file/file-ledger.ts",
      "    if (!end.subarray(0, length).equals(this.lastLine)) return",
      "    if (end.length < 0) return",
    ),
    from: 420,
  },
  {
    name: "an outcome whose ledger is gone is kept nowhere",
    changes: [
      {
        file: "src/ledger/held-ledger.ts",
        from: "    if (this.#mirror === null || this.#kept.has(body)) return;",
        to: "    if (body !== undefined) return;",
      },
      {
        file: "src/ledger/rescue-file.ts",
        from: "  if (start === undefined) return null;",
        to: '  if (start !== "") return null;',
      },
    ],
    from: 11_600,
  },
  bug(
    "a new ledger buys whatever this machine has seen",
    "run/purchases-elsewhere.ts",
    "  if (!isLost && ledgers.length === 0 && again.length === 0) return null;",
    "  if (again.length >= 0) return null;",
  ),
  {
    ...bug(
      "the words of --replace buy again each time they are said",
      "run/create/replacements.ts",
      '    if (verdict === "due") due',
      '    if (verdict === "due" || verdict === "made") due',
    ),
    from: 1210,
  },
  bug(
    "a request is sent however long after its intention",
    "run/create/create.ts",
    "isWithin(confirmationLastsMs, asked, now) && isWithin(intentionLastsMs, intended, now)",
    "isWithin(confirmationLastsMs, asked, now)",
  ),
  {
    ...bug(
      "a refusal is believed whatever else is on its connection",
      "client/creation-reply.ts",
      "  if (answer.faults.size > 0 || !isUtf8(answer.body)) return null;",
      "  if (!isUtf8(answer.body)) return null;",
    ),
    from: 460,
  },
  bug(
    "ids in capitals are other ids",
    "client/creation-reply.ts",
    '  const ids = new Set(topLevelStrings(answer.body.toString("utf8"), "id").map(canonicalUuid));',
    '  const ids = new Set(topLevelStrings(answer.body.toString("utf8"), "id"));',
  ),
  bug(
    "ids in answers that can't be believed are not kept",
    "run/create/outcome-events.ts",
    "answer, ...evidenceOf(reply.received) };",
    "answer, ...(reply.received === undefined ? evidenceOf(reply.received) : {}) };",
  ),
  {
    ...bug(
      "the edition's ceiling is not asked at an intention",
      "ledger/format/ceilings.ts",
      "  const [over] = exceededBy(price.credits, ceilings, job);",
      '  const over = exceededBy(price.credits, ceilings, job).find(({ ceiling }) => ceiling !== "edition");',
    ),
    from: 235,
  },
  {
    ...bug(
      "the month's ceiling is not asked at an intention",
      "ledger/format/ceilings.ts",
      "  const [over] = exceededBy(price.credits, ceilings, job);",
      '  const over = exceededBy(price.credits, ceilings, job).find(({ ceiling }) => ceiling !== "month");',
    ),
    from: 3530,
  },
  bug(
    "a story counts with its quote, whatever it has cost",
    "ledger/format/charges.ts",
    '"canceled" ? spent : Math.max(spent, price.credits);',
    '"canceled" ? spent : price.credits;',
  ),
  {
    ...bug(
      "a word that nothing was created is taken at any time",
      "run/settle/evidence.ts",
      '    ...(waitMs > 0 ? [{ code: "too-early", waitMs } as const] : []),',
      '    ...(waitMs < 0 ? [{ code: "too-early", waitMs } as const] : []),',
    ),
    from: 16_000,
  },
  {
    ...bug(
      "the run's ceiling is not asked at an intention",
      "ledger/format/ceilings.ts",
      "  const [over] = exceededBy(price.credits, ceilings, job);",
      '  const over = exceededBy(price.credits, ceilings, job).find(({ ceiling }) => ceiling !== "run");',
    ),
    from: 150,
    emphasis: "ceilings",
  },
  {
    ...bug(
      "the month is the computer's, whatever the service's clock says",
      "run/month-clock.ts",
      "service: this.#nowOf(this.#service),",
      "service: null,",
    ),
    emphasis: "months",
  },
  {
    ...bug(
      "the lock's name is not asked for",
      "ledger/file/file-ledger.ts",
      '!== lock) return "lock-gone";',
      '=== "") return "lock-gone";',
    ),
    emphasis: "locks",
  },
  {
    ...bug(
      "an acceptance in an odd form is believed",
      "client/creation-reply.ts",
      "  if ([...answer.faults].some((fault) => !harmlessToAcceptance.has(fault)))",
      "  if ([...answer.faults].some((fault) => !harmlessToAcceptance.has(fault)) && answer.body.length === 0)",
    ),
    emphasis: "strays",
  },
  {
    ...bug(
      "an acceptance that shows another request's story is believed",
      "run/create/outcome-events.ts",
      "    : whyAnother(reply.shows, request);",
      "    : null;",
    ),
    emphasis: "strays",
  },
];
