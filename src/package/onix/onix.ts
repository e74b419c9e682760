import { html, type Markup } from "../../shared/html.ts";
import type { Contents } from "../contents/contents.ts";
import { publishingOf } from "../contents/publishing.ts";
import { releaseSeconds } from "../contents/release-moment.ts";
import type { ListedFile } from "../front/manifest.ts";
import { descriptiveDetail, el, flag, maybe, type Product, productsOf, type SizeOf } from "./description.ts";
import {
  collateralDetail,
  productIdentifier,
  productSupply,
  publishingDetail,
  relatedMaterial,
} from "./trade.ts";

/**
 * `onix.xml`: the volumes as products for the book trade, in ONIX for Books 3.0 with reference names. It says what the plan and the package
 * say and nothing else: dates come from the plan, or from the edition's name, never from a clock.
 */
export function onix(contents: Contents, files: readonly ListedFile[]): string {
  const sizes = new Map(files.map(({ path, bytes }) => [path, bytes]));
  const products = contents.volumes.flatMap((volume) => productsOf(volume, contents));
  return html`<?xml version="1.0" encoding="UTF-8"?>
<ONIXMessage release="3.0" xmlns="http://ns.editeur.org/onix/3.0/reference">
${header(contents)}${products.length === 0 ? flag("NoProduct") : products.map((product) => record(product, (path) => sizes.get(path) ?? null))}</ONIXMessage>
`.toString();
}

function header({ course }: Contents): Markup {
  const sender = course.publisher ?? course.author ?? course.title;
  return el(
    "Header",
    el("Sender", el("SenderName", sender), maybe("EmailAddress", publishingOf(course).email)),
    el("SentDateTime", sentAt(course)),
  );
}

/** The day of publication, or else the edition's, with a second for each earlier release: a later message counts as newer. */
function sentAt(course: Contents["course"]): string {
  const { published } = publishingOf(course);
  const seconds =
    published === null ? releaseSeconds(course) : Date.parse(published) / 1_000 + course.release.revision - 1;
  return `${new Date(seconds * 1_000).toISOString().slice(0, 19).replace(/[-:]/g, "")}Z`;
}

// ONIX code list 1: a whole record; of a rehearsal, one that nobody may act on.
const confirmed = "03";
const test = "89";

function record(product: Product, sizeOf: SizeOf): Markup {
  return el(
    "Product",
    el("RecordReference", product.reference),
    el("NotificationType", product.contents.course.rehearsal ? test : confirmed),
    productIdentifier(product),
    descriptiveDetail(product, sizeOf),
    collateralDetail(product),
    publishingDetail(product),
    relatedMaterial(product),
    productSupply(product),
  );
}
