/** An invalid configuration of the local service. */
export interface ServiceConfigProblem {
  readonly code: "service_config_invalid";
  readonly problems: readonly {
    /** The place as a dotted path, such as `config: accounts.0.credits`. */
    readonly path: string;
    /** From 1; absent if the place has no line. */
    readonly line?: number;
    readonly message: string;
  }[];
}
