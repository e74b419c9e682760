// The choices a story request may make (4.2). Kept apart from the schemas so that code that only names a choice does not load zod.

export const lengths = ["short", "medium", "long"] as const;
export const forms = ["interview", "working_day", "first_person"] as const;
export const visibilities = ["private", "public"] as const;
export const genres = [
  "slice_of_life",
  "children",
  "middle_grade",
  "young_adult",
  "romance",
  "humor",
  "cozy_fantasy",
  "sports",
  "adventure",
  "survival",
  "thriller",
  "mystery",
  "horror",
  "action",
  "crime",
  "martial_arts",
  "romantasy",
  "litrpg",
  "sci_fi",
  "historical",
  "magical_realism",
  "spy",
  "noir",
  "post_apocalyptic",
  "sword_and_sorcery",
  "literary",
  "dark_academia",
  "explainer",
  "travel_food",
] as const;

export type Length = (typeof lengths)[number];
