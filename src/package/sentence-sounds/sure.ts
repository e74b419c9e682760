/** From which confidence on a sentence is played by itself, where nobody sees what comes before it and after. */
const sureConfidence = 0.5;

/** Whether it is known well enough when a sentence is heard to play it by itself. */
export function isSure({ confidence }: { readonly confidence: number }): boolean {
  return confidence >= sureConfidence;
}
