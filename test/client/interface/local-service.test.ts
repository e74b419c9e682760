import { startLocalService } from "../../../src/service.ts";
import { shortNarrator } from "../../e2e/fixtures/short-narrator.ts";
import { temporaryFolder } from "../../fixtures.ts";
import { describeInterface } from "./describe-interface.ts";
import { interfaceConfig } from "./readers.ts";

describeInterface("the local service in one process", async () => {
  const folder = temporaryFolder();
  const service = await startLocalService({
    dataFolder: folder.path,
    config: JSON.stringify(interfaceConfig),
    narrator: shortNarrator(),
    writingTimeMs: 10,
    narrationTimeMs: 10,
  });
  return {
    url: service.url,
    async stop() {
      await service.close();
      await folder.dispose();
    },
  };
});
