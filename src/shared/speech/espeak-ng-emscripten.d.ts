/** The part of the untyped package that the narrator uses. */
declare module "@echogarden/espeak-ng-emscripten" {
  interface SpeechWorker {
    /** 0 when the voice was found, another number when it was not; never throws. */
    set_voice(name: string): number;
    /** Words a minute. */
    set_rate(wordsPerMinute: number): void;
    /** Calls back synchronously with 16-bit mono samples until the text has been spoken. */
    synthesize(text: string, onAudio: (samples: Int16Array | null) => void): void;
    readonly samplerate: number;
  }

  interface SpeechModule {
    readonly eSpeakNGWorker: new () => SpeechWorker;
  }

  /** A fresh synthesizer with memory of its own. */
  export default function init(): Promise<SpeechModule>;
}
