import type { Course } from "../../../src/package/contents/course.ts";
import type { Publishing } from "../../../src/package/contents/publishing.ts";
import { course, lesson, recording, withTimes } from "../fixtures.ts";

/** What a plan can say of its books as products, all of it. */
const publishing: Publishing = {
  imprint: "Sol <Lecturas>",
  city: "Madrid",
  country: "ES",
  published: "2026-12-01",
  website: "https://sol.example/?a=1&b=2",
  email: "books@sol.example",
  isbn: {
    "es-2": { epub: "9788437604947", audiobook: "9783161484100", paperback: "9780306406157" },
    "pt-br-3": { epub: "9791090636071" },
  },
  prices: [
    {
      amount: 4.9,
      currency: "EUR",
      taxIncluded: true,
      isFixed: true,
      territories: ["ES", "FR"],
      forms: ["epub", "audiobook"],
    },
    { amount: 12, currency: "USD", taxIncluded: false, isFixed: false, territories: [], forms: [] },
  ],
  contributors: [
    { name: "Ana Ruiz", role: "editor", sortAs: "Ruiz, Ana", isOrganization: false },
    { name: "Bo & Li", role: "author", sortAs: null, isOrganization: false },
    { name: "Estudio Luz", role: "cover", sortAs: null, isOrganization: true },
  ],
  legal: ["© 2026 Sol. All rights <reserved>.", "Text and data mining is not permitted."],
  accessibility: {
    by: "Accessible Books Ltd",
    conformsTo: "WCAG 2.2 AA",
    credential: "Benetech",
    report: "https://reports.example/es-2",
  },
};

/** A course of two volumes, one with a recording that has times, with all that a plan can say of its books. */
export async function publishedCourse(change: Partial<Course> = {}): Promise<Course> {
  const book = await recording();
  return course({
    publisher: "Sol",
    description: "Readers & recordings",
    formats: ["epub"],
    soundIn: ["epub"],
    publishing,
    cover: { bytes: Buffer.from("\x89PNG\r\n\x1a\n", "latin1"), mediaType: "image/png" },
    lessons: [
      withTimes(lesson({ book })),
      lesson({ topicId: "lake", lang: "pt-br", difficulty: 3, title: "O lago", words: [] }),
    ],
    ...change,
  });
}
