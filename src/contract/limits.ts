/** The numbers of parts 4, 5 and 8 of the interface that clients and the service must respect. */
export const limits = {
  topicCharacters: 500,
  wordsPerStory: 20,
  wordCharacters: 60,
  glossCharacters: 60,
  difficultyLeast: 1,
  difficultyMost: 10,
  bookPageDefault: 20,
  bookPageMost: 100,
  /** Per key or connection; REST and MCP calls count together. */
  calls: { count: 60, windowMs: 60_000 },
  /** Per account: story creations, plus audiobook starts where the service counts them. */
  paidStarts: { count: 20, windowMs: 600_000 },
  /** Refused credentials from one address. */
  badBearers: { count: 30, windowMs: 60_000 },
  keysPerReader: 20,
  monthlyCapMost: 100_000,
  /** Number of base64url characters after a key's prefix (5.1). */
  keyCharacters: 43,
  pollEveryMs: 20_000,
} as const;
