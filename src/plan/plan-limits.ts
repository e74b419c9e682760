/** Limits beyond which a plan is refused. A plan is untrusted content, so reading it must stay cheap whatever it contains. */
export const planLimits = {
  /** For the plan, and for each word list. */
  fileBytes: 1_048_576,
  /** For a workbook that a plan is made from: spreadsheet programs store much else in it. */
  workbookBytes: 16 * 1_048_576,
  coverBytes: 20 * 1_048_576,
  /** For one topic's picture. */
  imageBytes: 2 * 1_048_576,
  /** For a cell of a word list that the service has no limit for. */
  cellCharacters: 500,
  altCharacters: 500,
  promptCharacters: 300,
  promptsMost: 12,
  /** Nesting of maps and lists. The format itself needs six levels. */
  depth: 32,
  /**
   * Values, each alias counted as what it stands for. Enough for ten thousand topics with texts in a dozen languages; reading them takes about a
   * second.
   */
  nodes: 200_000,
  jobs: 100_000,
  jobsMost: 1_000_000,
  topicIdCharacters: 64,
  derivedIdCharacters: 48,
  titleCharacters: 200,
  publisherCharacters: 200,
  proseCharacters: 4_000,
  /** The most stories in which each word may be requested. No course needs more, and up to this limit spreading takes no noticeable time. */
  encountersMost: 100,
  reviewersMost: 2,
  gateMost: 1_000,
  /** How many editions back a plan may recall words: two years of weeks. */
  recallMost: 104,
  creditsMost: 1_000_000_000,
  /** More than any book costs. */
  amountMost: 1_000_000,
} as const;
