import mustache from "mustache";
import { readShipped } from "../shared/files/shipped-file.ts";
import type { ZipFile } from "../shared/files/zip.ts";
import { html, type Markup, markup } from "../shared/html.ts";
import { remembered } from "../shared/remembered.ts";
import { madeFile } from "./entry.ts";

/** Values by their names in a template: texts, which are escaped as `html` does, markup, and lists and records for its sections. */
export interface TemplateValues {
  readonly [name: string]: unknown;
}

/** What a template asks for must be there, if only as null: a misspelt name is an error, not an empty element. */
class Strict extends mustache.Context {
  override push(values: unknown): Strict {
    return new Strict(values, this);
  }

  override lookup(name: string): unknown {
    const value: unknown = super.lookup(name);
    if (value === undefined) throw new Error(`a template wants ${name}`);
    return value;
  }
}

const textOf = remembered((href: string) => readShipped(new URL(href)).toString("utf8"));

/** A file of an archive, made from a template. */
export function filledFile(path: string, template: URL, values: () => TemplateValues): ZipFile {
  return madeFile(path, () => filled(template, values()));
}

/** A document made from a Mustache template that ships with the program. */
export function filled(template: URL, values: TemplateValues): Markup {
  const escaped = (value: Parameters<typeof html>[1]) => html`${value}`.toString();
  return markup(mustache.render(textOf(template.href), new Strict(values), undefined, { escape: escaped }));
}
