import { describe, expect, it } from "vitest";
import { call } from "../call.ts";
import { startRig } from "../fixtures.ts";

describe("a service that runs", () => {
  it.each([
    ["/healthz", { status: "ok" }],
    ["/readyz", { status: "ready" }],
  ])("says so at %s to whoever asks, without a credential, never to be cached", async (path, json) => {
    const { service } = await startRig();
    const reply = await call(service.appUrl + path, { method: "GET" });
    expect(reply).toMatchObject({ status: 200, json });
    expect(reply.headers["cache-control"]).toBe("no-store");
  });
});
