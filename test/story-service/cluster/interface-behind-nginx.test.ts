import { describe } from "vitest";
import { startCallingProcess } from "../../client/interface/calling-process.ts";
import { describeInterface } from "../../client/interface/describe-interface.ts";
import { interfaceConfig } from "../../client/interface/readers.ts";
import { startShortNarrator } from "../../e2e/fixtures/short-narrator.ts";
import { needTool } from "../../tools.ts";
import { nginxPath, opensslPath } from "../postgres/nginx.ts";
import { startPublicCluster } from "./cluster-behind-nginx.ts";

const hasTools = [needTool("nginx", nginxPath), needTool("OpenSSL", opensslPath)].every(Boolean);

describe.runIf(hasTools)("over https", () => {
  describeInterface("two processes behind nginx, with two that work, on PostgreSQL", async () => {
    const narrator = await startShortNarrator();
    const site = await startPublicCluster({
      config: interfaceConfig,
      writingTime: "10ms",
      env: narrator.environment,
    });
    const client = await startCallingProcess(site.certificate);
    return {
      url: site.url,
      makeCall: client.makeCall,
      async stop() {
        await client.end();
        await site.stop();
        await narrator.close();
      },
    };
  });
});
