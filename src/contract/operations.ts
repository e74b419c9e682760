/** Scopes that a key or a connection can hold (5.2). */
export const scopes = ["books:read", "account:read", "levels:read", "stories:write"] as const;

export type Scope = (typeof scopes)[number];

export interface Operation {
  readonly method: "GET" | "POST";
  /** Relative to the base URL; `{id}` marks the place of an id. */
  readonly path: string;
  readonly scope: Scope;
}

/** The seven operations (part 4). */
export const operations = {
  readLevels: { method: "GET", path: "/levels", scope: "levels:read" },
  createStory: { method: "POST", path: "/stories", scope: "stories:write" },
  quoteStory: { method: "POST", path: "/stories/quote", scope: "account:read" },
  readStory: { method: "GET", path: "/stories/{id}", scope: "books:read" },
  listBooks: { method: "GET", path: "/books", scope: "books:read" },
  exportBook: { method: "GET", path: "/books/{id}/export", scope: "books:read" },
  readBalance: { method: "GET", path: "/balance", scope: "account:read" },
} as const satisfies Record<string, Operation>;

export type OperationName = keyof typeof operations;
