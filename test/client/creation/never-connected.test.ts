import { errors } from "undici";
import { expect, test } from "vitest";
import { wasNeverConnected } from "../../../src/client/socket.ts";

const failed = (code: string, syscall: string) => Object.assign(new Error(code), { code, syscall });

test.each([
  failed("ENOTFOUND", "getaddrinfo"),
  failed("EAI_AGAIN", "getaddrinfo"),
  failed("ECONNREFUSED", "connect"),
  failed("EHOSTUNREACH", "connect"),
  failed("ENETUNREACH", "connect"),
  failed("ETIMEDOUT", "connect"),
  new errors.ConnectTimeoutError("no connection within 10 s"),
  new AggregateError([failed("ENETUNREACH", "connect"), failed("ETIMEDOUT", "connect")]),
])("Nothing was sent if the connection failed with: %s", (error) => {
  expect(wasNeverConnected(error)).toBe(true);
});

test.each([
  failed("EHOSTUNREACH", "read"),
  failed("ECONNRESET", "write"),
  new errors.SocketError("other side closed"),
  new errors.HeadersTimeoutError("no answer"),
  new DOMException("no answer in time", "TimeoutError"),
  new AggregateError([failed("ECONNREFUSED", "connect"), failed("ECONNRESET", "read")]),
  new AggregateError([]),
  "a word",
])("A request may have been sent if the call failed with: %s", (error) => {
  expect(wasNeverConnected(error)).toBe(false);
});
