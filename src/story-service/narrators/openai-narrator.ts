import { type ModelServer, postToModel, refusedBy } from "../model-server.ts";
import type { Narrator } from "../ports.ts";
import { readMp3 } from "./mp3-frames.ts";
import { piecesOf } from "./speech-pieces.ts";

/**
 * A narrator that sends the text to a speech server in pieces and joins the results. Rejects if the server fails or sends anything but MPEG audio of
 * one kind.
 */
export function openAiNarrator(server: ModelServer, voice: string): Narrator {
  return {
    covers: () => true,
    async narrate({ title, text }) {
      const parts: Uint8Array[] = [];
      let durationMs = 0;
      for (const input of piecesOf(`${title}\n\n${text}`)) {
        const request = { model: server.model, voice, input, response_format: "mp3" };
        const { status, bytes } = await postToModel(server, "/audio/speech", request);
        if (status !== 200) throw refusedBy("the speech server", status);
        const sound = readMp3(bytes);
        if (sound === null) throw new Error("the speech server sent no MP3");
        parts.push(sound.frames);
        durationMs += sound.durationMs;
      }
      return { bytes: Buffer.concat(parts), contentType: "audio/mpeg", durationMs };
    },
  };
}
