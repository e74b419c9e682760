import {
  type CallToolResult,
  Client,
  type ClientOptions,
  StreamableHTTPClientTransport,
} from "@modelcontextprotocol/client";
import { call, type Reply } from "../call.ts";
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
export async function connectMcp(
  fixture: Pick<Fixture, "service">,
  key = keyOfAnn,
  options: ClientOptions = {},
): Promise<McpCaller> {
  const client = new Client({ name: "a-client", version: "1.0.0" }, options);
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

/** A message of the protocol, as the clients send it. */
export const message = (method: string, params: object = {}) => ({ jsonrpc: "2.0", id: 1, method, params });

export const initialize = (protocolVersion = "2025-03-26") =>
  message("initialize", { protocolVersion, capabilities: {}, clientInfo: { name: "c", version: "1" } });

/** Sends a message, or a text that is none, over plain HTTP. */
export function sendMcp(
  fixture: { readonly service: Pick<Fixture["service"], "mcpUrl"> },
  body: unknown,
  { key = keyOfAnn, method = "POST", headers = {} }: Partial<Parameters<typeof call>[1]> = {},
): Promise<Reply> {
  const text = typeof body === "string" ? body : JSON.stringify(body);
  return call(fixture.service.mcpUrl, {
    method,
    key,
    headers: { accept: "application/json, text/event-stream", ...headers },
    ...(method === "POST" ? { body: text } : {}),
  });
}
