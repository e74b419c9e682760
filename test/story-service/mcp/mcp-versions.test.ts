import {
  type CallToolResult,
  Client,
  type ClientOptions,
  StreamableHTTPClientTransport,
} from "@modelcontextprotocol/client";
import { describe, expect, it } from "vitest";
import { storySchema } from "../../../src/contract/stories.ts";
import { type Fixture, keyOfAnn, plainStory, startRig, undo } from "../fixtures.ts";

/** The official client, told which versions of the protocol it may speak. */
async function connect(fixture: Fixture, options: ClientOptions): Promise<Client> {
  const client = new Client({ name: "a-client", version: "1.0.0" }, options);
  const transport = new StreamableHTTPClientTransport(new URL(fixture.service.mcpUrl), {
    requestInit: { headers: { authorization: `Bearer ${keyOfAnn}` } },
  });
  await client.connect(transport as Parameters<Client["connect"]>[0]);
  undo.push(() => client.close());
  return client;
}

const handshakes = ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"];
const versions: [string, ClientOptions][] = [
  ...handshakes.map((version): [string, ClientOptions] => [
    version,
    { supportedProtocolVersions: [version] },
  ]),
  ["2026-07-28", { versionNegotiation: { mode: { pin: "2026-07-28" } } }],
];

describe("the MCP server and the versions of the protocol", () => {
  it.each(versions)(
    "serves a client that speaks %s: its tools, a story with its charge, and a refusal",
    async (version, options) => {
      const fixture = await startRig();
      const client = await connect(fixture, options);
      expect(client.getNegotiatedProtocolVersion()).toBe(version);
      const { tools } = await client.listTools();
      expect(tools.map(({ name }) => name)).toContain("create_story");
      const call = async (name: string, input: Record<string, unknown>) => {
        const result = (await client.callTool({ name, arguments: input })) as CallToolResult;
        const [first] = result.content;
        return { ...result, json: JSON.parse(first?.type === "text" ? first.text : "null") };
      };
      const made = await call("create_story", plainStory);
      expect(storySchema.parse(made.json).status).toBe("writing");
      await fixture.write();
      expect((await call("get_story", { id: made.json.id })).json.status).toBe("ready");
      expect((await fixture.get("/balance")).json.credits).toBe(1000 - 13);
      const wrong = await call("create_story", { ...plainStory, difficulty: 11 });
      expect([wrong.isError, wrong.json.code]).toEqual([true, "invalid_request"]);
    },
  );

  it("offers its newest version to a client that requests a later one", async () => {
    const fixture = await startRig();
    const answer = await fetch(fixture.service.mcpUrl, {
      method: "POST",
      headers: {
        authorization: `Bearer ${keyOfAnn}`,
        accept: "application/json, text/event-stream",
        "content-type": "application/json",
      },
      body: JSON.stringify({
        jsonrpc: "2.0",
        id: 1,
        method: "initialize",
        params: { protocolVersion: "2099-01-01", capabilities: {}, clientInfo: { name: "x", version: "1" } },
      }),
    });
    expect(await answer.text()).toContain('"protocolVersion":"2025-11-25"');
  });
});
