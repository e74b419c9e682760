/** The secrets of courses/local-service.yaml. Everybody can read them, so that no service at a public address may accept them. */
export const exampleSecrets: ReadonlySet<string> = new Set([
  "let-the-school-in",
  "sk_live_replace_this_by_a_secret_of_your_own_000001",
  "replace-this-by-a-secret-of-your-own",
]);
