/** The part of the untyped package that we use. */
declare module "@echogarden/espeak-ng-emscripten" {
  interface SpeechWorker {
    /** 0 if the voice was found, another number if not; never throws. */
    set_voice(name: string): number;
    /** Words per minute. */
    set_rate(wordsPerMinute: number): void;
    /** Calls back synchronously with 16-bit mono samples until the text has been spoken. */
    synthesize(text: string, onAudio: (samples: Int16Array | null) => void): void;
    readonly samplerate: number;
  }

  interface SpeechModule {
    readonly eSpeakNGWorker: new () => SpeechWorker;
  }

  /** A new synthesizer with its own memory. */
  export default function init(): Promise<SpeechModule>;
}
