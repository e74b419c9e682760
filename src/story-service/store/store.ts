/** What a placeholder of a statement stands for. */
export type Value = string | number | null;

/** Where statements run: a store, each for itself, or one of its transactions. Placeholders are question marks, whichever the engine. */
export interface Database {
  /** The first row, or `undefined`. */
  get<Row>(sql: string, ...values: Value[]): Promise<Row | undefined>;
  all<Row>(sql: string, ...values: Value[]): Promise<Row[]>;
  /** Runs a statement; resolves with the number of changed rows. */
  run(sql: string, ...values: Value[]): Promise<number>;
  /**
   * Runs `work` in a transaction, rolled back if it rejects. Inside a transaction, `work` joins it. `work` runs its statements on what it is given,
   * and waits for nothing else: the store's own statements wait for the transaction.
   */
  write<Result>(work: (transaction: Transaction) => Promise<Result>): Promise<Result>;
}

/** Statements that take effect together or not at all, even if the process is killed. Of no use once its `write` has ended. */
export interface Transaction extends Database {
  /** Marks the transaction's writes as belonging to an account. */
  touch(accountId: string): void;
  /**
   * Resolves once no other transaction, of any process, has the same lock; held until the transaction ends. Whoever moves credits, counts something
   * against a limit or uses something up takes the account's lock before the first read. Transactions that need several take them in the order of
   * `Lock`, or two could wait for each other.
   */
  lock(what: Lock): Promise<void>;
}

/** What a transaction locks: the setting-up of a service, an account by its id or by the id or hash of what it owns, the budget of all free accounts. */
export type Lock =
  | "start"
  | { readonly account: string }
  | { readonly story: string }
  | { readonly code: string }
  | { readonly refreshToken: string }
  | "free budget";

/**
 * The service's database. What was written is durable, even after a power cut, once `settled` has resolved: answer nothing before that.
 */
export interface Store extends Database {
  /** As `get`, for a statement of nearly every request: the database keeps it prepared. */
  repeated<Row>(sql: string, ...values: Value[]): Promise<Row | undefined>;
  /** Whether other processes may use the database at the same time. */
  readonly isShared: boolean;
  /** The time in ms by the clock of a shared database, as an expression of its SQL. That of one process alone has none: it stands still. */
  readonly clock: string;
  /**
   * Resolves once everything written so far is durable, or everything of one account, so that its answers need not wait for those of others. Rejects
   * if the disk fails; a later call retries.
   */
  settled(accountId?: string): Promise<void>;
  /** Resolves once it is closed, after the statements that are under way. */
  close(): Promise<void>;
}
