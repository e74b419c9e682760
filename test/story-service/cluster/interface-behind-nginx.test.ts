import { describe } from "vitest";
import { CallingProcess } from "../../client/calling-process.ts";
import type { MakeCall } from "../../client/interface/client-calls.ts";
import { describeInterface } from "../../client/interface/describe-interface.ts";
import { interfaceConfig } from "../../client/interface/readers.ts";
import { startShortNarrator } from "../../e2e/fixtures/short-narrator.ts";
import { needTool } from "../../tools.ts";
import { nginxPath, opensslPath } from "../postgres/nginx.ts";
import { startPublicCluster } from "./cluster-behind-nginx.ts";

const hasTools = [needTool("nginx", nginxPath), needTool("OpenSSL", opensslPath)].every(Boolean);

describe.runIf(hasTools)("over https", () => {
  describeInterface("two processes behind nginx, on PostgreSQL", async () => {
    const narrator = await startShortNarrator();
    const site = await startPublicCluster({
      config: interfaceConfig,
      writingTime: "10ms",
      env: narrator.environment,
    });
    const calls = import.meta.resolve("../../client/interface/client-calls.ts");
    const client = await CallingProcess.start(calls, site.certificate);
    const makeCall: MakeCall = (call) => client.call("makeCall", call);
    return {
      url: site.url,
      makeCall,
      async stop() {
        await client.end();
        await site.stop();
        await narrator.close();
      },
    };
  });
});
