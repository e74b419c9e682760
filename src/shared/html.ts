const escapes: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/** Markup that is safe to insert unescaped. Only `html` and `markup` create it. */
export class Markup {
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  toString(): string {
    return this.#text;
  }
}

type Part = Markup | string | number | null | undefined | false | readonly Part[];

/** Escapes the five special characters of HTML and XML, in text and in quoted attributes. */
function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => escapes[character] ?? character);
}

/**
 * A tagged template for HTML, XHTML and XML: escapes every value except other `html` results and lists of them. `null`, `undefined` and `false` produce
 * no output.
 */
export function html(strings: TemplateStringsArray, ...parts: readonly Part[]): Markup {
  let text = strings[0] ?? "";
  for (const [index, part] of parts.entries()) text += render(part) + (strings[index + 1] ?? "");
  return new Markup(text);
}

/** Declares one of our own constants (a style sheet, a script, a drawing) to be safe markup. Never use it for text from outside the program. */
export function markup(constant: string): Markup {
  return new Markup(constant);
}

function render(part: Part): string {
  if (part === null || part === undefined || part === false) return "";
  if (part instanceof Markup) return part.toString();
  if (typeof part === "object") return part.map(render).join("");
  return escapeHtml(String(part));
}
