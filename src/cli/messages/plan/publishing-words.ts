import type { PlanProblem } from "../../../plan/problem.ts";
import { quote } from "../quote.ts";
import { hint, type PlanWords } from "./phrases.ts";

/** Messages for what a plan says of its books as products. */
export const publishingWords = {
  bad_isbn: (p) => `${quote(p.value)} can't be an ISBN: ${describeIsbn(p)}`,
  unknown_volume: (p) =>
    `the plan makes no volume ${quote(p.volume)}; a volume is a language with a difficulty${hint(p.suggestion, p.known)}`,
  bad_price: (p) =>
    `${quote(p.value)} can't be a price; write an amount from 0 to 1,000,000 with at most three decimals`,
  bad_day: (p) => `${quote(p.key)} is ${quote(p.value)}; write a day that exists as YYYY-MM-DD`,
  bad_address: (p) =>
    p.kind === "web"
      ? `${quote(p.key)} is ${quote(p.value)}; write a web address that begins with https:// or http://`
      : `${quote(p.key)} is ${quote(p.value)}; write an e-mail address such as books@example.org`,
} satisfies Partial<PlanWords>;

function describeIsbn(problem: Extract<PlanProblem, { code: "bad_isbn" }>): string {
  switch (problem.fault) {
    case "ten":
      return "it has ten digits; write the number of thirteen, which begins with 978 and ends in another digit";
    case "digits":
      return `it has ${problem.digits} digits, and an ISBN has 13`;
    case "characters":
      return "it has something besides digits, hyphens and spaces";
    case "prefix":
      return "it does not begin with 978 or 979";
    case "check":
      return `its last digit does not fit the others, which ask for ${problem.expected}: a digit is wrong, or two have changed places; compare it with the agency's list`;
  }
}
