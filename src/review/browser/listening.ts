import type { LessonDocument, PieceDocument, RespokenDocument } from "../documents.ts";

/** What is heard before and behind a part that was spoken anew, in seconds: enough to compare its sound. */
const besideSeconds = 2;

/** The recording of the lesson that is shown. */
export class Listening {
  readonly address: string;
  readonly #pieces: readonly PieceDocument[];
  readonly #respoken: readonly RespokenDocument[];
  readonly #onHeard: (piece: PieceDocument | null) => void;
  #player: HTMLAudioElement | null = null;
  /** Where the part that is played ends, with what is beside it. */
  #stopAt = Number.POSITIVE_INFINITY;
  #partFrom = Number.NaN;

  /** `address`: the recording's. `onHeard`: called with the piece of the text that is heard at the time; null: none. */
  constructor(
    address: string,
    { paragraphs, respoken }: LessonDocument,
    onHeard: (piece: PieceDocument | null) => void,
  ) {
    this.address = address;
    this.#pieces = paragraphs.flat().filter(({ sentence }) => sentence !== null);
    this.#respoken = respoken?.parts ?? [];
    this.#onHeard = onHeard;
  }

  /** Follows the element that plays the recording. */
  readonly follow = (player: HTMLAudioElement | null): void => {
    this.#player = player;
    if (player === null) return;
    const show = (): void => {
      const at = player.currentTime;
      const isHeard = ({ heard }: PieceDocument) => heard !== null && heard.from <= at && at < heard.to;
      this.#onHeard(player.paused ? null : (this.#pieces.find(isHeard) ?? null));
    };
    // The event that tells the time comes only four times a second.
    const showAndGoOn = (): void => {
      show();
      if (!player.paused) requestAnimationFrame(showAndGoOn);
    };
    // Whoever stops it, or goes elsewhere in the recording, hears it from there to its end.
    const forgetPart = (): void => {
      this.#stopAt = Number.POSITIVE_INFINITY;
    };
    player.onplay = showAndGoOn;
    player.onseeked = show;
    player.onpause = () => {
      show();
      forgetPart();
    };
    player.onseeking = () => {
      if (player.currentTime !== this.#partFrom) forgetPart();
    };
    player.ontimeupdate = () => {
      if (player.currentTime >= this.#stopAt) player.pause();
    };
  };

  playOrPause(): void {
    if (this.#player?.paused) this.#play();
    else this.stop();
  }

  stop(): void {
    this.#player?.pause();
  }

  playFrom(seconds: number): void {
    if (this.#player === null) return;
    this.#player.currentTime = seconds;
    this.#play();
  }

  /** Plays from a piece of the text. A piece without times is not in the recording as it is written: goes to the next one that is. */
  playPiece(piece: PieceDocument): void {
    if (piece.heard !== null) {
      this.playFrom(piece.heard.from);
      return;
    }
    const next = this.#pieces.slice(this.#pieces.indexOf(piece)).find(({ heard }) => heard !== null)?.heard;
    if (this.#player !== null && next != null) this.#player.currentTime = next.from;
  }

  /** Plays a part that was spoken anew, with what is beside it. */
  playPart(part: RespokenDocument): void {
    this.playFrom(startOf(part));
    this.#partFrom = this.#player?.currentTime ?? Number.NaN;
    this.#stopAt = part.to + besideSeconds;
  }

  /** Plays the first part that was spoken anew, or the next one after what is heard; nothing if there is none. */
  playNextPart(): void {
    const at = this.#player?.currentTime ?? 0;
    const next = this.#respoken.find((part) => startOf(part) > at) ?? this.#respoken[0];
    if (next !== undefined) this.playPart(next);
  }

  #play(): void {
    // A browser may refuse to play before the person has touched the page; the player's own button works then.
    this.#player?.play().catch(() => undefined);
  }
}

/** Where it is played from, in seconds. */
function startOf({ from }: RespokenDocument): number {
  return Math.max(0, from - besideSeconds);
}
