import type { Markup } from "../../shared/html.ts";
import { publishingOf, type RetailPrice } from "../contents/publishing.ts";
import { el, maybe, type Product, productsOf } from "./description.ts";

/** The product's ISBN, or else an identifier of our own. */
export function productIdentifier({ isbn, reference }: Product): Markup {
  return isbn === null
    ? el(
        "ProductIdentifier",
        el("ProductIDType", "01"),
        el("IDTypeName", "Coursebinder"),
        el("IDValue", reference),
      )
    : el("ProductIdentifier", el("ProductIDType", "15"), el("IDValue", isbn));
}

/** Block 2: what is said about the product. The publisher's statements are copied from the plan unchanged. */
export function collateralDetail({ contents, volume }: Product): Markup {
  const { description } = contents.course;
  const text = (type: string, content: string) =>
    el("TextContent", el("TextType", type), el("ContentAudience", "00"), el("Text", content));
  return el("CollateralDetail", [
    ...(description === null ? [] : [text("03", description)]),
    text("04", volume.lessons.map(({ number, title }) => `${number}. ${title}`).join("\n")),
    ...publishingOf(contents.course).legal.map((statement) => text("13", statement)),
  ]);
}

/** Block 4: who publishes the product, and when. The publishing date isn't compared with a clock, so the status is unspecified. */
export function publishingDetail({ contents }: Product): Markup | null {
  const { publisher } = contents.course;
  const { imprint, city, country, website, published } = publishingOf(contents.course);
  if (publisher === null) return null;
  return el(
    "PublishingDetail",
    imprint !== null && el("Imprint", el("ImprintName", imprint)),
    el(
      "Publisher",
      el("PublishingRole", "01"),
      el("PublisherName", publisher),
      website !== null && el("Website", el("WebsiteRole", "01"), el("WebsiteLink", website)),
    ),
    maybe("CityOfPublication", city),
    maybe("CountryOfPublication", country),
    el("PublishingStatus", "00"),
    published !== null &&
      el("PublishingDate", el("PublishingDateRole", "01"), el("Date", published.replaceAll("-", ""))),
  );
}

/** Block 5: the same volume in its other forms. */
export function relatedMaterial(product: Product): Markup | null {
  const others = productsOf(product.volume, product.contents).filter(({ form }) => form !== product.form);
  if (others.length === 0) return null;
  return el(
    "RelatedMaterial",
    others.map((other) => el("RelatedProduct", el("ProductRelationCode", "06"), productIdentifier(other))),
  );
}

/** Block 6: the product's prices; nothing if it has none. */
export function productSupply({ form, contents }: Product): Markup | null {
  const { publisher, title } = contents.course;
  const prices = publishingOf(contents.course).prices.filter(
    ({ forms }) => forms.length === 0 || forms.includes(form),
  );
  if (prices.length === 0) return null;
  return el(
    "ProductSupply",
    el(
      "SupplyDetail",
      el("Supplier", el("SupplierRole", "00"), el("SupplierName", publisher ?? title)),
      el("ProductAvailability", "20"),
      prices.map(priceOf),
    ),
  );
}

function priceOf({ amount, currency, taxIncluded, isFixed, territories }: RetailPrice): Markup {
  const type = isFixed ? (taxIncluded ? "04" : "03") : taxIncluded ? "02" : "01";
  const territory =
    territories.length === 0
      ? el("RegionsIncluded", "WORLD")
      : el("CountriesIncluded", territories.join(" "));
  return el(
    "Price",
    el("PriceType", type),
    el("PriceAmount", amountOf(amount)),
    el("CurrencyCode", currency),
    el("Territory", territory),
  );
}

function amountOf(amount: number): string {
  const decimals = Number.isInteger(amount) ? 0 : Number(amount.toFixed(2)) === amount ? 2 : 3;
  return amount.toFixed(decimals);
}
