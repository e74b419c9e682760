/**
 * The consequence of a finding. `hold` keeps the lesson, but leaves it out of the package. `fail` does so too, and fails the command even
 * if a partial package is allowed.
 */
export type Severity = "ignore" | "warn" | "hold" | "fail";
