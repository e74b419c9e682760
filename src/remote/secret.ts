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

  /** Replaces the secret wherever it stands in a text that is about to be shown or stored. */
  redact(text: string): string {
    return text.split(this.#value).join("[secret]");
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
