/** What can be wrong with the pictures and questions that a plan names. */
export type MaterialProblem =
  | { readonly code: "image_type"; readonly path: string; readonly what: "cover" | "picture" }
  | { readonly code: "not_image"; readonly path: string }
  | { readonly code: "images_too_large"; readonly mostBytes: number }
  | { readonly code: "too_many_prompts"; readonly count: number; readonly most: number };
