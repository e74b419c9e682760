import { hasPooler } from "../ledger/postgres/database/pooler.ts";
import type { Guard } from "./guard.ts";

/** The guards of a ledger in a database. */
export const postgresGuards: readonly Guard[] = [
  {
    name: "a shared ledger accepts no event after an end that its holder has not written",
    file: "ledger/postgres/append.ts",
    text: "  if (isSameHead(await readHead(session, name), head)) return;",
    without: "  if (path.length > 0) return;",
    test: "ledger/postgres/shared.test.ts",
    title: "takes nothing more when its end is not where",
  },
  {
    name: "a shared ledger checks each intention against its ceilings",
    file: "ledger/postgres/append.ts",
    text: "    refuseIntention(event, { state, limits, path: ledger.path });\n",
    without: "",
    test: "ledger/postgres/shared.test.ts",
    title: "must fit what is left",
  },
  {
    name: "a shared ledger counts the paid starts of every computer",
    file: "ledger/postgres/append.ts",
    text: 'if (event.type === "creation.intended" && limits?.starts)',
    without: 'if (event.type === "ledger.opened" && limits?.starts)',
    test: "ledger/postgres/shared.test.ts",
    title: "waits for a paid start",
  },
  {
    name: "nothing is bought after the connection was lost",
    file: "ledger/postgres/store.ts",
    text: '    if (event.type === "creation.intended" && this.#hasBeenLost()) throw this.#connectionLost();\n',
    without: "",
    test: "ledger/postgres/lost-connection.test.ts",
    title: "an intention that was written counts",
  },
  {
    name: "an intention that was lost with the connection is refused, not written again",
    file: "ledger/postgres/store.ts",
    text: 'if (event.type === "creation.intended" && isSameHead(regained.head, this.head))',
    without: 'if (event.type === "ledger.opened" && isSameHead(regained.head, this.head))',
    test: "ledger/postgres/lost-connection.test.ts",
    title: "an intention that was not written is refused",
  },
  {
    name: "an event written before the connection was lost is not written twice",
    file: "ledger/postgres/store.ts",
    text: "    if (isSameHead(regained.head, event)) return;\n",
    without: "",
    test: "ledger/postgres/lost-connection.test.ts",
    title: "records an outcome once",
  },
  {
    name: "a lost session is ended before its last event is read",
    file: "ledger/postgres/hold.ts",
    text: '"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = $1 AND pid <> pg_backend_pid()"',
    without: '"SELECT $1::text"',
    test: "ledger/postgres/lost-connection.test.ts",
    title: "reaches the server late",
  },
  {
    name: "a shared ledger accepts no event from a server process without its lock",
    file: "ledger/postgres/append.ts",
    text: '  if (!(await session.holdsLock(name))) throw new Failure<LedgerProblem>({ code: "ledger_pooled", path });\n',
    without: "",
    test: "ledger/postgres/pooled.test.ts",
    title: "does not have the lock",
  },
  ...(hasPooler()
    ? [
        {
          name: "a shared ledger behind a pooler is refused before it is created",
          file: "ledger/postgres/hold.ts",
          text: "    await refusePooler(session, options);\n",
          without: "",
          test: "ledger/postgres/pooled.test.ts",
          title: "behind a pooler in transaction mode",
        },
      ]
    : []),
  {
    name: "an unused shared ledger of a mistyped address is set aside",
    file: "ledger/postgres/store.ts",
    text: "if (result.damage === null && isUnused(result.events, identity)) {",
    without: "if (path.length === 0) {",
    test: "ledger/postgres/shared.test.ts",
    title: "is not closed by a mistyped address",
  },
  {
    name: "a ledger is locked again after a lost connection",
    file: "ledger/postgres/hold.ts",
    text: "    await session.waitForLock(held.name);\n",
    without: "",
    test: "ledger/postgres/lost-connection.test.ts",
    title: "an intention that was written counts",
  },
];
