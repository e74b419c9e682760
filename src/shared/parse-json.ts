/** Parses JSON, given as text or in UTF-8; undefined if it is invalid. */
export function parseJson(json: string | Buffer): unknown {
  try {
    return JSON.parse(String(json));
  } catch {
    return undefined;
  }
}
