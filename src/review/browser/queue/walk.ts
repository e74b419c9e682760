/** The page that goes from lesson to lesson. */
export interface WalkedPage {
  readonly isBusy: () => boolean;
  /** Does what keeps the page busy; nothing if it is busy already. */
  readonly guarded: (work: () => Promise<void>) => Promise<void>;
  /** Opens the lesson that is so many places further in the queue. */
  readonly step: (by: number) => Promise<void>;
}

/** Goes on through the queue: pressed again on the way, by as many lessons more. */
export class Walk {
  readonly #page: WalkedPage;
  /** How many lessons on the person asks to go. */
  #left = 0;
  #isUnderWay = false;

  constructor(page: WalkedPage) {
    this.#page = page;
  }

  /** Does nothing while the page is busy with anything else. */
  go(by: number): void {
    if (this.#page.isBusy() && !this.#isUnderWay) return;
    this.#left += by;
    void this.#page.guarded(() => this.#goOn());
  }

  async #goOn(): Promise<void> {
    this.#isUnderWay = true;
    try {
      while (this.#left !== 0) {
        const by = this.#left;
        this.#left = 0;
        await this.#page.step(by);
      }
    } finally {
      this.#left = 0;
      this.#isUnderWay = false;
    }
  }
}
