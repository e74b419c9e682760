/** A file that `init` writes: part of a small course that runs as it is, or of what a repository needs to keep its ledger intact. */
export interface StarterFile {
  readonly path: string;
  readonly content: string;
}
