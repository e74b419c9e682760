import { createHash } from "node:crypto";
import { inspect } from "node:util";

/** So many first characters of a key are more than its kind's prefix. */
const tellingCharacters = 12;

/** A credential that can't be printed by accident: texts, JSON and inspection show only that it is one. */
export class Secret {
  readonly #value: string;

  constructor(value: string) {
    this.#value = value;
  }

  /** The header's value; the only way out. */
  bearer(): string {
    return `Bearer ${this.#value}`;
  }

  /** Tells one secret from another, and nothing else of it. */
  fingerprint(): string {
    return createHash("sha256").update(`coursebinder\n${this.#value}`).digest("hex").slice(0, 16);
  }

  /**
   * Takes the secret out of what the service sent: one that echoes its caller's key must not bring it into a ledger or a log, nor most of it
   * where the answer was cut off in its middle.
   */
  redact(received: Buffer): Buffer {
    const end = this.#beginningAtEndOf(received);
    if (!this.isIn(received) && end === 0) return received;
    // Byte for byte: a key is ASCII, and the rest may be anything.
    const text = received
      .toString("latin1", 0, received.length - end)
      .split(this.#value)
      .join("[secret]");
    return Buffer.from(end === 0 ? text : `${text}[secret]`, "latin1");
  }

  /** How many of its first characters these bytes end with; 0 for a few, which may be anything. */
  #beginningAtEndOf(received: Buffer): number {
    const tail = received.toString("latin1", Math.max(0, received.length - this.#value.length));
    for (let length = this.#value.length - 1; length >= tellingCharacters; length--)
      if (tail.endsWith(this.#value.slice(0, length))) return length;
    return 0;
  }

  /** Whether it stands in what the service sent. */
  isIn(received: Buffer): boolean {
    return received.includes(this.#value);
  }

  toString(): string {
    return "[secret]";
  }

  toJSON(): string {
    return "[secret]";
  }

  [inspect.custom](): string {
    return "[secret]";
  }
}
