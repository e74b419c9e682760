import type { Markup } from "../../shared/html.ts";
import { type Contributor, publishingOf } from "../contents/publishing.ts";
import { el, maybe } from "./element.ts";
import type { Product } from "./products.ts";

/** ONIX code list 17 by the plan's words for what somebody did. */
export const roleCodes: Readonly<Record<string, string>> = {
  author: "A01",
  foreword: "A23",
  introduction: "A24",
  illustrator: "A12",
  photographer: "A13",
  cover: "A36",
  editor: "B01",
  reviser: "B02",
  adapter: "B05",
  translator: "B06",
  "series-editor": "B09",
  consultant: "B20",
  narrator: "E07",
};

// ONIX code list 19.
const synthesizedVoice = "07";
const artificialIntelligence = "09";

/**
 * Everybody who contributed: the plan's people, and the machines that it does not name, the one that wrote the stories and the voice that
 * reads them.
 */
export function contributors({ contents, hasSound }: Product): Markup[] {
  const { author } = contents.course;
  const people = publishingOf(contents.course).contributors;
  const isListed = people.some(({ name }) => name === author);
  const byPlan: Contributor[] =
    author === null || isListed
      ? []
      : [{ name: author, role: "author", sortAs: null, isOrganization: false }];
  const [authors, others] = [isAuthor, (one: Contributor) => !isAuthor(one)].map((of) =>
    [...byPlan, ...people].filter(of),
  ) as [Contributor[], Contributor[]];
  const parts = [
    ...authors.map(person),
    [el("ContributorRole", "A01"), el("UnnamedPersons", artificialIntelligence)],
    ...others.map(person),
    ...(hasSound ? [[el("ContributorRole", "E07"), el("UnnamedPersons", synthesizedVoice)]] : []),
  ];
  return parts.map((part, index) => el("Contributor", el("SequenceNumber", index + 1), part));
}

function isAuthor({ role }: Contributor): boolean {
  return role === "author";
}

function person({ name, role, sortAs, isOrganization }: Contributor): (Markup | null)[] {
  const names = isOrganization
    ? [el("CorporateName", name), maybe("CorporateNameInverted", sortAs)]
    : [el("PersonName", name), maybe("PersonNameInverted", sortAs)];
  return [el("ContributorRole", roleCodes[role] ?? "Z99"), ...names];
}
