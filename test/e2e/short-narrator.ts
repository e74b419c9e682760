import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { encodeMp3 } from "../../src/story-service/narrators/encode-mp3.ts";

/** A speech server of the OpenAI interface, and what `serve` needs to find it. */
export interface ShortNarrator {
  readonly environment: Readonly<Record<string, string>>;
  close(): Promise<void>;
}

const sampleRate = 22_050;

/** Two seconds of sound, whatever the text says. */
let sound: Promise<Uint8Array> | undefined;

/**
 * Starts a speech server whose recordings last two seconds, for tests that are not about sound: speaking and encoding a story takes the local
 * service's own narrator about five seconds of processor time.
 */
export async function startShortNarrator(): Promise<ShortNarrator> {
  sound ??= encodeMp3(Int16Array.from({ length: 2 * sampleRate }, (_, at) => 9_000 * Math.sin(at / 12)));
  const bytes = await sound;
  const server = createServer((request, response) => {
    request.resume().on("end", () => response.writeHead(200, { "content-type": "audio/mpeg" }).end(bytes));
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    environment: {
      STORY_NARRATOR_URL: `http://127.0.0.1:${port}/v1`,
      STORY_NARRATOR_MODEL: "two-seconds",
      STORY_NARRATOR_KEY: "none",
    },
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}
