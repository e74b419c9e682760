/** The path to a value from the top of the plan: map keys and list indexes. */
export type Path = readonly (string | number)[];

/** The key that a value belongs to, even if it is one of several in a list. Empty for the plan itself. */
export function keyName(path: Path): string {
  return path.findLast((step): step is string => typeof step === "string") ?? "";
}
