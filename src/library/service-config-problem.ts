/** A configuration of the local service that can't be used. */
export interface ServiceConfigProblem {
  readonly code: "service_config_invalid";
  readonly problems: readonly {
    /** The place, dotted, such as `config: accounts.0.credits`. */
    readonly path: string;
    /** From 1; absent where the place has none. */
    readonly line?: number;
    readonly message: string;
  }[];
}
