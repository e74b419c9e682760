/** The part of the untyped package that we use. */
declare module "@echogarden/espeak-ng-emscripten" {
  interface SpeechWorker {
    /** 0 if the voice was found, another number if not; never throws. */
    set_voice(name: string): number;
    /** Words per minute. */
    set_rate(wordsPerMinute: number): void;
    /** Calls back synchronously, by what `addFunction` gave, until the text has been spoken. */
    synth_(text: string, callback: number): void;
    readonly samplerate: number;
  }

  interface SpeechModule {
    readonly eSpeakNGWorker: new () => SpeechWorker;
    /** The engine's memory. Replaced when it grows, so never keep it. */
    readonly HEAP16: Int16Array;
    /**
     * Makes a function callable by the engine. It gets the address of 16-bit mono samples in bytes, and how many there are: none at the end. It returns 0
     * to go on.
     */
    addFunction(onAudio: (pointer: number, count: number) => 0): number;
  }

  /** A new synthesizer with its own memory. */
  export default function init(): Promise<SpeechModule>;
}
