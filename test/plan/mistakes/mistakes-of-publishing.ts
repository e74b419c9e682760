import { type Mistake, planText } from "../fixtures.ts";

/** What a plan can't say of its books as products. */
export const mistakesOfPublishing: readonly Mistake[] = [
  {
    says: "ISBNs with a wrong digit, of ten digits, too short, of another kind, with letters, and one given twice",
    plan: planText(
      { languages: "languages: [es, fr]" },
      "isbn:",
      "  es-2: { epub: 978-84-376-0494-8, audiobook: 84-376-0494-X, paperback: 978843760494 }",
      "  fr-2: { epub: 9778437604949, audiobook: 9783161484100, paperback: ISBN 978-3-16-148410-0 }",
      "legal: x",
    ),
    lines: [
      "plan.yaml:8:17: error: \"978-84-376-0494-8\" can't be an ISBN: its last digit does not fit the others, which ask for 7: a digit is wrong, or two have changed places; compare it with the agency's list",
      'plan.yaml:8:47: error: "84-376-0494-X" can\'t be an ISBN: it has ten digits; write the number of thirteen, which begins with 978 and ends in another digit',
      'plan.yaml:8:73: error: "978843760494" can\'t be an ISBN: it has 12 digits, and an ISBN has 13',
      'plan.yaml:9:17: error: "9778437604949" can\'t be an ISBN: it does not begin with 978 or 979',
      'plan.yaml:9:69: error: "ISBN 978-3-16-148410-0" is in "isbn" twice, first at 9:43; remove one',
    ],
  },
  {
    says: "an ISBN for a volume that the plan does not make, for a form that there is not, and one with letters",
    plan: planText({}, "isbn:", "  es-3: { epub: 97884X7604947 }", "  es-2: { ebook: 9788437604947 }"),
    lines: [
      'plan.yaml:8:3: error: the plan makes no volume "es-3"; a volume is a language with a difficulty (did you mean "es-2"?)',
      'plan.yaml:8:17: error: "97884X7604947" can\'t be an ISBN: it has something besides digits, hyphens and spaces',
      'plan.yaml:9:11: error: unknown key "ebook" in "es-2"; there are epub, audiobook, paperback',
    ],
  },
  {
    says: "prices in no currency, for no country, and with more decimals than money has",
    plan: planText(
      {},
      "price:",
      "  - { amount: 4.9, currency: eur, territories: [ES, XX] }",
      "  - { amount: 4.98765, currency: Euros }",
      "  - { currency: EUR }",
    ),
    lines: [
      'plan.yaml:8:30: error: "eur" is not one of the values of "currency" (did you mean "EUR"?)',
      'plan.yaml:8:53: error: "XX" is not one of the values of "territories"; write countries by their two letters (ISO 3166-1), such as [ES, FR]',
      'plan.yaml:9:34: error: "Euros" is not one of the values of "currency"; write a currency in use by its three letters (ISO 4217), such as EUR',
      'plan.yaml:10:5: error: the key "amount" is missing in "price"; add it',
    ],
  },
  {
    says: "an amount that no price can be",
    plan: planText({}, "price: { amount: -1, currency: EUR }"),
    lines: [
      'plan.yaml:7:18: error: "-1" can\'t be a price; write an amount from 0 to 1,000,000 with at most three decimals',
    ],
  },
  {
    says: "addresses and a day that can't be, and a contributor without a name",
    plan: planText(
      {},
      "publisher: { name: Sol, website: sol.example, email: sol, country: Spain }",
      "published: 2026-02-30",
      "contributors: [{ role: writer }]",
      "accessibility: { certifiedBy: Li, report: 'javascript:1' }",
    ),
    lines: [
      'plan.yaml:7:34: error: "website" is "sol.example"; write a web address that begins with https:// or http://',
      'plan.yaml:7:54: error: "email" is "sol"; write an e-mail address such as books@example.org',
      'plan.yaml:7:68: error: "Spain" is not one of the values of "country"; write a country by its two letters (ISO 3166-1), such as ES',
      'plan.yaml:8:12: error: "published" is "2026-02-30"; write a day that exists as YYYY-MM-DD',
      'plan.yaml:9:16: error: the key "name" is missing in "contributors"; add it',
      'plan.yaml:9:24: error: "writer" is not one of the values of "role"; there are author, editor, series-editor, consultant, adapter, translator, reviser, introduction, foreword, illustrator, photographer, cover, narrator',
      'plan.yaml:10:43: error: "report" is "javascript:1"; write a web address that begins with https:// or http://',
    ],
  },
  {
    says: "a conformance that nobody certifies, and statements that say nothing",
    plan: planText({}, "accessibility: { conformsTo: WCAG 2.2 AA }", "legal: ['', One.]"),
    lines: [
      'plan.yaml:7:16: error: the key "certifiedBy" is missing in "accessibility"; add it',
      'plan.yaml:8:9: error: "legal" is empty once it is cleaned; write at least one character',
    ],
  },
];
