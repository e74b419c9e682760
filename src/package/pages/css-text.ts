/**
 * A text from outside as a string of CSS, for a `<style>` element too. All that is not a letter, a digit or a space is written as its number, so
 * that nothing can end the string, the element or the line.
 */
export function cssText(text: string): string {
  const written = [...text].map((sign) =>
    /[\p{L}\p{M}\p{N} ]/u.test(sign) ? sign : `\\${(sign.codePointAt(0) ?? 0xfffd).toString(16)} `,
  );
  return `"${written.join("")}"`;
}
