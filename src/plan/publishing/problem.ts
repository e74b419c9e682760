import type { IsbnFault } from "./isbn.ts";

/** What can be wrong with what a plan says of its books as products. */
export type PublishingProblem =
  | ({ readonly code: "bad_isbn"; readonly value: string } & IsbnFault)
  | {
      readonly code: "unknown_volume";
      readonly volume: string;
      readonly known: readonly string[];
      readonly suggestion: string | null;
    }
  | { readonly code: "bad_price"; readonly value: string }
  | { readonly code: "bad_day"; readonly key: string; readonly value: string }
  | {
      readonly code: "bad_address";
      readonly key: string;
      readonly kind: "web" | "mail";
      readonly value: string;
    };
