/** What a plan may hold before it is refused. A plan is content from anywhere: reading it must stay cheap whatever it says. */
export const planLimits = {
  /** The plan, and each word list. */
  fileBytes: 1_048_576,
  /** All word lists of a plan together. */
  listsBytes: 16 * 1_048_576,
  coverBytes: 20 * 1_048_576,
  /** Maps and lists within one another. The format itself needs six. */
  depth: 32,
  /**
   * Values after aliases are counted as often as they are used. Enough for ten thousand topics with texts in a dozen languages, and a
   * second's work.
   */
  nodes: 200_000,
  /** Jobs that a plan may expand to without saying `maxJobs`. */
  jobs: 100_000,
  /** The most that `maxJobs` may say. */
  jobsMost: 1_000_000,
  courseCharacters: 64,
  topicIdCharacters: 64,
  /** Of an id made from a topic's text. */
  derivedIdCharacters: 48,
  editionCharacters: 64,
  listNameCharacters: 64,
  titleCharacters: 200,
  publisherCharacters: 200,
  proseCharacters: 4_000,
  /** Stories that a plan may ask to meet each word in. No course needs as many, and spreading them takes no time. */
  encountersMost: 100,
  creditsMost: 1_000_000_000,
} as const;
