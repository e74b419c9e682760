import { type CallToolResult, Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { type Fixture, keyOfAnn, undo } from "../fixtures.ts";

export interface McpAnswer {
  readonly refused: boolean;
  // biome-ignore lint/suspicious/noExplicitAny: a test looks into results of every shape
  readonly json: any;
  readonly result: CallToolResult;
}

export interface McpCaller {
  readonly client: Client;
  call(tool: string, input?: Record<string, unknown>): Promise<McpAnswer>;
}

/** The official client, connected over a real socket; closed after the test. */
export async function connectMcp(fixture: Pick<Fixture, "service">, key = keyOfAnn): Promise<McpCaller> {
  const client = new Client({ name: "a-client", version: "1.0.0" });
  const transport = new StreamableHTTPClientTransport(new URL(fixture.service.mcpUrl), {
    requestInit: { headers: { authorization: `Bearer ${key}` } },
  });
  await client.connect(transport as Parameters<Client["connect"]>[0]);
  undo.push(() => client.close());
  return {
    client,
    async call(tool, input = {}) {
      const result = (await client.callTool({ name: tool, arguments: input })) as CallToolResult;
      const first = result.content[0];
      const text = first?.type === "text" ? first.text : "null";
      return { refused: result.isError === true, json: JSON.parse(text), result };
    },
  };
}
