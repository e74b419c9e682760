import { createHash } from "node:crypto";
import { inspect } from "node:util";

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

  /** Takes the secret out of what the service sent: one that echoes its caller's key must not bring it into a ledger or a log. */
  redact(received: Buffer): Buffer {
    if (!received.includes(this.#value)) return received;
    // Byte for byte: a key is ASCII, and the rest may be anything.
    return Buffer.from(received.toString("latin1").split(this.#value).join("[secret]"), "latin1");
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
