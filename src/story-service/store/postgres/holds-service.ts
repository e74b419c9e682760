import type { PostgresAddress } from "../../../shared/postgres/address.ts";
import { tableNames } from "./schema.ts";
import { inTransaction } from "./table-order.ts";

/** Whether a database has the tables of a service, of any version. Makes nothing. Fails with a `DatabaseError`. */
export function holdsService(address: PostgresAddress): Promise<boolean> {
  return inTransaction(address, "BEGIN READ ONLY", async (client) =>
    (await tableNames(client)).includes("accounts"),
  );
}
