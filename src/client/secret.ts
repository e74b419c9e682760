import { createHash } from "node:crypto";

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

  /** Removes the secret from what the service sent: an echoed key must not get into a ledger or a log. */
  redact(received: Buffer): Buffer {
    if (!this.isIn(received)) return received;
    // Byte by byte: a key is ASCII, and the rest may be anything.
    return Buffer.from(received.toString("latin1").replaceAll(this.#value, "[secret]"), "latin1");
  }

  /** Whether the bytes contain the secret. */
  isIn(received: Buffer): boolean {
    return received.includes(this.#value);
  }
}
