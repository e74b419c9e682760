import { bug, type SourceBug } from "../planted/planted-in-source.ts";

/** Mistakes that only a ledger in a database can have. */
export const postgresBugs: readonly SourceBug[] = [
  bug(
    "the lock is not taken",
    "ledger/postgres/hold.ts",
    "    if (await session.tryLock(name)) return;\n    await world.sleep(waitMs);",
    "    if ((await session.tryLock(name)) || waitMs > 0) return;\n    await world.sleep(waitMs);",
  ),
  {
    ...bug(
      "a takeover does not raise the fence",
      "ledger/postgres/hold.ts",
      "DO UPDATE SET epoch = held.epoch + 1, holder",
      "DO UPDATE SET epoch = held.epoch, holder",
    ),
    from: 225,
  },
  {
    ...bug(
      "a write does not ask the fence",
      "ledger/postgres/append.ts",
      "  if (Number(row?.epoch) === epoch) return;",
      "  if (Number(row?.epoch) >= epoch) return;",
    ),
    from: 225,
  },
  bug(
    "a commit is not waited for",
    "ledger/postgres/session.ts",
    '    await this.query("COMMIT");',
    '    void this.query("COMMIT").catch(() => undefined);',
  ),
  bug(
    "a commit's lost answer is taken for done",
    "ledger/postgres/store.ts",
    "    if (isSameHead(regained.head, event)) return;",
    "    if (regained.head.seq <= event.seq) return;",
  ),
  bug(
    "a lost connection is not looked into",
    "ledger/postgres/store.ts",
    "      await this.#lookUp(addition, error);",
    "      if (addition.event.seq < 0) await this.#lookUp(addition, error);",
  ),
  bug(
    "a database is not compared with its mirror",
    "ledger/held-ledger.ts",
    "    this.#mirror = await Mirror.hold(ledger, { folder: this.stateFolder, spareFolder, files });",
    "    if (ledger.head.seq < 0) this.#mirror = await Mirror.hold(ledger, { folder: this.stateFolder, spareFolder, files });",
  ),
  {
    ...bug(
      "a request is sent without another question whether the store holds",
      "run/create/create.ts",
      "    const problem = await context.journal.store.stillHolds();",
      "    const problem = asked.wall < 0 ? await context.journal.store.stillHolds() : null;",
    ),
    emphasis: "takeovers",
  },
  {
    ...bug(
      "a declaration does not wait for what the former holder may still send",
      "ledger/postgres/store.ts",
      "    if (leftMs > 0) await world.sleep(leftMs);",
      "    if (leftMs > formerHolderMs) await world.sleep(leftMs);",
    ),
    from: 40,
    emphasis: "settlements",
  },
  {
    ...bug(
      "a lost answer is taken for not done",
      "ledger/postgres/store.ts",
      "    if (isSameHead(regained.head, event)) return;\n",
      "",
    ),
    emphasis: "breaks",
  },
  {
    ...bug(
      "ceilings are asked of what the ledger said at its opening",
      "ledger/postgres/store.ts",
      "limits, events: this.events, state: this.state };",
      "limits, events: this.events, state: (this.opening ??= structuredClone(this.state)) };",
    ),
    emphasis: "ceilings",
  },
];
