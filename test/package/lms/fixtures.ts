import { ParseOption, XmlDocument, type XmlElement } from "libxml2-wasm";
import { expect, onTestFinished } from "vitest";

/** A document parsed with every warning an error and nothing loaded from anywhere. */
export function parsed(text: string): XmlDocument {
  const document = XmlDocument.fromString(text, { option: ParseOption.XML_PARSE_PEDANTIC });
  onTestFinished(() => document.dispose());
  return document;
}

/** The elements with a name, in any namespace. */
export function all(from: XmlDocument | XmlElement, name: string): XmlElement[] {
  return from.find(`.//*[local-name()="${name}"]`) as XmlElement[];
}

/** The text of the first element with a name. */
export function textIn(from: XmlDocument | XmlElement | undefined, name: string): string {
  return from === undefined ? "" : (all(from, name)[0]?.content ?? "");
}

/** An attribute's value. */
export function attr(element: XmlElement | undefined, name: string): string {
  return element?.attr(name)?.value ?? "";
}

/** Parses our HTML: its elements and attributes by name, and its text with white space folded. Throws if it is not well-formed. */
export function shown(markup: string): { elements: string[]; attributes: string[]; text: string } {
  const document = parsed(`<div>${markup.replace(/^<!DOCTYPE html>\s*/, "")}</div>`);
  const elements = document.find("//*") as XmlElement[];
  return {
    elements: [...new Set(elements.map(({ name }) => name))].sort(),
    attributes: [...new Set(elements.flatMap(({ attrs }) => attrs.map(({ name }) => name)))].sort(),
    text: document.root.content.replace(/\s+/g, " ").trim(),
  };
}

/** What our HTML shows, if it has no other elements and attributes than these. */
export function expectOnly(markup: string, ours: { elements: string; attributes?: string }): string {
  const { elements, attributes, text } = shown(markup);
  expect(ours.elements.split(" ")).toEqual(expect.arrayContaining(elements));
  if (ours.attributes !== undefined)
    expect(ours.attributes.split(" ")).toEqual(expect.arrayContaining(attributes));
  return text;
}
