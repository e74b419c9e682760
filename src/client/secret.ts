import { createHash } from "node:crypto";

/** A prefix of this length identifies a key: it is longer than the prefix of its kind. */
const tellingCharacters = 12;

/** A credential that can't be printed by accident: strings, JSON and inspection don't show a private field. */
export class Secret {
  readonly #value: string;

  constructor(value: string) {
    this.#value = value;
  }

  /** The header's value; the only way to get the secret. */
  bearer(): string {
    return `Bearer ${this.#value}`;
  }

  /** Distinguishes one secret from another and reveals nothing else of it. */
  fingerprint(): string {
    return createHash("sha256").update(`coursebinder\n${this.#value}`).digest("hex").slice(0, 16);
  }

  /**
   * Removes the secret, and also a prefix of it where the answer was cut off, from what the service sent: an echoed key must not get into a
   * ledger or a log.
   */
  redact(received: Buffer): Buffer {
    // Byte by byte: a key is ASCII, and the rest may be anything.
    const text = received.toString("latin1");
    let clean = text.split(this.#value).join("[secret]");
    // A shorter end may be coincidence.
    for (let length = this.#value.length - 1; length >= tellingCharacters; length--)
      if (clean.endsWith(this.#value.slice(0, length))) clean = `${clean.slice(0, -length)}[secret]`;
    return clean === text ? received : Buffer.from(clean, "latin1");
  }

  /** Whether the bytes contain the secret. */
  isIn(received: Buffer): boolean {
    return received.includes(this.#value);
  }
}
