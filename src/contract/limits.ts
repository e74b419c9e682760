/** Every number of the interface's parts 4, 5 and 8 that a client or the service must keep. */
export const limits = {
  topicCharacters: 500,
  wordsPerStory: 20,
  wordCharacters: 60,
  glossCharacters: 60,
  difficultyLeast: 1,
  difficultyMost: 10,
  bookPageDefault: 20,
  bookPageMost: 100,
  /** Per key or connection, REST and MCP together. */
  callsPerWindow: 60,
  callsWindowMs: 60_000,
  /** Per account: creations, and starts of audiobooks where the service counts them. */
  paidStartsPerWindow: 20,
  paidStartsWindowMs: 600_000,
  badBearersPerWindow: 30,
  badBearersWindowMs: 60_000,
  keysPerReader: 20,
  monthlyCapMost: 100_000,
  /** base64url characters after a key's prefix (5.1). */
  keyCharacters: 43,
  pollEveryMs: 20_000,
} as const;
