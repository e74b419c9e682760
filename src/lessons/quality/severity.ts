/**
 * What is done about a finding. hold: the lesson is kept, and left out of the package. fail: that too, and the command does not end well even where a
 * package without the lesson is wanted.
 */
export type Severity = "ignore" | "warn" | "hold" | "fail";
