/** What `init` writes: a small course that runs as it is, and what a repository needs to keep its ledger whole. */
export interface StarterFile {
  readonly path: string;
  readonly content: string;
}
