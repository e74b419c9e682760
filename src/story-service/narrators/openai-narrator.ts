import { id3Bytes, isMpegTable, mpegFrameAt } from "../../shared/mpeg-frame.ts";
import { type ModelServer, postToModel, refusedBy, speechBytesMost } from "../model-server.ts";
import type { Narrator } from "../ports.ts";

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
        const body = { model: server.model, voice, input, response_format: "mp3" };
        const answer = await postToModel(
          server,
          { path: "/audio/speech", body },
          { who: "the speech server", mostBytes: speechBytesMost },
        );
        if (answer.status !== 200) throw refusedBy("the speech server", answer);
        const sound = readMp3(answer.bytes);
        if (sound === null) throw new Error("the speech server did not send an MP3");
        parts.push(sound.frames);
        durationMs += sound.durationMs;
      }
      return { bytes: Buffer.concat(parts), durationMs };
    },
  };
}

/** Speech servers accept about four thousand characters per request. */
const pieceCharactersMost = 3_500;

/** Splits a text into pieces for a speech server, at paragraphs if possible, then at sentences, then at spaces. */
export function piecesOf(text: string, most = pieceCharactersMost): string[] {
  const pieces: string[] = [];
  let rest = text.trim();
  while (rest.length > most) {
    const at = cutIn(rest.slice(0, most));
    pieces.push(rest.slice(0, at).trim());
    rest = rest.slice(at).trim();
  }
  if (rest !== "") pieces.push(rest);
  return pieces;
}

function cutIn(head: string): number {
  const paragraph = head.lastIndexOf("\n\n");
  if (paragraph > 0) return paragraph;
  const sentence = Math.max(
    ...[". ", "! ", "? ", "。", "！", "？", "। ", "؟ "].map((end) => head.lastIndexOf(end)),
  );
  if (sentence > 0) return sentence + 1;
  const space = head.lastIndexOf(" ");
  if (space > 0) return space;
  // Never splits a surrogate pair.
  return /[\uD800-\uDBFF]$/.test(head) ? head.length - 1 : head.length;
}

export interface Mp3 {
  /** The audio frames only, so that recordings can be concatenated. */
  readonly frames: Buffer;
  readonly durationMs: number;
}

/** Splits MPEG layer III audio into frames, without tags and without the info frame that only counts the other frames; `null` for anything else. */
export function readMp3(bytes: Buffer): Mp3 | null {
  const frames: Buffer[] = [];
  let durationMs = 0;
  for (let at = id3Bytes(bytes); at < bytes.length && !isTrailer(bytes, at); ) {
    const frame = at + 4 <= bytes.length ? mpegFrameAt(bytes, at) : null;
    if (frame?.layer !== 3) return null;
    const whole = bytes.subarray(at, at + frame.bytes);
    at += frame.bytes;
    // A truncated last frame can't be played.
    if (whole.length < frame.bytes) break;
    if (frames.length === 0 && isMpegTable(whole)) continue;
    frames.push(whole);
    durationMs += frame.ms;
  }
  return frames.length === 0 ? null : { frames: Buffer.concat(frames), durationMs };
}

/** An ID3v1 tag, or padding, at the end. */
function isTrailer(bytes: Buffer, at: number): boolean {
  return bytes.toString("latin1", at, at + 3) === "TAG" || bytes.subarray(at).every((byte) => byte === 0);
}
