import type { Log } from "../../shared/world.ts";
import type { Answered } from "./requests.ts";

/** Writes a line for each answered request: never a key, a code, a query or a path as it was sent. */
export function accessLog(log: Pick<Log, "info">): (answered: Answered) => void {
  return ({ requestId, method, route, status, ms, bytes, isCut, accountId, limit, address }) => {
    const account = accountId === null ? {} : { account: accountId };
    const refusedBy = limit === null ? {} : { limit };
    const cut = isCut ? { cut: true } : {};
    const line = {
      requestId,
      method,
      route,
      status,
      ms: Math.round(ms * 10) / 10,
      bytes,
      ...account,
      address,
    };
    log.info({ ...line, ...refusedBy, ...cut }, "request");
  };
}
