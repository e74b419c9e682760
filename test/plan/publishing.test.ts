import { expect, test } from "vitest";
import { planText, readText } from "./fixtures.ts";

test("a plan says of its books what the trade asks for, and a publisher can be a name or a map", async () => {
  const read = await readText(
    planText(
      {},
      "publisher: { name: Editorial Sol, city: Madrid, country: ES, website: https://sol.example/ }",
      "published: 2026-12-01",
      "isbn: { es-2: { epub: 978-84-376-0494-7, audiobook: 9783161484100 } }",
      "price: { amount: 4.9, currency: EUR }",
      "contributors: [{ name: Ana  Ruiz, role: editor, sortAs: 'Ruiz, Ana' }]",
      "legal: All rights reserved.",
      "accessibility: { certifiedBy: Li, conformsTo: WCAG 2.1 AA }",
    ),
  );
  if (!read.result.ok) throw new Error(read.lines.join("\n"));
  const { publisher, publishing } = read.result.plan;
  expect(publisher).toBe("Editorial Sol");
  expect(publishing).toEqual({
    imprint: null,
    city: "Madrid",
    country: "ES",
    website: "https://sol.example/",
    email: null,
    published: "2026-12-01",
    isbn: { "es-2": { epub: "9788437604947", audiobook: "9783161484100" } },
    prices: [{ amount: 4.9, currency: "EUR", taxIncluded: true, isFixed: false, territories: [], forms: [] }],
    contributors: [{ name: "Ana Ruiz", role: "editor", sortAs: "Ruiz, Ana", isOrganization: false }],
    legal: ["All rights reserved."],
    accessibility: { by: "Li", conformsTo: "WCAG 2.1 AA", credential: null, report: null },
  });
  const plain = await readText(planText({}, "publisher: Sol"));
  expect(plain.result.ok && [plain.result.plan.publisher, plain.result.plan.publishing]).toEqual([
    "Sol",
    null,
  ]);
});
