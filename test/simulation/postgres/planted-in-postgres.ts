import { bug, type SourceBug } from "../planted-in-source.ts";

/** Mistakes that only a ledger in a database can have. */
export const postgresBugs: readonly SourceBug[] = [
  bug(
    "the lock is not taken",
    "ledger/postgres-hold.ts",
    "    if (await session.tryLock(name)) return;\n    await world.sleep(waitMs);",
    "    if ((await session.tryLock(name)) || waitMs > 0) return;\n    await world.sleep(waitMs);",
  ),
  bug(
    "a takeover does not raise the fence",
    "ledger/postgres-hold.ts",
    "DO UPDATE SET epoch = held.epoch + 1, holder",
    "DO UPDATE SET epoch = held.epoch, holder",
  ),
  bug(
    "a write does not ask the fence",
    "ledger/postgres-append.ts",
    "  if (Number(row?.epoch) !== epoch) throw",
    "  if (Number(row?.epoch) < epoch) throw",
  ),
  bug(
    "the store is not asked before a request",
    "ledger/postgres-store.ts",
    "    const asked = this.#queue.then(() => this.#findLoss());",
    "    const asked = this.#queue.then(() => this.#failure?.problem ?? null);",
  ),
  bug(
    "a commit is not waited for",
    "ledger/postgres-session.ts",
    '    await this.query("COMMIT");',
    '    void this.query("COMMIT").catch(() => undefined);',
  ),
  bug("nothing is committed", "ledger/postgres-session.ts", '    await this.query("COMMIT");', ""),
  bug(
    "a commit's lost answer is taken for done",
    "ledger/postgres-store.ts",
    "      if (head.seq === event.seq && head.hash === event.hash) return;",
    "      if (head.seq <= event.seq) return;",
  ),
  bug(
    "a commit's lost answer is taken for not done",
    "ledger/postgres-store.ts",
    "      if (head.seq === event.seq && head.hash === event.hash) return;\n",
    "",
  ),
  bug(
    "a lost connection is not looked into",
    "ledger/postgres-store.ts",
    "      await this.#lookUp(addition, error);",
    "      if (addition.event.seq < 0) await this.#lookUp(addition, error);",
  ),
  bug(
    "what a computer remembers is not asked of a database",
    "ledger/postgres-store.ts",
    "    await ledger.#holdAnchor();\n    try",
    "    try",
  ),
  bug(
    "ceilings are asked of what the ledger said when it was opened",
    "ledger/postgres-store.ts",
    "    await this.#makeDurable({ event, line, guard, state: this.state });",
    "    await this.#makeDurable({ event, line, guard, state: (this.opening ??= fold(this.#events)) });",
  ),
  bug(
    "an outcome that the database can't take is kept nowhere",
    "ledger/postgres-store.ts",
    "    return writeRescue({ at: this.#at(), ...body }, { name, places: this.#rescuePlaces, files });",
    "    return files === undefined ? writeRescue({ at: this.#at(), ...body }, { name, places: this.#rescuePlaces, files }) : name;",
  ),
  bug(
    "the starts are counted by nobody",
    "ledger/postgres-append.ts",
    '    if (event.type === "creation.intended" && guard?.starts)',
    '    if (event.type === "ledger.opened" && guard?.starts)',
  ),
];
