import { html, Markup, markup } from "../../shared/html.ts";

type Child = Markup | string | number | null | false | readonly Child[];

/** An element of ONIX by its reference name, one of our constants; its texts are escaped. Composites have their parts on lines of their own. */
export function el(name: string, ...children: readonly Child[]): Markup {
  const tag = markup(name);
  const isComposite = children.some((child) => child instanceof Markup || Array.isArray(child));
  return html`<${tag}>${isComposite && "\n"}${children}</${tag}>\n`;
}

/** The element, or nothing for a value that nobody has said. */
export function maybe(name: string, value: string | number | null): Markup | null {
  return value === null ? null : el(name, value);
}

/** An element without content, which says something by being there. */
export function flag(name: string): Markup {
  return html`<${markup(name)}/>\n`;
}
